"""On which secrets a value rests: the memory and the identities that somebody must see to know it."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

from crex_dsl.engine.compile.emit.expressions import Expressions
from crex_dsl.engine.compile.emit.python_module import Env
from crex_dsl.engine.compile.lower.memory_layout import is_open
from crex_dsl.engine.run.chance import members_of
from crex_dsl.engine.secrecy.mask import REMEMBERED, UNTOLD
from crex_dsl.rulebook import terms as t
from crex_dsl.rulebook.rulebook import Rulebook
from crex_dsl.rulebook.terms.free_variables import conjuncts, definition_terms, free_vars, leans, may_fail, substitute
from crex_dsl.rulebook.terms.types import BOOL, Kind, ListOf, Optional, SetOf, Thing
from crex_dsl.rulebook.terms.walk import meaning_terms

_SLOT = re.compile(r"S\[(\d+)\]")  # what a name of a running procedure is in generated text
_DEEPEST = 5
_Ranging = t.Quant | t.SumOver | t.Best | t.Ranked


class Secretive:
    """Which terms of a rulebook may rest on a secret, of those secrets that `counts` picks out."""

    def __init__(self, book: Rulebook, counts: Callable[[t.Secrecy], bool] = lambda secrecy: True) -> None:
        self.book = book
        self._identities = {kind for kind, secrecy in book.world.identities.items() if counts(secrecy)}
        self._counts = counts
        self._named: dict[t.Definition | t.Action, bool] = {}
        self._groups: dict[Kind, list[int]] = {}

    def secretive(self, term: t.Term) -> bool:
        """Whether a value may rest on something secret."""
        return any(self.secret(part) or self.asks_secretly(part) for part in term.walk())

    def secret(self, term: t.Term) -> bool:
        """Whether there are moments in which somebody may not see a piece of memory, or which thing it is."""
        match term:
            case t.Fixed(attribute=attribute):
                return attribute.kind.root in self._identities and not attribute.shown
            case t.Read(state=state):
                return hideable(state) and state.seen is not None and self._counts(state.seen)
            case t.Const():
                return any(self._covered(kind, among) for kind, among in things_of(term))
            case t.InKind(kind=kind):
                return self._covered(kind.root, kind.mask)
        return False

    def asks_secretly(self, term: t.Term) -> bool:
        """Whether a term asks a definition or an action that may rest on something secret."""
        match term:
            case t.Apply(definition=t.Definition() as named) | t.CanDo(action=t.Action() as named):
                if named not in self._named:
                    self._named[named] = False
                    self._named[named] = any(self.secretive(inner) for inner in meaning_terms(named))
                return self._named[named]
        return False

    def _covered(self, kind: Kind, among: int) -> bool:
        """Whether somebody who does not know which thing is which may not know if one is among some of them.

        All that look alike by their open attributes are, or none is: then it can be seen.
        """
        return kind in self._identities and any(0 != among & alike != alike for alike in self._alike(kind))

    def _alike(self, kind: Kind) -> list[int]:
        """The things of a kind in sets, together those whose open attributes are the same."""
        if kind not in self._groups:
            kinds = [one for one in self.book.world.kinds.values() if one.root is kind]
            shown = [attribute.values for one in kinds for attribute in one.fixed.values() if attribute.shown]
            found: dict[tuple[object, ...], int] = {}
            for thing in members_of(kind.mask):
                look = tuple(values[thing] for values in shown)
                found[look] = found.get(look, 0) | 1 << thing
            self._groups[kind] = list(found.values())
        return self._groups[kind]


class InformationFlow(Secretive):
    """Emits the secrets behind terms, as rows for a mask to look at: a cell or a kind, with its arguments."""

    def __init__(self, book: Rulebook, x: Expressions, cells: dict[t.State, int]) -> None:
        super().__init__(book)
        self.x, self.cells = x, cells
        self.secret_slots: frozenset[int] = frozenset()  # of frames: what running procedures remember of secrets

    def secrets(self, term: t.Term, env: Env) -> str:
        """The expression for all secrets that a value rests on; `()` where there are none."""
        rows = dict.fromkeys(self._rows(term, env, 0))
        return f"({', '.join(rows)},)" if rows else "()"

    # ---- rows ----
    def _rows(self, term: t.Term, env: Env, depth: int) -> Iterator[str]:
        match term:
            case t.Quant() | t.SumOver() | t.Best() | t.Ranked():
                yield from self._ranging(term, env, depth)
                return
            case t.Read(state=state, args=args) if self.secret(term):
                yield self._row(self.cells[state], args, env)
            case t.Fixed(attribute=attribute, of=of) if self.secret(term):
                yield self._row(repr(attribute.kind.root.name), (of,), env)
            case t.Const() if self.secret(term):
                for kind, among in things_of(term):
                    yield from (f"({kind.name!r}, ({thing},))" for thing in members_of(among))
            case t.InKind(of=of, kind=kind) if self.secret(term):
                yield self._row(repr(kind.root.name), (of,), env)
            case t.Local(var=var) if (slot := _SLOT.fullmatch(env.get(var, ""))) and int(slot[1]) in self.secret_slots:
                yield f"({REMEMBERED}, ({slot[1]},))"
            case t.CanDo() if self.asks_secretly(term):
                yield f"({UNTOLD}, ())"
            case t.Apply(definition=definition, args=args) if self.asks_secretly(term):
                if depth > _DEEPEST:
                    yield f"({UNTOLD}, ())"
                else:
                    given = dict(zip(definition.params, args, strict=True))
                    for inner in definition_terms(definition):
                        yield from self._rows(substitute(inner, given), env, depth + 1)
        for part in term.children():
            yield from self._rows(part, env, depth)

    def _row(self, what: int | str, args: tuple[t.Term, ...], env: Env) -> str:
        if any(var not in env for arg in args for var in free_vars(arg)):
            return f"({UNTOLD}, ())"
        row = f"({what}, ({''.join(f'{self.x.value(arg, env)}, ' for arg in args)}))"
        return f"*as_far(lambda: {row})" if any(may_fail(arg) for arg in args) else row

    def _ranging(self, term: _Ranging, env: Env, depth: int) -> Iterator[str]:
        """The secrets of everybody in a set who is not ruled out by what is open to all."""
        source, var = term.source, term.var
        inner = [part for part in term.children() if part is not source]
        parted = isinstance(source, t.Const) and isinstance(source.type, SetOf) and self.secret(source)
        if not parted:
            yield from self._rows(source, env, depth)
            if not any(self.secretive(part) for part in inner):
                return
        used = [v for part in inner for v in free_vars(part) if v is not var]
        if any(v not in env for v in [*used, *free_vars(source)]):
            yield f"({UNTOLD}, ())"
            return
        if parted:  # who is of that kind is itself the secret
            assert isinstance(var.type, Thing)
            root = var.type.kind.root
            source = t.Const(source.type, source.span, root.mask)
        held = [*conjuncts(self._filter(term))]
        secret = [part for part in held if self.secretive(part)]
        open_parts = tuple(part for part in held if part not in secret and not leans(part, secret))
        where = t.And(BOOL, source.span, open_parts) if open_parts else None

        def rows(deep: Env) -> list[str]:
            found = dict.fromkeys(row for part in inner for row in self._rows(part, deep, depth))
            if parted:
                found.setdefault(f"({root.name!r}, ({deep[var]},))")
            return [f"n += [{', '.join(found)}]"]

        def body(within: Env) -> list[str]:
            return ["n = []", *self.x.loop(var, source, where, within, rows), "return n"]

        yield f"*{self.x.helper(term, env, body)}"

    def _filter(self, term: _Ranging) -> t.Term | None:
        """The condition that rules out members: of `every` what fails it."""
        if isinstance(term, t.Quant) and term.word == "every" and term.where is not None:
            return self.x.simplifier.fold(t.Not(BOOL, term.where.span, term.where))
        return term.where


def hideable(state: t.State) -> bool:
    """Whether there are moments in which somebody may not see a piece of memory."""
    return not is_open(state)


def things_of(term: t.Const) -> Iterator[tuple[Kind, int]]:
    """The things that a constant names, as a set of their root kind."""
    of, value = term.type, term.value
    while isinstance(of, Optional | SetOf | ListOf):
        of = of.of
    if isinstance(of, Thing):
        root = of.kind.root
        things = members_of(value) if isinstance(term.type, SetOf) else value if isinstance(value, tuple) else (value,)
        yield root, sum(1 << thing for thing in things if thing < root.count)
