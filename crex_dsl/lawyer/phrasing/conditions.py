"""Facts in sentences: the one place where a condition of the rules, with its values, is put into words."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import replace

from crex_dsl.engine.explain.verdict import Reason
from crex_dsl.engine.game import Game
from crex_dsl.engine.run.chance import members_of
from crex_dsl.engine.secrecy.mask import HIDDEN

MOST_NAMED = 6  # of those who make something so
MOST_LISTED = 3  # of the members of a set
_SIDES = {  # how two sides stand to each other, if it is so and if it is not
    ">=": ("at least", "less than"),
    "<=": ("at most", "more than"),
    ">": ("more than", "not more than"),
    "<": ("less than", "not less than"),
}
_BETWEEN = re.compile(r"(>=|<=|!=|>|<|=|is not an?|is not|is an?|is|not in|in)(?= )")
_QUANTIFIED = re.compile(r"(some|no|every) (\w+)( in |: )(.*?)(?: where (.*))?", re.DOTALL)
_NAME = r"[^\W\d][\w-]*(?:\.[^\W\d]\w*)*"


class Facts:
    """What conditions of one rulebook come to, in words."""

    def __init__(self, game: Game) -> None:
        self._names = dict(_names(game))

    def all(self, reasons: Iterable[Reason]) -> list[str]:
        """What several reasons come to, each told once; a bare yes or no has been told by what it is a case of."""
        told = (self.fact(reason) for reason in reasons if reason.written not in ("yes", "no"))
        return list(dict.fromkeys(told))

    def fact(self, reason: Reason) -> str:
        """What is so, whether the reason says it or the opposite, or what is hidden."""
        if reason.holds is not None:
            return _Fact(reason, self._names).told()
        known = tuple(row for row in reason.values if HIDDEN not in row[1])
        return f"it is hidden whether {_Fact(replace(reason, holds=True, values=known), self._names).told()}"

    def called(self, text: str) -> str:
        """A thing by its name, a link by what it joins; any other text as it is."""
        return self._names.get(text, text)


def _names(game: Game) -> Iterator[tuple[str, str]]:
    """By id, what the edition calls a thing that no thing of another kind is called; a link is what it joins."""
    namer, links = game.namer, game.link_ends
    counts = Counter(name for ids, _ in namer.kinds.values() for name in ids)
    for kind, (ids, _) in namer.kinds.items():
        for index, name in enumerate(ids):
            called = namer.text(("thing", kind, kind, -1), index)
            if called == name and kind in links:
                ends = links[kind]
                called = "–".join(namer.text(ends.type[1], end) for end in members_of(ends.values[index]))
            if called != name and counts[name] == 1:
                yield name, called


class _Fact:
    """One condition with its values."""

    def __init__(self, reason: Reason, names: dict[str, str]) -> None:
        self.text, self.holds, self._ids = reason.written, reason.holds, names
        self.values = {text: names.get(value, value) for text, value in reason.values}
        self.names = {text: names.get(value, value) for text, value in reason.names}

    def told(self) -> str:
        """The fact in words."""
        labels = [*self.values]
        if labels and labels[0] == self.text:  # whether somebody is in a set that the condition names
            return f"{self.values[self.text]} is {self._not}in {self._part(self.text)}"
        quantified = _QUANTIFIED.fullmatch(self.text)
        if quantified is not None:
            return self._some(*quantified.groups())
        sides = self._sides()
        if sides is not None:
            return self._compared(*sides)
        if len(labels) == 1 and labels[0] not in self.text:  # the second half of `x is this or that`
            return self._compared(labels[0], "is", self.text)
        if self.text.startswith("can "):
            return f"{self._part(self.text.removeprefix('can '))} is {self._not}possible"
        if ", and " in self.text:  # told in words from the start
            return re.sub(_NAME, lambda found: self._ids.get(found.group(), found.group()), self.text)
        if "(" not in self.text:
            return f"{self._part(self.text)} is {'yes' if self.holds else 'no'}"
        return f"{self._part(self.text)} {'holds' if self.holds else 'does not hold'}"

    @property
    def _not(self) -> str:
        return "" if self.holds else "not "

    # ---- two sides ----
    def _sides(self) -> tuple[str, str, str] | None:
        """The two sides of a comparison and what stands between them, or None."""
        depth = 0
        for found in re.finditer(r"[()\[\]]|\s", self.text):
            if found.group() in "([":
                depth += 1
            elif found.group() in ")]":
                depth -= 1
            elif depth == 0 and (between := _BETWEEN.match(self.text, found.end())) is not None:
                return self.text[: found.start()], between.group(), self.text[between.end() + 1 :]
        return None

    def _compared(self, left: str, between: str, right: str) -> str:
        one, other = self._value(left), self._value(right)
        holds = self.holds is not (between in ("is not", "!=", "not in", "is not a", "is not an"))
        if between in ("in", "not in"):
            known = "" if one is None else f" ({one})"
            return f"{self._part(left)}{known} is {'in' if holds else 'not in'} {self._group(right, named=not holds)}"
        if between.startswith("is") and between.endswith((" a", " an")):
            kind = f"{'a' if holds else 'no'} {right}"
            return f"{self._part(left)} is {kind}" if one is None else f"{self._part(left)} is {one}, {kind}"
        if between in _SIDES:
            relation = _SIDES[between][0 if holds else 1]
            begin = f"{self._part(left)} is {relation if one is None else f'{one}, {relation}'} {self._part(right)}"
            return begin if other is None else f"{begin}, which is {other}"
        return self._same(left, one, right, other, holds)

    def _same(self, left: str, one: str | None, right: str, other: str | None, holds: bool) -> str:
        """Two sides that are the same, or not."""
        if one is None and other is not None:
            left, one, right, other = right, other, left, one
        if one is None:
            who, whom = self._part(left), self._part(right)
            return f"{left if who == whom else who} is {'' if holds else 'not '}{whom}"
        if holds:
            return f"{self._part(left)} is {one}" + ("" if other is None else f", as {self._part(right)} is")
        if other is None:
            return f"{self._part(left)} is {one}, not {self._part(right)}"
        return f"{self._part(left)} is {one}, and {self._part(right)} is {other}"

    def _value(self, text: str) -> str | None:
        """What a side comes to, where that is more than what it is called."""
        value = self.values.get(_bare(text))
        return None if value is None or (self.names.get(text) == value and not value.isdigit()) else value

    # ---- many ----
    def _some(self, word: str, var: str, ranging: str, source: str, where: str | None) -> str:
        """Whether there is somebody, and who."""
        found = self.values.pop(var, "nothing")  # inside, the name stands for each of them
        names = "" if found == "nothing" else f": {_few(found)}"
        one = f"{var} in {self._part(source)}" if ranging == " in " else f"{source} {var}"
        if not where:
            one = f"one in {self._part(source)}" if ranging == " in " else source
        such = f" with {self._part(where)}" if where else ""
        if word == "every":
            return f"{self._not}every {one} is one{such}{'' if self.holds else names}"
        if self.holds is (word == "some"):
            return f"there is {one if one.startswith('one in') else f'a {one}'}{such}{names}"
        return f"there is {'n' + one if one.startswith('one in') else f'no {one}'}{such}"

    def _group(self, text: str, named: bool) -> str:
        """A set, and who is in it where that is to be told."""
        value = self.values.get(text, "nothing")
        if value == "nothing" or not named or value.count(", ") >= MOST_LISTED:
            return self._part(text)
        return f"{self._part(text)}, which is {value}"

    # ---- parts ----
    def _part(self, text: str) -> str:
        """A part of a condition with names for what is named in it, and as words rather than code."""
        bare = _bare(text)
        known = {name: value for name, value in {**self.values, **self.names}.items() if name != bare}
        if bare in self.names and not self.names[bare].isdigit():
            return self.names[bare]
        told = _anywhere(known).sub(lambda found: self._called(found.group(), known), bare)
        told = re.sub(r" (>=|<=|>|<|=) ", lambda found: f" {_SIDES.get(found.group(1), ('being',))[0]} ", told)
        return re.sub(r"\)\.(\w+)", r") in its \1", re.sub(r"(?<=\w)\(", " (", told))

    def _called(self, text: str, known: dict[str, str]) -> str:
        """What a name is called, an attribute by whose it is."""
        if text in known:
            return known[text]
        *owner, attribute = text.split(".")
        if not owner:
            return self._ids.get(text) or text.replace("_", " ")
        whose = known.get(".".join(owner)) or self._called(".".join(owner), known)
        return f"the place of {whose}" if attribute == "at" else f"{attribute.replace('_', ' ')} of {whose}"


def _bare(text: str) -> str:
    """A text without brackets around the whole of it."""
    return text[1:-1] if text.startswith("(") and text.endswith(")") else text


def _anywhere(names: Iterable[str]) -> re.Pattern[str]:
    """What finds any of some texts, longer ones first, and any other name with its attributes."""
    each = "|".join(rf"{re.escape(name)}(?![\w(-])(?!\.\w)" for name in sorted(names, key=len, reverse=True))
    return re.compile(rf"(?<![\w.-])(?:{each + '|' if each else ''}{_NAME})")


def _few(names: str) -> str:
    """A list of names, cut short where it is long."""
    every = names.split(", ")
    return names if len(every) <= MOST_NAMED else f"{', '.join(every[:MOST_NAMED])} and {len(every) - MOST_NAMED} more"
