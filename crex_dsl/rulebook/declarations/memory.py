"""How memory starts, and who may see it."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from crex_dsl.language import nodes as n
from crex_dsl.rulebook import terms as t
from crex_dsl.rulebook.declarations.scope import Mistake, Scope
from crex_dsl.rulebook.layers.draft import ClauseDraft, Contribution
from crex_dsl.rulebook.terms.types import Enum, Thing, is_player, solid
from crex_dsl.text.messages import said

if TYPE_CHECKING:
    from crex_dsl.rulebook.declarations.builder import Builder


def starts_and_secrecy(builder: Builder) -> None:
    kinds: list[n.Kind | n.Subkind] = []
    for contribution in [*builder.draft.components, *(c for d in builder.draft.active() for c in d.items)]:
        if isinstance(contribution.item, n.Kind | n.Subkind):
            kinds.append(contribution.item)
        elif isinstance(contribution.item, n.Stage):
            field_starts(builder, contribution.item)
    for node in kinds:
        kind = builder.world.kinds[str(node.name)]
        for attribute in node.attributes:
            try:
                if isinstance(attribute, n.Identity):
                    subject = t.Var(kind.name, Thing(kind))
                    scope = Scope(builder.world, {kind.name: subject}, subject)
                    builder.world.identities[kind.root] = memory_secrecy(builder, attribute.seen, (subject,), scope)
                elif str(attribute.name) in kind.changing:
                    state = kind.changing[str(attribute.name)]
                    subject = state.params[0]
                    scope = Scope(builder.world, {kind.name: subject}, subject)
                    start_value(builder, state, attribute.starts, scope)
                    if attribute.seen is not None:
                        state.seen = memory_secrecy(builder, attribute.seen, state.params, scope)
            except Mistake as mistake:
                mistake.tell(builder.report)
    builder.each(partial(state_start, builder))


def field_starts(builder: Builder, item: n.Stage) -> None:
    for field in item.fields:
        state = builder.world.states.get(str(field.name))
        if field.starts is not None and state is not None and state.span is field.name.span:
            try:
                state.starts = builder.typer.expr(field.starts, Scope(builder.world), state.type)
            except Mistake as mistake:
                mistake.tell(builder.report)


def state_start(builder: Builder, clause: ClauseDraft, contribution: Contribution) -> None:
    item = contribution.item
    if not isinstance(item, n.State | n.SetState):
        return
    state = builder.world.states.get(str(item.signature.name))
    if state is None or state.span is not item.signature.name.span:
        return
    scope = Scope(builder.world).bind(*state.params)
    if isinstance(item, n.State):
        start_value(builder, state, item.starts, scope)
    if item.seen is not None:
        state.seen = memory_secrecy(builder, item.seen, state.params, scope)


def start_value(builder: Builder, state: t.State, starts: n.Expr | None, scope: Scope) -> None:
    if starts is not None:
        state.starts = builder.typer.expr(starts, scope, state.type)
    elif isinstance(state.type, Thing | Enum):
        raise Mistake(
            said("nothing says what `{state}` is at the start", state=state.name),
            state.span,
            said("add `, starts at …` or `or nothing`"),
        )


def memory_secrecy(builder: Builder, seen: n.Seen, subjects: tuple[t.Var, ...], scope: Scope) -> t.Secrecy:
    seers: list[t.Seer] = []
    for viewer in seen.viewers:
        who = None
        if isinstance(viewer, n.Viewer) and viewer.who is not None:
            who = builder.typer.expr(viewer.who, scope)
            if not is_player(solid(who.type)):
                raise Mistake(said("only players see, and this is {who}", who=who.type), viewer.who.span)
        when = None if viewer.when is None else builder.typer.condition(viewer.when, scope)
        seers.append(t.Seer(who, when))
    guess = None
    if seen.guess is not None:
        parts = (seen.guess.low, seen.guess.high, seen.guess.mostly)
        guess = tuple(builder.typer.number(part, scope) for part in parts if part is not None)
    return t.Secrecy(subjects, tuple(seers), guess)
