"""Measures, worth, scenarios, policies, status lines and pictures, as functions of a state."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from crex_dsl.engine.compile.analysis.frame_information_flow import secretive_names
from crex_dsl.engine.compile.emit.python_module import Env
from crex_dsl.engine.secrecy.mask import UNTOLD
from crex_dsl.rulebook import terms as t
from crex_dsl.rulebook.rulebook import PictureTerm, ScenarioTerm
from crex_dsl.rulebook.terms.free_variables import free_vars
from crex_dsl.rulebook.terms.types import ListOf, SetOf

if TYPE_CHECKING:
    from crex_dsl.engine.compile.texts.text_emitter import TextEmitter


# ---- tools ----
def emit_tools(emitter: TextEmitter) -> None:
    measures = []
    for measure in emitter.book.readings:
        if measure.counts is not None and measure.counts.kept not in emitter.layout.cells:
            continue  # nobody watches, so nothing is counted
        env = emitter.env(measure.params)
        measures.append(f"{measure.name!r}: {emitter.function_of(measure.of, env)}")
    emitter.tables.append(f"MEASURES = {{{', '.join(measures)}}}")
    worth = "None"
    if emitter.book.worth is not None:
        worth = emitter.x.definition(emitter.book.worth.definition)
    emitter.tables.append(f"WORTH = {worth}")
    policies = []
    numbers = {action: number for number, action in enumerate(emitter.codings)}
    for policy in emitter.book.policies:
        rows = []
        for preference in policy.preferences:
            action = preference.action
            env = emitter.env((action.actor, *action.params))
            when, by = emitter.function_of(preference.when, env), emitter.function_of(preference.by, env)
            rows.append(f"({preference.prefer}, {numbers[action]}, {when}, {by})")
        policies.append(f"{policy.name!r}: [{', '.join(rows)}]")
    emitter.tables.append(f"POLICIES = {{{', '.join(policies)}}}")
    emit_status(emitter)
    emit_successes(emitter, numbers)
    pictures = [
        f"{picture.kind.name!r}: {{{', '.join(picture_row(emitter, picture))}}}" for picture in emitter.book.pictures
    ]
    emitter.tables.append(f"PICTURES = {{{', '.join(pictures)}}}")
    scenarios = [f"{name!r}: {scenario_row(emitter, scenario)}" for name, scenario in emitter.book.scenarios.items()]
    emitter.tables.append(f"SCENARIOS = {{{', '.join(scenarios)}}}")


def emit_status(emitter: TextEmitter) -> None:
    """By stage, or for a player, the texts that say where play stands; empty where one does not hold, or is secret."""
    rows = []
    for status in emitter.book.status.values():
        env = emitter.env(() if status.subject is None else (status.subject,))
        names = []
        for line in status.lines:
            names.append(emitter.unit.name("x"))
            body = [] if line.when is None else [f"if not {emitter.known(line.when, env)}: return ''"]
            body.append(f"return {emitter.template(line.text, env)}")
            emitter.unit.function(names[-1], ["S", "T", "P", "K", *env.values()], body)
        rows.append(f"{status.name!r}: [{', '.join(names)}]")
    emitter.tables.append(f"STATUS = {{{', '.join(rows)}}}")


def emit_successes(emitter: TextEmitter, numbers: dict[t.Action, int]) -> None:
    """By action or procedure, up to which number its dice hit, None where that may not be known; the words for hits."""
    rows = []
    events = emitter.steps.events
    secretive = secretive_names(emitter.flow, events)
    for hits in emitter.book.hits.values():
        if hits.of not in numbers and hits.of not in events.procedures:
            continue
        actor = (hits.of.actor,) if isinstance(hits.of, t.Action) else ()
        env = emitter.env((*actor, *hits.of.params))
        name, secrets = emitter.unit.name("x"), emitter.flow.secrets(hits.most, env)
        if isinstance(hits.of, t.Procedure) and not secretive.isdisjoint(free_vars(hits.most)):
            secrets = f"(({UNTOLD}, ()),)"  # what it was given would be told by it
        body = [f"return {emitter.x.value(hits.most, env)} if K({secrets}) else None"]
        emitter.unit.function(name, ["S", "K", *env.values()], body)
        key = numbers[hits.of] if isinstance(hits.of, t.Action) else hits.of.name
        rows.append(f"{key!r}: ({name}, {hits.forms!r})")
    emitter.tables.append(f"HITS = {{{', '.join(rows)}}}")


def scenario_row(emitter: TextEmitter, scenario: ScenarioTerm) -> str:
    """How a scenario is refused and laid out, with what it begins, what it is where that runs, how it came out."""
    env = emitter.env(scenario.params)
    given, outcome, found = emitter.unit.name("x"), "None", "None"
    emitter.unit.function(given, ["S", *env.values()], emitter.steps.block(scenario.given, Env(env)))
    begin = emitter.lambda_text(env, f"({''.join(f'{emitter.x.value(arg, env)}, ' for arg in scenario.args)})")
    refused = emitter.unit.name("x")
    emitter.unit.function(refused, ["S", "T", "P", "K", *env.values()], [*refusal(emitter, scenario.refused, env)])
    if scenario.outcome:
        outcome = emitter.unit.name("x")
        emitter.unit.function(
            outcome, ["S", "T", "P", "K", *env.values()], [*emitter.action_text_lines(scenario.outcome, env)]
        )
    if scenario.found is not None:
        known = [arg.var for arg in scenario.args if isinstance(arg, t.Local)]
        values = [env[var] if var in known else found_row(emitter, var, scenario.found.get(var), env) for var in env]
        found = emitter.lambda_text(emitter.env(dict.fromkeys(known)), f"({''.join(f'{value}, ' for value in values)})")
    measures = ", ".join(emitter.function_of(measure.of, env) for measure in scenario.measures)
    return f"({refused}, {given}, {begin}, {found}, {outcome}, [{measures}])"


def refusal(emitter: TextEmitter, cases: tuple[t.TextCase, ...], env: Env) -> Iterator[str]:
    """The lines that give the first text whose case holds, or none."""
    for case in cases:
        assert case.when is not None
        yield f"if {emitter.x.test(case.when, env)}: return {emitter.template(case.text, env)}"
    yield "return ''"


def found_row(emitter: TextEmitter, var: t.Var, term: t.Term | None, env: Env) -> str:
    """What a parameter is in a position that somebody has come to: a list may be given as a set, or not at all."""
    if term is None:
        return "()"
    value = emitter.x.value(term, env)
    return f"MEMBERS[{value}]" if isinstance(var.type, ListOf) and isinstance(term.type, SetOf) else value


def picture_row(emitter: TextEmitter, picture: PictureTerm) -> Iterator[str]:
    """The properties of a picture, each as a text over the thing that hides what is secret."""
    env = emitter.env((picture.subject,))
    for name, of in picture.properties.items():
        text = emitter.shown(of, env) if isinstance(of, t.Term) else repr(of)
        if isinstance(of, t.Template):
            text = emitter.template(of, env)
        drawn = emitter.unit.name("x")
        emitter.unit.function(drawn, ["S", "T", "P", *env.values()], [f"return {text}"])
        yield f"{name!r}: {drawn}"
