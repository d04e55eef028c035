"""How much work rules can be at most, estimated before anything runs: what is too much is refused where it is written.

The unit is one small operation. What ranges over a set costs its members times what is asked of each, through all
definitions that are called; conditions that a set can tell cost once, as they are compiled.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator

from crex_dsl.engine.compile.analysis.constant_folding import Simplifier
from crex_dsl.engine.compile.lower.woven_procedures import WovenProcedures, indexed_states
from crex_dsl.language.diagnostics import Report
from crex_dsl.language.source import Span
from crex_dsl.rulebook import terms as t
from crex_dsl.rulebook.rulebook import PictureTerm, Rulebook
from crex_dsl.rulebook.terms.free_variables import conjuncts, definition_terms, free_vars, leans, mentions
from crex_dsl.rulebook.terms.intervals import most_members
from crex_dsl.rulebook.terms.types import Bool, Enum, ListOf, Number, Optional, SetOf, Thing, cardinality
from crex_dsl.rulebook.terms.walk import condition_terms, scenario_terms, step_terms, template_terms, text_terms
from crex_dsl.text.messages import marked, number_as_said, said

MAX_WORK = 100_000_000  # of one expression, one list of legal actions, or one step
MAX_PARTS = 2_000  # of one definition, one body, or all conditions of one action
MAX_RULES = 200  # permissions, prohibitions and exceptions of one action
MAX_BRANCHES = 100
PARTS = marked("{what} has {count} parts, and at most {most} can be compiled")
RULES = marked("{what} has {count} permits and forbids, and at most {most} can be compiled")
BRANCHES = marked("{what} has {count} branches, and at most {most} can be compiled")
MAX_BITS = 1_024  # of a number that is worked out
_LISTED = 100  # members of a list of which nothing is known
_REMEMBERED = 128  # bits of a number in memory without a range
_UNRANGED = 288  # bits of a number that was passed on: room for two of those, multiplied
_GROWN = 32  # bits by which such a number may grow where it is passed on
_TABLED = 4_096  # answers of a definition that are worked out beforehand, if all of them are little work
_TABLE_WORK = 500_000
_NO_LIMIT = 10**9


class Costs:
    """The cost of every term, definition, action and step of a rulebook, each worked out once."""

    def __init__(self, book: Rulebook, events: WovenProcedures) -> None:
        self.book, self.events = book, events
        self.simplifier = Simplifier()
        self._indexed = indexed_states(book)
        self._definitions: dict[t.Definition, int] = {}
        self._actions: dict[tuple[t.Action, tuple[bool, ...]], int] = {}
        self._procedures: dict[t.Procedure, int] = {}
        self._bits: dict[t.Definition, int] = {}
        self._local_bits: dict[t.Var, int] = {}
        for definition in book.world.definitions.values():
            for needed in _leaves_first(definition, self._definitions):
                self.definition(needed)
                self._definition_bits(needed)
        for procedure in events.all:
            for step in t.walk_steps(procedure.body):
                if isinstance(step, t.SetVar):
                    self._local_bits[step.var] = self.bits(step.value)

    # ---- expressions ----
    def term(self, term: t.Term) -> int:
        """The cost of an expression."""
        match term:
            case t.Quant(var=var, source=source, where=where):
                return self._ranging(var, source, where, ())
            case t.SumOver(of=of, var=var, source=source, where=where):
                return self._ranging(var, source, where, (of,))
            case t.Best(var=var, source=source, where=where, keys=best):
                return self._ranging(var, source, where, [key for _, key in best])
            case t.Ranked(var=var, source=source, where=where, keys=ranks):
                return self._ranging(var, source, where, [key for key, _ in ranks])
            case t.Reachable(start=start, within=within, link=link, where=where, place=place, through=through):
                links, places = cardinality(link.type) or 0, cardinality(place.type) or 0
                search = places * (1 + self.term(through)) + 2 * links * (1 + self.terms([where]))
                return 1 + self.terms([start, within]) + search
            case t.Apply(definition=definition, args=args):
                return 1 + self.terms(args) + self.definition(definition)
            case t.CanDo(action=action, args=wanted, by=by):
                given = tuple(arg is not None for arg in wanted)
                return 1 + self.terms([*wanted, by]) + self.action(action, given)
        return 1 + self.terms(term.children())

    def terms(self, terms: Iterable[t.Term | None]) -> int:
        """The cost of several expressions."""
        return sum(self.term(term) for term in terms if term is not None)

    def definition(self, definition: t.Definition) -> int:
        """The cost of an answer of a definition; next to nothing where all its answers are worked out beforehand."""
        if definition not in self._definitions:
            self._definitions[definition] = 1
            work = self.terms(case.when for case in definition.cases)
            work += max((self.term(case.answer) for case in definition.cases), default=0)
            work += self.terms(part for adjust in definition.adjusts for part in (adjust.to, adjust.when))
            self._definitions[definition] = 1 if self._tabled(definition, work) else work
        return self._definitions[definition]

    def _tabled(self, definition: t.Definition, work: int) -> bool:
        """Whether all answers of a definition are worked out when it is compiled."""
        if not self.simplifier.pure_definition(definition):
            return False
        answers = 1
        for param in definition.params:
            count = None if isinstance(param.type, Optional | SetOf | Number) else cardinality(param.type)
            if count is None:
                return False
            answers *= count
        return answers <= _TABLED and answers * work <= _TABLE_WORK

    def _ranging(self, var: t.Var, source: t.Term, where: t.Term | None, asked: Iterable[t.Term]) -> int:
        """The cost of asking something of all members of a set or list for which a condition holds."""
        once, members, tests = self._narrowed(var, source, where)
        each = [*tests, *asked]
        return once + (members * (1 + self.terms(each)) if each or isinstance(source.type, ListOf) else 0)

    def _narrowed(self, var: t.Var, source: t.Term, where: t.Term | None) -> tuple[int, int, list[t.Term]]:
        """What a domain costs once, how many members are left at most, and what is still asked of each."""
        most = most_members(source)
        members = _LISTED if most is None else most
        once = 1 + self.term(source)
        parts = conjuncts(where)
        ranging = [part for part in parts if mentions(part, var)]
        tests: list[t.Term] = []
        for part in parts:
            asked = mentions(part, var) and (isinstance(source.type, ListOf) or not self._told_by_set(part, var))
            if asked or leans(part, ranging):
                tests.append(part)
            else:
                once += self.term(part)
                members = min(members, _left_by(part, var))
        return once, members, tests

    def _told_by_set(self, part: t.Term, var: t.Var) -> bool:
        """Whether a condition is compiled to a set of a name's values, so that it is not asked of each."""
        if not mentions(part, var):
            return True
        if isinstance(var.type, Thing | Enum) and free_vars(part) == [var] and self.simplifier.pure(part):
            return True
        match part:
            case t.And(items=items) | t.Or(items=items):
                return all(self._told_by_set(item, var) for item in items)
            case t.Not(of=of):
                return self._told_by_set(of, var)
            case t.InSet(of=t.Local(var=v), source=source) if v is var:
                return not mentions(source, var)
            case t.InSet(of=of, source=t.Fixed(of=t.Local(var=v))) if v is var:
                return not mentions(of, var)
            case t.Compare(operator="==" | "!=", left=left, right=right):
                sides = ((left, right), (right, left))
                return any(self._has_holders(one, var) and not mentions(two, var) for one, two in sides)
            case t.Read(state=state, args=(t.Local(var=v),)) if v is var:
                return isinstance(state.type, Bool) and state in self._indexed
        return False

    def _has_holders(self, term: t.Term, var: t.Var) -> bool:
        """Whether it is known, for every value, of which things a term has it."""
        match term:
            case t.Local(var=v):
                return v is var
            case t.Fixed(attribute=attribute, of=t.Local(var=v)) if v is var:
                return isinstance(attribute.type, Thing | Enum | Bool | Optional)
            case t.Read(state=state, args=(t.Local(var=v),)) if v is var:
                return state in self._indexed and not isinstance(state.type, Number)
        return False

    # ---- actions ----
    def action(self, action: t.Action, given: tuple[bool, ...] | None = None) -> int:
        """The cost of listing an action's legal instances, some of its arguments given."""
        given = (False,) * len(action.params) if given is None else given
        key = action, given
        if key not in self._actions:
            self._actions[key] = 1
            rules = [rule.when for group in (action.forbids, action.excepts) for rule in group]
            each = 1 + self.terms([action.by, *(end for span in action.spans.values() for end in span), *rules])
            known = {action.actor, *(var for var, told in zip(action.params, given, strict=True) if told)}
            self._actions[key] = sum(
                self._instances(action, permit.when, known) * (each + self.terms([permit.when]))
                for permit in action.permits
            )
        return self._actions[key]

    def _instances(self, action: t.Action, when: t.Term | None, given: set[t.Var]) -> int:
        """How many instances a permission leaves at most, each name bound where it is narrowed most."""
        known, todo, parts, total = set(given), [v for v in action.params if v not in given], conjuncts(when), 1
        narrowing = [part for part in parts if not leans(part, parts)]
        while todo:
            sizes = {var: cardinality(var.type) or 1 for var in todo}
            for var in todo:
                for part in narrowing:
                    if mentions(part, var) and all(v is var or v in known for v in free_vars(part)):
                        sizes[var] = min(sizes[var], _left_by(part, var) if self._told_by_set(part, var) else _NO_LIMIT)
            var = min(todo, key=sizes.__getitem__)
            total *= max(1, sizes[var])
            todo.remove(var)
            known.add(var)
        return total

    # ---- steps ----
    def step(self, step: t.Step) -> int:
        """The cost of a step in which nobody is asked; of a loop that counts its own turns, that of one turn."""
        work = 1 + self.terms(step_terms(step))
        match step:
            case t.Each(var=var, source=source, where=where, body=body):
                once, members, tests = self._narrowed(var, source, where)
                return once + members * (1 + self.terms(tests) + self.block(body))
            case t.Perform(procedure=procedure):
                return work + self.procedure(self.events.runs(procedure))
            case t.OpenStage(stage=stage):
                work += self.block(self.events.begins[stage.name]) + self.block(self.events.ends[stage.name])
            case t.Mix(source=source):
                work += most_members(source) or _LISTED
        return work + sum(self.block(block) for block in t.blocks(step))

    def block(self, steps: tuple[t.Step, ...]) -> int:
        """The cost of some steps in which nobody is asked; those that ask cost nothing, as they are counted in play."""
        return sum(self.step(step) for step in steps if not self.events.step_asks(step))

    def procedure(self, procedure: t.Procedure) -> int:
        """The cost of a procedure in which nobody is asked."""
        if procedure not in self._procedures:
            self._procedures[procedure] = 1
            self._procedures[procedure] = 1 + self.block(procedure.body)
        return self._procedures[procedure]

    # ---- numbers ----
    def bits(self, term: t.Term) -> int:
        """How many bits a number can have at most."""
        of = term.type
        if isinstance(of, Number) and of.low is not None and of.high is not None:
            return max(abs(of.low), abs(of.high)).bit_length()
        match term:
            case t.Const(value=int(value)):
                return value.bit_length()
            case t.Local(var=var):
                return self._local_bits.get(var, _UNRANGED)
            case t.Arith(operator=operator, left=left, right=right):
                one, two = self.bits(left), self.bits(right)
                return one + two if operator == "*" else one if operator == "//" else max(one, two) + 1
            case t.Apply(definition=definition):
                return self._definition_bits(definition)
            case t.Cond(then=then, otherwise=otherwise):
                return max(self.bits(then), self.bits(otherwise))
            case t.SumOver(of=summed, source=source):
                return self.bits(summed) + (most_members(source) or _LISTED).bit_length()
        return _REMEMBERED

    def _definition_bits(self, definition: t.Definition) -> int:
        if definition not in self._bits:
            self._bits[definition] = _UNRANGED
            for adjust in definition.adjusts:
                self._local_bits[adjust.it] = max((self.bits(case.answer) for case in definition.cases), default=1)
            answers = [*(case.answer for case in definition.cases), *(adjust.to for adjust in definition.adjusts)]
            self._bits[definition] = max((self.bits(answer) for answer in answers), default=1)
        return self._bits[definition]


def _left_by(part: t.Term, var: t.Var) -> int:
    """How many values a condition leaves a name at most, as far as it tells."""
    match part:
        case t.InSet(of=t.Local(var=v), source=source) if v is var:
            most = most_members(source)
            return _NO_LIMIT if most is None else most
        case t.InSet(source=t.Fixed(attribute=attribute, of=t.Local(var=v))) if v is var:
            held = Counter(
                place for mask in attribute.values for place in range(mask.bit_length()) if mask >> place & 1
            )
            return max(held.values(), default=0)
        case t.Compare(operator="==", left=left, right=right):
            for one, two in ((left, right), (right, left)):
                match one:
                    case t.Local(var=v) if v is var and not mentions(two, var):
                        return 1
                    case t.Fixed(attribute=attribute, of=t.Local(var=v)) if v is var and not mentions(two, var):
                        return max(Counter(attribute.values).values(), default=0)
    return _NO_LIMIT


def _leaves_first(definition: t.Definition, known: dict[t.Definition, int]) -> list[t.Definition]:
    """A definition and all that it leans on and is not known, what leans on nothing first: chains may be long."""
    order: dict[t.Definition, None] = {}
    todo = [(definition, False)]
    seen = set(known)
    while todo:
        found, done = todo.pop()
        if done:
            order[found] = None
        elif found not in seen:
            seen.add(found)
            todo.append((found, True))
            for term in definition_terms(found):
                todo += [(part.definition, False) for part in term.walk() if isinstance(part, t.Apply)]
    return list(order)


# ---- what is too much ----
def check_costs(book: Rulebook, events: WovenProcedures, report: Report) -> None:
    """Report whatever is too much work, too long or too large, where it is written."""
    check = _Check(book, events, report)
    check.sizes()
    report.raise_errors()
    check.work()
    report.clause = None
    report.raise_errors()


class _Check:
    def __init__(self, book: Rulebook, events: WovenProcedures, report: Report) -> None:
        self.book, self.events, self.report = book, events, report

    def sizes(self) -> None:
        """Report what would make too long a function."""
        for definition in self.book.world.definitions.values():
            self._size(definition_terms(definition), definition.span, definition.clause, f"`{definition.name}`")
        for action in self.book.world.actions.values():
            rules = len(action.permits) + len(action.forbids) + len(action.excepts)
            self._limit(rules, MAX_RULES, RULES, action.span, action.clause, f"`{action.name}`")
            conditions = [term for term, _ in condition_terms(action)]
            self._size([*conditions, *text_terms(action.texts)], action.span, action.clause, f"`{action.name}`")
        for procedure in self.events.all:
            steps = list(t.walk_steps(procedure.body))
            terms = [term for step in steps for term in step_terms(step)]
            self._size(terms, procedure.span, procedure.clause, f"`{procedure.name}`", len(steps))
            for step in steps:
                if isinstance(step, t.Branch):
                    self._limit(
                        len(step.branches), MAX_BRANCHES, BRANCHES, step.span, procedure.clause, said("this `if`")
                    )
        for what, span, terms in _tool_terms(self.book):
            self._size(terms, span, None, what)

    def _size(self, terms: Iterable[t.Term], span: Span, clause: str | None, what: str, more: int = 0) -> None:
        self._limit(more + sum(1 for term in terms for _ in term.walk()), MAX_PARTS, PARTS, span, clause, what)

    def _limit(self, count: int, most: int, parts: str, span: Span, clause: str | None, what: str) -> None:
        if count > most:
            self.report.clause = clause
            self.report.error(
                said(
                    parts,
                    what=what,
                    count=number_as_said(count),
                    most=number_as_said(most),
                ),
                span,
                said("split it into several"),
            )

    def work(self) -> None:
        """Report what would take too long, or grow beyond all reason."""
        self.costs = Costs(self.book, self.events)
        for definition in self.book.world.definitions.values():
            for case in definition.cases:
                self._terms([case.when, case.answer], case.clause)
            for adjust in definition.adjusts:
                self._terms([adjust.when, adjust.to], adjust.clause)
            self._work(self.costs.definition(definition), definition.span, definition.clause)
        for action in self.book.world.actions.values():
            for term, clause in condition_terms(action):
                self._terms([term], clause)
            self._terms(text_terms(action.texts), action.clause)
            self._work(self.costs.action(action), action.span, action.clause)
        for procedure in self.events.all:
            for step in t.walk_steps(procedure.body):
                self._terms(step_terms(step), procedure.clause)
                if isinstance(step, t.Perform):
                    self._passed_on(step.args, procedure.clause)
                if not self.events.step_asks(step):
                    self._work(self.costs.step(step), step.span, procedure.clause)
        for _, _, terms in _tool_terms(self.book):
            self._terms(terms, None)

    def _terms(self, terms: Iterable[t.Term | None], clause: str | None) -> None:
        for term in terms:
            if term is None:
                continue
            self._work(self.costs.term(term), term.span, clause)
            for part in term.walk():
                if isinstance(part, t.Apply):
                    self._passed_on(part.args, clause)
                elif isinstance(part, t.Arith | t.SumOver):
                    self._bits(part, MAX_BITS, clause)

    def _passed_on(self, args: Iterable[t.Term], clause: str | None) -> None:
        """Report a number that grows where it is passed on, as it may be passed on many times."""
        for arg in args:
            if isinstance(arg.type, Number):
                self._bits(arg, _UNRANGED + _GROWN, clause)

    def _bits(self, term: t.Term, most: int, clause: str | None) -> None:
        if self.costs.bits(term) > most:
            self.report.clause = clause
            self.report.error(
                said("this number may come to have more than {number} figures", number=most * 3 // 10),
                term.span,
                said("keep what it rests on in a range such as 0..99, or multiply less often"),
            )
            self.report.raise_errors()

    def _work(self, work: int, span: Span, clause: str | None) -> None:
        if work > MAX_WORK:
            self.report.clause = clause
            self.report.error(
                said(
                    "this may be too much work: up to {rounded} operations, and {max_work} are the most",
                    rounded=_rounded(work),
                    max_work=number_as_said(MAX_WORK),
                ),
                span,
                said("ask of fewer things at once, or remember what is worked out again and again"),
            )
            self.report.raise_errors()  # all that rests on it would be too much as well


def _rounded(work: int) -> str:
    """A large number as a reader takes it in."""
    return f"{work:,}" if work < 10**15 else f"10^{len(str(work)) - 1}"


def _tool_terms(book: Rulebook) -> Iterator[tuple[str, Span, list[t.Term]]]:
    """What tools ask, with what is asked and where it is said."""
    for measure in book.measures:
        counts = [] if measure.counts is None else [measure.counts.when, measure.counts.by]
        yield (
            said("measure `{measure}`", measure=measure.name),
            measure.of.span,
            [measure.of, *(term for term in counts if term is not None)],
        )
    for scenario in book.scenarios.values():
        steps = [term for step in t.walk_steps(scenario.given) for term in step_terms(step)]
        yield (
            said("scenario `{scenario}`", scenario=scenario.name),
            scenario.begin.span,
            [*steps, *scenario.args, *scenario_terms(scenario)],
        )
    for policy in book.policies:
        for preference in policy.preferences:
            terms = [term for term in (preference.when, preference.by) if term is not None]
            if terms:
                yield said("policy `{policy}`", policy=policy.name), terms[0].span, terms
    for status in book.status.values():
        for line in status.lines:
            terms = [*([] if line.when is None else [line.when]), *template_terms(line.text)]
            if terms:
                yield said("the status of `{status}`", status=status.name), terms[0].span, terms
    for hits in book.hits.values():
        yield said("the hits of `{of}`", of=hits.of.name), hits.most.span, [hits.most]
    for picture in book.pictures:
        drawn = list(_drawn(picture))
        if drawn:
            yield said("the picture of `{kind}`", kind=picture.kind.name), drawn[0].span, drawn
    for state in book.world.memory:
        if state.seen is not None:
            seen = [part for seer in state.seen.seers for part in (seer.who, seer.when) if part is not None]
            yield f"`{state.name}`", state.span, [*seen, *(state.seen.guess or ())]


def _drawn(picture: PictureTerm) -> Iterator[t.Term]:
    for of in picture.properties.values():
        if isinstance(of, t.Template):
            yield from template_terms(of)
        elif isinstance(of, t.Term):
            yield of
