"""When a comparison has typed enough: once the interval of a figure is as narrow as somebody wants it."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from crex_dsl.lab.comparison.compare import Record, pairs_of
from crex_dsl.lab.comparison.game_metrics import Quantity, Reader
from crex_dsl.lab.statistics.paired_tests import paired
from crex_dsl.text.messages import listed_as_said, said
from crex_dsl.text.spelling import did_you_mean

_WISH = re.compile(r"(?:(?P<figure>.*)=)?\s*(?P<width>\d+(?:\.\d+)?)\s*(?P<points>pp)?\s*")


class UnreadableRule(ValueError):
    """Nobody can tell from this when to stop."""


@dataclass(frozen=True)
class StoppingRule:
    """Stop once the 95% interval of some figures reaches no farther than so much to either side."""

    quantities: tuple[Quantity, ...]
    reach: float

    @classmethod
    def read(cls, wish: str, reader: Reader) -> StoppingRule:
        """The rule in `[FIGURE=]REACH`; raises UnreadableRule. Without a figure it is about who wins."""
        typed = _WISH.fullmatch(wish)
        if typed is None or not float(typed["width"]):
            raise UnreadableRule(
                said(
                    "--until {wish} does not say how narrow: say 5pp for wins within 5 points to either side, or "
                    "FIGURE=2.5",
                    wish=wish,
                )
            )
        wins = tuple(quantity for quantity in reader.quantities if quantity.sort == "winner")
        quantities = wins if typed["figure"] is None else (_meant(typed["figure"], reader),)
        shares = quantities[0].share
        if shares is not bool(typed["points"]):
            raise UnreadableRule(
                said(
                    "--until {wish}: {figure} is a share: say {width}pp"
                    if shares
                    else "--until {wish}: {figure} is no share: leave out pp after {width}",
                    wish=wish,
                    figure=quantities[0].title,
                    width=typed["width"],
                )
            )
        return cls(quantities, float(typed["width"]) / (100 if shares else 1))

    def __call__(self, records: Sequence[Record]) -> bool:
        """Whether all intervals are narrow enough, of every rulebook held against the first."""
        first, *others = records
        return all(self._narrow(first, other, quantity) for other in others for quantity in self.quantities)

    def _narrow(self, first: Record, other: Record, quantity: Quantity) -> bool:
        places = pairs_of(first, other)
        if len(places) < 2:
            return False
        found = paired(first.column(quantity, places), other.column(quantity, places), quantity.share)
        return (found.high - found.low) / 2 <= self.reach


def _meant(wish: str, reader: Reader) -> Quantity:
    """The figure that is meant: a player for his wins, else a title, in any part of it that fits only one."""
    word = wish.strip().casefold()
    named: dict[str, Quantity] = {}
    for quantity in reader.quantities:
        named[quantity.title.casefold()] = quantity
        if quantity.sort == "winner":
            named[quantity.name.casefold()] = named[reader.names[quantity.name].casefold()] = quantity
    if word in named:
        return named[word]
    titles = [quantity.title for quantity in reader.quantities]
    near = [title for title in titles if word and word in title.casefold()]
    if len(near) == 1:
        return named[near[0].casefold()]
    if near:
        raise UnreadableRule(
            said("`{wish}` fits several figures: {near}; say which", wish=wish, near=listed_as_said(near[:6]))
        )
    hint = did_you_mean(wish, titles) or said("there are {titles} and others", titles=listed_as_said(titles[:6]))
    raise UnreadableRule(said("`{wish}` is no figure of this game: {hint}", wish=wish, hint=hint))
