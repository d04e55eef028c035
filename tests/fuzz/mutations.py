"""What can happen to a rule file: to its bytes, words, lines and blocks, each edit told by its name and two numbers."""

from __future__ import annotations

import random
import re
from collections.abc import Callable
from functools import cache
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
GAMES = ROOT / "tests" / "games"
_WORD = re.compile(rb"[\w-]+|[^\w\s]")
_NAME = re.compile(rb"(?<![\w\"-])[a-z][\w-]*")
_NUMBER = re.compile(rb"\b[0-9]+\b")

Edit = Callable[[bytes, int, int], bytes]


@cache
def rule_texts() -> tuple[bytes, ...]:
    """The rule files of our games, of the small ones, and all that the guides show."""
    paths = [*GAMES.rglob("*.crex"), *(ROOT / "ruleset").rglob("*.crex"), *(ROOT / "variants").rglob("*.crex")]
    shown = re.findall(r"```crex[a-z-]*\n(.*?)```", (ROOT / "docs" / "language.md").read_text("utf-8"), re.DOTALL)
    return (*(path.read_bytes() for path in sorted(paths)), *(text.encode() for text in shown))


@cache
def vocabulary() -> tuple[bytes, ...]:
    """Every word and sign of the small games, and some that mean trouble."""
    found = {word for path in GAMES.rglob("*.crex") for word in _WORD.findall(path.read_bytes())}
    return tuple(sorted(found | set(TROUBLE)))


@cache
def blocks() -> tuple[bytes, ...]:
    """Every block of every rule file: a line with all that is indented below it, at the margin."""
    found: set[bytes] = set()
    for text in rule_texts():
        lines = text.split(b"\n")
        for place, line in enumerate(lines):
            if line.strip():
                found.add(_outdented(_block(lines, place)))
    return tuple(sorted(found))


TROUBLE = [b"0", b"9999999", b"1000000", b"(", b")", b"[", b"]", b"..", b'"', b"{", b"}", b"true", b"if", b"\xc2\xb2"]
SIZES = [b"0", b"1", b"7", b"99", b"999", b"2000", b"10000", b"99999", b"100000", b"1000000", b"1000001", b"9" * 30]
BYTES = [
    b"\xff",
    b"\0",
    b"\xc3",
    b"\xe2\x80\xa8",
    b"\r",
    b"\t",
    b"\\",
    b"'",
    b'"',
    b"\xc2\xa0",
    b"\x1b",
    b"|",
    b"#",
    b"\n",
]


# ---- lines and blocks ----
def _block(lines: list[bytes], place: int) -> list[bytes]:
    """A line with all that is indented below it."""
    margin = len(lines[place]) - len(lines[place].lstrip())
    end = place + 1
    while end < len(lines) and (not lines[end].strip() or len(lines[end]) - len(lines[end].lstrip()) > margin):
        end += 1
    return lines[place:end]


def _outdented(block: list[bytes]) -> bytes:
    margin = len(block[0]) - len(block[0].lstrip())
    return b"\n".join(line[margin:] for line in block).rstrip()


def _indented(block: bytes, margin: int) -> list[bytes]:
    return [b" " * margin + line for line in block.split(b"\n")]


def _margin(line: bytes) -> int:
    return len(line) - len(line.lstrip(b" "))


def delete(text: bytes, a: int, b: int) -> bytes:
    lines = text.split(b"\n")
    start = a % len(lines)
    return b"\n".join(lines[:start] + lines[start + 1 + b % 3 :])


def delete_block(text: bytes, a: int, b: int) -> bytes:
    lines = text.split(b"\n")
    start = a % len(lines)
    return b"\n".join(lines[:start] + lines[start + len(_block(lines, start)) :])


def double(text: bytes, a: int, b: int) -> bytes:
    lines = text.split(b"\n")
    start = a % len(lines)
    return b"\n".join(lines[: start + 1] + lines[start : start + 1 + b % 4] + lines[start + 1 :])


def multiply(text: bytes, a: int, b: int) -> bytes:
    """A block many times, its name with a number each time, so that nothing is declared twice."""
    lines = text.split(b"\n")
    start = a % len(lines)
    block = _block(lines, start)
    names = _NAME.findall(block[0])
    name = names[1] if len(names) > 1 else None
    copies = [
        line
        if name is None or number == 0
        else re.sub(rb"(?<![\w-])" + name + rb"(?![\w-])", name + b"-%d" % number, line)
        for number in range((5, 40, 300)[b % 3])
        for line in block
    ]
    return b"\n".join(lines[:start] + copies + lines[start + len(block) :])


def nest_block(text: bytes, a: int, b: int) -> bytes:
    """A step inside itself, several levels deep."""
    lines = text.split(b"\n")
    start = a % len(lines)
    block, margin = _block(lines, start), _margin(lines[start])
    outer = [b" " * (margin + 4 * level) + block[0].strip() for level in range(1 + b % 30)]
    inner = _indented(_outdented(block), margin + 4 * len(outer))
    return b"\n".join(lines[:start] + outer + inner + lines[start + len(block) :])


def borrow_block(text: bytes, a: int, b: int) -> bytes:
    """A block of any rule file, put where a line stands and indented like it."""
    lines, found = text.split(b"\n"), blocks()
    start = a % len(lines)
    return b"\n".join(lines[:start] + _indented(found[b % len(found)], _margin(lines[start])) + lines[start:])


def exchange_block(text: bytes, a: int, b: int) -> bytes:
    """A block in the place of another one of the same file."""
    lines = text.split(b"\n")
    start, other = a % len(lines), b % len(lines)
    block = _indented(_outdented(_block(lines, other)), _margin(lines[start])) if lines[other].strip() else []
    return b"\n".join(lines[:start] + block + lines[start + len(_block(lines, start)) :])


def move(text: bytes, a: int, b: int) -> bytes:
    lines = text.split(b"\n")
    line = lines.pop(a % len(lines))
    lines.insert(b % (len(lines) + 1), line)
    return b"\n".join(lines)


def indent(text: bytes, a: int, b: int) -> bytes:
    lines = text.split(b"\n")
    start = a % len(lines)
    lines[start] = (b" " * (b % 17) if b % 5 else b"\t") + lines[start].lstrip()
    return b"\n".join(lines)


# ---- words ----
def _put(text: bytes, word: re.Match[bytes], new: bytes) -> bytes:
    return text[: word.start()] + new + text[word.end() :]


def replace(text: bytes, a: int, b: int) -> bytes:
    words = list(_WORD.finditer(text))
    return _put(text, words[a % len(words)], vocabulary()[b % len(vocabulary())]) if words else text


def borrow(text: bytes, a: int, b: int) -> bytes:
    words = list(_NAME.finditer(text))
    return _put(text, words[a % len(words)], words[b % len(words)].group()) if words else text


def swap(text: bytes, a: int, b: int) -> bytes:
    words = list(re.finditer(rb"[\w-]+", text))
    if len(words) < 2:
        return text
    one, two = sorted((a % len(words), (a + 1 + b % 9) % len(words)))
    first, second = words[one], words[two]
    middle = text[first.end() : second.start()]
    return text[: first.start()] + second.group() + middle + first.group() + text[second.end() :]


def drop_word(text: bytes, a: int, b: int) -> bytes:
    words = list(re.finditer(rb"[\w-]+\s?|[^\w\s]", text))
    return _put(text, words[a % len(words)], b"") if words else text


def blow_up(text: bytes, a: int, b: int) -> bytes:
    """Another number in the place of one."""
    numbers = list(_NUMBER.finditer(text))
    return _put(text, numbers[a % len(numbers)], SIZES[b % len(SIZES)]) if numbers else text


def nest(text: bytes, a: int, b: int) -> bytes:
    words = list(re.finditer(rb"\w+", text))
    if not words:
        return text
    word, deep = words[a % len(words)], 1 + b % 120
    return _put(text, word, b"(" * deep + word.group() + b")" * deep)


def repeat_term(text: bytes, a: int, b: int) -> bytes:
    """A name many times over in a sum, a product or a chain of conditions."""
    words = list(_NAME.finditer(text))
    if not words:
        return text
    word = words[a % len(words)]
    sign = (b" + ", b" * ", b" and ", b" or ")[b % 4]
    return _put(text, word, sign.join([word.group()] * (2, 12, 90)[b % 3]))


# ---- bytes ----
def cut(text: bytes, a: int, b: int) -> bytes:
    return text[: a % (len(text) + 1)] if b % 2 else text[a % (len(text) + 1) :]


def insert(text: bytes, a: int, b: int) -> bytes:
    place = a % (len(text) + 1)
    return text[:place] + BYTES[b % len(BYTES)] + text[place:]


def flip(text: bytes, a: int, b: int) -> bytes:
    place = a % max(1, len(text))
    return text[:place] + bytes([b % 256]) + text[place + 1 :]


def lengthen(text: bytes, a: int, b: int) -> bytes:
    place = a % (len(text) + 1)
    return text[:place] + b"x" * (1_000_000 if b % 2 else 3_000) + text[place:]


# How often each is made: small changes lead deeper into the checker, and into play, than coarse ones.
OFTEN: dict[Edit, int] = {
    borrow: 12,
    blow_up: 10,
    replace: 6,
    swap: 6,
    borrow_block: 5,
    exchange_block: 5,
    delete: 4,
    delete_block: 4,
    repeat_term: 4,
    multiply: 3,
    move: 3,
    double: 3,
    drop_word: 3,
    nest_block: 2,
    indent: 1,
    nest: 1,
    cut: 1,
    insert: 1,
    flip: 1,
    lengthen: 1,
}
EDITS: dict[str, Edit] = {edit.__name__: edit for edit in OFTEN}
SORTS = [edit.__name__ for edit, often in OFTEN.items() for _ in range(often)]


def mutated(text: bytes, chance: random.Random) -> bytes:
    """A text after one to four edits."""
    for _ in range(chance.choice((1, 1, 1, 2, 2, 3, 4))):
        text = EDITS[chance.choice(SORTS)](text, chance.randrange(10**6), chance.randrange(10**4)) or b"\n"
    return text
