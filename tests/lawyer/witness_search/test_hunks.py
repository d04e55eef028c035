"""Strands: what two drafts do differently, piece by piece."""

from crex_dsl.lawyer.witness_search.hunks import rule_hunks, together
from tests.lawyer.witness_search.conftest import all_strands, drafts, hunk


def test_a_draft_has_no_strands_with_itself() -> None:
    one, _ = drafts()
    assert rule_hunks(one, one) == []


def test_items_about_one_value_are_one_strand_and_other_values_are_others() -> None:
    about = [each.about for each in all_strands() if each.clause == "cavalry-charge"]
    assert about == [("charge_dice",), ("charge_firepower",)]
    assert [len(side) for side in hunk("cavalry-charge", "charge_dice").sides] == [1, 1]


def test_what_uses_a_name_hangs_together_with_what_declares_it() -> None:
    found = hunk("initiative", "went_first")
    assert set(found.about) == {"went_first", "take-order", "settle-initiative"}
    assert (found.declares(0), found.declares(1)) == (set(), {"went_first"})


def test_words_alone_are_no_strand() -> None:
    assert not [each for each in all_strands() if each.clause in ("map", "musters")]


def test_tables_are_strands_of_their_own_that_declare_their_rows() -> None:
    found = hunk("armies", "block")
    assert found.lists and not hunk("road-limits", "size_limit").lists
    assert found.declares(1) == {"reed-crew"}
    assert {"pine-levy", "elm-guard"} <= found.mentions(1)


def test_a_strand_brings_along_whatever_it_cannot_do_without() -> None:
    alone = hunk("road-limits", "size_limit")
    assert together(all_strands(), alone, 0) == [alone]
    needy = hunk("forced-march", "march_loss")
    assert hunk("forced-march", "farthest") not in together(all_strands(), needy, 0)
