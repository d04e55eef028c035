"""Decisions as their decider may know them: secret pieces go by what can be seen of them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

Answer = tuple[str, str, dict[str, Any]]  # its text, the name of its action, its arguments as the reader sees them


def told_apart(answers: Sequence[Answer]) -> list[str]:
    """The texts of several answers; to those that read alike is added in brackets what tells them apart.

    That is the arguments in which they differ, as the reader may see them, or else the names of their actions.
    """
    count = Counter(text for text, _, _ in answers)
    alike = {text: [answer for answer in answers if answer[0] == text] for text in count if count[text] > 1}
    return [_apart(answer, alike[answer[0]]) if answer[0] in alike else answer[0] for answer in answers]


def _apart(answer: Answer, alike: list[Answer]) -> str:
    text, name, args = answer
    same = [other[2] for other in alike if other[1] == name]
    differing = [key for key in args if any(other[key] != args[key] for other in same)]
    words = [_argument_name(key, args[key]) for key in differing]
    if len(same) < len(alike):
        words.insert(0, name)
    return f"{text} [{', '.join(words)}]"


def _argument_name(name: str, value: Any) -> str:
    """An argument by its name; a secret piece goes by its number in the view, which says of which kind it is."""
    shown = ", ".join(str(item) for item in value) if isinstance(value, list) else str(value)
    return shown if shown.startswith("?") else f"{name} {shown}"


@dataclass(frozen=True)
class SeenAction:
    """A legal answer in a view; `code` is its number there, by which a position knows it when it is taken."""

    id: str
    name: str
    text: str
    clause: str
    args: dict[str, Any] = field(hash=False)
    code: int = field(compare=False)

    def __repr__(self) -> str:
        return f"<{self.id}>"


@dataclass(frozen=True)
class SeenDecision:
    """A question in a view: what is asked of the viewer, by which clause, and the legal answers."""

    who: str
    prompt: str
    clause: str
    optional: bool
    legal: tuple[SeenAction, ...]
