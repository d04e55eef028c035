"""The steps of procedures."""

from __future__ import annotations

from typing import Any, Self

from crex_dsl.language.nodes.base import Arguments, Block, Expr, Listing, Node, SettingList, Statement
from crex_dsl.language.nodes.expressions import Binder
from crex_dsl.language.source import Span, Word


class Let(Statement):
    """A name for a value of this moment."""

    name: Word
    value: Expr


class Becomes(Statement):
    """Memory gets a value."""

    target: Expr
    value: Expr


class Increase(Statement):
    """Memory grows."""

    target: Expr
    value: Expr


class Decrease(Statement):
    """Memory shrinks."""

    target: Expr
    value: Expr


class Add(Statement):
    """A set gains a member, or members."""

    value: Expr
    target: Expr


class Remove(Statement):
    """A set loses a member, or members."""

    value: Expr
    target: Expr


class Clear(Statement):
    """Memory returns to how it started."""

    target: Expr


class Move(Statement):
    """A thing is put elsewhere."""

    thing: Expr
    to: Expr


class Place(Statement):
    """Named things are put somewhere, with some of their memory."""

    names: tuple[Word, ...]
    at: Expr
    settings: SettingList | None


class Do(Statement):
    """A procedure runs."""

    name: Word
    arguments: Arguments | None


class ElseIf(Node):
    """Another branch."""

    condition: Expr
    block: Block


class Else(Node):
    """The last branch."""

    block: Block


class If(Statement):
    """Branches; the first whose condition holds runs."""

    branches: tuple[ElseIf, ...]
    otherwise: Else | None

    @classmethod
    def make(cls, span: Span, children: list[Any]) -> Self:
        condition, block, *others, otherwise = children
        return cls(span, (ElseIf(condition.span, condition, block), *others), otherwise)


class ForEach(Statement):
    """Steps for each member of a set or list, the turns perhaps counted under a name."""

    binder: Binder
    where: Expr | None
    counting: Word | None
    block: Block


class ForRange(Statement):
    """Steps for each number from one to another."""

    name: Word
    low: Expr
    high: Expr
    block: Block


class While(Statement):
    """Steps as long as a condition holds."""

    condition: Expr
    block: Block


class Repeat(Statement):
    """Steps some number of times."""

    times: Expr
    block: Block


class Offer(Node):
    """An action that may be chosen, some of its arguments given."""

    name: Word
    arguments: Arguments | None


class Offers(Listing):
    """The actions of a choice."""


class Choose(Statement):
    """A player must choose."""

    who: Expr
    offers: Offers
    otherwise: Block | None


class MayChoose(Statement):
    """A player may choose once."""

    who: Expr
    offers: Offers
    decline: Word


class KeepChoosing(Statement):
    """A player may choose until he declines."""

    who: Expr
    offers: Offers
    decline: Word


class Together(Statement):
    """Several players choose, hidden from one another."""

    binder: Binder
    where: Expr | None
    offers: Offers


class Roll(Statement):
    """Dice fall."""

    count: Expr
    sides: Word | None
    name: Word | None


class Draw(Statement):
    """A member of a set at random."""

    name: Word
    source: Expr


class Shuffle(Statement):
    """Members of a set get the numbers from 1 in random order."""

    source: Expr
    by: Word


class OpenStage(Statement):
    """A stage runs."""

    stage: Word
    settings: SettingList | None
    block: Block


class EndStage(Statement):
    """A stage is cut short."""

    stage: Word


class EndWon(Statement):
    """The game is over, won by a player or by several."""

    winners: Expr


class EndDrawn(Statement):
    """The game is over, nobody won."""


class Return(Statement):
    """The procedure is left."""
