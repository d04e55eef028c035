"""Reports as Markdown, and the turns of a seat as an Atom feed."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import Any
from xml.etree import ElementTree

from crex_dsl.text.messages import Messages

_ATOM = "http://www.w3.org/2005/Atom"
_MARKUP = re.compile(r"([\\`*_\[\]<>#|~])")


def plain(text: str) -> str:
    """A text in Markdown that is nothing but text."""
    return _MARKUP.sub(r"\\\1", " ".join(text.split()))


def markdown(report: dict[str, Any], say: Messages) -> str:
    """A report as Markdown."""
    return "\n".join(_lines(report, say)) + "\n"


def _lines(report: dict[str, Any], say: Messages) -> Iterator[str]:
    rulebook = ", ".join(filter(None, [report["edition"]["title"], *report["options"], report.get("scenario")]))
    yield f"# {plain(report['title'])}"
    yield ""
    yield f"{plain(report['game']['title'])}, {plain(rulebook)}"
    yield ""
    yield from _list(
        say.headed(plain(each["side"]), plain(each["player"] or each["bot"] or each["sort"]))
        for each in report["people"]
    )
    result = report["result"]
    facts = [
        ("table-begun", report["begun"]),
        ("table-ended", report["ended"]),
        ("table-moments", report["moments"]),
        ("table-decisions", report["decisions"]),
        ("table-taken-back", report["taken_back"]),
        ("table-chat-lines", report["chat_lines"]),
        ("table-result", None if result is None else f"{plain(result['text'])}{_by(result['clause'])}"),
    ]
    yield from _list(say.headed(say(key), told) for key, told in facts if told is not None)
    yield from _section(say("table-thought"), [_thought(each, say) for each in report["thinking"]])
    yield from _section(say("table-questions"), [_question(each, say) for each in report["questions"]])
    yield from _section(say("table-refusals"), [_refusal(each, say) for each in report["refusals"]])
    yield from _section(
        say("table-consulted"), [f"{_printed(each['clause'])} ({each['times']})" for each in report["clauses"]]
    )


def _thought(each: dict[str, Any], say: Messages) -> str:
    spans = {name: _span(each[name]) for name in ("seconds", "median", "longest")}
    return say.headed(plain(each["side"]), say("table-thought-of", decisions=each["decisions"], **spans))


def _span(seconds: float) -> str:
    """A time as hours, minutes and seconds."""
    hours, rest = divmod(round(seconds), 3600)
    return f"{hours}:{rest // 60:02}:{rest % 60:02}"


def _refusal(each: dict[str, Any], say: Messages) -> str:
    cited = ", ".join(map(_printed, each["clauses"]))
    return say.headed(plain(each["action"]), f"{cited} ({each['times']})")


def _printed(clause: dict[str, Any]) -> str:
    return " ".join(filter(None, [plain(clause["printed"]), f"\\[{plain(clause['clause'])}\\]"]))


def _question(each: dict[str, Any], say: Messages) -> str:
    where = say("table-at-moment", moment=each["at"])
    return say.headed(f"{where}, {plain(each['name'])}{_by(each['clause'])}", plain(each["text"]))


def _by(clause: dict[str, Any] | None) -> str:
    return "" if clause is None else f" ({_printed(clause)})"


def _section(title: str, rows: Sequence[str]) -> Iterator[str]:
    if rows:
        yield f"## {title}"
        yield ""
        yield from _list(rows)


def _list(rows: Iterable[str]) -> Iterator[str]:
    for row in rows:
        yield f"- {row}"
    yield ""


def atom(say: Messages, title: str, address: str, times: Sequence[str]) -> bytes:
    """The times at which it became somebody's turn, the latest first."""
    ElementTree.register_namespace("", _ATOM)
    feed = ElementTree.Element(f"{{{_ATOM}}}feed")

    def add(to: ElementTree.Element, name: str, text: str = "", **attributes: str) -> None:
        ElementTree.SubElement(to, f"{{{_ATOM}}}{name}", attributes).text = text or None

    add(feed, "title", title)
    add(feed, "id", address)
    add(feed, "link", href=address)
    add(feed, "updated", times[-1] if times else "1970-01-01T00:00:00Z")
    for time in reversed(times):
        entry = ElementTree.SubElement(feed, f"{{{_ATOM}}}entry")
        add(entry, "title", say("feed-turn", title=title))
        add(entry, "id", f"{address}#{time}")
        add(entry, "link", href=address)
        add(entry, "updated", time)
        author = ElementTree.SubElement(entry, f"{{{_ATOM}}}author")
        add(author, "name", "crex")
    text: bytes = ElementTree.tostring(feed, encoding="utf-8", xml_declaration=True)
    return text
