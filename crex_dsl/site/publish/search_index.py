"""What the search of a site finds, as script files: entries book by book, and the forms of their words."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict
from html import unescape

from crex_dsl.site.content.page import BookName, Entry
from crex_dsl.site.content.side_files import told
from crex_dsl.text.folding import words
from crex_dsl.text.stemming import stem

FOLDER = "search"
GUIDES = "guides"


Found = tuple[str, Entry]  # the path of a page, and what is found there


def search_file(books: Mapping[BookName, Sequence[Found]]) -> str:
    """Some books with what is found in them, as one file of the search."""
    shown, forms = [], dict[str, dict[str, str]]()
    for book, found in books.items():
        for _, entry in found:
            _learn(forms.setdefault(book.language, {}), f"{entry.title} {entry.text}", book.language)
        rows = [[page, e.anchor, e.number, e.title, e.text, e.clause] for page, e in found]
        shown.append({**asdict(book), "entries": rows})
    return f"crexSearch({told({'books': shown, 'forms': forms})});\n"


def _learn(forms: dict[str, str], text: str, language: str) -> None:
    """Take note of the words of a text that are a form of something shorter or otherwise spelled."""
    for start, word in words(text):
        if word not in forms and (whole := stem(text[start : start + len(word)], language)) != word:
            forms[word] = whole


_SECTION = re.compile(r'<h([1-3])[^>]*\bid="([^"]+)"[^>]*>(.*?)</h\1>', re.DOTALL)
_LEFT_OUT = re.compile(r"<(pre|script|style|svg)\b.*?</\1>|<a class=\"headerlink\".*?</a>|<[^>]+>", re.DOTALL)


def sections(html: str) -> Iterator[Entry]:
    """The sections of a written page: each under its heading, with its text up to the next; code is left out."""
    found = list(_SECTION.finditer(html))
    ends = [*(each.start() for each in found[1:]), len(html)]
    for heading, end in zip(found, ends, strict=False):  # where there is no heading, there is no section
        level, anchor, inside = heading.groups()
        yield Entry(_plain(inside), _plain(html[heading.end() : end]), "" if level == "1" else unescape(anchor))


def _plain(html: str) -> str:
    return " ".join(unescape(_LEFT_OUT.sub(" ", html)).split())


def file_name(name: str) -> str:
    """Where a file of the search lies in the site."""
    return f"{FOLDER}/{name}.js"
