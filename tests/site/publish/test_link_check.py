"""Small sites that do not hold together: what is wrong with each, told with its page and its target."""

from pathlib import Path

import pytest

from crex_dsl.site.publish.link_check import findings, read

# The pages and files of a site, and what is found.
BROKEN: dict[str, tuple[dict[str, str], list[str]]] = {
    "a page that is not there": (
        {"index.html": '<a href="rules/none.html">x</a>'},
        ["index.html links to `rules/none.html`, which is not there"],
    ),
    "a place that is not there": (
        {"index.html": '<a href="a/b.html#6.42">x</a>', "a/b.html": '<h2 id="6.4">y</h2>'},
        ["index.html links to `a/b.html#6.42`, and there is no such place on that page"],
    ),
    "a place on the same page": (
        {"a/b.html": '<a href="#two">x</a><p id="one">'},
        ["a/b.html links to `a/b.html#two`, and there is no such place on that page"],
    ),
    "a place in a picture": (
        {"map.html": '<svg><a xlink:href="pieces.html#here"><text id="here"/></a></svg>', "pieces.html": "<p>"},
        ["map.html links to `pieces.html#here`, and there is no such place on that page"],
    ),
    "letters of another script": (
        {"index.html": '<a href="#%D0%A8%D1%82%D1%83%D1%80%D0%BC">x</a><a href="#Штурм">x</a><p id="Отход">'},
        ["index.html links to `index.html#Штурм`, and there is no such place on that page"],
    ),
    "a name in other letters": (
        {"index.html": '<a href="Page.html">x</a>', "page.html": ""},
        ["index.html links to `Page.html`, which is not there"],
    ),
    "a way out of the site": (
        {"a/index.html": '<a href="../../index.html">x</a>', "index.html": ""},
        ["a/index.html links to `../index.html`, which is not there"],
    ),
    "a folder without a first page": (
        {"index.html": '<a href="a/">x</a><a href="a/..">y</a>', "a/b.html": ""},
        ["index.html links to `a/index.html`, which is not there"],
    ),
    "an id that stands twice": (
        {"index.html": "<p id=one><p id='two'><svg><g id=\"one\"/></svg>"},
        ["index.html has the id `one` 2 times"],
    ),
    "a picture that is not there": (
        {"a/b.html": '<img alt="x" src="../map.svg"><img srcset="one.png 1x, two.png 2x">', "a/one.png": ""},
        ["a/b.html fetches `map.svg`, which is not there", "a/b.html fetches `a/two.png`, which is not there"],
    ),
    "a script from elsewhere": (
        {"index.html": '<script src="https://cdn.example/x.js"></script>'},
        ["index.html fetches `https://cdn.example/x.js` from the network"],
    ),
    "a font from elsewhere": (
        {"index.html": '<link rel="preconnect stylesheet" href="//fonts.example/css">'},
        ["index.html fetches `//fonts.example/css` from the network"],
    ),
    "a style that fetches": (
        {
            "index.html": "<style>@import 'https://a.example/b.css';</style><p style='background:url(no.png)'>",
            "assets/x.css": "@font-face { src: url( \"https://f.example/f.woff2\" ) } a { cursor: url('../c.png') }",
        },
        [
            "index.html fetches `https://a.example/b.css` from the network",
            "index.html fetches `no.png`, which is not there",
            "assets/x.css fetches `https://f.example/f.woff2` from the network",
            "assets/x.css fetches `c.png`, which is not there",
        ],
    ),
    "the same on many pages": (
        {f"a/{name}.html": '<a href="../b.html">x</a><a href="../b.html#c">x</a>' for name in "xyz"},
        ["a/x.html (and 2 more pages) links to `b.html`, which is not there"],
    ),
}

SOUND = {
    "index.html": """
        <!doctype html><html lang="en"><head><link rel="canonical" href="https://crex.example/">
        <link rel="stylesheet" href="assets/x.css?v=1"><link rel="icon" href="data:image/svg+xml,%3Csvg/%3E">
        <script>var page = '<a href="nowhere.html" id="one">'</script></head>
        <body><a href="https://elsewhere.example/x.html#y">out</a> <a href="mailto:a@b.example">write</a>
        <!-- <a href="gone.html"> --> <code>&lt;a href="not-a-link.html"&gt;</code> <p title="a > b" id="one">5 < 6</p>
        <a href=a/>folder</a> <a href="./a/b.html?x=1&amp;y=2#6.4&amp;5">amp</a> <a href="#">top</a>
        <svg><use href="#one"/><image href="map.svg"/></svg></body></html>""",
    "404.html": '<a href="/index.html">home</a><script src="/assets/x.js"></script>',
    "a/index.html": '<a href="..">up</a> <a href=".">here</a> <a href="../map.svg#any">picture</a>',
    "a/b.html": '<h2 id="6.4&amp;5">x</h2>',
    "assets/x.css": 'a { background: url(data:image/png;base64,AAAA) } b { background: url("../map.svg") }',
    "assets/x.js": 'fetch("https://elsewhere.example")',
    "map.svg": "<svg/>",
}


def written(folder: Path, files: dict[str, str]) -> Path:
    for name, text in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text, encoding="utf-8")
    return folder


@pytest.mark.parametrize("sort", BROKEN)
def test_whatever_is_wrong_is_found_once(tmp_path: Path, sort: str) -> None:
    files, wrong = BROKEN[sort]
    assert findings(written(tmp_path, files)) == wrong


def test_a_sound_site_is_left_in_peace(tmp_path: Path) -> None:
    assert findings(written(tmp_path, SOUND)) == []


def test_what_is_left_out_on_purpose_is_not_missed(tmp_path: Path) -> None:
    written(tmp_path, {"index.html": '<a href="ford/rules.html#1">x</a><a href="dash/rules.html">y</a>'})
    assert findings(tmp_path, {"ford"}) == ["index.html links to `dash/rules.html`, which is not there"]


def test_a_page_is_read_for_what_it_holds() -> None:
    sheet = read('<h1 id="a">x</h1><A HREF="b.html" data-id="no"><img src="c.png"><object data="d.svg"></object>')
    assert (dict(sheet.ids), sheet.links, sheet.fetched) == ({"a": 1}, {"b.html"}, {"c.png", "d.svg"})
