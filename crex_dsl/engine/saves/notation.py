"""Positions, games and views as a few lines of text that fit in a mail, read back whole or refused in one sentence.

A notation begins with words in brackets that say what it is of and what it tells; the rest is packed. Line breaks, and
the marks that mail programs put before quoted lines, do not matter to it.
"""

from __future__ import annotations

import base64
import binascii
import hashlib
import json
import re
import textwrap
import zlib
from typing import TYPE_CHECKING, Any, NamedTuple

from crex_dsl.engine.errors import CrexError, SaveError
from crex_dsl.engine.run.memory import instances, label
from crex_dsl.engine.run.replay import carry_out, decisions_of
from crex_dsl.engine.run.runtime import FAULTS
from crex_dsl.engine.saves.save_format import FORMAT, ScenarioModel, export_state
from crex_dsl.engine.saves.state_import import opening_of, read_save
from crex_dsl.engine.secrecy.mask import HIDDEN
from crex_dsl.text.messages import said
from crex_dsl.text.truncation import printable

if TYPE_CHECKING:
    from crex_dsl.engine.game import Game
    from crex_dsl.engine.run.position import Position
    from crex_dsl.engine.secrecy.view import View


EVERYTHING = "tells everything, dice to come included"
_VERSION = "1"
_LINE = 76
_CHECK = 5  # bytes by which damage is found out, and as many by which other rules are
_LONGEST, _LARGEST = 400_000, 8_000_000  # characters of a notation, bytes of what it packs
_MOST_DECISIONS = 1_000_000
_WRITTEN = re.compile(
    r"\[crex (?P<sort>position|game|view) of (?P<game>[\w.-]+), (?P<edition>[\w.-]+)(?P<options>(?: \+ [\w.=-]+)*); "
    r"(?P<tells>[^\[\]]{1,120})\] ?(?P<body>[\w -]*)",
    re.ASCII,
)


class Notation(NamedTuple):
    """What a notation says of itself: of what it is, under which rules, and what it tells; then what it packs."""

    sort: str
    game: str
    edition: str
    options: tuple[str, ...]
    tells: str
    body: str

    @property
    def head(self) -> str:
        """The words in brackets."""
        rules = "".join(f" + {name}" for name in self.options)
        return f"[crex {self.sort} of {self.game}, {self.edition}{rules}; {self.tells}]"


# ---- written ----
def position_notation(position: Position) -> str:
    """A position, without how it came about: everything that is there, the generator of its dice included."""
    state = export_state(position.game, position.state, position.generator)
    content = {"chance": position.chance, "state": state.model_dump(mode="json"), **_scenario(position)}
    return _written(position.game, "position", EVERYTHING, content)


def _scenario(position: Position) -> dict[str, Any]:
    """The scenario that a game began with, where it did."""
    began = position.opening
    return {} if began is None else {"scenario": {"name": began.name, "values": began.values}}


def game_notation(position: Position) -> str:
    """A game from its beginning: its seed, or what it began with, and every decision."""
    from crex_dsl.engine.run.position import Position

    game = position.game
    opening, decisions = decisions_of(position.past)
    content: dict[str, Any] = {"chance": position.chance, "opening": opening, "decisions": (taken := list[Any]())}
    if position.seed is not None:
        content["seed"] = position.seed
    else:
        content["state"] = export_state(game, position.origin).model_dump(mode="json")
    content |= _scenario(position)
    begins = "told" if opening else "own"
    walked = Position.begun(game, list(position.origin), position.seed, begins)
    carry_out(walked, None, opening)
    with game.unheard():
        for code, outcomes in decisions:
            number = _in_order(walked).index(code)
            taken.append([number, *outcomes] if outcomes else number)
            carry_out(walked, code, outcomes)
    return _written(game, "game", EVERYTHING, content)


def view_notation(view: View) -> str:
    """What one side sees, and nothing else: covered pieces by their numbers in the view, no seed and no generator."""
    memory: dict[str, Any] = {}
    plain = view.standpoint.mask.plain
    for cell in view.game.cells:
        rows = {
            ", ".join(str(plain(of, arg)) for of, arg in zip(cell.params, args, strict=True)): (
                HIDDEN if (value := view.state[slot]) is None else plain(cell.type, value)
            )
            for (args, slot), start in zip(instances(view.game, cell), cell.start, strict=True)
            if view.state[slot] != start
        }
        if rows:
            memory[label(cell)] = rows if cell.params else rows[""]
    content = {
        "viewer": view.player,
        "over": view.over,
        "waiting_for": view.waiting_for,
        "legal": [own.id for own in view.legal],
        "memory": memory,
    }
    return _written(view.game, "view", f"what {view.player} may know, neither seed nor secrets", content)


def _written(game: Game, sort: str, tells: str, content: dict[str, Any]) -> str:
    plain = json.dumps(content, ensure_ascii=False, separators=(",", ":")).encode()
    squeeze = zlib.compressobj(9, zlib.DEFLATED, -15, 9, zdict=_dictionary(game, sort))
    packed = _check(game.does, plain) + squeeze.compress(plain) + squeeze.flush()
    made = Notation(sort, game.id, game.edition, game.options, tells, "")
    body = base64.urlsafe_b64encode(_check(made.head, packed) + packed).decode().rstrip("=")
    return "\n".join(line for part in (made.head, body) for line in textwrap.wrap(part, _LINE, break_on_hyphens=False))


def _check(words: str, content: bytes) -> bytes:
    return hashlib.sha256(f"{_VERSION} {words}\n".encode() + content).digest()[:_CHECK]


def _dictionary(game: Game, sort: str) -> bytes:
    """The names of a game as they stand in what is packed, so that each takes a byte or three.

    A game is packed without them: it holds numbers, and is to outlive other names of steps.
    """
    if sort == "game":
        return b'{"chance":"own","opening":[],"decisions":['
    cells = [f'"{label(cell)}":{{' for cell in game.cells]
    frames = [
        f'{{"procedure":"{name}","reads":"{frame.reads}","at":"{name}/' for name, frame in sorted(game.frames.items())
    ]
    things = [f'"{name}","' for kind in sorted(game.namer.kinds) for name in game.namer.kinds[kind][0]]
    keys = '{"chance":"own","state":{"generator":,"ending":0,"winners":[],"ended_by":null,'
    whole = "".join([*frames, *cells, *things, '"values":{', '"lots":{"', '"memory":{"', keys])
    return whole.encode()[-32_000:]


def _in_order(position: Position) -> list[int]:
    """The legal answers in the order of their spelling, which no way of compiling the rules changes."""
    return sorted(position.codes, key=position.game.spelled)


# ---- read ----
def parse_notation(text: str) -> Notation:
    """What a notation says of itself, whichever rules it belongs to; raises SaveError where it is none."""
    if len(text) > _LONGEST:
        raise SaveError(said("this is no notation: it is too long for one"))
    bare = " ".join(re.sub(r"^[>\s]+", "", line).strip() for line in text.strip().splitlines()).strip()
    found = _WRITTEN.fullmatch(bare)
    if found is None:
        raise SaveError(
            said("this is no notation: it does not begin with `[crex position of …]`, or holds something else")
        )
    options = tuple(found["options"].removeprefix(" + ").split(" + ")) if found["options"] else ()
    return Notation(
        found["sort"], found["game"], found["edition"], options, found["tells"], found["body"].replace(" ", "")
    )


def read_notation(game: Game, text: str) -> Position:
    """The position in a notation, or the one to which the game in it has come; raises SaveError where it is none."""
    noted = parse_notation(text)
    if noted.sort == "view":
        raise SaveError(
            said(
                "this notation tells {what}: it can be read with `view_data`, and nobody can play on from it",
                what=noted.tells,
            )
        )
    content = _content(game, noted)
    try:
        if noted.sort == "position":
            return read_save(game, _as_save(game, content))
        return _replayed(game, content)
    except CrexError as error:
        raise _damaged(str(error).removeprefix(said("the save is damaged: {what}", what=""))) from None
    except (LookupError, TypeError, ValueError, *FAULTS):
        raise _damaged(said("what it packs does not hang together")) from None


def view_data(game: Game, text: str) -> dict[str, Any]:
    """What the notation of a view tells, as plain data; raises SaveError where it is none."""
    noted = parse_notation(text)
    if noted.sort != "view":
        raise SaveError(
            said("this is the notation of a {sort}, not of a view: `from_notation` reads it", sort=noted.sort)
        )
    return _content(game, noted)


def _content(game: Game, noted: Notation) -> dict[str, Any]:
    """What a notation packs, whole and of these rules."""
    if (noted.game, noted.edition, noted.options) != (game.id, game.edition, game.options):
        rules = "".join(f" + {name}" for name in noted.options)
        raise SaveError(
            said(
                "this notation is of {rulebook}; load that rulebook to read it",
                rulebook=f"{noted.game}, {noted.edition}{rules}",
            )
        )
    try:
        raw = base64.urlsafe_b64decode(noted.body + "=" * (-len(noted.body) % 4))
    except (binascii.Error, ValueError):
        raise _damaged(said("letters are missing, or there are too many")) from None
    check, packed = raw[:_CHECK], raw[_CHECK:]
    if check != _check(noted.head, packed):
        raise _damaged(said("a letter of it is missing or has changed"))
    try:
        unpack = zlib.decompressobj(-15, zdict=_dictionary(game, noted.sort))
        plain = unpack.decompress(packed[_CHECK:], _LARGEST)
        fits = unpack.eof and packed[:_CHECK] == _check(game.does, plain)
        content = json.loads(plain) if fits else None
    except (zlib.error, ValueError, RecursionError):
        content = None
    if not isinstance(content, dict):
        raise SaveError(
            said(
                "the rules have changed since this notation was written, so it would not go on as it began; read it "
                "with the rule files that it was written with"
            )
        )
    return content


def _as_save(game: Game, content: dict[str, Any]) -> str:
    """The same as a save, which is checked from end to end when it is read."""
    return json.dumps(
        {
            "format": FORMAT,
            "game": game.id,
            "edition": game.edition,
            "options": list(game.options),
            "does": game.does,
            "seed": None,
            "chance": content["chance"],
            "position": content["state"],
            "origin": content["state"],
            "decisions": [],
            "scenario": content.get("scenario"),
        }
    )


def _replayed(game: Game, content: dict[str, Any]) -> Position:
    """A game played again, decision by decision."""
    from crex_dsl.engine.run.position import Position

    if "seed" in content:
        if not isinstance(content["seed"], int):
            raise _damaged(said("its seed is no number"))
        scenario = content.get("scenario")
        began_with = opening_of(game, None if scenario is None else ScenarioModel.model_validate(scenario))
        seed = content["seed"]
        origin = game.program.start(seed) if began_with is None else began_with.state(seed)
    else:
        begun = read_save(game, _as_save(game, {**content, "chance": "own"}))
        seed, origin, began_with = None, list(begun.origin), begun.opening
    opening = tuple(_outcome(one) for one in content["opening"])
    if len(content["decisions"]) > _MOST_DECISIONS:
        raise _damaged(said("it holds too many decisions"))
    begins = "told" if opening else "own" if content["decisions"] else content["chance"]
    position = Position.begun(game, origin, seed, begins, opening=began_with)
    with game.unheard():
        carry_out(position, None, opening)
        for taken in content["decisions"]:
            number, *outcomes = taken if isinstance(taken, list) else [taken]
            legal = _in_order(position)
            if not isinstance(number, int) or not 0 <= number < len(legal):
                raise _damaged(said("one of its decisions cannot be taken"))
            carry_out(position, legal[number], tuple(_outcome(one) for one in outcomes))
    position.chance = content["chance"]
    return position


def _outcome(given: Any) -> tuple[int, ...]:
    if not isinstance(given, list) or not all(isinstance(face, int) for face in given):
        raise _damaged(said("an outcome in it is none"))
    return tuple(given)


def _damaged(what: str) -> SaveError:
    """The refusal of a damaged notation, in a sentence that echoes little of it."""
    return SaveError(said("the notation is damaged: {what}", what=printable(what[:200])))
