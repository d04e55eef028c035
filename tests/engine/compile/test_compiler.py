"""Rulebook to program: layers as they are played, what the digest covers, and text that cannot break out."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

from crex_dsl.engine.compile.compiler import compile_rulebook
from crex_dsl.engine.scenarios.worked_examples import run_examples
from crex_dsl.language.diagnostics import RuleError
from crex_dsl.rulebook.files.games import Library
from crex_dsl.rulebook.selection.catalogue import index_of, rulebook
from tests.conformance.cases import GAMES, Case
from tests.engine.compiled import compiled
from tests.engine.record import fixtures
from tests.engine.tiny import STOP, Tiny, ids, lines, play
from tests.renaming import Renaming

# ---- values over layers ----
VALUES = """
kind road
    wide : yes or no
table road
    | id    | wide |
    | north | yes  |
    | south | no   |
clause limits "Limits"
    value limit(road): number is
        4  when road.wide
        2  otherwise
    open value fee: number
    state found: 0..999
    state flood: yes or no
    procedure play
        do measure-roads
        ann chooses stay, quit
    procedure measure-roads
        found becomes 10 * limit(north) + limit(south)
"""
FAMILY = """
layer family of tiny
in limits
    fee is 1
in limits
    limit(r) is 7 when r is south
"""
BOOK = 'edition book "Book" of family\n'
OTHER = 'edition other "Other" of family\nin limits\n    limit(r) is 5 when r is south\n'


def found(tiny: Tiny, variants: dict[str, str], edition: str = "book", options: tuple[str, ...] = ()) -> int:
    game = tiny(VALUES + STOP, {"family": FAMILY, "book": BOOK, "other": OTHER, **variants}, edition, options)
    value: int = game.start().read("found")
    return value


def test_a_later_layers_case_is_asked_first_and_the_others_stay(tiny: Tiny) -> None:
    assert found(tiny, {}) == 47
    assert found(tiny, {}, "other") == 45


def test_an_option_is_asked_before_its_edition(tiny: Tiny) -> None:
    option = {"narrow": 'option narrow "Narrow"\nin limits\n    limit(r) is 1 when r is south or flood\n'}
    assert found(tiny, option, "other", ("narrow",)) == 41


def test_cases_of_one_layer_are_asked_from_top_to_bottom(tiny: Tiny) -> None:
    option = {
        "both": """option both "Both"
in limits
    limit(r) is
        1  when r.wide
        3  when r is north
        6  otherwise
"""
    }
    assert found(tiny, option, "book", ("both",)) == 16


ADJUSTS = {
    "bridge": 'option bridge "Bridge"\nin limits\n    limit(r) is 3 when r is north\n',
    "double": 'option double "Double"\namend limits\n    adjust limit(r) to 2 * it\n',
    "extra": 'option extra "Extra"\n    follows double\namend limits\n    adjust limit(r) to it + 1 when r is north\n',
}


def test_adjustments_come_after_the_case_was_found(tiny: Tiny) -> None:
    """Neither knows the other: a case makes it 3, an adjustment doubles what it finds."""
    assert found(tiny, ADJUSTS, "book", ("bridge", "double")) == 10 * 6 + 14


def test_adjustments_are_applied_first_layer_first(tiny: Tiny) -> None:
    assert found(tiny, ADJUSTS, "book", ("extra", "double")) == 10 * 9 + 14  # 2 * 4 + 1, not 2 * (4 + 1)


def test_an_open_value_must_be_said(tiny: Tiny) -> None:
    with pytest.raises(RuleError, match="the open value `fee` is never said"):
        tiny(VALUES + STOP, {"book": 'edition book "Book" of tiny\n'}, "book")


# ---- clauses over layers ----
CLAUSES = """
clause acting "Acting"
    tally done_so_far
    action hop in game
        text "hop"
        do
            done_so_far += 1
    action skip in game
        text "skip"
        do
            done_so_far += 10
    permit hop
    procedure play
        ann may choose hop, skip or "stand"
        ann chooses stay, quit
clause no-hopping "No hopping" off
    forbid hop
clause a-toll "A toll"
    after hop
        done_so_far += 100
"""
LAYERS = {
    "plain": 'edition plain "Plain" of tiny\n',
    "amends": 'edition amends "Amends" of tiny\namend acting\n    permit skip\n',
    "enables": 'edition enables "Enables" of tiny\nenable no-hopping\n',
    "drops": 'edition drops "Drops" of tiny\ndrop a-toll\n',
    "absent": 'edition absent "Absent" of tiny\nabsent a-toll\n',
    "replaces": """edition replaces "Replaces" of tiny
replace a-toll "Another toll"
    after hop
        done_so_far += 500
""",
    "refills": """edition refills "Refills" of tiny
in acting
    procedure play is
        bob may choose hop or "stand"
        bob chooses stay, quit
""",
}


@pytest.mark.parametrize(
    ("edition", "offers", "after_hop"),
    [
        ("plain", ["hop", "done"], 101),
        ("amends", ["hop", "skip", "done"], 101),
        ("enables", ["stay", "quit"], None),
        ("drops", ["hop", "done"], 1),
        ("absent", ["hop", "done"], 1),
        ("replaces", ["hop", "done"], 501),
        ("refills", ["hop", "done"], 101),
    ],
)
def test_editions_amend_enable_drop_and_replace(
    tiny: Tiny, edition: str, offers: list[str], after_hop: int | None
) -> None:
    position = tiny(CLAUSES + STOP, LAYERS, edition).start()
    assert ids(position) == offers
    assert position.asked().who == ("bob" if edition == "refills" else "ann")
    if after_hop is not None:
        assert play(position, "hop").read("done_so_far") == after_hop


def test_a_dropped_clause_leaves_nothing_in_the_program(tiny: Tiny) -> None:
    files = tiny.write(CLAUSES + STOP, LAYERS)
    assert "100" in compile_rulebook(tiny.load(files, "plain").rulebook).play
    assert "100" not in compile_rulebook(tiny.load(files, "drops").rulebook).play


# ---- what the rules do ----
def test_wording_does_not_change_what_the_rules_do(tiny: Tiny) -> None:
    plain = tiny(CLAUSES + STOP, LAYERS, "plain").does
    reworded = CLAUSES.replace('"No hopping"', '"Nobody hops"').replace(
        'clause a-toll "A toll"\n', 'clause a-toll "A toll"\n    says "It costs."\n'
    )
    assert tiny(reworded + STOP, LAYERS, "plain").does == plain
    cited = {**LAYERS, "plain": LAYERS["plain"] + 'cite a-toll at "1.2" titled "Toll"\nnames\n    ann "Anna"\n'}
    assert tiny(CLAUSES + STOP, cited, "plain").does == plain
    commented = CLAUSES.replace("    permit hop\n", "    permit hop  # of course\n\n")
    assert tiny(commented + STOP, LAYERS, "plain").does == plain


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("done_so_far += 100", "done_so_far += 99"),
        ("    permit hop\n", "    permit hop when done_so_far = 0\n"),
        ("ann may choose", "bob may choose"),
    ],
)
def test_a_changed_rule_changes_what_the_rules_do(tiny: Tiny, old: str, new: str) -> None:
    plain = tiny(CLAUSES + STOP, LAYERS, "plain").does
    assert tiny(CLAUSES.replace(old, new) + STOP, LAYERS, "plain").does != plain


def test_a_changed_table_changes_what_the_rules_do(tiny: Tiny) -> None:
    variants = {"family": FAMILY, "book": BOOK}
    one = tiny(VALUES + STOP, variants, "book").does
    two = tiny(VALUES.replace("| north | yes  |", "| north | no   |") + STOP, variants, "book").does
    three = tiny(VALUES.replace("north", "nord") + STOP, variants, "book").does
    assert len({one, two, three}) == 3


# ---- nothing of a rule file runs ----
WICKED = [
    "'); import os; os.abort() #",
    "\\'); raise SystemExit #",
    "\\\\",
    "\\n\\r\\x00",
    "'''",
    "`; $(reboot)",
    "%s %(x)s {{",
    "\u2028 \u2029 \u0085 \u202e",
    "\U0001f4a3 zażółć gęślą jaźń",
    "__import__('os').abort()",
    "@1@ @0@",
]


def wicked_game(quoted: str) -> str:
    form = quoted.translate(str.maketrans(":|()", ".///"))
    return f"""
kind thing is one, two
clause quoting "{quoted}"
    says "{quoted}"
    assumed "{quoted}"
    state n: 0..9
    action touch(thing) in game
        text "{quoted} touches {{thing}} {{n: {form} | many}}"
        do
            n += 1
    permit touch(thing) when n < 5
    procedure play
        ann may keep choosing touch or "{quoted}"
        ann chooses stay, quit
measure touches(p: player) "{quoted}" is n
policy eager "{quoted}"
    prefer touch(thing)
example "{quoted}" on quoting
    then
        n = 0
"""


@pytest.mark.parametrize("wicked", WICKED)
def test_hostile_texts_stay_texts(tiny: Tiny, wicked: str) -> None:
    quoted = wicked.replace("{", "(").replace("}", ")")
    text = wicked_game(quoted)
    variants = {"book": f'edition book "{quoted}" of tiny\n    language en\nnames\n    one "{quoted}"\n'}
    game = tiny(text + STOP, variants, "book")
    position = game.start()
    first = position.asked().legal[0].text
    assert first.startswith(f"{quoted} touches {quoted}")
    assert play(position, "touch(two)").asked().legal[-1].text == quoted
    assert lines(position)[0].startswith(f"ann: {quoted} touches two")
    assert game.clause("quoting")[0] == quoted
    assert game.from_json(position.to_json()) == position
    assert str(position.why_not("touch", thing="one"))
    assert [example.ok for example in run_examples(game)] == [True]
    assert position.measure("touches", "ann") == 1


@pytest.mark.parametrize("game", sorted({case.game for case in fixtures()}))
def test_the_part_that_plays_holds_no_word_of_its_rules(game: str, tmp_path: Path) -> None:
    """With every name changed the very same code comes out: names never pass through as text."""
    Renaming(GAMES, game).write(tmp_path)
    files = Library([tmp_path]).files(game)
    twins = index_of(files)
    own = [case for case in fixtures() if case.game == game]
    assert len(own) == len(twins.editions)
    by_place = {edition.id: place for place, edition in enumerate(index_of(Library([GAMES]).files(game)).editions)}
    for case in own:
        twin = rulebook(files, twins.select(twins.editions[by_place[case.edition]].id, ()))
        assert compile_rulebook(twin).play == compiled(case).play


@pytest.mark.parametrize("case", fixtures(), ids=str)
def test_generated_code_reaches_nothing(case: Case) -> None:
    """No imports, no texts in the part that plays, no attributes but those of numbers, lists and texts."""
    made = compiled(case)
    for part in (made.play, made.words):
        nodes = list(ast.walk(ast.parse(part)))
        attributes = {node.attr for node in nodes if isinstance(node, ast.Attribute)}
        assert attributes <= {"append", "sort", "bit_count", "bit_length", "join", "fromkeys"}
        assert not any(isinstance(node, ast.Import | ast.ImportFrom | ast.Global | ast.Nonlocal) for node in nodes)
        assert not any(isinstance(node, ast.Name) and node.id.startswith("__") for node in nodes)
    constants = [node.value for node in ast.walk(ast.parse(made.play)) if isinstance(node, ast.Constant)]
    assert not any(isinstance(value, str | bytes) for value in constants)
