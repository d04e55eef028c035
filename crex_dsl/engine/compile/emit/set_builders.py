"""Sets worked out as a whole: all things for which a definition holds, all places where somebody of a set stands."""

from __future__ import annotations

from collections.abc import Iterable

from crex_dsl.engine.compile.analysis.assumptions import rewritten
from crex_dsl.engine.compile.analysis.definition_unfolding import DefinitionUnfolding
from crex_dsl.engine.compile.emit.python_module import Env, Names, indented
from crex_dsl.engine.compile.emit.set_domains import Domains
from crex_dsl.engine.compile.lower.memory_layout import low_of
from crex_dsl.rulebook import terms as t
from crex_dsl.rulebook.terms.free_variables import (
    conjuncts,
    definition_terms,
    free_vars,
    leans,
    may_fail,
    mentions,
    substitute,
)
from crex_dsl.rulebook.terms.types import Bool, ListOf, SetOf, Thing

WIDE = 16  # from how many members on a set is worked out as a whole


_NEVER, _BY_PLACE, _ALWAYS = range(3)  # when to gather: a domain is small, half a kind, or a whole one


class Gathering(Domains):
    """Turns conditions into sets by working out all their members at once."""

    names: Names
    unfolder: DefinitionUnfolding

    def inlined(self, term: t.Apply) -> t.Term | None:
        """The body of a small definition with its arguments put in, or None."""
        raise NotImplementedError

    def __init__(self) -> None:
        self._gathered: dict[tuple[t.Definition, t.Var], str] = {}
        self._light: dict[t.Definition, bool] = {}
        self._gathering = _NEVER

    def unfolded(self, term: t.Term | None, names: Iterable[t.Var]) -> list[t.Term]:
        ranging = set(names)

        def whole(call: t.Apply) -> bool:
            """Whether a call rests on one name at most and can be gathered: then it narrows better as it is."""
            return len(ranging.intersection(free_vars(call))) < 2 and self._is_light(call.definition)

        return self.unfolder.conjuncts(term, whole)

    def gathered(self, term: t.Term, var: t.Var, env: Env, level: int = _ALWAYS) -> str | None:
        """The set for which a condition holds, functions that gather it included; None where it must be tested."""
        before, self._gathering = self._gathering, level
        try:
            return self.mask(term, var, env)
        finally:
            self._gathering = before

    def _level(self, source: t.Term, masks: list[str]) -> int:
        """How much of a kind a domain still is: what memory has narrowed is small, what a fixed fact has is half."""
        if not isinstance(source, t.Const) or not isinstance(source.type, SetOf):
            return _NEVER
        known = [self.unit.value(mask) for mask in masks]
        members: int = source.value
        for value in known:
            members &= -1 if value is None else value
        if members.bit_count() < WIDE:
            return _NEVER
        open_masks = [mask for mask, value in zip(masks, known, strict=True) if value is None and mask[0] != "~"]
        if not open_masks:
            return _ALWAYS
        return _BY_PLACE if all(mask.startswith("K") for mask in open_masks) else _NEVER

    def gather(
        self, source: t.Term, rest: list[t.Term], others: list[t.Term], var: t.Var, env: Env, masks: list[str]
    ) -> list[t.Term]:
        level = self._level(source, masks)
        if not level:
            return rest
        kept: list[t.Term] = []
        for part in rest:
            known = all(v is var or v in env for v in free_vars(part)) and mentions(part, var)
            mask = self.gathered(part, var, env, level) if known and not leans(part, others) else None
            if mask is None:
                kept.append(part)
            else:
                masks.append(mask)
        return kept

    def mask(self, term: t.Term, var: t.Var, env: Env, depth: int = 4) -> str | None:
        level, self._gathering = self._gathering, _NEVER
        found = super().mask(term, var, env, depth)
        self._gathering = level
        if found is not None or not level:
            return found
        found = self._through(term, var, env) or super().mask(term, var, env, depth)
        if found is not None or level < _ALWAYS:
            return found
        match term:
            case t.Quant(word="some" | "no", var=member):
                image = self._image(term, member, var, env)
                return image if image is None or term.word == "some" else f"~{image}"
            case t.Apply():
                return self._all_of(term, var, env)
        return None

    def _through(self, term: t.Term, var: t.Var, env: Env) -> str | None:
        """Everybody for whom a condition on where they stand holds: the places first, then who stands there."""
        reads = [part for part in term.walk() if isinstance(part, t.Read) and _of(part, var)]
        if not reads or any(read.state is not reads[0].state for read in reads):
            return None
        cell, of = self.layout.cells[reads[0].state], reads[0].state.type
        if cell.index is None or not isinstance(of, Thing) or may_fail(term):
            return None
        there = t.Var("there", of)
        inner = rewritten(term, lambda part: t.Local(of, part.span, there) if _of(part, var) else None)
        if mentions(inner, var):
            return None
        places = self.gathered(inner, there, env)
        if places is None:
            return None
        return f"holders_of(S, {places}, {cell.index}, {self.unit.constant(of.kind.mask)})"

    # ---- where somebody stands ----
    def _image(self, term: t.Quant, member: t.Var, var: t.Var, env: Env) -> str | None:
        """The values that some member of a set has: where they stand, whom they belong to."""
        if not isinstance(member.type, Thing):
            return None
        source, inner = self._laid_open(term.source, member)
        parts = [*inner, *conjuncts(term.where)]
        if mentions(source, var):
            return None
        links = [part for part in parts if mentions(part, var)]
        if len(links) != 1 or any(leans(part, parts) for part in parts):
            return None
        (link,) = links
        if not isinstance(link, t.Compare) or link.operator != "==":
            return None
        for one, two in ((link.left, link.right), (link.right, link.left)):
            if not (isinstance(two, t.Local) and two.var is var):
                continue
            rest = [part for part in parts if part is not link]
            where = None if not rest else rest[0] if len(rest) == 1 else t.And(term.type, term.span, tuple(rest))
            members = t.Quant(SetOf(member.type), term.span, "all", member, source, where)
            match one:
                case t.Read(state=state, args=(t.Local(var=v),)) if v is member:
                    cell = self.layout.cells[state]
                    if cell.index is None or low_of(state.type):
                        return None
                    return f"places_of(S, {self.emit(members, env)}, {cell.base}, {cell.index})"
        return None

    def _laid_open(self, source: t.Term, member: t.Var) -> tuple[t.Term, list[t.Term]]:
        """A set as the whole that it is taken from, and what it asks of its members."""
        body = self.inlined(source) if isinstance(source, t.Apply) else source
        if not isinstance(body, t.Quant) or body.word != "all" or isinstance(body.source.type, ListOf):
            return source, []
        whole, outer = self._laid_open(body.source, member)
        this = t.Local(member.type, source.span, member)
        own = None if body.where is None else self.simplifier.fold(substitute(body.where, {body.var: this}))
        return whole, [*outer, *conjuncts(own)]

    # ---- for whom a definition holds ----
    def _all_of(self, term: t.Apply, var: t.Var, env: Env) -> str | None:
        """The set for which a yes-or-no definition holds, by a function that gathers it."""
        definition = term.definition
        own = [(param, arg) for param, arg in zip(definition.params, term.args, strict=True) if mentions(arg, var)]
        if len(own) != 1 or not isinstance(own[0][1], t.Local) or not isinstance(own[0][0].type, Thing):
            return None
        if definition.adjusts or not isinstance(definition.type, Bool) or not self._is_light(definition):
            return None
        name = self._gatherer(definition, own[0][0])
        args = [self.emit(arg, env) for arg in term.args if arg is not own[0][1]]
        return f"{name}({', '.join(['S', *args])})"

    def _is_light(self, definition: t.Definition) -> bool:
        """Whether a definition asks for no search and no action, and cannot fail: it may be asked of everybody."""
        if definition not in self._light:
            self._light[definition] = False
            self._light[definition] = not any(
                isinstance(part, t.CanDo | t.Reachable | t.SumOver | t.Best | t.Ranked | t.Nth)
                or may_fail(part)
                or (isinstance(part, t.Apply) and not self._is_light(part.definition))
                for term in definition_terms(definition)
                for part in term.walk()
            )
        return self._light[definition]

    def _gatherer(self, definition: t.Definition, param: t.Var) -> str:
        """The function that gathers all values of one parameter for which a definition holds."""
        key = definition, param
        if key not in self._gathered:
            name = self._gathered[key] = self.unit.name("z")
            env = Env((var, self.names.of(var)) for var in definition.params if var is not param)
            self.unit.function(name, ["S", *env.values()], self._cases(definition, param, env))
        return self._gathered[key]

    def _cases(self, definition: t.Definition, param: t.Var, env: Env) -> list[str]:
        """Case by case: who is left, for whom the case holds, and for whom of those its answer is yes."""
        assert isinstance(param.type, Thing)
        lines = [f"left = {self.unit.constant(param.type.kind.mask)}", "n = 0"]
        past: list[t.Term] = []
        for when, answer in self.simplifier.cases(definition):
            if when is None:
                lines += self._part(answer, param, env, "left", past, [])
                break
            if not mentions(when, param):
                then = [*self._part(answer, param, env, "left", past, [when]), "return n"]
                lines += [f"if {self.emit(when, env)}:", *indented(then)]
            else:
                lines += [*self._sifted(when, param, env, past), "left &= ~w"]
                if not (isinstance(answer, t.Const) and not answer.value):
                    lines += ["if w:", *indented(self._part(answer, param, env, "w", past, [when]))]
                lines.append("if not left: return n")  # what follows may hold for those alone who are left
            past.append(when)
        return [*lines, "return n"]

    def _sifted(self, when: t.Term, param: t.Var, env: Env, past: list[t.Term]) -> list[str]:
        """Lines that put those of `left` into `w` for whom a condition holds."""
        mask = self._safe(when, param, env, past, [])
        if mask is not None:
            return [f"w = left & {mask}"]
        return ["w = 0", *self._one_by_one(when, param, env, "left", "w")]

    def _part(
        self, answer: t.Term, param: t.Var, env: Env, among: str, past: list[t.Term], holding: list[t.Term]
    ) -> list[str]:
        """Lines that add those to `n` for whom an answer is yes."""
        if isinstance(answer, t.Const):
            return [f"n |= {among}"] if answer.value else []
        if not mentions(answer, param):
            return [f"if {self.emit(answer, env)}: n |= {among}"]
        mask = self._safe(answer, param, env, past, holding)
        return [f"n |= {among} & {mask}"] if mask else self._one_by_one(answer, param, env, among, "n")

    def _safe(self, term: t.Term, param: t.Var, env: Env, past: list[t.Term], holding: list[t.Term]) -> str | None:
        """The set for a condition that takes nothing for granted which cases have shown of each member."""
        if leans(term, holding) or leans(term, past, truth=False):
            return None
        return self.gathered(term, param, env)

    def _one_by_one(self, term: t.Term, param: t.Var, env: Env, among: str, into: str) -> list[str]:
        name = self.names.of(param)
        test = self.emit(term, env.with_((param, name)))
        return [
            f"m{name} = {among}",
            f"while m{name}:",
            f"    l{name} = m{name} & -m{name}",
            f"    m{name} ^= l{name}",
            f"    {name} = l{name}.bit_length() - 1",
            f"    if {test}: {into} |= l{name}",
        ]


def _of(term: t.Term, var: t.Var) -> bool:
    """Whether a term is the memory of a name."""
    match term:
        case t.Read(args=(t.Local(var=v),)):
            return v is var
    return False
