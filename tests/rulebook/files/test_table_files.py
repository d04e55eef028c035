"""Table files beside a rule file: rows of words that know where they stand, and nothing from anywhere else."""

from pathlib import Path

import pytest

from crex_dsl.language.source import Source, Span, Word
from crex_dsl.rulebook.declarations.scope import Mistake
from crex_dsl.rulebook.files.table_files import sheet
from crex_dsl.system.input_files import MAX_RULE_BYTES as MAX_BYTES


def named(folder: Path, name: str) -> Word:
    """A table's name as a rule file in the folder says it."""
    source = Source("ruleset/small/small.crex", f'table town from "{name}"\n', folder / "small.crex")
    return Word.at(name, Span(source, 1, 17, 1, 19 + len(name)))


def test_rows_are_words_with_their_places(tmp_path: Path) -> None:
    (tmp_path / "t.tsv").write_bytes("\ufeffid\tx\r\n# remark\n\n  \t \nacre\t 12 \ntyre\t\n".encode())
    rows = sheet(named(tmp_path, "t.tsv"))
    assert rows == [["id", "x"], ["acre", "12"], ["tyre", ""]]
    assert str(rows[1][1].span) == "ruleset/small/t.tsv:5:7"
    assert rows[1][1].span.end_column == 9


def test_a_table_may_lie_below(tmp_path: Path) -> None:
    (tmp_path / "tables").mkdir()
    (tmp_path / "tables" / "t.tsv").write_text("id\nacre\n")
    assert sheet(named(tmp_path, "tables/t.tsv")) == [["id"], ["acre"]]


@pytest.mark.parametrize("name", ["../t.tsv", "/etc/t.tsv", "tables/../../t.tsv", "a\0b.tsv"])
def test_a_table_lies_nowhere_else(tmp_path: Path, name: str) -> None:
    (tmp_path / "t.tsv").write_text("id\nacre\n")
    (tmp_path / "rules").mkdir()
    with pytest.raises(Mistake, match="a table stands beside its rule file or below it"):
        sheet(named(tmp_path / "rules", name))


def test_a_link_leads_nowhere_else(tmp_path: Path) -> None:
    (tmp_path / "secret.tsv").write_text("id\nacre\n")
    (tmp_path / "rules").mkdir()
    (tmp_path / "rules" / "t.tsv").symlink_to(tmp_path / "secret.tsv")
    with pytest.raises(Mistake, match="a table stands beside its rule file or below it"):
        sheet(named(tmp_path / "rules", "t.tsv"))


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (None, "there is no file t.tsv beside this rule file"),
        (b"id\n\xff\n", "t.tsv is not UTF-8 text"),
        (b"x" * (MAX_BYTES + 1), "t.tsv is larger than 400,000 bytes"),
    ],
)
def test_a_file_that_cannot_be_read_is_told(tmp_path: Path, content: bytes | None, message: str) -> None:
    if content is not None:
        (tmp_path / "t.tsv").write_bytes(content)
    with pytest.raises(Mistake) as mistake:
        sheet(named(tmp_path, "t.tsv"))
    assert mistake.value.message == message


def test_a_table_file_is_called_so(tmp_path: Path) -> None:
    (tmp_path / "t.txt").write_text("id\nacre\n")
    with pytest.raises(Mistake, match=r"the name of a table file ends in \.tsv, unlike t\.txt"):
        sheet(named(tmp_path, "t.txt"))
