"""What came of tuning: the weights before and after, what self-play says of them, and the match."""

from __future__ import annotations

from collections.abc import Iterator

from pydantic import BaseModel

from crex_dsl.text.messages import figure_as_said, number_as_said, said


class Weight(BaseModel):
    """How much a thing counted for a side, and how much it is to count; `seen` unless it never differed."""

    title: str
    old: int
    new: int
    seen: bool


class Losses(BaseModel):
    """Log loss a moment on games left out of the fit: of the new weights, of the old ones, of the seats alone."""

    ridge: float
    new: float
    old: float
    seats: float


class Score(BaseModel):
    """What the new weights won of a match, between which shares the truth lies 95 times out of 100, in which games."""

    games: int
    seeds: int
    seed: int
    share: float
    low: float
    high: float

    @property
    def won(self) -> bool:
        """Whether they are better beyond luck: as they sit everywhere equally often, equals get one half."""
        return self.low > 0.5


class Tuning(BaseModel):
    """Weights of `worth` fitted to self-play; they are accepted if they won their match."""

    game: str
    title: str
    edition: str
    options: list[str]
    does: str
    stage: str
    bot: str
    seed: int
    games: int
    moments: int
    weights: list[Weight]
    losses: Losses
    changed: bool
    match: Score | None = None
    accepted: bool = False
    command: str = ""
    crex: str = ""

    @property
    def rulebook(self) -> str:
        """The edition with its options, as it is named on the command line."""
        return "+".join([self.edition, *self.options])

    def story(self) -> Iterator[str]:
        """What the weights rest on, in sentences."""
        yield said(
            "Weights of worth in {rulebook}, fitted by crex tune to {count} game that {bot} played against itself "
            "(from seed {seed}): ridge logistic regression on {moments} moments, the ends of each {stage}.",
            "Weights of worth in {rulebook}, fitted by crex tune to {count} games that {bot} played against itself "
            "(from seed {seed}): ridge logistic regression on {moments} moments, the ends of each {stage}.",
            rulebook=self.rulebook,
            count=self.games,
            bot=self.bot,
            seed=self.seed,
            moments=number_as_said(self.moments),
            stage=self.stage,
        )
        yield said(
            "Log loss on games left out of the fit: {new} a moment; of the weights before {old}, of the sides alone "
            "{seats} (ridge {ridge}).",
            new=figure_as_said(f"{self.losses.new:.4f}"),
            old=figure_as_said(f"{self.losses.old:.4f}"),
            seats=figure_as_said(f"{self.losses.seats:.4f}"),
            ridge=figure_as_said(f"{self.losses.ridge:.2g}"),
        )
        yield self.verdict
        if self.command:
            yield said("Again, with crex {version}: {command}", version=self.crex, command=self.command)

    @property
    def verdict(self) -> str:
        """How the match went, and what that means."""
        if not self.changed:
            return said("The weights come out as they were: there is nothing to try.")
        if self.match is None:
            return said("The match was broken off before it could say anything: the old weights stay.")
        told = said(
            "Match against the weights before, by {bot}, in all seats alike from seed {seed} on: {share} of {count} "
            "game ({low} to {high}).",
            "Match against the weights before, by {bot}, in all seats alike from seed {seed} on: {share} of {count} "
            "games ({low} to {high}).",
            bot=self.bot,
            seed=self.match.seed,
            share=_percent(self.match.share),
            count=self.match.games,
            low=_percent(self.match.low),
            high=_percent(self.match.high),
        )
        if self.accepted:
            return f"{told} {said('The new weights are better.')}"
        return f"{told} {said('That is no victory beyond luck: the old weights stay.')}"


def _percent(share: float) -> str:
    return figure_as_said(f"{100 * share:.1f}%")
