"""The digest by which saves know their rules: the same as long as the rules do the same, another when they do not."""

from __future__ import annotations

import dataclasses
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import suppress
from itertools import product
from pathlib import Path

import pytest

from crex_dsl.language.diagnostics import RuleError
from crex_dsl.rulebook import terms as t
from crex_dsl.rulebook.digest import rules_digest
from crex_dsl.rulebook.files.games import Library, data_root
from crex_dsl.rulebook.selection.catalogue import index_of, rulebook
from crex_dsl.rulebook.terms import types as y
from crex_dsl.rulebook.terms.fingerprint import ATTRIBUTES, FORMS, NAMED, WORDING
from tests.conformance.cases import GAMES, Case
from tests.rulebook.small import Small
from tests.rules.test_examples_bite import BITES, WAIVED, Bite, own_files, place, plain

EXEMPT = (
    t.Term,
    t.Step,
    t.Var,
    t.Guard,
    t.Within,
    t.Template,
    t.Inflected,
    t.Plural,
    t.TextCase,
    y.Type,
    y.Unknown,
    *NAMED,
    *ATTRIBUTES,
)


# ---- tags ----
def classes() -> Iterator[type]:
    """Every class of which typed rules and their types are made."""
    for module in (t, y):
        for found in vars(module).values():
            if (
                isinstance(found, type)
                and dataclasses.is_dataclass(found)
                and found.__module__.startswith("crex_dsl.rulebook")
            ):
                yield found


def test_everything_that_rules_are_made_of_has_a_tag_of_its_own() -> None:
    assert [found.__name__ for found in classes() if found not in FORMS and found not in EXEMPT] == []
    tags = [tag for tag, *_ in FORMS.values()]
    assert len(set(tags)) == len(tags)


@pytest.mark.parametrize("of", FORMS, ids=lambda of: of.__name__)
def test_every_part_counts_or_is_wording(of: type) -> None:
    tag, *parts = FORMS[of]
    fields = {item.name for item in dataclasses.fields(of)}
    assert len(set(parts)) == len(parts)
    assert set(parts) <= fields
    wording = {*WORDING, "name"} if of is y.Enum else {*WORDING}  # its words say all
    assert fields - set(parts) <= wording, f"{tag} leaves something out"


# ---- what does not count ----
def digest(root: Path, game: str, edition: str, options: tuple[str, ...] = ()) -> str:
    files = Library([root]).files(game)
    return rules_digest(rulebook(files, index_of(files).select(edition, options), scripts=False))


FORD = ("ford", "plain-1.0")


@pytest.fixture
def renamed() -> Iterator[str]:
    """The digest of a game before our classes have other names, as they have meanwhile."""
    known = digest(GAMES, *FORD)
    before = [(of, of.__name__, of.__qualname__) for of in FORMS]
    for number, of in enumerate(FORMS):
        of.__name__ = of.__qualname__ = f"Class{number}"
    yield known
    for of, name, qualified in before:
        of.__name__, of.__qualname__ = name, qualified


def test_our_own_names_do_not_count(renamed: str) -> None:
    assert repr(t.Assign) != "<class 'crex_dsl.rulebook.terms.steps.Assign'>"
    assert digest(GAMES, *FORD) == renamed


def test_the_order_of_fields_does_not_count(monkeypatch: pytest.MonkeyPatch) -> None:
    before = digest(GAMES, *FORD)
    for of in FORMS:
        known = of.__dataclass_fields__  # type: ignore[attr-defined]
        monkeypatch.setattr(of, "__dataclass_fields__", dict(reversed(known.items())))
    assert digest(GAMES, *FORD) == before


def test_the_order_of_hashes_does_not_count() -> None:
    code = """
from crex_dsl.engine.game import load
from crex_dsl.rulebook.digest import rules_digest
print(rules_digest(load("ford", "plain-1.0", rules=["tests/games"]).rulebook))
"""
    env = {**os.environ, "PYTHONHASHSEED": "1", "PYTHONPATH": os.pathsep.join(sys.path)}
    run = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True, env=env, cwd=GAMES.parent.parent
    )
    assert run.stdout.split() == [digest(GAMES, *FORD)]


@pytest.fixture
def copied(tmp_path: Path) -> Path:
    """A copy of a game's rule files, to be changed."""
    for folder in ("ruleset", "variants"):
        shutil.copytree(GAMES / folder / "ford", tmp_path / folder / "ford")
    return tmp_path


def rewritten(root: Path, pattern: str, new: str) -> int:
    """Rewrite all rule files of a folder; how many places that were."""
    total = 0
    for path in root.rglob("*.crex"):
        text, count = re.subn(pattern, new, path.read_text(encoding="utf-8"), flags=re.MULTILINE)
        path.write_text(text, encoding="utf-8")
        total += count
    return total


@pytest.mark.parametrize(
    ("pattern", "new"),
    [
        (r'^(\s+says ")', r"\1Know this: "),
        (r'^(\s+text ")', r"\1now "),
        (r'^(clause [\w-]+ ")', r"\1On "),
        (r"^clause", "\n# a remark\n\nclause"),
    ],
    ids=["what clauses say", "texts of actions", "titles", "layout"],
)
def test_words_do_not_count(copied: Path, pattern: str, new: str) -> None:
    assert rewritten(copied, pattern, new) > 5
    assert digest(copied, *FORD) == digest(GAMES, *FORD)


# ---- what counts ----
RULES = """
kind town
    size : 1..3
    colour : dark | light
table town
    | id   | size | colour |
    | acre | 1    | dark   |
    | tyre | 2    | light  |
clause ruling-here "Ruling"
    value price: number is 3
    define rich(t: town): yes or no is
        yes  when t.size > 1
        no   otherwise
    state goal: town, starts at acre
    state purse(player): 0..9, seen by player
    state never: 0..9
    define unused: number is never + 1
    action buy(t: town) in game
        text "buy {t}"
        do
            purse(actor) += price
    permit buy(t) when rich(t)
    forbid buy(t) when some other: town where other is goal and other is t
clause leave "Leave"
    except ruling-here for buy(t) when t is tyre
clause more "More"
    after buy(t)
        purse(red) += 1
    procedure shop
        for each p in players
            let had be purse(p)
            roll 2 dice
            p may choose buy or "no more"
            purse(p) becomes had
"""


def of_rules(small: Small, text: str) -> str:
    return rules_digest(small.book(text))


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("value price: number is 3", "value price: number is 4"),
        ("tyre | 2 ", "tyre | 3 "),
        ("t.size > 1", "t.size >= 1"),
        ("yes  when t.size > 1\n        no ", "no  when t.size > 1\n        yes "),
        ("starts at acre", "starts at tyre"),
        ("0..9, seen by player", "0..8, seen by player"),
        (", seen by player", ""),
        ("do\n            purse(actor) +=", "do\n            purse(actor) -="),
        ("purse(actor) += price", "purse(red) += price"),
        ("permit buy(t) when rich(t)", "permit buy(t)"),
        ("permit buy(t) when rich(t)", "forbid buy(t) when rich(t)"),
        ("other is goal", "other is not goal"),
        ("except ruling-here for buy(t) when t is tyre", "except ruling-here for buy(t) when t is acre"),
        ("except ruling-here for buy(t) when t is tyre", "value nothing_more: number is 3"),
        ("after buy(t)", "before buy(t)"),
        ("purse(red) += 1", "purse(blue) += 1"),
        ("for each p in players", "for each p in [red]"),
        ("roll 2 dice", "roll 3 dice"),
        ('p may choose buy or "no more"', "p chooses buy"),
        ("let had be", "let has be"),  # under that name the running procedure keeps it
        ("state never: 0..9", "state never: 0..8"),  # memory has its place whether it is used or not
        ("action buy(t: town) in game", "action buy(t: town) in game unordered"),
    ],
)
def test_a_changed_rule_counts(small: Small, old: str, new: str) -> None:
    assert old in RULES
    other = RULES.replace(old, new, 1)
    if "let has" in new:
        other = other.replace("becomes had", "becomes has")
    assert of_rules(small, other) != of_rules(small, RULES)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("is never + 1", "is never + 2"),  # a definition that no rule uses
        ("acre | 1    | dark ", "acre | 1    | light"),  # an attribute that none asks for
        ("some other: town where other is goal and other is t", "some o: town where o is goal and o is t"),
        ("rich(t: town)", "rich(u: town)"),
        ('"no more"', '"enough"'),
        ('"buy {t}"', '"buy the town of {t}"'),
    ],
)
def test_what_makes_no_difference_in_play_does_not_count(small: Small, old: str, new: str) -> None:
    assert old in RULES
    other = RULES.replace(old, new, 1)
    if "(u:" in new:
        other = other.replace("when t.size", "when u.size")
    assert of_rules(small, other) == of_rules(small, RULES)


def changed(line: str, change: str) -> str:
    """A line of a rule file with what the list of changes has for it."""
    indent, body = line[: len(line) - len(line.lstrip())], plain(line)
    value = re.fullmatch(r"((?:value |define )?[\w-]+(?:\([^)]*\))?(?:: [\w. ]+?)?) is (.*)", body)
    case = re.fullmatch(r".*\S(  (?:when .*|otherwise))", body)
    condition = re.fullmatch(r"(.* when|(?:otherwise )?if) (.*)", body)
    if case:
        return f"{indent}{change}{case[1]}"
    if condition:
        return f"{indent}{condition[1]} {f'({condition[2]}) and 1 = 2' if change == WAIVED else change}"
    if value:
        return f"{indent}{value[1]} is {change}"
    return f"{indent}if 1 = 2\n{indent}    {body}" if change == WAIVED else f"{indent}{change}"


MEASURED = "define final_place("  # only a measure asks for it: nothing in play


def all_bites() -> list[tuple[str, Bite]]:
    return [(game, bite) for game, bites in BITES.items() for bite in bites]


def noticed(root: Path, bites: list[tuple[str, Bite]]) -> list[Bite]:
    """The changes of whole games that a digest does not tell from the rules as they are."""
    for folder, game in product(("ruleset", "variants"), {game for game, _ in bites}):
        shutil.copytree(data_root() / folder / game, root / folder / game)
    missed: list[Bite] = []
    known: dict[tuple[str, str], str] = {}
    for game, bite in bites:
        edition, *options = bite.edition.split("+")
        case = Case(game, edition, tuple(options))
        if (game, bite.edition) not in known:
            known[game, bite.edition] = digest(root, game, edition, case.options)
        before = known[game, bite.edition]
        lines = {path: path.read_text(encoding="utf-8").splitlines() for path in own_files(root, case)}
        path, number = place(lines, bite.clause, bite.line)
        whole = path.read_text(encoding="utf-8")
        lines[path][number] = changed(lines[path][number], bite.change)
        path.write_text("\n".join(lines[path]) + "\n", encoding="utf-8")
        with suppress(RuleError):  # rules that do not load are noticed as well
            if digest(root, game, edition, case.options) == before:
                missed.append(bite)
        path.write_text(whole, encoding="utf-8")
    return missed


def test_changed_lines_of_whole_games_count(tmp_path: Path) -> None:
    assert noticed(tmp_path, all_bites()[:120:40]) == []


@pytest.mark.soak
def test_every_changed_line_of_whole_games_counts(tmp_path: Path) -> None:
    missed = noticed(tmp_path, all_bites())
    assert [bite for bite in missed if not bite.line.startswith(MEASURED)] == []
