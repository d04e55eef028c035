"""Decisions as their decider may know them: secret pieces go by what can be seen of them."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True)
class SeenAction:
    """A legal answer in a view; `code` takes it in the position, `id` and `text` give nothing away."""

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
