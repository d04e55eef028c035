"""The pages of a book: its contents, its chapters, its player aid, its index and its glossary."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from markupsafe import Markup, escape

from crex_dsl.drawing.svg.elements import PATHS
from crex_dsl.site.book.charts import course
from crex_dsl.site.book.components import display
from crex_dsl.site.book.lessons import lesson_entries, shown_lessons
from crex_dsl.site.book.player_aid import aid_of, tables_of, type_size
from crex_dsl.site.content.book import UNCHAPTERED, UNPRINTED, Book, Chapter, Section, in_words
from crex_dsl.site.content.clause_view import ClauseView, ClauseViews, Link, label_of, paragraphs
from crex_dsl.site.content.game_content import GameContent
from crex_dsl.site.content.page import BookName, Entry, Page, link
from crex_dsl.site.content.render import rendered
from crex_dsl.text.folding import folded
from crex_dsl.text.messages import Messages
from crex_dsl.text.stemming import stems_of

TRANSLATED = 0.55  # what a translation weighs in the search
MOST = 12  # clauses that an entry of the index names
WHOLE = "whole"  # the page that holds all rules of a book


@dataclass(frozen=True)
class ShownSection:
    """A section with its clauses as the page shows them."""

    section: Section
    figure: str
    clauses: list[ClauseView]
    see: list[Link]


@dataclass(frozen=True)
class WholeSection:
    """A section with nothing but its words, each paragraph with its language; no heading where it was just said."""

    number: str
    heading: str
    paragraphs: list[tuple[str, str]]


@dataclass(frozen=True)
class IndexEntry:
    """An entry of the index: what is looked for, and where it stands."""

    word: str
    letter: str
    links: list[Link]


@dataclass(frozen=True)
class Term:
    """A term of the glossary: its forms here, what the other languages call it, and the clauses that use it."""

    id: str
    forms: list[str]
    others: list[str]
    clauses: list[Link]


def book_pages(content: GameContent, book: Book) -> Iterator[Page]:
    """All pages of a book, contents first."""
    yield from _Binder(content, book).pages()


class _Binder:
    """Binds the pages of one book."""

    def __init__(self, content: GameContent, book: Book) -> None:
        self.content, self.book = content, book
        self.curator = ClauseViews(content, book)
        self.say = Messages(book.language)
        self.shelf = (content.index.title, label_of(book))
        title = book.title if book.own else f"{book.title} ({self.say('language')})"
        self.name = BookName(book.folder, title, label_of(book), book.language, 1 if book.own else TRANSLATED)

    def pages(self) -> Iterator[Page]:
        appendices = list(self._appendices())
        links = [Link(link(self.book.path("index"), page.path), page.title) for page in appendices]
        links.append(Link(link(self.book.path("index"), self.book.path(WHOLE)), self.say("whole")))
        if self.book.lessons:
            learn = self.say("learn-title", title=self.content.index.title)
            links.insert(0, Link(link(self.book.path("index"), self.book.path("learn")), learn))
        yield self._page("index", self.book.title, "contents.md.jinja", chapters=self._contents(), appendices=links)
        if self.book.lessons:
            entries, shown = lesson_entries(self.book), shown_lessons(self.content, self.book, self.curator)
            title = self.say("learn-title", title=self.content.index.title)
            yield self._page("learn", title, "learn.md.jinja", entries, lessons=shown)
        for chapter in self.book.chapters:
            title = self._title(chapter)
            intro = self.say("unprinted-why") if chapter.id == UNPRINTED else ""
            entries = self._found(chapter)
            yield self._page(
                chapter.id,
                title,
                "chapter.md.jinja",
                entries,
                sections=self._sections(chapter),
                intro=intro,
                rules_only=True,
            )
        yield from appendices
        yield replace(self._page(WHOLE, self.say("whole"), "whole.md.jinja", chapters=self._whole()), shelf=None)

    def _whole(self) -> list[tuple[str, list[WholeSection]]]:
        """All chapters with nothing but their rules: what is read from beginning to end, and printed."""
        titled = [(self._title(chapter), chapter) for chapter in self.book.chapters]
        return [(title, list(self._worded(chapter, title))) for title, chapter in titled]

    def _worded(self, chapter: Chapter, above: str) -> Iterator[WholeSection]:
        """The sections of a chapter that say something."""
        for section in chapter.sections:
            number = "" if in_words(section.number) else section.number
            said = [
                (self.book.language_of(clause), text)
                for clause in section.clauses
                for text in paragraphs(self.book.wording(clause))
            ]
            if said:
                heading = f"{number} {section.heading}".strip()
                yield WholeSection(number, "" if heading == above else section.heading, said)
                above = heading

    def _appendices(self) -> Iterator[Page]:
        """The pages behind the chapters, as far as the book has them."""
        charts = course(self.content, self.book, self.book.path("course"))
        if charts:
            yield self._page("course", self.say("course"), "course.md.jinja", charts=charts)
        drawn = display(self.content, self.book)
        if drawn:
            yield self._page("pieces", self.say("pieces"), "pieces.md.jinja", shown=drawn)
        if self.book.record.aid:
            groups, tables = aid_of(self.book), tables_of(self.book)
            size = type_size(groups, tables)
            shown: dict[str, object] = {"groups": groups, "tables": tables, "size": size, "icons": PATHS}
            yield self._page("aid", self.say("aid"), "aid.md.jinja", (), **shown)
        yield self._page("terms", self.say("index"), "index.md.jinja", entries=self._entries())
        if self.book.terms:
            terms, languages = self._terms()
            yield self._page("glossary", self.say("glossary"), "glossary.md.jinja", terms=terms, languages=languages)

    def _page(self, name: str, title: str, template: str, found: Sequence[Entry] = (), **values: object) -> Page:
        path = self.book.path(name)
        text = rendered(
            template,
            say=self.say,
            title=title,
            book=self.book,
            book_label=label_of(self.book),
            sisters=self.curator.switch(path, name),
            printed=self._printed,
            **values,
        )
        return Page(path, title, text, self.book.language, self.shelf, self.name, tuple(found))

    def _printed(self, place: str) -> Markup:
        """The name of a place in the printed book, marked where the book is a translation."""
        language = self.book.record.printed_language
        return escape(place) if self.book.own else Markup('<span lang="{}">{}</span>').format(language, place)

    def _found(self, chapter: Chapter) -> list[Entry]:
        """What the search finds in a chapter: its clauses that say something."""
        return [
            Entry(
                self.book.heading(clause),
                self.book.wording(clause),
                (self.book.address(clause.id) or "").partition("#")[2],
                section.number,
                clause.id,
            )
            for section in chapter.sections
            for clause in section.clauses
            if self.book.wording(clause)
        ]

    def _title(self, chapter: Chapter) -> str:
        if chapter.id == UNPRINTED:
            return self.say("unprinted")
        if chapter.id == UNCHAPTERED:
            return self.say("elsewhere" if self.book.record.chapters else "rules")
        return f"{chapter.number} {chapter.title}".strip()

    # ---- chapters ----
    def _contents(self) -> list[tuple[Link, list[Link]]]:
        page = self.book.path("index")
        return [
            (
                Link(link(page, chapter.path), self._title(chapter)),
                [
                    Link(link(page, f"{chapter.path}#{section.anchor}"), self._label(section))
                    for section in chapter.sections
                ],
            )
            for chapter in self.book.chapters
        ]

    def _label(self, section: Section) -> str:
        return self._printed(section.label) if section.heading == section.number else section.label

    def _sections(self, chapter: Chapter) -> list[ShownSection]:
        return [
            ShownSection(
                section,
                "" if in_words(section.number) else section.number,
                [self.curator.show(clause, section, chapter.path) for clause in section.clauses],
                [self.curator.see(clause, chapter.path) for clause in section.see],
            )
            for section in chapter.sections
        ]

    # ---- index and glossary ----
    def _entries(self) -> list[IndexEntry]:
        """Headings and terms in the order of their letters, each with the clauses that bear or use them."""
        found: dict[str, list[str]] = {}
        for clause in self.book.record.clauses:
            if self.book.wording(clause):
                found.setdefault(self.book.heading(clause), []).append(clause.id)
        headings = {folded(heading): heading for heading in found}
        for term in self.book.terms:
            known = next((headings[folded(form)] for form in term.forms if folded(form) in headings), term.forms[0])
            found[known] = list(dict.fromkeys([*found.get(known, []), *self._using(term.forms)]))
        page = self.book.path("terms")
        entries = [IndexEntry(word, _letter(word), self._links(names, page)) for word, names in found.items() if names]
        return sorted(entries, key=lambda entry: (folded(entry.word), entry.word))

    def _links(self, names: list[str], page: str) -> list[Link]:
        """Links to the first of some clauses, each place once."""
        links = [self.curator.brief_link(self.book.clauses[name], page) for name in names]
        return list({each.label: each for each in reversed(links)}.values())[::-1][:MOST]

    def _using(self, forms: list[str]) -> list[str]:
        """The clauses whose words hold one of the forms, however it is bent."""
        wanted = {self._stems(form) for form in forms}
        return [name for name, said in self._stems_by_clause.items() if any(_holds(said, form) for form in wanted)]

    @cached_property
    def _stems_by_clause(self) -> dict[str, tuple[str, ...]]:
        return {clause.id: self._stems(self.book.wording(clause)) for clause in self.book.record.clauses}

    def _stems(self, text: str) -> tuple[str, ...]:
        return tuple(stems_of(text, self.book.language))

    def _terms(self) -> tuple[list[Term], list[str]]:
        page = self.book.path("glossary")
        known: dict[str, dict[str, list[str]]] = {}
        for record in self.content.records.values():
            for term in record.terms:
                known.setdefault(term.id, {}).setdefault(term.language, term.forms)
        spoken = dict.fromkeys(book.language for book in self.content.books)
        languages = [each for each in spoken if each != self.book.language]
        terms = [
            Term(
                term.id,
                term.forms,
                [self._called(term.id, language, known) for language in languages],
                self._links(using, page),
            )
            for term in self.book.terms
            if (using := self._using(term.forms))
        ]
        return sorted(terms, key=lambda term: folded(term.forms[0])), languages

    def _called(self, term: str, language: str, known: dict[str, dict[str, list[str]]]) -> str:
        """A term in another language; in that of the base its id says it where the glossary does not."""
        forms = known[term].get(language)
        own = language == self.book.record.base_language
        return forms[0] if forms else term.replace("-", " ") if own else ""


def _letter(word: str) -> str:
    first = next((letter for letter in word if letter.isalnum()), "#")
    return first.upper()


def _holds(said: tuple[str, ...], form: tuple[str, ...]) -> bool:
    size = len(form)
    return bool(size) and any(said[place : place + size] == form for place in range(len(said) - size + 1))
