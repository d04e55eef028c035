"""Loops over domains: some, every, count, sum, the best, a ranking, a bounded search."""

from __future__ import annotations

from collections.abc import Callable

from crex_dsl.engine.compile.emit.graph_tables import balls, distances, neighbours
from crex_dsl.engine.compile.emit.python_module import Env, indented
from crex_dsl.engine.compile.emit.set_builders import Gathering
from crex_dsl.rulebook import terms as t
from crex_dsl.rulebook.terms.free_variables import free_vars
from crex_dsl.rulebook.terms.types import BOOL, Kind, ListOf, Thing, Type


class Ranging(Gathering):
    """Emits what needs a loop: quantifiers, sums, rankings and searches."""

    def value(self, term: t.Term, env: Env) -> str:
        """The Python expression for a term's value."""
        return self.emit(self.simplifier.fold(term), env)

    def test(self, term: t.Term, env: Env) -> str:
        """The Python expression for a condition."""
        return self.value(term, env)

    def some_can(self, term: t.Quant, env: Env) -> str | None:
        """The expression for whether somebody can do something, looked for together; None for other questions."""
        return None

    def helper(self, term: t.Term, env: Env, body: Callable[[Env], list[str]]) -> str:
        """A call of a fresh function that works a term out."""
        used = set(free_vars(term))
        free = [var for var in env if var in used]
        inner = Env((var, self.names.of(var)) for var in free)
        name = self.unit.name("q")
        lines = body(inner)
        self.unit.function(name, ["S", *inner.values()], lines)
        return f"{name}({', '.join(['S', *(env[var] for var in free)])})"

    def secret(self, of: Type) -> bool:
        """Whether a type is of things whose identity can be secret, so that the table's order would tell of it."""
        return isinstance(of, Thing) and of.kind.root in self.layout.lots

    def in_order(self, of: Type, members: str) -> str:
        """The expression for the members of a set of secret things, in an order that everybody can see."""
        assert isinstance(of, Thing)
        return f"in_order(S, {members}, {self.unit.constant(self.layout.order(of.kind.root))})"

    def loop(
        self,
        var: t.Var,
        source: t.Term,
        where: t.Term | None,
        env: Env,
        inside: Callable[[Env], list[str]],
        ordered: bool = False,
    ) -> list[str]:
        """Lines that run `inside` for every value that a name ranges over, where asked in an order that all can see."""
        name = self.names.of(var)
        inner = env.with_((var, name))
        if isinstance(source.type, ListOf):
            tests = [] if where is None else [self.simplifier.fold(where)]
            lines = [f"for {name} in {self.value(source, env)}:"]
            return [*lines, *indented(self._guarded(tests, inner, inside))]
        domain, rest = self.domain(var, source, where, env)
        if ordered and self.secret(var.type):
            lines = [f"for {name} in {self.in_order(var.type, domain)}:"]
            return [*lines, *indented(self._guarded(rest, inner, inside))]
        mask, low = f"m{name}", f"l{name}"
        return [
            f"{mask} = {domain}",
            f"while {mask}:",
            f"    {low} = {mask} & -{mask}",
            f"    {mask} ^= {low}",
            f"    {name} = {low}.bit_length() - 1",
            *indented(self._guarded(rest, inner, inside)),
        ]

    def _guarded(self, tests: list[t.Term], env: Env, inside: Callable[[Env], list[str]]) -> list[str]:
        if not tests:
            return inside(env)
        test = self.test(t.And(BOOL, tests[0].span, tuple(tests)) if len(tests) > 1 else tests[0], env)
        return [f"if {test}:", *indented(inside(env))]

    def _quant(self, term: t.Quant, env: Env) -> str:
        if isinstance(term.source.type, ListOf):
            return self._list_quant(term, env)
        word = term.word
        where = term.where
        if word == "every":
            assert where is not None
            negated = self.simplifier.fold(t.Not(BOOL, where.span, where))
            return self._quant(t.Quant(BOOL, term.span, "no", term.var, term.source, negated), env)
        domain, rest = self.domain(term.var, term.source, where, env)
        if not rest:
            match word:
                case "some":
                    return f"({domain} != 0)"
                case "no":
                    return f"({domain} == 0)"
                case "count":
                    return f"({domain}).bit_count()"
                case "all":
                    return domain
                case "the" if self.secret(term.var.type):
                    return self.in_order(term.var.type, domain).replace("in_order", "foremost", 1)
                case "the":
                    return f"the({domain})"
        if word in ("some", "no"):
            doer = self.some_can(term, env)
            if doer is not None:
                return doer if word == "some" else f"(not {doer})"
        name = self.names.of(term.var)
        found = {"some": "return True", "no": "return False", "count": "n += 1", "all": f"n |= l{name}"}
        found["the"] = f"return {name}"
        first = ["n = 0"] if word in ("count", "all") else []
        last = {"some": "return False", "no": "return True", "the": "return the(0)"}.get(word, "return n")

        def body(inner: Env) -> list[str]:
            lines = self.loop(term.var, term.source, where, inner, lambda _: [found[word]], ordered=word == "the")
            return [*first, *lines, last]

        return self.helper(term, env, body)

    def _list_quant(self, term: t.Quant, env: Env) -> str:
        if term.word == "count" and term.where is None:
            return f"len({self.emit(term.source, env)})"
        name = self.names.of(term.var)
        where = term.where
        if term.word == "every":
            assert where is not None
            where = self.simplifier.fold(t.Not(BOOL, where.span, where))
        found = {
            "some": "return True",
            "no": "return False",
            "every": "return False",
            "count": "n += 1",
            "all": f"n |= BIT[{name}]",
            "the": f"return {name}",
        }[term.word]
        first = ["n = 0"] if term.word in ("count", "all") else []
        ends = {"some": "return False", "no": "return True", "every": "return True", "the": "return the(0)"}
        last = ends.get(term.word, "return n")

        def body(inner: Env) -> list[str]:
            return [*first, *self.loop(term.var, term.source, where, inner, lambda _: [found]), last]

        return self.helper(term, env, body)

    def _sumover(self, term: t.SumOver, env: Env) -> str:
        def body(inner: Env) -> list[str]:
            lines = self.loop(
                term.var, term.source, term.where, inner, lambda deep: [f"n += {self.value(term.of, deep)}"]
            )
            return ["n = 0", *lines, "return n"]

        return self.helper(term, env, body)

    def _best(self, term: t.Best, env: Env) -> str:
        name = self.names.of(term.var)

        def inside(deep: Env) -> list[str]:
            keys = [f"{'-' if extreme == 'least' else ''}{self.value(key, deep)}" for extreme, key in term.keys]
            key = keys[0] if len(keys) == 1 else f"({', '.join(keys)})"
            return [
                f"k = {key}",
                "if n == 0 or k > best:",
                f"    best = k; n = BIT[{name}]",
                "elif k == best:",
                f"    n |= BIT[{name}]",
            ]

        def body(inner: Env) -> list[str]:
            return ["n = 0", *self.loop(term.var, term.source, term.where, inner, inside), "return n"]

        return self.helper(term, env, body)

    def _ranked(self, term: t.Ranked, env: Env) -> str:
        name = self.names.of(term.var)

        def inside(deep: Env) -> list[str]:
            keys = [f"{'-' if falling else ''}{self.value(key, deep)}" for key, falling in term.keys]
            return [f"n.append(({', '.join(keys)}, len(n), {name}))"]

        def body(inner: Env) -> list[str]:
            lines = self.loop(term.var, term.source, term.where, inner, inside, ordered=True)
            return ["n = []", *lines, "n.sort()", "return [k[-1] for k in n]"]

        return self.helper(term, env, body)

    def _reachable(self, term: t.Reachable, env: Env) -> str:
        return self._search(term, env, None)

    def farness(self, links: Kind, places: int) -> str:
        """The table of the fewest links between two places; nothing is far from everywhere."""
        return self.unit.constant(distances(links, places) + (places + 1,) * (places + 1))

    def _search(self, term: t.Reachable, env: Env, target: t.Term | None) -> str:
        """A bounded search; with a target, whether it is reached: that it is not too far away is known already."""
        assert isinstance(term.link.type, Thing) and isinstance(term.place.type, Thing)
        kind, places = term.link.type.kind, term.place.type.kind.count
        table = self.unit.constant(neighbours(kind, places))
        link, place = self.names.of(term.link), self.names.of(term.place)

        def body(inner: Env) -> list[str]:
            deep = inner.with_((term.link, link), (term.place, place))
            test = "" if term.where is None else f" and {self.test(term.where, deep)}"
            lines = [f"start = {self.value(term.start, inner)}", f"limit = {self.value(term.within, inner)}"]
            fresh, found = "    fresh = ~seen", []
            if target is not None:
                near = self.unit.constant(balls(kind, places))
                lines += [
                    f"target = {self.value(target, inner)}",
                    *([] if isinstance(target.type, Thing) else [f"if target >= {places}: return False"]),
                    "if target == start: return True",
                    f"if limit > {places}: limit = {places}",
                    f"goal, near = BIT[target], {near}[target]",
                ]
                fresh = "    fresh = near[limit] & ~seen"  # from farther away the target is out of reach by now
                found = ["                    if beyond == goal: return True"]
            return [
                *lines,
                "seen = front = BIT[start]",
                "while limit > 0:",
                "    limit -= 1",
                "    new = 0",
                fresh,
                f"    for {place} in MEMBERS[front]:",
                f"        if {self.test(term.through, deep)}:",
                f"            for {link}, beyond in {table}[{place}]:",
                f"                if beyond & fresh{test}:",
                *found,
                "                    new |= beyond",
                "    if not new:",
                "        break",
                "    seen |= new",
                "    front = new",
                "return seen" if target is None else "return False",
            ]

        whole = term if target is None else t.InSet(BOOL, term.span, target, term)
        return self.helper(whole, env, body)
