"""A game under one edition and its options: what `load` returns, and where positions come from."""

from __future__ import annotations

import functools
from bisect import bisect_right
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

from crex_dsl.engine.errors import IllegalAction, NotCounted, NotWatched, UnknownName
from crex_dsl.engine.explain.clause_counts import Counts, read_counts
from crex_dsl.engine.run.decision import DECLINE
from crex_dsl.engine.run.memory import address
from crex_dsl.engine.run.position import Position
from crex_dsl.engine.run.program import Parts, Program, native_parts, program, program_key
from crex_dsl.engine.run.program_rows import ActionRow, Cell, ClauseRow, FaultRow, FixedAttribute, FrameRow, PointRow
from crex_dsl.engine.run.slots import POINT, POINTS
from crex_dsl.engine.run.value_names import Namer
from crex_dsl.engine.secrecy.mask import OBSERVER, Mask
from crex_dsl.engine.secrecy.visible_decision import told_apart
from crex_dsl.rulebook.files.games import GameFiles, Library
from crex_dsl.rulebook.selection.catalogue import game_named, index_of, rulebook
from crex_dsl.rulebook.selection.selection import Selection
from crex_dsl.system.cache import is_stored
from crex_dsl.text.messages import listed_as_said, said
from crex_dsl.text.spelling import did_you_mean

if TYPE_CHECKING:
    from crex_dsl.engine.scenarios.setup import Opening
    from crex_dsl.engine.secrecy.secret_state import SecretState
    from crex_dsl.rulebook.rulebook import Rulebook

_HASTY = ("hasty",)  # the form of programs that were compiled in haste


ONLOOKER = "*"  # whoever looks on and plays no side; no player is called that


def load(
    game: str | None = None,
    edition: str | None = None,
    options: Iterable[str] = (),
    rules: Iterable[str | Path] = (),
    *,
    language: str | None = None,
    counted: bool = False,
    watched: bool = False,
) -> Game:
    """A game under an edition (any unambiguous short form) with options; `rules` adds rule files from outside.

    It speaks the edition's language, or the one asked for, as far as its rule files have words in it.
    Where it is `counted`, it plays the same, more slowly, and `coverage` tells what each clause did; where it is
    `watched`, `watch` names who hears of every stage that closes.
    """
    library = Library.at_hand(rules)
    files = library.files(game_named(library, game))
    return game_of(files, index_of(files).select(edition, options, language), counted, watched)


def game_of(
    files: GameFiles, selection: Selection, counted: bool = False, watched: bool = False, traced: bool = False
) -> Game:
    """The game of one checked selection; where it is `traced`, `trace` names who hears of every step.

    A traced program is compiled in haste, since it goes through a few decisions only.
    """

    def compiled() -> Parts:
        from crex_dsl.engine.compile.compiler import compile_rulebook  # not needed as long as the cache answers

        made = compile_rulebook(rulebook(files, selection, scripts=False), counted, watched, traced, hasty=traced)
        return made.play, made.words, made.tables, made.native

    forms = (("counted", counted), ("watched", watched), ("traced", traced))
    form = tuple(name for name, wanted in forms if wanted)
    game = Game(files, selection, program(files, selection, compiled, form))
    if form == ("watched",):  # no other form has a native program: to look for one would compile all of it in vain
        game.native_parts = lambda: native_parts(files, selection, compiled, form)
    return game


def consulted_game(files: GameFiles, selection: Selection) -> Game:
    """The game of one checked selection, to be asked about a position and not played: the best program at hand.

    Where there is none, one is compiled in haste.
    """

    def compiled() -> Parts:
        from crex_dsl.engine.compile.compiler import compile_rulebook

        made = compile_rulebook(rulebook(files, selection, scripts=False), hasty=True)
        return made.play, made.words, made.tables, {}

    if is_stored(program_key(files, selection)):
        return game_of(files, selection)
    return Game(files, selection, program(files, selection, compiled, _HASTY))


def can_be_consulted(files: GameFiles, selection: Selection) -> bool:
    """Whether some program of a selection is at hand, so that it is asked in a moment."""
    return any(is_stored(program_key(files, selection, form)) for form in ((), _HASTY))


class Game:
    """One rulebook, compiled."""

    def __init__(self, files: GameFiles, selection: Selection, program: Program) -> None:
        self.files, self.selection, self.program = files, selection, program
        self.tables = program.tables
        self.namer = Namer(program.tables)
        self.seats: tuple[int, ...] = self.tables["players"]
        self.cells: list[Cell] = self.tables["cells"]
        self.fixed: list[FixedAttribute] = self.tables["fixed"]
        self.actions: list[ActionRow] = self.tables["actions"]
        self.points: list[PointRow] = self.tables["points"]
        self.frames: dict[str, FrameRow] = self.tables["frames"]
        self.faults: list[FaultRow] = self.tables["faults"]
        self.clauses: dict[str, ClauseRow] = self.tables["clauses"]
        self.native_parts: Callable[[], dict[str, Any]] = dict
        self._bases = [action.base for action in self.actions]
        self._actions = {action.name: number for number, action in enumerate(self.actions)}

    # ---- who we are ----
    @property
    def id(self) -> str:
        """The game's id."""
        return cast(str, self.tables["game"])

    @property
    def title(self) -> str:
        """The game's title."""
        return cast(str, self.tables["title"])

    @property
    def edition(self) -> str:
        """The edition's id."""
        return self.selection.edition

    @property
    def options(self) -> tuple[str, ...]:
        """The options and readings taken, in order."""
        return tuple(self.selection.names)

    @property
    def players(self) -> tuple[str, ...]:
        """The players, in seat order."""
        return tuple(self.player_id(seat) for seat in self.seats)

    @property
    def does(self) -> str:
        """A digest of what the rules do; wording may change without changing it."""
        return cast(str, self.tables["does"])

    @functools.cached_property
    def rulebook(self) -> Rulebook:
        """The typed rulebook, parsed and checked again when somebody asks for it."""
        return rulebook(self.files, self.selection)

    @functools.cached_property
    def traced(self) -> Game:
        """The same game, whose every step can be heard of; loaded when it is first asked for."""
        return game_of(self.files, self.selection, traced=True)

    @functools.cached_property
    def secret_state(self) -> SecretState:
        """What can be secret in this game, worked out when it is first asked for."""
        from crex_dsl.engine.secrecy.secret_state import SecretState

        return SecretState(self)

    def coverage(self) -> dict[str, Counts]:
        """What each clause did in all positions of this game so far; only a game that was loaded counted knows."""
        if "counted" not in self.tables:
            raise NotCounted(f"{self!r} does not count what its clauses do: load it with `counted=True`")
        return read_counts(self.tables["counted"], self.program.space["C"])

    @property
    def is_watched(self) -> bool:
        """Whether it was loaded so that it can be watched."""
        return "N" in self.program.space

    def watch(self, hear: Callable[[list[int], int], None]) -> None:
        """Let `hear` be called with the state and a stage's number whenever one closes, its memory still there."""
        if not self.is_watched:
            raise NotWatched(f"{self!r} cannot be watched: load it with `watched=True`")
        self.program.space["N"] = hear

    @contextmanager
    def unheard(self) -> Iterator[None]:
        """What is played meanwhile is only thought of: nobody hears of it, and it does not count."""
        space = self.program.space
        hears, counts = space.get("N"), list(space.get("C", ()))
        if hears is not None:
            space["N"] = _deaf
        try:
            yield
        finally:
            if hears is not None:
                space["N"] = hears
            if counts:
                space["C"][:] = counts

    def trace(self, hear: Callable[..., None]) -> None:
        """Let `hear` be called with the state, a mark's number and its arguments before every step that is traced."""
        if "H" not in self.program.space:
            raise NotWatched(f"{self!r} cannot be traced: load it with `traced=True`")
        self.program.space["H"] = hear

    def __repr__(self) -> str:
        extra = "".join(f" + {name}" for name in self.options)
        return f"<{self.id}, {self.edition}{extra}>"

    # ---- positions ----
    def start(
        self,
        seed: int = 0,
        chance: str = "own",
        scenario: str | Opening | None = None,
        values: Sequence[str] | Mapping[str, Any] = (),
    ) -> Position:
        """The opening position, or that of a scenario with its values, which is over when the scenario is.

        With chance "told", random events wait to be told their outcome.
        """
        if scenario is None:
            return Position.begun(self, self.program.start(seed), seed, chance)
        from crex_dsl.engine.scenarios.setup import opening

        begun = opening(self, scenario, values) if isinstance(scenario, str) else scenario
        return Position.begun(self, begun.state(seed), seed, chance, opening=begun)

    def from_json(self, text: str) -> Position:
        """The position in a save; raises SaveError where it is damaged or belongs to other rules."""
        from crex_dsl.engine.saves.state_import import read_save

        return read_save(self, text)

    def from_notation(self, text: str) -> Position:
        """The position, or the end of the game, in a notation; raises SaveError where it is damaged or foreign."""
        from crex_dsl.engine.saves.notation import read_notation

        return read_notation(self, text)

    def replay(self, seed: int, decisions: Iterable[int | str]) -> Position:
        """The position after a start and some decisions, by code or by id."""
        position = self.start(seed)
        for decision in decisions:
            position.take(decision)
        return position

    # ---- actions ----
    def coding(self, code: int) -> ActionRow:
        """The table row of the action that a code belongs to."""
        row = self.actions[bisect_right(self._bases, code) - 1]
        if code < 1 or code >= row.end:
            raise UnknownName(f"{code} is no action of {self!r}")
        return row

    def action_number(self, code: int) -> int:
        """The number of the action that a code belongs to."""
        return bisect_right(self._bases, code) - 1

    def numbers(self, code: int) -> tuple[int, ...]:
        """The arguments of a code as the engine's own numbers."""
        row = self.coding(code)
        rest, found = code - row.base, []
        for stride, low, count in zip(row.strides, row.lows, row.counts, strict=True):
            found.append(rest // stride % count + low)
        return tuple(found)

    def turn_of(self, state: list[int], code: int) -> int:
        """By what unordered picks are offered in rising order: their code, secret things going by their lots."""
        row, lots = self.coding(code), self.tables["lots"]
        turn = code
        for of, stride, thing in zip(row.types, row.strides, self.numbers(code), strict=True):
            if of[0] == "thing" and of[1] in lots:
                turn += (state[lots[of[1]][0] + thing] - thing) * stride
        return turn

    def arguments(self, code: int) -> dict[str, Any]:
        """The arguments of a code by name."""
        row = self.coding(code)
        values = zip(row.params, row.types, self.numbers(code), strict=True)
        return {name: self.namer.plain(of, value) for name, of, value in values}

    def action_row(self, name: str) -> ActionRow:
        """The table row of an action by name."""
        if name not in self._actions:
            hint = did_you_mean(name, self._actions)
            raise UnknownName(said("there is no action `{name}`", name=name) + (f": {hint}" if hint else ""))
        return self.actions[self._actions[name]]

    def code(self, name: str, arguments: dict[str, Any]) -> int:
        """The code of an action with arguments by name; raises UnknownName where they do not fit."""
        row = self.action_row(name)
        unknown = set(arguments) - set(row.params)
        missing = [param for param in row.params if param not in arguments]
        if unknown or missing:
            form = f"{name}({', '.join(row.params)})"
            raise UnknownName(
                said("`{action}` has no `{name}`", action=form, name=sorted(unknown)[0])
                if unknown
                else said("`{action}` needs `{name}`", action=form, name=missing[0])
            )
        values = [self.namer.value(of, arguments[param]) for param, of in zip(row.params, row.types, strict=True)]
        return address(row, values)

    def spelled(self, code: int, plain: Callable[[tuple[Any, ...], int], Any] | None = None) -> str:
        """A code in the words of examples: `name(argument, …)`, or `done`; `plain` names its arguments otherwise."""
        if code == DECLINE:
            return "done"
        plain, of = plain or self.namer.plain, self.coding(code).types
        args = [_word(plain(kind, value)) for kind, value in zip(of, self.numbers(code), strict=True)]
        return f"{self.coding(code).name}({', '.join(args)})" if args else self.coding(code).name

    def spelled_code(self, text: str) -> int:
        """The code of an action in the words of examples."""
        text = text.strip()
        if text == "done":
            return DECLINE
        name, _, rest = text.partition("(")
        row = self.action_row(name.strip())
        words = [word.strip() for word in rest.rstrip(")").split(",")] if rest.strip(" )") else []
        if len(words) != len(row.params):
            raise UnknownName(
                said(
                    "`{name}` takes ({params}), not {count} arguments",
                    name=name,
                    params=", ".join(row.params),
                    count=len(words),
                )
            )
        return self.code(name.strip(), dict(zip(row.params, words, strict=True)))

    def action(self, text: str, position: Position | None = None) -> int:
        """The code behind an action's text in a position, or behind its spelling in examples."""
        if position is not None:
            texts = self.texts(position.state, position.codes)
            for code, told in texts.items():
                if told == text:
                    return code
            alike = [told for code, told in texts.items() if self.text(position.state, code) == text]
            if alike:
                raise IllegalAction(
                    said(
                        "`{text}` could be {alike}: say which",
                        text=text,
                        alike=listed_as_said([f"`{told}`" for told in alike[:5]], "or"),
                    )
                )
        try:
            return self.spelled_code(text)
        except UnknownName as error:
            if position is None:
                raise
            hint = did_you_mean(text, texts.values())
            raise IllegalAction(
                said("`{text}` is no legal action here", text=text) + (f": {hint}" if hint else f": {error}")
            ) from None

    def text(self, state: list[int], code: int, mask: Mask | None = None, actor: int | None = None) -> str:
        """An action in words, as the viewer of a mask may read it; `actor` is who decides unless named."""
        mask = mask or Mask(self, state, None)
        words = self.program.words
        if code == DECLINE:
            decline = words["DECLINES"][state[POINT] - POINTS - 2]
            return str(decline(state, mask.show, mask.plural)) if decline else self.namer.say["done"]
        actor = self.decider(state) if actor is None else actor
        text = words["TEXTS"][self.action_number(code)]
        return str(text(state, mask.show, mask.plural, mask.sees_all, actor, *self.numbers(code)))

    def texts(self, state: list[int], codes: list[int]) -> dict[int, str]:
        """The answers to one decision in words, by their codes; those that would read alike are told apart."""
        mask = Mask(self, state, None)
        rows = [
            (self.text(state, code, mask), "done", {})
            if code == DECLINE
            else (self.text(state, code, mask), self.coding(code).name, self.arguments(code))
            for code in codes
        ]
        return dict(zip(codes, told_apart(rows), strict=True))

    # ---- what players get ----
    @property
    def payoff(self) -> tuple[str, str] | None:
        """The measure in which players are paid at the end, by name and title; None where the rules declare none."""
        name: str | None = self.tables["payoff"]
        return None if name is None else (name, self.tables["measures"][name][0])

    def payoffs(self, state: list[int]) -> tuple[int, ...] | None:
        """What every seat would get if the game ended in a state; None where the rules declare no payoff."""
        name = self.tables["payoff"]
        if name is None:
            return None
        of = self.program.words["MEASURES"][name]
        return tuple(int(of(state, seat)) for seat in self.seats)

    # ---- decisions ----
    def player_id(self, seat: int) -> str:
        """A player's id."""
        return self.namer.kinds["player"][0][seat]

    def player_name(self, player: int | str) -> str:
        """A player, by number or id, as the edition names them: what people read."""
        seat = self.namer.kinds["player"][1][player] if isinstance(player, str) else player
        return self.namer.text(("thing", "player", "player", -1), seat)

    def seat(self, player: str) -> int:
        """A player's number, by id or by the edition's name in any case."""
        known: dict[str, int] = {
            name: seat for name, seat in self.namer.kinds["player"][1].items() if seat in self.seats
        }
        if player in known:
            return known[player]
        named = {self.player_name(seat): seat for seat in self.seats}
        called: dict[str, int] = {name.casefold(): seat for name, seat in [*known.items(), *named.items()]}
        if player.casefold() not in called:
            hint = did_you_mean(player, [*named, *known]) or said("they are {named}", named=", ".join(named))
            raise UnknownName(said("`{name}` does not play: {hint}", name=player, hint=hint))
        return called[player.casefold()]

    def viewer(self, player: str) -> int:
        """The seat from which somebody looks on: a player's, or that of observers."""
        return OBSERVER if player == ONLOOKER else self.seat(player)

    def viewer_id(self, seat: int) -> str:
        """Who looks on from a seat."""
        return ONLOOKER if seat == OBSERVER else self.player_id(seat)

    def decider(self, state: list[int]) -> int:
        """Who decides in a state."""
        return self.program.who[state[POINT] - POINTS - 2](state)

    def asking(self, state: list[int]) -> PointRow:
        """The point where a state stands."""
        return self.points[state[POINT] - POINTS - 2]

    def clause(self, clause_id: str) -> ClauseRow:
        """What the edition says in a clause."""
        found = self.clauses.get(clause_id)
        if found is None:
            hint = did_you_mean(clause_id, self.clauses)
            raise UnknownName(
                said("there is no clause `{clause_id}`", clause_id=clause_id) + (f": {hint}" if hint else "")
            )
        return found

    # ---- kinds ----
    @functools.cached_property
    def link_ends(self) -> dict[str, FixedAttribute]:
        """By kind of link, what its members join."""
        return {row.kind: row for row in self.fixed if row.name == "ends" and row.kind in self.tables["links"]}

    def parts(self, kind: str, index: int | None = None) -> list[str]:
        """A kind and the kinds within it, in their order; of a member, those to which it belongs."""
        rows = self.tables["subkinds"].items()
        return [part for part, (root, mask) in rows if root == kind and (index is None or mask >> index & 1)]

    def pictures(self, kind: str, index: int) -> list[str]:
        """The kinds whose pictures fit a thing, the narrowest first."""
        fitting = set(self.parts(kind, index))
        drawn = (part for part in self.program.words["PICTURES"] if part in fitting)
        return sorted(drawn, key=lambda part: self.tables["subkinds"][part][1].bit_count())

    def changing(self, kind: str) -> list[Cell]:
        """The changing attributes of a kind, but for where its things are placed."""
        parts, placed = self.parts(kind), self.tables["placements"].get(kind)
        return [cell for number, cell in enumerate(self.cells) if cell.kind in parts and number != placed]


def _deaf(state: list[int], stage: int) -> None:
    """Hears of nothing."""


def _word(value: Any) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    return "nothing" if value is None else str(value)
