"""Memory of a stage is read and written within it alone."""

from __future__ import annotations

from crex_dsl.language.diagnostics import Report
from crex_dsl.language.source import Span
from crex_dsl.rulebook import terms as t
from crex_dsl.rulebook.checks.decisions import placed_steps
from crex_dsl.rulebook.rulebook import Rulebook
from crex_dsl.rulebook.terms.free_variables import definition_terms
from crex_dsl.rulebook.terms.walk import bodies, condition_terms, scenario_terms, step_terms, text_terms, triggers
from crex_dsl.text.messages import said


# ---- stages ----
def check_stages(book: Rulebook, report: Report) -> None:
    world = book.world
    needs: dict[t.Definition, dict[str, str]] = {}

    def of_definition(definition: t.Definition) -> dict[str, str]:
        if definition not in needs:
            needs[definition] = {}
            found: dict[str, str] = {}
            for term in definition_terms(definition):
                found.update(of_term(term))
            needs[definition] = found
        return needs[definition]

    def of_term(term: t.Term) -> dict[str, str]:
        """The stages whose memory a term reads, each with a name that it reads there."""
        found: dict[str, str] = {}
        for part in term.walk():
            if isinstance(part, t.Read):
                found.setdefault(part.state.stage, part.state.name)
            elif isinstance(part, t.Apply):
                for stage, name in of_definition(part.definition).items():
                    found.setdefault(stage, name)
            elif isinstance(part, t.CanDo):
                found.setdefault(part.action.stage, part.action.name)
        return found

    def check(needs: dict[str, str], stage: str, clause: str | None, span: Span) -> None:
        chain = world.stage_chain(stage)
        for needed, name in needs.items():
            if needed not in chain:
                report.clause = clause
                report.error(
                    said(
                        "`{name}` lives in stage `{needed}`, and this is stage `{stage}`",
                        name=name,
                        needed=needed,
                        stage=stage,
                    ),
                    span,
                    said(
                        "move this into stage `{needed}`, or keep `{name}` in a wider stage", needed=needed, name=name
                    ),
                )

    for action in world.actions.values():
        for term, clause in condition_terms(action):
            check(of_term(term), action.stage, clause, term.span)
        for term in text_terms(action.texts):
            check(of_term(term), action.stage, action.clause, term.span)
    for stage, trigger in triggers(world):
        if trigger.when is not None:
            check(of_term(trigger.when), stage, trigger.clause, trigger.when.span)
    for measure in book.measures:
        if measure.counts is not None:
            for part in (measure.counts.when, measure.counts.by):
                if part is not None:
                    check(of_term(part), measure.counts.event.stage, None, part.span)
    for _, stage, clause, body in bodies(book):
        for step, inner in placed_steps(body, stage):
            for term in step_terms(step):
                check(of_term(term), inner, clause, term.span)
            if isinstance(step, t.Assign | t.Change | t.Include | t.Reset | t.Mix):
                check({step.state.stage: step.state.name}, inner, clause, step.span)
    report.clause = None
    for scenario in book.scenarios.values():
        for term in scenario_terms(scenario):
            check(of_term(term), scenario.begin.stage, None, term.span)
