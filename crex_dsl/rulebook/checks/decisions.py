"""Decisions and chance stand only where play can stop for them."""

from __future__ import annotations

from collections.abc import Iterator

from crex_dsl.language.diagnostics import Report
from crex_dsl.rulebook import terms as t
from crex_dsl.rulebook.rulebook import Rulebook
from crex_dsl.rulebook.terms.walk import bodies
from crex_dsl.text.messages import said


def placed_steps(body: tuple[t.Step, ...], stage: str) -> Iterator[tuple[t.Step, str]]:
    """Every step of a body with the stage in which it is done."""
    for step in body:
        yield step, stage
        inner = step.stage.name if isinstance(step, t.OpenStage) else stage
        for block in t.blocks(step):
            yield from placed_steps(block, inner)


_BEYOND_MARKING = (t.Ask, t.AskTogether, t.Throw, t.Pick, t.Mix, t.OpenStage, t.EndStage, t.EndGame)


def unordered(book: Rulebook, report: Report) -> None:
    """An action whose picks come in any order does nothing but mark what was picked."""
    for action in book.world.actions.values():
        if not action.unordered:
            continue
        for body in [action.body, *(trigger.body for trigger in action.triggers)]:
            for step in t.walk_steps(body):
                if isinstance(step, _BEYOND_MARKING):
                    report.clause = action.clause
                    report.error(
                        said(
                            "`{action}` is unordered, so it cannot ask, end anything or leave something to chance",
                            action=action.name,
                        ),
                        step.span,
                        said("take `unordered` off, or act on the picks afterwards"),
                    )
    report.clause = None


# ---- hidden choices ----
def check_decisions(book: Rulebook, report: Report) -> None:
    asks: dict[str, bool] = {}
    world = book.world

    def asking(name: str) -> bool:
        if name not in asks:
            asks[name] = False
            event = world.actions.get(name) or world.procedures.get(name)
            if event is not None:
                asks[name] = any(asked(body) for body in [event.body, *(trigger.body for trigger in event.triggers)])
        return asks[name]

    def asked(body: tuple[t.Step, ...]) -> bool:
        for step in t.walk_steps(body):
            if isinstance(step, t.Ask | t.AskTogether | t.EndStage | t.EndGame):
                return True
            if isinstance(step, t.Perform) and asking(step.procedure.name):
                return True
            if isinstance(step, t.OpenStage):
                edges = [*step.stage.begins, *step.stage.ends]
                if any(asked(trigger.body) for trigger in edges):
                    return True
        return False

    for _, _, clause, body in bodies(book):
        for step in t.walk_steps(body):
            if isinstance(step, t.AskTogether):
                for offer in step.offers:
                    if asking(offer.action.name):
                        report.clause = clause
                        report.error(
                            said(
                                "`{action}` asks again or ends a stage, which a hidden choice cannot",
                                action=offer.action.name,
                            ),
                            step.span,
                            said("let the action only note the choice, and act on it afterwards"),
                        )
    report.clause = None
    given = [(f"`{scenario.name}`", scenario.given) for scenario in book.scenarios.values()]
    given += [
        (said("example “{example}”", example=example.title), part)
        for example in book.examples
        for part in example.parts
        if isinstance(part, tuple)
    ]
    for what, steps in given:
        for step in steps:
            if asked((step,)):
                report.error(
                    said("the set-up of {what} asks somebody or ends a stage", what=what),
                    step.span,
                    said("let `given` only lay things out; what is decided belongs to what it begins"),
                )
