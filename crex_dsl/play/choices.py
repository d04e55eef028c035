"""The legal answers to one decision as a person meets them: numbered, grouped by action, found by a few words."""

from __future__ import annotations

import unicodedata
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence

from rich.text import Text

from crex_dsl.engine.seen import SeenAction

Numbered = tuple[int, SeenAction]


class Choices:
    """Numbered answers; typing part of a text narrows them, nothing at all shows all of them again."""

    def __init__(self, actions: Sequence[SeenAction]) -> None:
        self.all: list[Numbered] = list(enumerate(actions, start=1))
        self.shown = self.all
        self._first = 0

    def exact(self, typed: str) -> SeenAction | None:
        """The answer of that number, text or id."""
        number = figure(typed)
        if number is not None:
            return self.all[number - 1][1] if 1 <= number <= len(self.all) else None
        return next((action for _, action in self.all if plain(typed) in (plain(action.text), plain(action.id))), None)

    def like(self, typed: str) -> list[Numbered]:
        """The answers that hold every word typed, of those shown, else of all; words that stand together count more."""
        found = matching(self.shown, typed) or matching(self.all, typed)
        words = plain(typed).split()
        for size in range(len(words), 1, -1):
            for first in range(len(words) - size + 1):
                phrase = " ".join(words[first : first + size])
                found = [row for row in found if phrase in plain(row[1].text)] or found
        return found

    def narrow(self, numbered: list[Numbered]) -> None:
        """Show only some of the answers, from the first page."""
        self.shown, self._first = numbered, 0

    def turn_page(self, lines: int) -> None:
        """Go to the next page, after the last to the first; from a page with folded groups to what is in them."""
        folded = self._folded(lines)
        if folded:
            self.narrow([row for row in self.shown if row[1].name in folded])
            return
        self._first += self._room(lines)
        if self._first >= len(self.shown):
            self._first = 0

    def _room(self, lines: int) -> int:
        return max(4, lines)

    def _folded(self, lines: int) -> Counter[str]:
        """The actions whose answers are not shown one by one, since all would not fit on a page: the most numerous."""
        groups = Counter(action.name for _, action in self.shown)
        if len(self.shown) < len(self.all) or len(groups) == 1:
            return Counter()
        room = self._room(lines) - len(groups) - 1
        while groups and (least := min(groups, key=lambda name: groups[name])) and groups[least] <= room:
            room -= groups.pop(least)
        return groups if len(self.shown) > self._room(lines) else Counter()

    def page(self, lines: int) -> Iterator[Text]:
        """As many answers as there is room for, each group under its action, and what is left out."""
        folded = self._folded(lines)
        rows = [row for row in self.shown if row[1].name not in folded]
        shown = rows[self._first : self._first + self._room(lines)]
        width = len(str(len(self.all)))
        grouped = len({action.name for _, action in self.all}) > 1 and len(self.all) > self._room(lines)
        heading = None
        for number, action in shown:
            if grouped and action.name != heading:
                heading = action.name
                count = sum(other.name == heading for _, other in self.shown)
                yield Text(f"{heading} ({count})", "bold")
            yield Text.assemble((f"{number:>{width + 1}} ", "bold cyan"), action.text)
        for name, count in folded.items():
            of = [row for row in self.shown if row[1].name == name]
            yield Text.assemble((f"{name} ({count})", "bold"), f" {of[0][1].text} … {of[-1][1].text}")
        if folded:
            yield Text(f"`{next(iter(folded))}` or another few letters narrow the list, `more` unfolds it", "dim")
        elif len(shown) < len(self.shown):
            first, last = self._first + 1, self._first + len(shown)
            later = Counter(action.name for _, action in self.shown[last:] if grouped and action.name != heading)
            then = f", then {', '.join(f'{name} ({count})' for name, count in later.items())}" if later else ""
            yield Text(
                f"{first} to {last} of {len(self.shown)}{then}: `more` turns the page, a few letters narrow the list",
                "dim",
            )
        elif len(self.shown) < len(self.all):
            yield Text(f"{len(self.shown)} of {len(self.all)}: Enter shows all again", "dim")

    def offers(self) -> list[str]:
        """Every text and id, for completion."""
        return list(dict.fromkeys([a.text for _, a in self.all] + [a.id for _, a in self.all]))


def matching(numbered: Iterable[Numbered], typed: str) -> list[Numbered]:
    """The answers whose text or id holds every word typed."""
    words = plain(typed).split()
    return [row for row in numbered if all(word in f"{plain(row[1].text)} {plain(row[1].id)}" for word in words)]


def figure(typed: str) -> int | None:
    """A whole number as typed, or None; one that is too long to mean anything is only very large."""
    return int(typed[:9]) if typed.isdecimal() else None


def plain(text: str) -> str:
    """A text as it is compared: small letters, without accents."""
    if text.isascii():
        return " ".join(text.casefold().split())
    letters = unicodedata.normalize("NFKD", " ".join(text.split())).casefold()
    return "".join(letter for letter in letters if not unicodedata.combining(letter))
