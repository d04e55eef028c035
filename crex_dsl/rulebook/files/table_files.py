"""Table files beside a rule file, as rows of words that know where they stand."""

from __future__ import annotations

from pathlib import Path

from crex_dsl.language.source import Source, Span, Word
from crex_dsl.rulebook.declarations.scope import Mistake
from crex_dsl.system.input_files import MAX_RULE_BYTES, NotRegular, TooLarge, read_bytes, refusal
from crex_dsl.text.messages import number_as_said, said

SUFFIX = ".tsv"


def sheet(file: Word) -> list[list[Word]]:
    """The rows of the table file that a rule file names; comments and empty lines are left out."""
    name, here = str(file), file.span.source
    path = _beside(here, name)
    if path is None:
        raise Mistake(
            said("a table stands beside its rule file or below it, and {name} does not", name=name),
            file.span,
            said("move it there, and name it without `..`"),
        )
    if path.suffix != SUFFIX:
        raise Mistake(
            said("the name of a table file ends in {suffix}, unlike {name}", suffix=SUFFIX, name=name),
            file.span,
            said("rename the file"),
        )
    source = Source(f"{Path(here.name).parent.as_posix()}/{name}", _text(path, file), path)
    rows: list[list[Word]] = []
    for number, line in enumerate(source.text.split("\n"), start=1):
        if not line.strip() or line.startswith("#"):
            continue
        cells, column = [], 1
        for part in line.rstrip("\r").split("\t"):
            start = column + len(part) - len(part.lstrip())
            word = part.strip()
            cells.append(Word.at(word, Span(source, number, start, number, start + max(1, len(word)))))
            column += len(part) + 1
        rows.append(cells)
    return rows


def _beside(here: Source, name: str) -> Path | None:
    """The file of that name beside a rule file or below it; None for any other place."""
    if here.path is None or Path(name).is_absolute():
        return None
    try:
        path = (here.path.parent / name).resolve()
        return path if path.is_relative_to(here.path.parent.resolve()) else None
    except (OSError, RuntimeError, ValueError):  # a name that no file can have, or links in a circle
        return None


def _text(path: Path, file: Word) -> str:
    try:
        return read_bytes(path, MAX_RULE_BYTES).decode("utf-8-sig")
    except FileNotFoundError:
        raise Mistake(
            said("there is no file {file} beside this rule file", file=file), file.span, said("check its name")
        ) from None
    except NotRegular:
        raise Mistake(
            said("{file} beside this rule file is no plain file", file=file), file.span, said("check its name")
        ) from None
    except TooLarge:
        raise Mistake(
            said(
                "{file} is larger than {max_rule_bytes} bytes", file=file, max_rule_bytes=number_as_said(MAX_RULE_BYTES)
            ),
            file.span,
            said("split it into several tables"),
        ) from None
    except UnicodeDecodeError:
        raise Mistake(said("{file} is not UTF-8 text", file=file), file.span, said("save it as UTF-8 text")) from None
    except OSError as error:
        raise Mistake(
            said("{file} cannot be read: {refusal}", file=file, refusal=refusal(error)),
            file.span,
            said("check that you may read it"),
        ) from None
