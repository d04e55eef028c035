"""Random rules: conditions, numbers and sets that load, over a small world in which everything can be missing."""

from __future__ import annotations

import random
from dataclasses import dataclass, field

WORLD = """\
game tiny "Tiny"
    players ann, bob
    begins with play

kind piece
    tone  : 1..3
    home  : spot
    class : dry | wet
    mates : set of piece
    rival : piece or nothing
    placed at     : spot, starts at fen
    changing hp   : 0..3
    changing pal  : piece or nothing
    changing side : player, starts at ann
    changing up   : yes or no
kind spot
    tone   : 0..3
    ground : dry | wet
    guard  : piece or nothing
kind road joins spot
table spot
    | id  | tone | ground | guard |
    | fen | 1    | wet    | -     |
    | gap | 2    | dry    | cow   |
    | hut | 3    | dry    | ace   |
    | inn | 2    | wet    | -     |
table piece
    | id  | tone | home | class | mates    | rival |
    | ace | 1    | fen  | wet   | bee, cow | -     |
    | bee | 2    | gap  | dry   | -        | ace   |
    | cow | 3    | hut  | dry   | ace, dog | dog   |
    | dog | 1    | gap  | wet   | dog      | -     |
    | elk | 2    | inn  | wet   | ace, elk | bee   |
table road
    | from | to  |
    | fen  | gap |
    | gap  | hut |
    | hut  | inn |

clause memory "Memory"
    state goal: spot or nothing
    state hero: piece or nothing
    state n: 0..5
    state seat: player, starts at ann
    tally uses(piece)
    set chosen of piece
    set marks(spot) of piece
    procedure play
        end game drawn
"""

PIECES, SPOTS, ROADS = ("ace", "bee", "cow", "dog", "elk"), ("fen", "gap", "hut", "inn"), ("fen-gap", "gap-hut")


@dataclass(frozen=True)
class Scope:
    """The names at hand by kind, what is known not to be missing, and the definitions made so far."""

    pieces: tuple[str, ...] = ()
    spots: tuple[str, ...] = ()
    known: frozenset[str] = frozenset()
    tests: tuple[str, ...] = ()
    figures: tuple[str, ...] = ()

    def with_piece(self, name: str) -> Scope:
        """This scope with one more piece."""
        return Scope((*self.pieces, name), self.spots, self.known, self.tests, self.figures)

    def knowing(self, more: frozenset[str]) -> Scope:
        """This scope where more is known."""
        return Scope(self.pieces, self.spots, self.known | more, self.tests, self.figures)


@dataclass
class Condition:
    """A condition with what it shows by being true, and by being false."""

    text: str
    true: frozenset[str] = field(default_factory=frozenset)
    false: frozenset[str] = field(default_factory=frozenset)


class Writer:
    """Writes random expressions that are well typed."""

    def __init__(self, seed: int) -> None:
        self.rng = random.Random(seed)
        self.count = 0

    def fresh(self) -> str:
        """A name that is not taken."""
        self.count += 1
        return f"x{self.count}"

    def pick(self, options: list[str]) -> str:
        return self.rng.choice(options)

    # ---- things ----
    def optional(self, scope: Scope) -> tuple[str, str]:
        """Something that may be missing and is not known to be there, with its kind."""
        found = [("goal", "spot"), ("hero", "piece")]
        found += [(f"{name}.pal", "piece") for name in scope.pieces]
        found += [(f"{name}.rival", "piece") for name in scope.pieces]
        found += [(f"{name}.guard", "piece") for name in scope.spots]
        return self.rng.choice([pair for pair in found if pair[0] not in scope.known] or [("", "")])

    def piece(self, scope: Scope) -> str:
        """A piece."""
        known = [path for path in sorted(scope.known) if path != "goal"]
        options = [*scope.pieces, *scope.pieces, *known, *known, *known, self.pick(list(PIECES))]
        if "hero" not in scope.known:
            options.append(f"(hero else {self.pick(list(PIECES))})")
        return self.pick(options)

    def spot(self, scope: Scope) -> str:
        """A spot."""
        piece = self.piece(scope)
        options = [*scope.spots, *scope.spots, f"{piece}.home", f"{piece}.at", self.pick(list(SPOTS))]
        if "goal" in scope.known:
            options += ["goal", "goal", "goal"]
        else:
            options.append(f"(goal else {self.pick(list(SPOTS))})")
        options.append(f"beyond({self.pick(list(ROADS))}, {options[-1]})")
        return self.pick(options)

    def group(self, scope: Scope, depth: int) -> str:
        """A set of pieces."""
        name = self.fresh()
        options = ["chosen", f"{self.piece(scope)}.mates", f"marks({self.spot(scope)})"]
        if depth > 0:
            inner = self.condition(scope.with_piece(name), depth - 1).text
            options.append(f"(all {name}: piece where {inner})")
            source = self.group(scope, depth - 1)
            options.append(f"(all {name} in {source} where {inner})")
            extreme = self.pick(["most", "least"])
            by = self.number(scope.with_piece(name), depth - 1)
            options.append(f"(those {name} in {source} with {extreme} {by})")
            options.append(f"({source} {self.pick(['+', '-'])} {self.group(scope, depth - 1)})")
        return self.pick(options)

    # ---- numbers ----
    def number(self, scope: Scope, depth: int) -> str:
        """A number."""
        options = [str(self.rng.randint(0, 4)), "n"]
        options += [f"{self.piece(scope)}.{self.pick(['tone', 'hp'])}", f"{self.spot(scope)}.tone"]
        options.append(f"uses({self.piece(scope)})")
        if scope.figures:
            options.append(f"{self.pick(list(scope.figures))}({self.piece(scope)})")
        if depth > 0:
            name = self.fresh()
            one, two = self.number(scope, depth - 1), self.number(scope, depth - 1)
            inner = scope.with_piece(name)
            where = self.condition(inner, depth - 1)
            options.append(f"({one} {self.pick(['+', '-', '*'])} {two})")
            options.append(f"{self.pick(['min', 'max'])}({one}, {two})")
            options.append(f"({one} / {self.rng.randint(1, 3)} rounded {self.pick(['down', 'up'])})")
            options.append(f"(count {name}: piece where {where.text})")
            options.append(f"(size of {self.group(scope, depth - 1)})")
            of = self.number(inner.knowing(where.true), 0)
            options.append(f"(sum of {of} for {name}: piece where {where.text})")
        return self.pick(options)

    # ---- conditions ----
    def condition(self, scope: Scope, depth: int) -> Condition:
        """A condition, in brackets."""
        if depth > 0 and self.rng.random() < 0.65:
            return self._joined(scope, depth)
        return self._plain(scope, depth)

    def _joined(self, scope: Scope, depth: int) -> Condition:
        word = self.pick(["and", "and", "or", "not", "quantifier"])
        if word == "not":
            inner = self.condition(scope, depth - 1)
            return Condition(f"(not {inner.text})", inner.false, inner.true)
        if word == "quantifier":
            name, quantifier = self.fresh(), self.pick(["some", "no", "every"])
            inner = self.condition(scope.with_piece(name), depth - 1)
            source = f"{name}: piece" if self.rng.random() < 0.6 else f"{name} in {self.group(scope, depth - 1)}"
            return Condition(f"({quantifier} {source} where {inner.text})")
        parts: list[Condition] = []
        shown: frozenset[str] = frozenset()
        for _ in range(self.rng.choice([2, 2, 3])):
            part = self.condition(scope.knowing(shown), depth - 1)
            parts.append(part)
            shown |= part.true if word == "and" else part.false
        text = f"({f' {word} '.join(part.text for part in parts)})"
        return Condition(text, shown if word == "and" else frozenset(), shown if word == "or" else frozenset())

    def _plain(self, scope: Scope, depth: int) -> Condition:
        path, kind = self.optional(scope)
        if path and self.rng.random() < 0.4:
            like = {"spot": self.spot, "piece": self.piece}[kind](scope)
            here = frozenset({path})
            return self.rng.choice(
                [
                    Condition(f"({path} is nothing)", false=here),
                    Condition(f"({path} is not nothing)", true=here),
                    Condition(f"({path} is {like})", true=here),
                    Condition(f"({path} is not {like})", false=here),
                ]
            )
        piece, less = self.piece(scope), max(0, depth - 1)
        compare = self.pick(["=", "<", "<=", ">", ">=", "is not"])
        options = [
            f"({self.number(scope, less)} {compare} {self.number(scope, less)})",
            f"({piece} {self.pick(['is', 'is not'])} {self.piece(scope)})",
            f"({self.spot(scope)} {self.pick(['is', 'is not'])} {self.spot(scope)})",
            f"({piece} {self.pick(['in', 'not in'])} {self.group(scope, less)})",
            f"({piece}.class is {self.pick(['dry', 'wet'])})",
            f"{piece}.up",
            f"({piece}.at.ground is {self.pick(['dry', 'wet'])})",
            f"({piece}.side is {self.pick(['ann', 'bob', 'seat', '(enemy of seat)'])})",
        ]
        if scope.tests:
            options += [f"{self.pick(list(scope.tests))}({piece})"] * 2
        return Condition(self.pick(options))

    # ---- rules ----
    def definitions(self, count: int) -> tuple[str, Scope]:
        """A clause of definitions, each free to use those before it, and a scope that knows them."""
        lines, scope = ['clause words "Words"'], Scope()
        for number in range(count):
            inner = scope.with_piece("p")
            sort = "yes or no" if number % 3 else "number"
            name = f"d{number}"
            lines.append(f"    define {name}(p: piece): {sort} is")
            known = inner
            for _ in range(self.rng.choice([0, 0, 1, 2])):
                when = self.condition(known, 2)
                answer = self._answer(sort, known.knowing(when.true))
                lines.append(f"        {answer} when {when.text}")
                known = known.knowing(when.false)
            lines.append(f"        {self._answer(sort, known)} otherwise")
            if sort == "number" and self.rng.random() < 0.4:
                when = self.condition(inner, 1)
                lines.append(
                    f"    adjust {name}(p) to it + {self.number(inner.knowing(when.true), 1)} when {when.text}"
                )
            added = (*scope.tests, name) if number % 3 else scope.tests
            figures = scope.figures if number % 3 else (*scope.figures, name)
            scope = Scope(tests=added, figures=figures)
        return "\n".join(lines) + "\n", scope

    def _answer(self, sort: str, scope: Scope) -> str:
        return self.number(scope, 2) if sort == "number" else self.condition(scope, 3).text

    def actions(self, count: int, scope: Scope) -> str:
        """Clauses of actions over two pieces and a spot, permitted, forbidden and excepted at random."""
        made: list[str] = []
        inner = Scope(("p", "q"), ("s",), scope.known, scope.tests, scope.figures)
        for number in range(count):
            head = f"a{number}(p, q, s)"
            by = self.pick(["", " by p.side", " by q.side"])
            made.append(
                f'clause act-{number} "Act"\n'
                f"    action a{number}(p: piece, q: piece, s: spot){by} in game\n"
                f'        text "{{p}} {{q}} {{s}}"\n        do\n            return\n'
            )
            for _ in range(self.rng.choice([1, 1, 2])):
                made.append(f"    permit {head} when {self.condition(inner, 3).text}\n")
            made.append(f'clause ban-{number} "Ban"\n    forbid {head} when {self.condition(inner, 2).text}\n')
            made.append(
                f'clause but-{number} "But"\n    except ban-{number} for {head} when {self.condition(inner, 2).text}\n'
            )
        return "".join(made)
