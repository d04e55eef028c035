"""`crex check`: what it looks at, what it finds, and where it says that it shows."""

from pathlib import Path

import pytest

from crex_dsl.engine.verify.findings import CheckDocument
from crex_dsl.engine.verify.rulebooks import outcomes, tasks
from crex_dsl.rulebook.files.games import Library
from crex_dsl.rulebook.selection.catalogue import index_of
from tests.cli.conftest import GAMES, Crex


@pytest.fixture(autouse=True)
def no_games_of_our_own(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> None:
    nothing = tmp_path_factory.mktemp("nothing")
    monkeypatch.setattr("crex_dsl.rulebook.files.games.data_root", lambda: nothing)


def checked(crex: Crex, *arguments: str | Path, code: int = 0) -> CheckDocument:
    answer = crex("check", "--json", *arguments)
    assert answer.exit_code == code, answer.output
    assert answer.stderr == ""
    document = CheckDocument.model_validate_json(answer.stdout)
    assert document.ok == (code == 0)
    return document


def written(shelf: Path, name: str, text: str) -> Path:
    path = shelf / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text)
    return path


LATE = "variants/noughts/late.crex"
BASE = "ruleset/noughts/noughts.crex"


# ---- what it looks at ----
def test_every_selection_worth_a_look() -> None:
    files = Library([GAMES]).files("ford")
    index = index_of(files)
    work = tasks(files, index, index.edition("royal"))
    names = [tuple(task.selection.names) for task in work]
    assert len(names) == len(set(names))
    assert names[0] == ()
    assert {name for names in names for name in names} == {
        *(option.id for option in index.options),
        "attack-rounding=nobody-attacks",
    }
    assert ("forced-marches", "spare-horses") in names
    assert ("spare-horses",) not in names
    assert ("spring-floods", "guides") in names
    assert not any({"spring-floods", "dry-summer"} <= set(selection) for selection in names)
    assert [tuple(task.selection.names) for task in tasks(files, index, index.edition("royal"), quick=True)] == [()]


def test_options_that_only_an_example_names_together(shelf: Path) -> None:
    for option in ("one", "two", "three"):
        written(shelf, f"variants/noughts/{option}.crex", f'option {option} "{option}"\n')
    base = shelf / BASE
    base.write_text(
        base.read_text() + '\nexample "All" on turns with one, two, three\n    then\n        cross is cross\n'
    )
    files = Library([shelf]).files("noughts")
    index = index_of(files)
    names = [set(task.selection.names) for task in tasks(files, index, index.editions[0])]
    assert {"one", "two", "three"} in names


def test_many_are_shared_out(shelf: Path) -> None:
    files = Library([shelf]).files("noughts")
    index = index_of(files)
    work = tasks(files, index, index.editions[0])
    shared = list(outcomes(work, jobs=2))
    assert [outcome.label for outcome in shared] == ["club", "club + late-draw"]
    assert shared == list(outcomes(work, jobs=1))


def test_the_games_asked_for(crex: Crex, shelf: Path) -> None:
    written(shelf, "ruleset/other/other.crex", (shelf / BASE).read_text().replace("game noughts", "game other"))

    def games(*arguments: str | Path) -> list[str]:
        return [count.game for count in checked(crex, "--quick", *arguments).editions]

    assert games("--rules", shelf) == ["noughts", "other"]
    assert games(shelf) == ["noughts", "other"]
    assert games(shelf / "ruleset") == ["noughts", "other"]
    assert games(shelf / "variants") == ["noughts"]
    assert games(shelf / "ruleset" / "other") == ["other"]
    assert games(shelf / LATE) == ["noughts"]
    assert games("--rules", shelf, shelf / LATE) == ["noughts"]
    assert games("--rules", shelf, "-g", "oth") == ["other"]
    assert games("--rules", shelf, "-e", "clu") == ["noughts"]


def test_only_the_options_asked_for(crex: Crex, shelf: Path) -> None:
    (count,) = checked(crex, "--rules", shelf, "-o", "late-draw").editions
    assert count.selections == 1


def test_a_loose_file_is_checked_with_its_game(
    crex: Crex, shelf: Path, tmp_path_factory: pytest.TempPathFactory
) -> None:
    loose = tmp_path_factory.mktemp("loose") / "far.crex"
    loose.write_text('option far "Far" for club\n\ndrop full-bord\n')
    (finding,) = checked(crex, loose, "--rules", shelf, code=1).findings
    assert (finding.file, finding.line, finding.column) == (loose.as_posix(), 3, 6)
    assert finding.selections == []
    assert checked(crex, loose, "--rules", shelf, "-g", "noughts", "--quick", code=1).findings == [finding]


HOUSE = 'edition home "At home" of club\n\nreplace one-mark-each "Any square"\n    says "Mark any square."\n'


def test_of_a_loose_file_only_its_own_rulebooks_are_checked(
    crex: Crex, shelf: Path, tmp_path_factory: pytest.TempPathFactory
) -> None:
    folder = tmp_path_factory.mktemp("loose")
    house = written(folder, "home.crex", HOUSE)
    option = written(folder, "far.crex", 'option far "Far" for club\n')

    def rulebooks(*arguments: str | Path) -> dict[str, int]:
        return {count.edition: count.selections for count in checked(crex, "--rules", shelf, *arguments).editions}

    assert rulebooks() == {"club": 2}
    assert rulebooks("--rules", house) == {"club": 2, "home": 2}
    assert rulebooks(house) == {"home": 2}
    assert rulebooks(house, "--quick") == {"home": 1}
    assert rulebooks(house, "-o", "late-draw") == {"home": 1}
    assert rulebooks(house, "-e", "club", "--quick") == {"club": 1}
    assert rulebooks(option) == {"club": 2}  # alone and with late-draw, never without it
    assert rulebooks(option, "--quick") == {"club": 1}
    assert rulebooks(option, "-e", "club", "--quick") == {"club": 2}
    assert rulebooks(option, "--rules", house, "--quick") == {"club": 1, "home": 1}
    assert rulebooks(folder, "--quick") == {"club": 1, "home": 2}
    assert rulebooks(folder, shelf / LATE, "--quick") == {"club": 1, "home": 1}


def test_a_loose_family_without_an_edition_cannot_be_checked(crex: Crex, shelf: Path) -> None:
    family = written(shelf, "loose/family.crex", "layer family of club\n")
    answer = crex("check", family, "--rules", shelf)
    sentence = "no edition at hand takes in family, so nothing can be checked: write one that stands on it"
    assert (answer.stdout, answer.stderr, answer.exit_code) == ("", f"Error: {sentence}\n", 1)


def test_what_a_house_edition_turns_is_a_warning(crex: Crex, shelf: Path) -> None:
    house = written(shelf, "loose/home.crex", HOUSE)
    document = checked(crex, house, "--rules", shelf, "--quick")
    (finding,) = document.findings
    assert (finding.severity, finding.file, finding.example) == ("warning", BASE, "The diagonal")
    assert finding.message == "example “The diagonal” comes out otherwise under these rules: mark(b2) is legal"
    (count,) = document.editions
    assert (count.examples_passed, count.examples_failed, count.examples_changed) == (1, 0, 1)
    answer = crex("check", house, "--rules", shelf, "--quick")
    assert answer.stdout.splitlines()[2].split()[-4:] == ["examples", "failed", "otherwise", "rulebooks"]
    assert answer.stdout.endswith("\nAll in order.\n")


def test_a_failure_in_the_book_itself_is_told_apart(crex: Crex, shelf: Path) -> None:
    base = shelf / BASE
    base.write_text(base.read_text().replace("game won by cross", "game drawn"))
    house = written(shelf, "loose/home.crex", 'edition home "At home" of club\n')
    findings = checked(crex, "--rules", house, "--rules", shelf, "--quick", code=1).findings
    assert [(finding.severity, finding.selections) for finding in findings] == [
        ("error", ["club"]),
        ("warning", ["home"]),
    ]


def test_an_example_of_its_own_that_fails_is_a_mistake(crex: Crex, shelf: Path) -> None:
    text = '\nexample "Twice" on one-mark-each\n    when\n        begin play\n    then\n        game drawn\n'
    house = written(shelf, "loose/home.crex", HOUSE + text)
    findings = checked(crex, house, "--rules", shelf, "--quick", code=1).findings
    assert [(finding.severity, finding.example) for finding in findings] == [
        ("error", "Twice"),
        ("warning", "The diagonal"),
    ]


# ---- what it finds ----
def test_all_in_order(crex: Crex, shelf: Path) -> None:
    answer = crex("check", "--rules", shelf)
    assert answer.exit_code == 0
    table, missing = answer.stdout.split("\n\n")
    assert table.splitlines()[1].split() == ["noughts", "club", "5", "2", "1", "0", "1", "0", "2", "0", "2"]
    assert missing.splitlines() == ["noughts, club: no citation for full-board", "All in order."]


def test_counts(crex: Crex, shelf: Path) -> None:
    club = shelf / "variants" / "noughts" / "club.crex"
    club.write_text(club.read_text().replace("language en", "language pl").replace("unprinted", "absent"))
    (shelf / LATE).unlink()
    (count,) = checked(crex, "--rules", shelf).editions
    assert (count.clauses, count.cited, count.unprinted, count.absent) == (4, 2, 0, 1)
    assert count.missing_citations == ["full-board"]
    assert count.missing_wordings == ["turns", "one-mark-each", "full-board"]
    assert (count.examples_passed, count.examples_failed) == (1, 0)


def test_an_example_that_fails(crex: Crex, shelf: Path) -> None:
    base = shelf / BASE
    base.write_text(base.read_text().replace("game won by cross", "game drawn"))
    document = checked(crex, "--rules", shelf, code=1)
    (finding,) = document.findings
    assert finding.example == "The diagonal"
    assert finding.message.startswith("example “The diagonal” fails: ")
    assert (finding.file, finding.clause) == (BASE, "three-in-a-row")
    assert finding.selections == []
    assert (document.editions[0].examples_passed, document.editions[0].examples_failed) == (1, 1)
    answer = crex("check", "--rules", shelf)
    assert answer.exit_code == 1
    assert f"{BASE}:{finding.line}: error: example “The diagonal” fails" in answer.stdout
    assert answer.stdout.endswith("\n1 mistake\n")


def test_a_mistake_is_told_once_with_where_it_shows(crex: Crex, shelf: Path) -> None:
    written(shelf, "variants/noughts/home.crex", 'edition home "At home" of noughts\n\ndrop full-bord\n')
    written(shelf, LATE, 'option late-draw "Late"\n\ndrop full-bored\n')
    home, late = checked(crex, "--rules", shelf, code=1).findings
    assert (home.file, home.selections) == ("variants/noughts/home.crex", ["every rulebook of home"])
    assert (late.file, late.selections) == (LATE, ["every rulebook with late-draw"])
    answer = crex("check", "--rules", shelf)
    assert answer.stdout.count("names no clause that is there") == 2
    assert "\n  under every rulebook with late-draw\n" in answer.stdout
    assert "noughts  home           -" in answer.stdout


def test_a_mistake_everywhere_needs_no_selections(crex: Crex, shelf: Path) -> None:
    base = shelf / BASE
    base.write_text(base.read_text().replace("by to_move in game", "by to_mov in game"))
    findings = checked(crex, "--rules", shelf, code=1).findings
    assert findings
    assert all(finding.selections == [] for finding in findings)


def test_a_file_that_cannot_be_read_does_not_stop_the_others(crex: Crex, shelf: Path) -> None:
    written(shelf, "ruleset/broken/broken.crex", "game broken broken\n")
    document = checked(crex, "--rules", shelf, code=1)
    (finding,) = document.findings
    assert (finding.game, finding.file, finding.line) == ("broken", "ruleset/broken/broken.crex", 1)
    assert [count.game for count in document.editions] == ["noughts"]


def test_nothing_to_check(crex: Crex) -> None:
    answer = crex("check")
    assert answer.stdout == "There are no games at hand, so there is nothing to check.\n"
    assert answer.exit_code == 0
    assert checked(crex).editions == []
