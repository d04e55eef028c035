"""Rule texts that grow out of all proportion: loading them ends soon, in a game or in a diagnosis."""

import shutil
from collections.abc import Iterable
from pathlib import Path

import pytest

from crex_dsl.engine.compile.compiler import compile_rulebook
from crex_dsl.language.diagnostics import Report, RuleError
from crex_dsl.rulebook.declarations.builder import build
from crex_dsl.rulebook.files.games import Library
from crex_dsl.rulebook.files.layer_files import game_text
from crex_dsl.rulebook.selection.index import index

BASE = Path(__file__).with_name("bad") / "base"
GAME = "tiny"
DOUBLINGS = range(1, 60)
DOTS = ["kind dot", "table dot", "    | id |", *(f"    | dot{number} |" for number in range(1_000))]

GAMES: dict[str, list[str]] = {
    "questions within questions": [
        *DOTS,
        "define q: number is count a: dot where some b: dot where no c: dot where a is b and b is not c",
        "forbid march(piece, road) when q > 3",
    ],
    "values that double a few times": [
        "define d0(piece): number is piece.strength",
        *(f"define d{k}(piece): number is d{k - 1}(piece) + d{k - 1}(piece)" for k in range(1, 16)),
        "forbid march(piece, road) when d15(piece) > 3",
    ],
    "a long chain": [
        "define d0(piece): number is piece.strength",
        *(f"define d{k}(piece): number is d{k - 1}(piece) + 1" for k in range(1, 60)),
        "forbid march(piece, road) when d59(piece) > 3",
    ],
    "many stages": [f"stage s{k} in {f's{k - 1}' if k else 'game'}" for k in range(500)],
    "counts that are known": [
        "define q: number is count p in players where yes",
        "procedure test\n        fox.strength becomes min(4, count p in players where yes)",
    ],
}
MISTAKES: dict[str, list[str]] = {
    "procedures that double": [
        "procedure p0\n        weather becomes wet",
        *(f"procedure p{k}\n        do p{k - 1}\n        do p{k - 1}" for k in DOUBLINGS),
    ],
    "conditions that double": [
        "define d0(piece): yes or no is piece.strength > 1",
        *(
            f"define d{k}(piece): yes or no is d{k - 1}(piece) and (not d{k - 1}(piece) or leader is red)"
            for k in DOUBLINGS
        ),
        "forbid march(piece, road) when d59(piece)",
    ],
    "memory that doubles": [
        "define d0(piece): number is piece.strength",
        *(f"define d{k}(piece): number is d{k - 1}(piece) + d{k - 1}(piece)" for k in DOUBLINGS),
        "forbid march(piece, road) when d59(piece) > 3",
    ],
    "values that double": [
        "define d0(n: number): number is n",
        *(f"define d{k}(n: number): number is d{k - 1}(n) + d{k - 1}(n + 1)" for k in DOUBLINGS),
        "forbid march(piece, road) when d59(1) > 3",
    ],
    "numbers that square": [
        "define d0: number is 1000000",
        *(f"define d{k}: number is d{k - 1} * d{k - 1}" for k in DOUBLINGS),
        'says "{d59}"',
    ],
    "too much memory": [*DOTS, *(f"state s{k}(dot, n: 1..100): 0..3" for k in range(50))],
    "too many choices": [
        *DOTS,
        "action point(a: dot, b: dot, c: dot) by mover in turn",
        '    text "point"',
        "    do",
        "        return",
    ],
    "a definition that rests on hundreds": [
        "define d0: number is last_turn",
        *(f"define d{k}: number is d{k - 1} + 1" for k in range(1, 600)),
    ],
    "a procedure that rests on hundreds": [
        "procedure p0\n        weather becomes wet",
        *(f"procedure p{k}\n        do p{k - 1}" for k in range(1, 600)),
    ],
    "sums of sums": [
        *DOTS,
        "define s0(dot): number is last_turn",
        *(f"define s{k}(dot): number is sum of s{k - 1}(d) for d: dot" for k in range(1, 20)),
    ],
    "memory that squares": [
        "define d0: number is last_turn",
        *(f"define d{k}: number is d{k - 1} * d{k - 1}" for k in DOUBLINGS),
    ],
    "numbers that grow where they are passed on": [
        "define d0(n: number): number is n",
        *(f"define d{k}(n: number): number is d{k - 1}(n * n)" for k in range(1, 20)),
    ],
    "thousands of branches": [
        "procedure many\n        if last_turn = 0\n            weather becomes wet\n"
        + "\n".join(f"        otherwise if last_turn = {k}\n            weather becomes dry" for k in range(1, 6_000)),
    ],
    "hundreds of prohibitions": [
        *(f"forbid march(piece, road) when piece.strength = {k % 4}" for k in range(300)),
    ],
    "starts that take long": [
        *DOTS,
        "state far(dot): number, starts at (sum of (count e: dot where e is f) for f: dot)",
    ],
    "a part that takes long to tell": [
        *DOTS,
        "kind part is a dot where (sum of (count e: dot where e is f) for f: dot) > 2",
    ],
    "a wording of megabytes": [*DOTS, "define every_dot: set of dot is all d: dot", f'says "{"{every_dot}" * 150}"'],
    "thousands of mistakes": [f"define d{k}: number is unknown{k}" for k in range(3_000)],
    "a thousand lines that are no rule": [f"rule number {k}" for k in range(1_000)],
    "braces in braces": [f'says "{"{" * 900}{"}" * 900}"'],
    "plurals of plurals": [f'says "{{{":" * 600}{" " * 600}{"|" * 600}}}"'],
}


def load(items: Iterable[str], folder: Path) -> None:
    root = folder / "rules"
    shutil.copytree(BASE, root)
    lines = ["game tiny", "", 'clause bad "Bad"', *(f"    {item}" for item in items)]
    (root / "ruleset" / GAME / "bad.crex").write_text("\n".join(lines) + "\n", encoding="utf-8")
    report = Report()
    text = game_text(Library([root]).files(GAME), report)
    report.raise_errors()
    assert text is not None
    found = index(text, report)
    made = compile_rulebook(build(text, found, found.select(None, []), Report()))
    compile(made.play, "play", "exec")
    compile(made.words, "words", "exec")


@pytest.mark.parametrize("name", GAMES)
def test_what_grows_still_loads(name: str, tmp_path: Path) -> None:
    load(GAMES[name], tmp_path)


@pytest.mark.parametrize("name", MISTAKES)
def test_what_grows_too_much_is_refused(name: str, tmp_path: Path) -> None:
    with pytest.raises(RuleError) as refused:
        load(MISTAKES[name], tmp_path)
    told = refused.value.diagnostics
    assert all(found.span is not None for found in told)
    assert all(len(found.render()) < 3_000 for found in told)


def test_too_many_rules_for_one_action_are_counted(tmp_path: Path) -> None:
    with pytest.raises(RuleError, match=r"`march` has \d+ permits and forbids, and at most 200 can be compiled"):
        load(MISTAKES["hundreds of prohibitions"], tmp_path)


def test_what_spreads_while_it_is_compiled_is_refused_where_it_stands(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("crex_dsl.engine.compile.analysis.constant_folding.MAX_EFFORT", 20_000)
    spread = [
        "set lit of piece",
        "define d0(piece): yes or no is piece in lit",
        *(f"define d{k}(piece): yes or no is {' or '.join([f'd{k - 1}(piece)'] * 18)}" for k in range(1, 5)),
        "forbid march(piece, road) when some x: piece where d4(x)",
    ]
    with pytest.raises(RuleError, match=r"bad\.crex:\d+:\d+: error: the rules around here take too long to compile"):
        load(spread, tmp_path)
