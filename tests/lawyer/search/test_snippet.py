"""An excerpt is cut between words, around the first hit, and its marks go with it."""

from crex_dsl.lawyer.search.snippet import LONGEST, excerpt


def test_a_short_text_stays_whole() -> None:
    assert excerpt("Nobody passes.", [(0, 6)]) == ("Nobody passes.", [(0, 6)])


def test_a_long_text_is_cut_around_the_hit() -> None:
    text = f"{'long ago ' * 40}zebra {'for ever ' * 40}".strip()
    start = text.index("zebra")
    cut, marks = excerpt(text, [(start, start + 5)])
    assert len(cut) <= LONGEST + 4
    assert cut.startswith("… ") and cut.endswith(" …")
    assert [cut[first:last] for first, last in marks] == ["zebra"]
    assert not {"on", "g", "ag", "fo", "eve"} & set(cut.split())


def test_without_a_hit_it_is_the_beginning() -> None:
    cut, marks = excerpt("once and again " * 20, [])
    assert cut.startswith("once and again") and cut.endswith(" …")
    assert marks == []


def test_a_word_without_an_end_is_cut_all_the_same() -> None:
    assert len(excerpt("zebra" * 60, [(0, 300)])[0]) <= LONGEST + 4
