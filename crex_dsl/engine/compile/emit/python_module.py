"""Generated Python text: functions by number, constants by name, never a word of a rule file in it."""

from __future__ import annotations

from typing import Any

from crex_dsl.rulebook import terms as t


class GeneratedModule:
    """One generated module: constants and functions, in the order in which they were made."""

    def __init__(self, prefix: str = "") -> None:
        self.prefix = prefix
        self.lines: list[str] = []
        self.areas: dict[int, tuple[int, int]] = {}  # the slots that an index reaches, by the constant in it
        self._constants: dict[str, str] = {}
        self._values: dict[str, Any] = {}
        self._told = (0, 0)  # how many constants and lines `fresh` has given
        self._names = 0

    def name(self, letter: str) -> str:
        """A fresh name for a function or constant."""
        self._names += 1
        return f"{self.prefix}{letter}{self._names}"

    def constant(self, value: Any) -> str:
        """The name of a constant tuple or number, shared where it is the same."""
        text = repr(value)
        if isinstance(value, int) and len(text) < 12:
            return text
        if text not in self._constants:
            self._constants[text] = self.name("K")
            self._values[self._constants[text]] = value
        return self._constants[text]

    def value(self, text: str) -> int | None:
        """The number that a text stands for, where it is a constant one."""
        found = int(text) if text.isdecimal() else self._values.get(text)
        return found if isinstance(found, int) else None

    def reaches(self, constant: int, first: int, last: int) -> int:
        """Note the slots that an index with this constant reaches; gives the constant back."""
        low, high = self.areas.get(constant, (first, last))
        self.areas[constant] = min(low, first), max(high, last)
        return constant

    def function(self, name: str, params: list[str], body: list[str]) -> None:
        """Add a function."""
        self.lines.append(f"def {name}({', '.join(params)}):")
        self.lines += [f"    {line}" for line in body] or ["    pass"]

    def text(self) -> str:
        """The whole module."""
        constants = [f"{name} = {value}" for value, name in self._constants.items()]
        return "\n".join([*constants, *self.lines, ""])

    def fresh(self) -> str:
        """What was added since this was last asked."""
        constants = [f"{name} = {value}" for value, name in list(self._constants.items())[self._told[0] :]]
        lines = self.lines[self._told[1] :]
        self._told = (len(self._constants), len(self.lines))
        return "\n".join([*constants, *lines, ""])


class Env(dict[t.Var, str]):
    """What each local name is called in the generated text."""

    def with_(self, *pairs: tuple[t.Var, str]) -> Env:
        """This environment with more names."""
        made = Env(self)
        made.update(pairs)
        return made


class Names:
    """Gives every local name of the rules a number of its own."""

    def __init__(self) -> None:
        self._known: dict[t.Var, str] = {}

    def of(self, var: t.Var) -> str:
        """The generated name of a local name."""
        if var not in self._known:
            self._known[var] = f"v{len(self._known)}"
        return self._known[var]


def indented(lines: list[str]) -> list[str]:
    """Lines one level deeper."""
    return [f"    {line}" for line in lines]
