"""Rule text on a page: every word in its colour, nothing that HTML could mistake."""

from crex_dsl.site.content.render import listing


def test_words_have_their_colour_and_signs_are_plain_text() -> None:
    shown = str(listing("then\n    heap < 2 & 3\n"))
    assert shown.startswith('<div class="highlight" data-search-exclude><pre><code><span class="k">then</span>')
    assert '<span class="o">&lt;</span>' in shown and "&amp;" in shown
    assert shown.endswith("</code></pre></div>")


def test_one_element_holds_all_that_has_a_colour_in_turn() -> None:
    shown = str(listing("then\n    end game won by anna\n    heap < 2"))
    assert '<span class="k">end game won by</span> anna\n    heap <span class="o">' in shown
