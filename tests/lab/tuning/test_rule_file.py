"""Weights as a rule file: its name, what it says, and which options it stands for."""

from pathlib import Path

from crex_dsl.engine.game import game_of
from crex_dsl.lab.tuning.rule_file import free_name, rule_file, weighing
from crex_dsl.lab.tuning.tuning import Weight
from crex_dsl.rulebook.selection.catalogue import index_of
from tests.engine.tiny import Tiny
from tests.lab.tuning.heaps import HEAD, HEAPS

WEIGHTS = [
    Weight(title="coins", old=2, new=9, seen=True),
    Weight(title="stones", old=3, new=-1, seen=True),
    Weight(title="what never changes", old=-7, new=0, seen=False),
]
MIXED = """option mixed "Mixed"

worth
    "coins" counts 4 for it

clause more "More" wording
    says "More is said here."
"""


def test_a_file_that_can_be_read_and_is_in_shape() -> None:
    text = rule_file("tuned-tiny", "tiny", WEIGHTS, ["mixed"], ["A long story. " * 20, "Its end."])
    comment, option = text.split("option ", 1)
    assert all(line.startswith("# ") and len(line) <= 112 for line in comment.splitlines())
    assert option.splitlines() == [
        'tuned-tiny "Tuned weights" for tiny',
        "    follows mixed",
        '    says "Bots weigh how they stand as games of self-play suggest; the rules are the same."',
        "",
        "worth",
        '    "coins" counts 9 for it  # 2 before',
        '    "stones" counts 1 against it  # 3 before',
        '    "what never changes" counts 0 for it  # 7 against it before',
    ]


def test_options_that_only_weigh_give_way_and_others_are_followed(tmp_path: Path) -> None:
    first = rule_file("tuned-standard", "tiny", WEIGHTS)
    files = Tiny(tmp_path).write(HEAPS, {"tuned": first, "mixed": MIXED}, head=HEAD)
    index = index_of(files)
    assert free_name(index, "standard") == "tuned-standard-2" and free_name(index, "other") == "tuned-other"
    assert weighing(files, index.select(None, ["tuned-standard"])) == (["tuned-standard"], [])
    assert weighing(files, index.select(None, ["mixed"])) == ([], ["mixed"])
    assert weighing(files, index.select(None, [])) == ([], [])
    tuned = game_of(files, index.select(None, ["tuned-standard"]))
    assert [number for *_, number in tuned.tables["weights"].values()] == [9, -1, 0]
