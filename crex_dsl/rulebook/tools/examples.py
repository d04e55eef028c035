"""Worked examples, typed: what they set up, play and observe."""

from __future__ import annotations

from typing import TYPE_CHECKING

from crex_dsl.language import nodes as n
from crex_dsl.language.source import Word
from crex_dsl.rulebook import terms as t
from crex_dsl.rulebook.declarations.scope import Mistake, Scope
from crex_dsl.rulebook.rulebook import BeginTerm, CheckTerm, DeedTerm, ExampleTerm, SetUpTerm
from crex_dsl.rulebook.selection.selection import AS_PRINTED
from crex_dsl.rulebook.terms.evaluate import NotConstant, evaluate
from crex_dsl.text.messages import listed_as_said, said
from crex_dsl.text.spelling import did_you_mean

if TYPE_CHECKING:
    from crex_dsl.rulebook.tools.measures import Tools


# ---- examples ----
def is_about_selection(tools: Tools, example: n.Example, layer: str) -> bool:
    """Whether an example is about this selection: its clauses are here, its options are just these."""
    chain = tools.draft.chain
    if example.source is not None and not any(str(name) in chain for name in example.source):
        layers = tools.draft.text.layers
        for name in example.source:
            if name not in layers:
                tools.report.error(said("there is no layer `{name}`", name=name), name.span, did_you_mean(name, layers))
        return False
    known = [known_choice(tools, name) for name in example.options or ()]  # each is told
    if not all(known):
        return False
    if layer in tools.draft.selection.options and layer not in (example.options or ()):
        tools.report.error(
            said("this example stands with the option `{layer}` and would never run", layer=layer),
            example.title.span,
            said("say `with {layer}`", layer=layer),
        )
        return False
    for name in example.on:
        if name not in tools.clauses:
            tools.report.error(
                said("`{name}` is no clause of this game", name=name), name.span, did_you_mean(name, tools.clauses)
            )
            return False
    wanted = {str(name) for name in example.options or ()}
    selection = tools.draft.selection
    exactly = wanted == set(selection.names)
    if AS_PRINTED in wanted:
        exactly = selection.as_printed and wanted == {*selection.options, AS_PRINTED}
    return exactly and all(str(name) in tools.awake for name in example.on)


def known_choice(tools: Tools, name: Word) -> bool:
    """Whether an example's option, or reading of a ruling, can be chosen; where not, it is told."""
    layers = tools.draft.text.layers
    if "=" not in name:
        options = [layer.id for layer in layers.values() if layer.sort == "option"]
        if name in (*options, AS_PRINTED):
            return True
        tools.report.error(said("there is no option `{name}`", name=name), name.span, did_you_mean(name, options))
        return False
    rulings = tools.readings
    ruling, _, reading = name.partition("=")
    if ruling not in rulings:
        tools.report.error(
            said("there is no ruling `{ruling}`", ruling=ruling), name.span, did_you_mean(ruling, rulings)
        )
    elif reading not in rulings[ruling]:
        hint = said("its readings are {rulings}", rulings=listed_as_said(rulings[ruling]))
        tools.report.error(
            said("ruling `{ruling}` has no reading `{reading}`", ruling=ruling, reading=reading), name.span, hint
        )
    elif rulings[ruling][reading].taken:
        tools.report.error(
            said("reading `{reading}` is taken anyway", reading=reading), name.span, said("leave it out")
        )
    elif rulings[ruling][reading].unplayable:
        tools.report.error(
            said("reading `{reading}` is marked unplayable and never taken", reading=reading),
            name.span,
            said("leave it out"),
        )
    else:
        return True
    return False


def example_term(tools: Tools, example: n.Example, layer: str) -> ExampleTerm:
    term = ExampleTerm(
        str(example.title),
        [str(name) for name in example.on],
        [str(place) for place in example.at or ()],
        layer,
        [str(name) for name in example.source or ()],
        [str(name) for name in example.options or ()],
        example.span,
        [],
    )
    for part in example.parts:
        match part:
            case n.Given():
                add_set_up(tools, part, term)
            case n.Deeds():
                for deed in part:
                    term.parts.append(begin_term(tools, deed) if isinstance(deed, n.Begin) else deed_term(tools, deed))
            case n.Checks():
                for check in part:
                    term.parts.append(check_term(tools, check))
    return term


def add_set_up(tools: Tools, part: n.Given, term: ExampleTerm) -> None:
    plain: list[n.Statement] = []

    def flush() -> None:
        if plain:
            block = n.GivenBlock(part.span, tuple(plain))
            term.parts.append(tools.stepper.block(block, Scope(tools.world)))
            plain.clear()

    for statement in part.block:
        if isinstance(statement, n.SetUp):
            flush()
            scenario = tools.scenarios.get(str(statement.name))
            if scenario is None:
                raise Mistake(
                    said("there is no scenario `{name}`", name=statement.name),
                    statement.name.span,
                    did_you_mean(statement.name, tools.scenarios),
                )
            args = tools.typer.arguments(statement.name, scenario.params, statement.arguments, Scope(tools.world))
            term.parts.append(SetUpTerm(scenario, args, statement.span))
        else:
            plain.append(statement)
    flush()


def begin_term(tools: Tools, node: n.Begin) -> BeginTerm:
    procedure = tools.stepper.procedure(node.name)
    args = tools.typer.arguments(node.name, procedure.params, node.arguments, Scope(tools.world))
    return BeginTerm(procedure, args, chance_outcomes(tools, node.outcomes), node.span)


def action_instance(tools: Tools, name: Word, given: n.Arguments | None) -> tuple[t.Action, tuple[int, ...]]:
    action = tools.typer.action(name)
    args = tools.typer.arguments(name, action.params, given, Scope(tools.world))
    try:
        return action, tuple(evaluate(arg.of if isinstance(arg, t.Within) else arg, {}) for arg in args)
    except NotConstant:
        raise Mistake(said("an example names its things and numbers outright"), name.span) from None


def chance_outcomes(tools: Tools, outcomes: n.Outcomes | None) -> list[tuple[str, ...]]:
    return [
        tuple(str(item.name if isinstance(item, n.Name) else item.value) for item in outcome.items)
        for outcome in outcomes or ()
    ]


def deed_term(tools: Tools, node: n.Deed) -> DeedTerm:
    who = tools.player(node.who)
    chance = chance_outcomes(tools, node.outcomes)
    if node.offer.name == "done" and "done" not in tools.world.actions:
        return DeedTerm(who, None, (), chance, node.span)
    action, args = action_instance(tools, node.offer.name, node.offer.arguments)
    return DeedTerm(who, action, args, chance, node.span)


def check_term(tools: Tools, node: n.Node) -> CheckTerm:
    under: n.Under | None = node.under  # type: ignore[attr-defined]
    layers = [str(name) for name in under.layers] if under else []
    for name in under.layers if under else ():
        if name not in tools.draft.text.layers:
            raise Mistake(
                said("there is no layer `{name}`", name=name), name.span, did_you_mean(name, tools.draft.text.layers)
            )
    check = CheckTerm("holds", node.span, layers)
    match node:
        case n.Holds(condition=condition):
            check.term = tools.typer.condition(condition, Scope(tools.world))
        case n.Legal():
            check.sort, check.who = "legal", tools.player(node.who)
            check.action, check.args = action_instance(tools, node.action, node.arguments)
        case n.Refused():
            check.sort, check.who = "refused", tools.player(node.who)
            check.action, check.args = action_instance(tools, node.action, node.arguments)
            check.citing = [str(name) for name in node.citing]
            tools.known_clauses(node.citing)
        case n.NextIs():
            check.sort, check.who = "next", tools.player(node.who)
            if node.thing is not None:
                things = tools.world.things(str(node.thing))
                if not things:
                    raise Mistake(said("nothing is called `{name}`", name=node.thing), node.thing.span)
                check.thing = things[0]
        case n.WonBy():
            check.sort = "won"
            check.winners = sum(1 << tools.player(name) for name in node.names)
        case n.DrawnGame():
            check.sort = "drawn"
    return check


def taken_together(tools: Tools, names: n.Names) -> list[str]:
    """The clauses in force among those that stand together on the player aid."""
    for name in names:
        if name not in tools.clauses:
            raise Mistake(
                said("`{name}` is no clause of this game", name=name), name.span, did_you_mean(name, tools.clauses)
            )
    return [str(name) for name in names if str(name) in tools.awake]
