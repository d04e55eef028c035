"""Catalogues of messages as gettext's programs write them, read as they are: nothing compiled can be stale."""

from __future__ import annotations

import re
from pathlib import Path

CATALOGUES = Path(__file__).parent / "po"

# Not babel's reader, which tests hold this one against: it takes longer than all else that a short answer takes.
_LINE = re.compile(r'^(?:(msgctxt|msgid_plural|msgid|msgstr)(?:\[\d\])? )?"(.*)"$|^#, .*(fuzzy)', re.MULTILINE)
_ESCAPED = re.compile(r"\\(.)")
_MEANT = {"n": "\n", "t": "\t"}


def forms_by_name(text: str) -> dict[str, tuple[str, ...]]:
    """The forms of every message by its key or, where it has none, its English text.

    They are in English where the language lacks one, or has one that nobody has looked at since the English changed.
    """
    found: dict[str, tuple[str, ...]] = {}
    entry: dict[str, list[str]] = {}
    last, fuzzy, doubtful = "", False, False
    for field, line, flag in _LINE.findall(text):
        if flag:
            doubtful = True
        elif not field:
            entry[last][-1] += line
        elif field == "msgctxt" or (field == "msgid" and last != "msgctxt"):
            _keep(found, entry, fuzzy)
            entry, fuzzy, doubtful = {field: [line]}, doubtful, False
            last = field
        else:
            entry.setdefault(field, []).append(line)
            last = field
    _keep(found, entry, fuzzy)
    return found


def _keep(found: dict[str, tuple[str, ...]], entry: dict[str, list[str]], fuzzy: bool) -> None:
    name = entry.get("msgctxt", entry.get("msgid", [""]))[0]
    if name:  # without one it is the header
        told = entry["msgstr"]
        forms = told if all(told) and not fuzzy else entry["msgid"] + entry.get("msgid_plural", [])
        found[_plain(name)] = tuple(map(_plain, forms))


def _plain(text: str) -> str:
    if "\\" not in text:
        return text
    return _ESCAPED.sub(lambda escaped: _MEANT.get(escaped[1], escaped[1]), text)
