"""Records the catalogues anew: `make messages`, and with `ROWS=FILE` takes in messages that are told in four languages.

The template gets what the code says in English and loses what nobody says; every language gets an entry for each. What
has become other English keeps its translation, marked as fuzzy until somebody has looked at it.
"""

from __future__ import annotations

import ast
import csv
import re
import sys
from collections.abc import Iterable, Iterator
from io import BytesIO
from pathlib import Path

from babel.messages.catalog import Catalog, Message
from babel.messages.plurals import get_plural
from babel.messages.pofile import read_po, write_po
from typer.main import get_command

import crex_dsl
from crex_dsl.cli.app import app
from crex_dsl.cli.help_text import SENTENCES, texts
from crex_dsl.text.messages import KEY, OWN, languages
from crex_dsl.text.po_file import CATALOGUES

PACKAGE = Path(crex_dsl.__file__).parent
TEMPLATE = CATALOGUES / "messages.pot"
SAYING = ("said", "marked")
_FORMS = re.compile(r"\{count:([^}]*\|[^}]*)\}")

Names = str | tuple[str, ...]  # a message's English, in one form or in two


def told_in_code() -> dict[str, Names]:
    """Every message that the code says, by name: a key, or its English with its plural where it has one."""
    found: dict[str, Names] = {}
    for file in sorted(PACKAGE.rglob("*.py")):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and node.args and _called(node.func) in SAYING:
                several = [text for argument in node.args[1:2] for text in _texts(argument)]
                for text in _texts(node.args[0]):
                    found[text] = (text, *several) if several else text
    return found | {text: text for text in (*texts(get_command(app)), *SENTENCES)}


def told_in_files() -> str:
    """Every file that can say something, as one text."""
    endings = (".py", ".jinja", ".html", ".js")
    files = [file for file in sorted(PACKAGE.rglob("*")) if file.suffix in endings]
    return "\n".join(file.read_text(encoding="utf-8") for file in files)


def names_in_code(key: str) -> Iterator[str]:
    """A key as code may write it: whole, of a chart without `chart-`, or put together from what is counted."""
    if not KEY.fullmatch(key):
        return
    stem = key.rpartition("-")[0]
    for name in (key, key.removeprefix("chart-"), f"{stem}-{{self._counted}}", f"{stem}-{{self.kind}}"):
        yield from (f'"{name}"', f"'{name}'")


def _called(function: ast.expr) -> str:
    return getattr(function, "id", "") or getattr(function, "attr", "")


def _texts(node: ast.expr) -> Iterator[str]:
    """The texts that an argument may be."""
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        yield node.value
    elif isinstance(node, ast.IfExp):
        yield from (*_texts(node.body), *_texts(node.orelse))


def read(file: Path) -> Catalog:
    """A catalogue as it stands in its file."""
    with file.open("rb") as text:
        return read_po(text, None if file == TEMPLATE else file.stem, abort_invalid=True)


def by_name(catalogue: Catalog) -> dict[str, Message]:
    """The messages of a catalogue by key or English."""
    return {message.context or _singular(message.id): message for message in catalogue if message.id}


def _singular(names: Names) -> str:
    return names if isinstance(names, str) else names[0]


def template(english: dict[str, Names]) -> Catalog:
    """The English of the keys, as they stand in their file, and what the code says in English, in order."""
    files = told_in_files()
    keyed = {key: of for key, of in english.items() if any(name in files for name in names_in_code(key))}
    told = {text: of for text, of in told_in_code().items() if not KEY.fullmatch(text)}
    made = Catalog()
    for key in sorted(keyed):
        made.add(keyed[key], context=key)
    for text in sorted(told):
        made.add(told[text])
    return made


def translation(made: Catalog, language: str, known: dict[str, Message]) -> Catalog:
    """What a language has of a template, in its order."""
    forms = get_plural(language)[0]
    new = Catalog(language)
    for name, message in by_name(made).items():
        old = known.get(name)
        empty: Names = ("",) * forms if message.pluralizable else ""
        if old is None or bool(old.pluralizable) != bool(message.pluralizable):
            new.add(message.id, empty, context=message.context)
        else:
            flags = ["fuzzy"] if old.fuzzy or (old.id != message.id and any(old.string)) else []
            new.add(message.id, old.string, context=message.context, flags=flags)
    return new


def written(made: Catalog, language: str) -> str:
    """A catalogue as its file holds it: without dates, which would change with every run."""
    forms, rule = get_plural(language)[:2]
    header = {
        "Project-Id-Version": "crex",
        "Language": language,
        "Plural-Forms": f"nplurals={forms}; plural={rule};",
        "MIME-Version": "1.0",
        "Content-Type": "text/plain; charset=utf-8",
        "Content-Transfer-Encoding": "8bit",
    }
    head = ['msgid ""', 'msgstr ""', *(f'"{name}: {value}\\n"' for name, value in header.items()), "", ""]
    text = BytesIO()
    write_po(text, made, width=0, omit_header=True)
    return "\n".join(head) + text.getvalue().decode("utf-8").rstrip("\n") + "\n"


def recorded(rows: Iterable[dict[str, str]] = ()) -> dict[Path, str]:
    """Every catalogue as it should stand, once some messages in four languages are taken in."""
    rows = list(rows)
    english = {name: message.id for name, message in by_name(read(TEMPLATE)).items()}
    english |= {row["key"]: _forms(row[OWN], 2, any(map(_FORMS.search, row.values()))) for row in rows}
    made = template(english)
    texts = {TEMPLATE: written(made, OWN)}
    for language in languages()[1:]:
        file = CATALOGUES / f"{language}.po"
        known = by_name(read(file))
        for row in rows:
            names = english[row["key"]]
            string = _forms(row[language], get_plural(language)[0], not isinstance(names, str))
            known[row["key"]] = Message(names, string, context=row["key"])
        texts[file] = written(translation(made, language, known), language)
    return texts


def _forms(text: str, count: int, several: bool) -> Names:
    """A message of a row in all its forms: `{count: line | lines}` has one word for each."""
    return tuple(_form(text, place) for place in range(count)) if several else text


def _form(text: str, place: int) -> str:
    def word(found: re.Match[str]) -> str:
        words = found[1].split("|")
        return words[min(place, len(words) - 1)].strip()

    return _FORMS.sub(word, text)


def main(files: list[str]) -> None:
    """Record all catalogues, with the rows of a table of tabs: key, en, and each further language."""
    rows: list[dict[str, str]] = []
    for file in files:
        with Path(file).open(encoding="utf-8", newline="") as lines:
            rows += csv.DictReader(lines, delimiter="\t", quoting=csv.QUOTE_NONE)
    for path, text in recorded(rows).items():
        path.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main(sys.argv[1:])
