"""What only a branch betrays: open things that are done or not done by a secret which is never shown to others."""

from __future__ import annotations

from collections.abc import Iterator

from crex_dsl.engine.compile.analysis.information_flow import Secretive, hideable
from crex_dsl.engine.compile.lower.woven_procedures import WovenProcedures
from crex_dsl.language.diagnostics import Diagnostic
from crex_dsl.language.source import Span
from crex_dsl.rulebook import terms as t
from crex_dsl.rulebook.rulebook import Rulebook
from crex_dsl.rulebook.terms.free_variables import free_vars
from crex_dsl.text.messages import marked, said

_HINT = marked(
    "say when it comes to light, as in `seen by …, by all when …`, or let nothing that others see rest on it"
)


def implicit_flows(book: Rulebook) -> list[Diagnostic]:
    """A warning for every condition on a never-shown secret under which something happens that everybody sees.

    A secret that can come to light is shown by design, sooner or later; one that cannot would stay one, were it not
    for what others see happen or not.
    """
    never = Secretive(book, lambda secrecy: all(seer.when is None for seer in secrecy.seers))
    events = WovenProcedures(book)
    found: dict[Span, Diagnostic] = {}
    told: set[Span] = set()
    for procedure in events.all:
        lets = _lets(procedure, never)
        for test, body in _conditions(procedure.body):
            if test.span in found or not _rests(test, lets, never):
                continue
            seen = next(_open_steps(body, events, {procedure}), None)
            if seen is not None and seen[1] not in told:
                what, span = seen
                told.add(span)
                message = said(
                    "this rests on {secret}, which is never shown to others, and yet {what}",
                    secret=_secret_in(test, never),
                    what=what,
                )
                found[test.span] = Diagnostic(
                    message,
                    test.span,
                    procedure.clause,
                    said(_HINT),
                    ((said("this is what they see"), span),),
                    "warning",
                )
    return list(found.values())


def _lets(procedure: t.Procedure, never: Secretive) -> set[t.Var]:
    """The names that a procedure gives to what rests on a secret."""
    found: set[t.Var] = set()
    given = [step for step in t.walk_steps(procedure.body) if isinstance(step, t.SetVar)]
    while True:
        new = {step.var for step in given if _rests(step.value, found, never)} - found
        if not new:
            return found
        found |= new


def _rests(term: t.Term, lets: set[t.Var], never: Secretive) -> bool:
    return never.secretive(term) or any(var in lets for var in free_vars(term))


def _secret_in(term: t.Term, never: Secretive) -> str:
    """What a reader calls the secret in a condition."""
    named = next((part.state.name for part in term.walk() if isinstance(part, t.Read) and never.secret(part)), None)
    return f"`{named}`" if named else said("a secret")


def _conditions(steps: tuple[t.Step, ...]) -> Iterator[tuple[t.Term, tuple[t.Step, ...]]]:
    """Everything on which it hangs whether, how often or for whom steps are done, with these steps."""
    for step in t.walk_steps(steps):
        match step:
            case t.Branch(branches=branches, otherwise=otherwise):
                later = otherwise
                for test, body in reversed(branches):
                    yield test, (*body, *later)
                    later = (*body, *later)
            case t.Loop(test=test, body=body) | t.Times(times=test, body=body):
                yield test, body
            case t.Each(source=source, where=where, body=body):
                yield source, body
                if where is not None:
                    yield where, body
            case t.Count(low=low, high=high, body=body):
                yield low, body
                yield high, body


def _open_steps(
    steps: tuple[t.Step, ...], events: WovenProcedures, running: set[t.Procedure]
) -> Iterator[tuple[str, Span]]:
    """What everybody sees of some steps, procedures that they run included."""
    for step in t.walk_steps(steps):
        match step:
            case t.Assign(state=state) | t.Change(state=state) | t.Include(state=state) | t.Reset(state=state):
                if not hideable(state):
                    yield said("`{name}`, which all see, changes by it", name=state.name), step.span
            case t.Ask() | t.AskTogether():
                yield said("somebody is asked by it"), step.span
            case t.Throw() | t.Pick() | t.Mix():
                yield said("chance is called for by it"), step.span
            case t.EndGame() | t.EndStage():
                yield said("something ends by it"), step.span
            case t.Perform(procedure=called) if (runs := events.runs(called)) not in running:
                running.add(runs)
                yield from _open_steps(runs.body, events, running)
