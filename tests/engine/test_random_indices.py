"""Random rules full of indices: played as the plain way would, or a fault; what they do not name plays no part."""

from __future__ import annotations

import random
from dataclasses import dataclass, field

import pytest

from crex_dsl.engine.compile.compiler import compile_rulebook
from crex_dsl.engine.game import Game
from crex_dsl.engine.run.runtime import Broken
from crex_dsl.language.diagnostics import RuleError
from crex_dsl.rulebook.checks.ranges import index_sites
from crex_dsl.rulebook.terms.types import Thing
from tests.engine.interpreter import Interpreter
from tests.engine.oracle import OutOfRange
from tests.engine.tiny import Tiny

ACTIONS = 6
UNNAMED = ("ahead", "behind")
WORLD = """\
kind cell
    x : 1..3
    y : 1..3
table cell
    | id | x | y |
    | a  | 1 | 1 |
    | b  | 2 | 3 |
    | c  | 3 | 2 |

clause memory "Memory"
    state ahead(i: 1..9): 0..9
    state grid(i: 1..3, j: 1..3): 0..4
    state row(i: 2..4): 0..4
    state behind(i: 1..9): 0..9
    state m: 0..4
    state far: 0..999  # farther than any memory reaches
    value most: number is 3
    define on(i: number, j: number): yes or no is i >= 1 and i <= most and j >= 1 and j <= most
    define along(cell, i: number): number is
        grid(cell.x, i)  when i > 0 and i < 4
        row(i)           when i = 4
        0                otherwise

clause course "Course"
    procedure play
        ann may keep choosing ACTIONS or "stop"
        end game drawn
"""


@dataclass
class Author:
    """Writes rules in which numbers of all sorts serve as indices, some of them guarded."""

    rng: random.Random
    names: list[str] = field(default_factory=lambda: ["c.x", "c.y", "k", "m", "far", "most"])
    things: int = 0

    def index(self, depth: int) -> str:
        """A number that may or may not lie in a range."""
        rng = self.rng
        match rng.randrange(7 if depth else 3):
            case 0:
                return str(rng.randint(1, 3))
            case 1 | 2:
                return rng.choice(self.names)
            case 3:
                return f"{rng.choice(self.names)} + {rng.randint(1, 2)}"
            case 4:
                return f"{rng.choice(self.names)} - 1"
            case 5:
                return f"min(max({self.index(depth - 1)}, 2), 3)"
        return self.read(depth - 1)

    def read(self, depth: int) -> str:
        """Memory, or a definition that reads it."""
        one, two = self.index(depth), self.index(depth)
        return self.rng.choice([f"grid({one}, {two})", f"row({one})", f"along({self.thing()}, {one})"])

    def thing(self) -> str:
        return self.rng.choice(["c", *(f"d{number}" for number in range(self.things))])

    def guarded(self, depth: int) -> str:
        """An index with the condition that keeps it in its range, in one of many words."""
        index, rng = self.index(1), self.rng
        guard = rng.choice(
            [
                f"({index} > 0 and {index} < 4)",
                f"on({index}, {rng.randint(1, 3)})",
                f"{index} in [1, 2, 3]",
                f"not ({index} < 1 or {index} > most)",
            ]
        )
        return f"({guard} and grid({index}, {rng.randint(1, 3)}) {rng.choice(['<', '>'])} {rng.randint(0, 3)})"

    def condition(self, depth: int) -> str:
        """A condition that may come to indices which leave their ranges."""
        rng = self.rng
        match rng.randrange(8 if depth else 4):
            case 0:
                return f"{self.read(1)} {rng.choice(['<', '>', '=', '<='])} {rng.randint(0, 3)}"
            case 1:
                return f"{self.index(1)} {rng.choice(['<', '>', '='])} {rng.randint(1, 3)}"
            case 2 | 3:
                return self.guarded(depth)
            case 4 | 5:
                word = rng.choice(["and", "or"])
                return f"({self.condition(depth - 1)} {word} {self.condition(depth - 1)})"
            case 6:
                return f"not ({self.condition(depth - 1)})"
        number = self.things
        self.things, self.names = number + 1, [*self.names, f"d{number}.x"]
        made = f"({rng.choice(['some', 'no', 'every'])} d{number}: cell where {self.condition(depth - 1)})"
        self.things, self.names = number, self.names[:-1]
        return made

    def steps(self, depth: int) -> list[str]:
        """Steps that write where indices lead."""
        rng, value = self.rng, f"min(max({self.index(1)}, 0), 4)"
        match rng.randrange(6 if depth else 3):
            case 0:
                return [f"grid({self.index(1)}, {self.index(1)}) becomes {value}"]
            case 1:
                return [f"row({self.index(1)}) becomes {value}"]
            case 2:
                return [f"m becomes {value}"]
            case 3:
                return [f"if {self.condition(2)}", *("    " + line for line in self.block(depth - 1))]
            case 4:
                self.names.append(f"i{depth}")
                inner = self.block(depth - 1)
                self.names.remove(f"i{depth}")
                low, high = rng.randint(0, 2), rng.choice(["most", "3", "m", "c.x"])
                return [f"for each i{depth} from {low} to {high}", *("    " + line for line in inner)]
        self.names.append(f"l{depth}")
        inner = self.block(depth - 1)
        self.names.remove(f"l{depth}")
        return [f"if {self.condition(1)}", f"    let l{depth} be {self.index(2)}", *("    " + line for line in inner)]

    def block(self, depth: int) -> list[str]:
        return [line for _ in range(self.rng.randint(1, 3)) for line in self.steps(depth)]


def written(seed: int) -> str:
    """A rule text of some actions."""
    author, clauses = Author(random.Random(seed)), []
    for number in range(ACTIONS):
        lines = "\n".join(" " * 12 + line for line in author.block(2))
        params, head = (("c: cell, k: from 0 to 4", "c, k"), ("k: from 0 to 4, c: cell", "k, c"))[number % 2]
        forbid = f"    forbid a{number}({head}) when {author.condition(1)}\n" if number % 3 == 0 else ""
        clauses.append(
            f'clause act-{number} "Act"\n    action a{number}({params}) in game\n'
            f'        text "act"\n        do\n{lines}\n'
            f"    permit a{number}({head}) when {author.condition(3)}\n{forbid}"
        )
    names = ", ".join(f"a{number}" for number in range(ACTIONS))
    return WORLD.replace("ACTIONS", names) + "\n" + "\n".join(clauses)


def random_game(tiny: Tiny, seed: int) -> Game:
    """A game of random indices; one of those that could never fit is refused, and another game is written."""
    refusals: list[str] = []
    while not refusals or "outside" in refusals[-1]:
        try:
            return tiny(written(seed + 10_000 * len(refusals)))
        except RuleError as error:
            refusals.append(str(error))
    raise AssertionError(refusals[-1])


def filled(game: Game, rng: random.Random, other: int) -> list[int]:
    """A state with random memory, that which no rule names made of one number."""
    state = list(game.program.start(0))
    for cell in game.cells:
        for slot in range(cell.base, cell.base + cell.size):
            far = cell.name == "far" and rng.random() < 0.5
            state[slot] = other if cell.name in UNNAMED else 999 if far else rng.randint(0, 4)
    return state


def offered(game: Game, state: list[int]) -> list[int] | None:
    """The legal answers at the only decision of a game; None where asking for them is a fault."""
    try:
        return sorted(code for code in game.program.legal[0](state) if code)
    except Broken:
        return None


def done(game: Game, code: int, state: list[int]) -> list[int] | None:
    """The state after an action; None where it is a fault."""
    after = list(state)
    try:
        game.program.takes[0](after, code)
    except Broken:
        return None
    return after


def named(game: Game, state: list[int]) -> dict[str, list[int]]:
    """The memory that the rules name."""
    cells = [cell for cell in game.cells if cell.name not in UNNAMED]
    return {cell.name: state[cell.base : cell.base + cell.size] for cell in cells}


def compared(game: Game, seed: int) -> tuple[int, int]:
    """Play every action on random memory in both ways; gives how often it went well, and how often not."""
    rng, went, broke = random.Random(seed), 0, 0
    plain = Interpreter(game.rulebook, compile_rulebook(game.rulebook, hasty=True), [])
    rules = game.program.words["REASONS"]  # without what no permission can ever hold for
    actions = [a for a, row in zip(game.rulebook.world.actions.values(), rules, strict=True) if row[0] is not None]
    for turn in range(12):
        state, twin = (filled(game, random.Random(f"{seed} {turn}"), other) for other in (9, 0))
        codes = offered(game, state)
        assert codes == offered(game, twin), "memory that no rule names plays a part"
        plain.state[:] = state[: len(plain.state)]
        try:
            expected = sorted(plain.code(one, args) for one in actions for args in plain.oracle.instances(one, 0))
            assert codes == expected
        except OutOfRange:
            broke += codes is None
        for action in actions:
            args = [rng.randrange(3) if isinstance(var.type, Thing) else rng.randint(0, 4) for var in action.params]
            code = plain.code(action, args)
            after, other = done(game, code, state), done(game, code, twin)
            assert (after is None) == (other is None)
            plain.state[:] = state[: len(plain.state)]
            try:
                plain.perform(action, args, 0)
                assert after is not None, "a fault where the plain way finds none"
                assert named(game, after) == named(game, plain.state)
                went += 1
            except OutOfRange:
                broke += after is None
            if after is not None and other is not None:
                assert named(game, after) == named(game, other), "memory that no rule names plays a part"
                for cell in game.cells:
                    if cell.name in UNNAMED:
                        assert after[cell.base : cell.base + cell.size] == [9] * 9, "it is written"
    return went, broke


@pytest.mark.parametrize("seed", range(3))
def test_indices_do_what_the_plain_way_would(tiny: Tiny, seed: int) -> None:
    game = random_game(tiny, seed)
    assert all(index_sites(game.rulebook).values()), "all sorts of proof are tried"
    went, broke = compared(game, seed)
    assert went and broke


@pytest.mark.soak
@pytest.mark.parametrize("seed", range(3, 200))
def test_many_indices_do_what_the_plain_way_would(tiny: Tiny, seed: int) -> None:
    compared(random_game(tiny, seed), seed)
