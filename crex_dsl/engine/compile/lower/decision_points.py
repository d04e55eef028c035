"""Where play can stop, where it could go wrong, and what is told of it where somebody traces."""

from __future__ import annotations

from dataclasses import dataclass, field

from crex_dsl.engine.compile.emit.python_module import Env
from crex_dsl.engine.compile.lower.frames import Frame
from crex_dsl.language.source import Span
from crex_dsl.rulebook import terms as t


@dataclass(eq=False)
class Point:
    """A place where play stops for a decision."""

    number: int
    name: str
    mode: str
    clause: str
    step: t.Ask | t.AskTogether
    frame: Frame
    who: str = ""
    legal: str = ""
    take: str = ""
    none: str = ""
    env: Env = field(default_factory=Env)


@dataclass(eq=False)
class Fault:
    """A place where play could break a promise, and whose clause it is."""

    sort: str
    clause: str
    span: Span
    detail: str
    kind: str = ""  # of what is drawn or shuffled


@dataclass(eq=False)
class Mark:
    """A place that a traced program tells of when it comes there: what runs, or what is tested, by which clause."""

    sort: str  # enters, step, tests, opens, closes
    clause: str
    name: str
    span: Span
    when: t.Term | None = None
    params: tuple[t.Var, ...] = ()
