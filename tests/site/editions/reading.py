"""A generated page, read back as its elements."""

from __future__ import annotations

import re
from dataclasses import dataclass
from html.parser import HTMLParser

from crex_dsl.site.content.page import Page

_HEADING = re.compile(r"^#+ .*\{ #([^ ]+) \}$", re.MULTILINE)


@dataclass(frozen=True)
class Element:
    """A tag with its attributes."""

    tag: str
    attributes: dict[str, str]

    def __getitem__(self, name: str) -> str:
        return self.attributes[name]


class Reading(HTMLParser):
    """The elements of a page in order, its links and its anchors."""

    def __init__(self, page: Page) -> None:
        super().__init__()
        self.page = page
        self.elements: list[Element] = []
        self.feed(page.text)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append(Element(tag, {name: value or "" for name, value in attrs}))

    def having(self, name: str) -> list[Element]:
        """The elements with an attribute."""
        return [element for element in self.elements if name in element.attributes]

    @property
    def anchors(self) -> set[str]:
        """What an address on the page may point at."""
        return {element["id"] for element in self.having("id")} | set(_HEADING.findall(self.page.text))

    @property
    def links(self) -> list[str]:
        """The addresses that the page points at."""
        return [element["href"] for element in self.having("href")]

    @property
    def words(self) -> str:
        """What a reader sees, blanks closed up."""
        return " ".join(re.sub(r"<[^>]*>", " ", self.page.text).split())
