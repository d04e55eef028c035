"""The legal answers to one decision as a person meets them: numbered, grouped by action, found by a few words."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import count, pairwise
from typing import TypeVar

from rich.text import Text

from crex_dsl.engine.secrecy.visible_decision import SeenAction
from crex_dsl.text.english import words
from crex_dsl.text.folding import plain
from crex_dsl.text.messages import said
from crex_dsl.text.numerals import is_whole_number, whole_number
from crex_dsl.text.stemming import stem

Numbered = tuple[int, SeenAction]
Found = TypeVar("Found")
_FEW, _SHORTEST_RUN = 10, 3
_DECLINE = "done"  # always 0, so that nobody who takes the first answer out of habit declines
_SHARED = 5  # letters at most that all forms of a word begin with


class Choices:
    """Numbered answers; typing part of a text narrows them, nothing at all shows all of them again."""

    def __init__(
        self,
        actions: Sequence[SeenAction],
        called: Callable[[str], str] = words,
        numbers: Mapping[str, int] | None = None,
    ) -> None:
        """Number some answers, those that had a number before by that; `called` says what their actions are called."""
        declines = any(action.id == _DECLINE for action in actions[:1])
        known = numbers or {}
        free = count(max(known.values()) + 1 if known else 0 if declines else 1)
        self.all: list[Numbered] = [
            (known[action.id] if action.id in known else next(free), action) for action in actions
        ]
        self.shown = self.all
        self._called = called
        self._first = 0

    def exact(self, typed: str) -> SeenAction | None:
        """The answer of that number, text or id."""
        number = figure(typed)
        if number is not None:
            return next((action for place, action in self.all if place == number), None)
        return next((action for _, action in self.all if plain(typed) in (plain(action.text), plain(action.id))), None)

    def like(self, typed: str) -> list[Numbered]:
        """The answers that hold every word typed, of those shown, else of all; words that stand together count more."""
        for some in (self.shown, self.all):
            group = [row for row in some if plain(typed) in (plain(self._called(row[1].name)), row[1].name)]
            if found := group or matching(some, typed):
                break
        return found if group else side_by_side(found, plain(typed).split(), lambda row: plain(row[1].text))

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
        if self._first >= len(_rows(self.shown)):
            self._first = 0

    def _room(self, lines: int) -> int:
        return max(4, lines)

    def _folded(self, lines: int) -> Counter[str]:
        """The actions whose answers are not shown one by one, since all would not fit on a page: the most numerous."""
        rows = _rows(self.shown)
        groups = Counter(row[0][1].name for row in rows)
        if len(self.shown) < len(self.all) or len(groups) == 1:
            return Counter()
        room = self._room(lines) - len(groups) - 1
        while groups and (least := min(groups, key=lambda name: groups[name])) and groups[least] <= room:
            room -= groups.pop(least)
        return groups if len(rows) > self._room(lines) else Counter()

    def page(self, lines: int) -> Iterator[Text]:
        """As many answers as there is room for, each group under its action, and what is left out."""
        folded, counts = self._folded(lines), Counter(action.name for _, action in self.shown)
        rows = [row for row in _rows(self.shown) if row[0][1].name not in folded]
        shown = rows[self._first : self._first + self._room(lines)]
        every = _rows(self.all)
        grouped = len({action.name for _, action in self.all}) > 1 and len(every) > self._room(lines)
        width = max(len(_numbers(row)) for row in every)
        heading = None
        for row in shown:
            name = row[0][1].name
            if grouped and name not in (heading, _DECLINE):
                heading = name
                yield Text(f"{self._called(heading)} ({counts[heading]})", "bold")
            yield Text.assemble((f"{_numbers(row):>{width + 1}} ", "bold cyan"), _wording(row))
        for name in folded:
            of = [action for _, action in self.shown if action.name == name]
            yield Text.assemble((f"{self._called(name)} ({counts[name]})", "bold"), f" {of[0].text} … {of[-1].text}")
        if folded:
            yield Text(said("play-unfold", name=self._called(next(iter(folded)))), "dim")
        elif len(shown) < len(rows):
            last = sum(len(row) for row in rows[: self._first + len(shown)])
            first = last - sum(len(row) for row in shown) + 1
            rest = rows[self._first + len(shown) :]
            later = dict.fromkeys(row[0][1].name for row in rest if grouped and row[0][1].name != heading)
            then = ", ".join(f"{self._called(name)} ({counts[name]})" for name in later)
            key = "play-page-then" if later else "play-page"
            yield Text(said(key, first=first, last=last, count=len(self.shown), then=then), "dim")
        elif len(self.shown) < len(self.all):
            yield Text(said("play-narrowed", count=len(self.shown), all=len(self.all)), "dim")

    def offers(self) -> list[str]:
        """Every text and id, for completion."""
        return list(dict.fromkeys([a.text for _, a in self.all] + [a.id for _, a in self.all]))


def _rows(numbered: Sequence[Numbered]) -> list[Sequence[Numbered]]:
    """Answers, each on a line of its own, or in a long list as many together as differ by nothing but a number."""
    if len(numbered) <= _FEW:
        return [[row] for row in numbered]
    rows: list[Sequence[Numbered]] = []
    for run in _runs(numbered):
        rows += [run] if len(run) >= _SHORTEST_RUN else [[row] for row in run]
    return rows


def _runs(numbered: Sequence[Numbered]) -> Iterator[list[Numbered]]:
    """Answers on end that are one action with one number going up by one, everything else being the same."""
    run: list[Numbered] = []
    along = None
    for row in numbered:
        step = _step(run[-1][1], row[1]) if run and run[-1][0] + 1 == row[0] else None
        if run and (step is None or along not in (None, step)):
            yield run
            run, step = [], None
        run.append(row)
        along = step
    if run:
        yield run


def _step(one: SeenAction, other: SeenAction) -> str | None:
    """The only argument in which two answers differ, where it is a number and the next one."""
    if one.name != other.name:
        return None
    differing = [name for name in one.args if one.args[name] != other.args[name]]
    numbers = [(one.args[name], other.args[name]) for name in differing]
    fits = (
        len(numbers) == 1 and all(type(number) is int for number in numbers[0]) and numbers[0][1] - numbers[0][0] == 1
    )
    return differing[0] if fits else None


def _numbers(row: Sequence[Numbered]) -> str:
    return str(row[0][0]) if len(row) == 1 else f"{row[0][0]}-{row[-1][0]}"


def _wording(row: Sequence[Numbered]) -> str:
    """The text of an answer; of several what they share, with the first and the last of what they do not."""
    first, last = row[0][1].text.split(" "), row[-1][1].text.split(" ")
    shortest = min(len(first), len(last))
    start = next((place for place in range(shortest) if first[place] != last[place]), shortest)
    end = next((place for place in range(shortest - start) if first[-1 - place] != last[-1 - place]), shortest - start)
    if len(row) == 1:
        return row[0][1].text
    between = [*first[start : len(first) - end], "…", *last[start : len(last) - end]]
    return " ".join([*first[:start], *between, *first[len(first) - end :]])


def side_by_side(found: list[Found], words: Sequence[str], text: Callable[[Found], str]) -> list[Found]:
    """Those of some finds in whose texts words stand together as they were typed, the longest runs first; else all."""
    for size in range(len(words), 1, -1):
        for first in range(len(words) - size + 1):
            phrase = re.compile(rf"(?<![0-9]){re.escape(' '.join(words[first : first + size]))}(?![0-9])")
            found = [each for each in found if phrase.search(text(each))] or found
    return found


def matching(numbered: Iterable[Numbered], typed: str) -> list[Numbered]:
    """The answers whose text or id holds every word typed; several figures in the order typed, if any does."""
    words = plain(typed).split()
    found = [row for row in numbered if holds(f"{plain(row[1].text)} {plain(row[1].id)}", words)]
    figures = [word for word in words if is_whole_number(word)]
    return [row for row in found if any(_in_order(figures, text) for text in (row[1].text, row[1].id))] or found


def holds(text: str, words: Iterable[str]) -> bool:
    """Whether a text holds some words; a figure is not part of a longer one."""
    return all(word in text if not is_whole_number(word) else word in _figures(text) for word in words)


def _figures(text: str) -> list[str]:
    return re.findall(r"[0-9]+", text)


def _in_order(figures: Sequence[str], text: str) -> bool:
    left = iter(_figures(text))
    return all(figure in left for figure in figures)


def figure(typed: str) -> int | None:
    """A whole number as typed, or None; one that is too long to mean anything is only very large."""
    return whole_number(typed[:9]) if is_whole_number(typed) else None


def counts_so(text: str, typed: str, language: str) -> bool:
    """Whether a text has every figure that is typed before a word before that word too, in whichever form."""
    return _counted(plain(typed), language) <= _counted(plain(text), language)


@lru_cache(maxsize=4096)
def _counted(text: str, language: str) -> frozenset[tuple[str, str]]:
    """The figures of a text, each with what begins all forms of the word behind it."""
    pairs = ((one, other) for one, other in pairwise(text.split()) if one.isdecimal() and other.isalpha())
    return frozenset((figure, stem(word, language)[:_SHARED]) for figure, word in pairs)
