"""The canonical layout: what it looks like, that it is reached from any other, and that it says the same."""

import re
from collections.abc import Iterator
from itertools import accumulate
from pathlib import Path
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from crex_dsl.language import nodes
from crex_dsl.language.diagnostics import RuleError
from crex_dsl.language.formatter import format_text
from crex_dsl.language.parser import grammar, parse_text
from crex_dsl.language.source import MAX_LINE, Source
from tests.language.rule_files import RULE_FILES, name_of

PAIRS = sorted(Path(__file__).with_name("format").glob("*.before.crex"))


def laid_out(text: str) -> str:
    return format_text(Source("text.crex", text))


def after(before: Path) -> str:
    return before.with_name(before.name.replace(".before.", ".after.")).read_text(encoding="utf-8")


CANONICAL = [after(path) for path in PAIRS]


def meaning(text: str) -> nodes.Start:
    """The nodes, with table rows as their cells: a row's node holds it as written."""
    start = parse_text(text)
    for node in start.walk():
        if isinstance(node, nodes.Row):
            cells = str(node.text).strip().removeprefix("|").removesuffix("|").split("|")
            node.text = "|".join(cell.strip() for cell in cells)  # type: ignore[assignment]
    return start


def assert_laid_out_well(text: str) -> None:
    """Same meaning, same characters, stable, clean."""
    found = laid_out(text)
    assert meaning(found) == meaning(text)
    assert re.sub(r"[\s|]", "", found) == re.sub(r"[\s|]", "", text)
    assert laid_out(found) == found
    assert found.endswith("\n")
    for line in found.split("\n"):
        assert line == line.rstrip()
        assert (len(line) - len(line.lstrip())) % 4 == 0
    assert "\n\n\n" not in found
    assert not found.startswith("\n")
    assert not found.endswith("\n\n")


# ---- what it looks like ----
@pytest.mark.parametrize("before", PAIRS, ids=lambda path: path.name.split(".")[0])
def test_layout(before: Path) -> None:
    text = before.read_text(encoding="utf-8")
    assert laid_out(text) == after(before)
    assert_laid_out_well(text)
    assert_laid_out_well(after(before))


@pytest.mark.parametrize("path", RULE_FILES, ids=name_of)
def test_rule_files_keep_their_meaning(path: Path) -> None:
    text = path.read_bytes().decode("utf-8-sig")
    if laid_out(text) == text:
        return  # and so keeps it
    try:
        parse_text(text)
    except RuleError:
        pytest.skip("a rule file that is meant not to parse")
    assert_laid_out_well(text)


def test_every_word_of_the_language_stands_in_a_fixture() -> None:
    seen = {token.type for text in CANONICAL for token in grammar().parse_interactive(text).iter_parse()}
    known = {symbol.name for rule in grammar().rules for symbol in rule.expansion if symbol.is_term}
    assert known - seen == set()


LITTLE = (
    ("", ""),
    ("\n \n\n", ""),
    ("# only a comment", "# only a comment\n"),
    ("  game a", "game a\n"),
    ("game a\r\n  players b\r\n", "game a\n    players b\n"),
    ("game a\n\tplayers b # c\t\n\tdefault\n", "game a\n    players b  # c\n    default\n"),
    ("game a\ntable b\n  | c | d |\r\n  |e\n", "game a\n\ntable b\n    | c | d |\n    | e |\n"),
    ("game a\ntable b\n  |\n  | | #f00 | # x\n", "game a\n\ntable b\n    |  |\n    |  | #f00 |  # x\n"),
    ('drop a\n# on b\nclause b "B"\n  follows a\n', 'drop a\n\n# on b\nclause b "B"\n    follows a\n'),
    ('drop a\n# on a\n\nclause b "B"\n  follows a\n', 'drop a\n# on a\n\nclause b "B"\n    follows a\n'),
    ("in a\n  b is no\n# c\n\n\n  # d\ndrop e", "in a\n    b is no\n\n# c\n\n# d\ndrop e\n"),
    ("in a\n # b\n\n  b is no\n   # c\n # d\n   # e", "in a\n    # b\n\n    b is no\n    # c\n\n# d\n# e\n"),
)


@pytest.mark.parametrize(("text", "expected"), LITTLE)
def test_little_things(text: str, expected: str) -> None:
    assert laid_out(text) == expected
    assert laid_out(expected) == expected


# ---- what it refuses ----
WHILES = "".join(f"{' ' * level}while yes\n" for level in range(2, 60))
DEEP = f'clause a "A"\n procedure b in c\n{WHILES}{" " * 60}return\n'
LONG = f"game a\ndrop {','.join('b' * 900)}\n"
REFUSED = (
    ("clause a\n", "text.crex:1:", "the line ends too early"),
    ("game a\n    players b\n\tdefault\n", "text.crex:3:", "indented with a tab"),
    (LONG, "text.crex:2:", f"laid out, this line has 2,703 characters; a rule line has at most {MAX_LINE:,}"),
    (DEEP, "text.crex:42:", "nests deeper than 40 levels"),
)


@pytest.mark.parametrize(("text", "place", "message"), REFUSED, ids=("syntax", "tab", "long", "deep"))
def test_refusals(text: str, place: str, message: str) -> None:
    with pytest.raises(RuleError) as refusal:
        laid_out(text)
    assert str(refusal.value).startswith(place)
    assert message in str(refusal.value)


# ---- reached from any other layout ----
def parts(line: str) -> Iterator[tuple[str, str]]:
    """A line's code, texts in quotes and comment."""
    for match in re.finditer(r'(?P<text>"[^"]*")|(?P<comment> *#.*)|(?P<code>(?:(?! *#)[^"])+)', line):
        yield match.lastgroup or "", match[0]


def mangled_code(code: str, random: Random) -> str:
    def blanks(least: int) -> str:
        return "".join(random.choice(" \t ") for _ in range(random.randint(least, 2)))

    code = re.sub(r" +", lambda _: blanks(1), code)
    code = re.sub(r"[ \t]+([-+]=|<=|>=|[=<>+*/|])[ \t]+", lambda m: blanks(0) + m[1] + blanks(0), code)
    return re.sub(r"[(),\[\]:]|\.\.|(?<=[a-z)])\.(?=[a-z])", lambda m: blanks(0) + m[0] + blanks(0), code)


def mangled_row(row: str, random: Random) -> str:
    def cell(text: str) -> str:
        return " " * random.randint(0, 3) + text.strip() + " " * random.randint(0, 3)

    bars, _, rest = row.rpartition("|")
    return "|".join(["", *map(cell, bars.split("|")[1:]), cell(rest)])


def mangled_line(body: str, random: Random) -> str:
    if body.startswith("|"):
        return mangled_row(body, random)
    found = ""
    for sort, part in parts(body):
        if sort == "comment":
            found += " " * random.randint(0, 4) + part.strip()
        else:
            found += mangled_code(part, random) if sort == "code" else part
    return found.lstrip() + " " * random.randint(0, 2)


def depth(line: str) -> int:
    return (len(line) - len(line.lstrip())) // 4


def mangled(text: str, random: Random) -> str:
    """Canonical text in another layout of the same lines."""
    columns = [0, *accumulate(random.randint(1, 7) for _ in range(12))]
    lines = text.split("\n")[:-1]
    found: list[str] = []
    above = 0
    for index, line in enumerate(lines):
        below = next((depth(x) for x in lines[index + 1 :] if x.strip()), 0)
        if not line:
            needless = depth(lines[index - 1]) > 0 and below == 0
            found += [" " * random.randint(0, 3)] * random.randint(0 if needless else 1, 3)
            continue
        column = columns[depth(line)]
        if line.lstrip().startswith("#"):
            code = next((x for x in lines[index + 1 :] if x and not x.lstrip().startswith("#")), "")
            if depth(code) >= above:
                column = random.randint(0, 20)
        else:
            above = depth(line)
        found.append(" " * column + mangled_line(line.lstrip(), random))
        if opened(line) <= 0 and below > depth(line) and not continued(lines[index + 1].lstrip()):
            found += [""] * random.randint(0, 2)
    ending = random.choice(["\n", "\r\n"])
    return "\n" * random.randint(0, 2) + ending.join(found) + random.choice(["", ending, ending * 3])


def continued(body: str) -> bool:
    return re.match(r"(and|or|where|through|else)\b", body) is not None


def opened(line: str) -> int:
    """How many more brackets a line opens than it closes."""
    code = "".join(part for sort, part in parts(line) if sort == "code")
    return sum(map(code.count, "([")) - sum(map(code.count, ")]"))


def lines_apart(text: str) -> Iterator[tuple[str, bool]]:
    """The lines of a canonical text, and whether something may stand between each and the one before."""
    brackets = 0
    for line in text.split("\n")[:-1]:
        yield line, brackets > 0 or not continued(line.lstrip())
        brackets += opened(line)


@settings(deadline=None, max_examples=40)
@given(text=st.sampled_from(CANONICAL), random=st.randoms(use_true_random=False))
def test_any_layout_of_a_text_becomes_the_canonical_one(text: str, random: Random) -> None:
    assert laid_out(mangled(text, random)) == text


@settings(deadline=None, max_examples=40)
@given(text=st.sampled_from(CANONICAL), random=st.randoms(use_true_random=False))
def test_comments_stay_wherever_they_are_put(text: str, random: Random) -> None:
    found: list[str] = []
    for line, apart in lines_apart(text):
        if apart and random.random() < 0.2:
            found.append(" " * random.randint(0, 12) + f"# before {line.lstrip()}"[: random.randint(1, 40)])
        free = line and "#" not in line and not line.lstrip().startswith("|")
        found.append(f"{line} # remark" if free and random.random() < 0.2 else line)
    assert_laid_out_well("\n".join(found))
    assert meaning("\n".join(found)) == meaning(text)


@settings(deadline=None, max_examples=40)
@given(text=st.sampled_from(CANONICAL), random=st.randoms(use_true_random=False))
def test_empty_lines_never_change_the_meaning(text: str, random: Random) -> None:
    found: list[str] = []
    for line, apart in lines_apart(text):
        found += [""] * random.choice([0, 0, 0, 1, 3] if apart else [0])
        if line or random.random() < 0.5:
            found.append(line)
    assert_laid_out_well("\n".join(found))
    assert meaning("\n".join(found)) == meaning(text)
