"""What a change can touch: the steps and decisions of a program that rest on some name, through whatever they use."""

from __future__ import annotations

from collections.abc import Iterable

from crex_dsl.engine.compile.lower.woven_procedures import WovenProcedures
from crex_dsl.engine.game import Game
from crex_dsl.engine.run.memory import point_numbers
from crex_dsl.rulebook import terms as t
from crex_dsl.rulebook.rulebook import Rulebook
from crex_dsl.rulebook.terms.walk import meaning_terms, step_terms


class AffectedPoints:
    """By step and decision point of a game, the names on which it rests."""

    def __init__(self, game: Game, book: Rulebook) -> None:
        self._events = WovenProcedures(book)
        self._noted = {self._events.runs(procedure) for procedure in book.world.procedures.values()}
        self._known: dict[t.Procedure | t.Action | t.Definition, frozenset[str]] = {}
        by_name = {procedure.name: self._procedure(procedure) for procedure in self._events.all}
        names = [*enumerate(game.tables["labels"])]
        names += [(number, name) for name, number in point_numbers(game.tables).items()]
        self._points = {number: by_name[name.rsplit("/", 1)[0]] for number, name in names}

    def points(self, names: Iterable[str]) -> frozenset[int]:
        """The numbers of all steps and decision points that rest on one of some names."""
        wanted = frozenset(names)
        return frozenset(number for number, rests in self._points.items() if rests & wanted)

    def keepers(self, names: Iterable[str]) -> frozenset[str]:
        """The procedures that work something out of one of some names once, and keep it as long as they run."""
        wanted = frozenset(names)
        return frozenset(
            procedure.name
            for procedure in self._events.all
            if any(self._terms(_kept(step)) & wanted for step in t.walk_steps(procedure.body))
        )

    def _procedure(self, procedure: t.Procedure) -> frozenset[str]:
        """The names on which a procedure rests until another one starts that stops by itself."""
        if procedure not in self._known:
            self._known[procedure] = frozenset({procedure.name}) | self._steps(procedure.body)
        return self._known[procedure]

    def _steps(self, steps: tuple[t.Step, ...]) -> frozenset[str]:
        found: set[str] = set()
        for step in t.walk_steps(steps):
            found |= self._terms(step_terms(step))
            match step:
                case t.Perform(procedure=called):
                    runs = self._events.runs(called)
                    found.add(called.name)
                    if runs not in self._noted or not self._events.asks(runs):
                        found |= self._procedure(runs)
                case t.Ask(offers=offers) | t.AskTogether(offers=offers):
                    for offer in offers:
                        found |= self._named(offer.action) | self._procedure(self._events.actions[offer.action])
                case t.OpenStage(stage=stage):
                    found.add(stage.name)
                    found |= self._steps(self._events.begins[stage.name]) | self._steps(self._events.ends[stage.name])
                case t.EndStage(stage=stage):
                    found.add(stage.name)
        return frozenset(found)

    def _terms(self, terms: Iterable[t.Term]) -> frozenset[str]:
        found: set[str] = set()
        for term in terms:
            for part in term.walk():
                if isinstance(part, t.Apply | t.CanDo):
                    found |= self._named(part.definition if isinstance(part, t.Apply) else part.action)
        return frozenset(found)

    def _named(self, named: t.Action | t.Definition) -> frozenset[str]:
        """The names on which it rests whether an action is legal, or what a definition answers."""
        if named not in self._known:
            self._known[named] = frozenset({named.name}) | self._terms(meaning_terms(named))
        return self._known[named]


def _kept(step: t.Step) -> Iterable[t.Term]:
    """The terms whose value a step keeps: where a loop ends, what it goes through, what has a name."""
    match step:
        case t.Count() | t.Times() | t.Each() | t.SetVar() | t.AskTogether():
            return step_terms(step)
    return ()
