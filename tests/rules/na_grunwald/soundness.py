"""What holds in every position of Na Grunwald!, and that every round changes what the rules let it change.

Positions are looked at whenever somebody is asked.
When the officer phase, a field or a round is over, and at the end, the table is reckoned from the one before.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable

from crex_dsl import load
from crex_dsl.engine.run.position import Position
from crex_dsl.engine.run.slots import POINT, POINTS, WINNERS
from tests.conformance.cases import Case
from tests.rules.na_grunwald import fields, scoring
from tests.rules.na_grunwald.book import Book
from tests.rules.na_grunwald.events import Event
from tests.rules.na_grunwald.skirmish import fought
from tests.rules.na_grunwald.table import (
    ALL_HELPERS,
    COLOURS,
    FIELDS,
    HELPERS,
    MERCENARIES,
    NOBODY,
    NOWHERE,
    PROVISIONS,
    ROUNDS,
    SEATS,
    TEUTONS,
    TRUCE,
    Reader,
    Table,
)

# The phase in which a clause asks.
PHASES = {
    "place-turn-order": "officers",
    "skirmish-commit": "skirmish",
    "skirmish-loss-all": "skirmish",
    "loss-overpay": "skirmish",
    "award-helper-buy": "helpers",
    "feed-shortage": "feeding",
    "feed-no-more": "feeding",  # where the option has it
}
EVENTS, OFFICERS, SKIRMISH, FEEDING = "events", "officers", "skirmish", "feeding"
LIES = {  # where the cards of a deck may lie
    "crown-cards": {"crown-left", "crown-right", "board", "hand", "camp", "laid", "box"},
    "mercenary-cards": {"mercenary-left", "mercenary-right", "board", "hand", "camp", "laid", "box"},
    "teuton-cards": {"teuton-left", "teuton-right", "board", "camp", "box"},
    "peasant-cards": {"hand", "laid", "box"},
    "provision-cards": {"provision-stack", "board", "box"},
    "ducat-cards": {"ducat-stack", "board", "box"},
    "event-cards": {"event-stack", "board", "box"},
}
DECKS = {"crown-cards": 16, "mercenary-cards": 16, "teuton-cards": 12, "peasant-cards": 4}
DECKS |= {"provision-cards": 8, "ducat-cards": 8, "event-cards": 14}
FACE_UP = {"crown-cards": 2, "mercenary-cards": 2, "provision-cards": 1, "ducat-cards": 1}
HALF, SINGLE, EVENT_CARDS, TEUTON_STACK = 8, 8, 14, 6
HELD = {"hand", "camp", "laid"}


class Soundness:
    """Looks on while games are played; a broken promise is an AssertionError that says which."""

    def __init__(self, case: Case) -> None:
        self.game = load(case.game, case.edition, case.options, watched=True)
        self.reader = Reader(self.game)
        self.book = Book(range(SEATS[case.edition]), case.options, self.reader.cards)
        assert self.game.players == COLOURS[: self.book.seats]
        assert Counter(card.deck for card in self.book.cards) == DECKS
        points = enumerate(self.game.points, POINTS + 2)
        self.phases = {number: PHASES.get(point.clause, EVENTS) for number, point in points}
        self.meanings: dict[int, tuple[str, tuple[int, ...]]] = {}
        stages = list(self.game.tables["stages"])
        hears: dict[str, Callable[[list[int]], None]] = {
            "placing": self.officers_are_out,
            "skirmish": self.skirmish_is_over,
            "resolving": self.field_is_resolved,
            "auction": self.auction_is_over,
            "round": self.round_is_over,
        }
        self.game.watch(lambda state, stage: hears[stages[stage]](state))

    def begin(self) -> None:
        """A new game: nobody has been asked yet."""
        self.known: Table | None = None  # the table when it was last reckoned
        self.lies: object = None  # where the cards lay when they were last looked at
        self.opened = False  # whether the officer phase of this round has begun
        self.last = NOBODY  # who was asked last in it
        self.bid, self.bidder = 0, NOBODY
        self.watchers = self.defeats = 0
        self.enemy, self.deficit = 0, 0

    def asked(self, state: list[int], codes: list[int], closely: bool) -> None:
        """Look at a decision, and at the event phase when the officer phase begins."""
        table, phase = self.reader.table(state), self.phases[state[POINT]]
        number = ROUNDS if phase == FEEDING else self.reader.value(state, "round_number")
        if phase == OFFICERS:
            if not self.opened:
                self.officers_begin(state, table, number)
            self.look_at_turn(state, table)
            answers = {self.meant(code) for code in codes}
            assert answers == fields.sendings(self.book, table, self.last, number), "the wrong pieces may be sent"
        if closely:
            self.look(state, table, phase, number)

    def meant(self, code: int) -> tuple[str, tuple[int, ...]]:
        """The action of an answer, with what it is done to."""
        if code not in self.meanings:
            self.meanings[code] = (self.game.coding(code).name, self.game.numbers(code))
        return self.meanings[code]

    # ---- one table after another ----
    def expect(self, table: Table, found: Table) -> None:
        """The table must be as it was reckoned."""
        assert table == found, f"reckoned and found differ: {table.differs(found)}"
        self.known = found

    def before(self) -> Table:
        """A copy of the table that was reckoned last."""
        assert self.known is not None
        return self.known.copy()

    def officers_begin(self, state: list[int], table: Table, number: int) -> None:
        """The set-up or the events are over."""
        self.opened, self.last = True, NOBODY
        if self.known is None:
            self.look_at_setup(table, number)
            return
        expected = self.before()
        event = Event(self.book, number, self.bid, self.bidder, self.reader.column(state, "sealed"))
        self.watchers = event.carry_out(expected, table)
        self.expect(expected, table)

    def look_at_setup(self, table: Table, number: int) -> None:
        """Everybody starts with the same, in round 1."""
        assert number == 1 and table.starter in self.book.players
        everybody = len(COLOURS)
        assert (table.purse, table.stores) == ([3] * everybody, [1] * everybody)
        assert (table.owned, table.home) == ([2] * everybody, [2] * everybody)
        self.known = table

    def officers_are_out(self, state: list[int]) -> None:
        """The officer phase has changed nothing but pieces and ducats on fields."""
        table, expected = self.reader.table(state), self.before()
        self.look_at_pieces(table, self.reader.value(state, "round_number"))
        fields.placed(self.book, expected, table)
        self.expect(expected, table)

    def skirmish_is_over(self, state: list[int]) -> None:
        """Remember what the rules made of the skirmish."""
        self.enemy, self.deficit = self.reader.value(state, "foe"), self.reader.value(state, "deficit")

    def field_is_resolved(self, state: list[int]) -> None:
        """A field has given its winners what it must and sent everybody home."""
        table, expected = self.reader.table(state), self.before()
        on = self.reader.value(state, "field_now")
        if on == TEUTONS and self.reader.value(state, "round_number") > TRUCE:
            outcome = fought(self.book, expected, table, self.watchers)
            assert (self.enemy, self.deficit) == (outcome.enemy, outcome.deficit)
            self.defeats += outcome.deficit > 0
        fields.resolved(self.book, expected, table, on)
        self.expect(expected, table)

    def auction_is_over(self, state: list[int]) -> None:
        """Remember how an auction ended."""
        self.bid, self.bidder = self.reader.value(state, "bid"), self.reader.value(state, "bidder")

    def round_is_over(self, state: list[int]) -> None:
        """The board has been cleared and the starter's token handed on."""
        table, expected = self.reader.table(state), self.before()
        fields.cleared(self.book, expected)
        self.expect(expected, table)
        self.opened = False

    def over(self, state: list[int]) -> None:
        """The hungry have left; points, places and winners are right."""
        table, expected = self.reader.table(state), self.before()
        scoring.fed(self.book, expected, table)
        self.expect(expected, table)
        self.look_at_cards(table)
        points, places = scoring.points(self.book, table), scoring.places(self.book, table)
        assert self.reader.column(state, "score")[: self.book.seats] == points
        assert state[WINNERS] == sum(1 << player for player in self.book.players if places[player] == 1)
        end = Position(self.game, state, [], state, None)
        assert [end.measure("place_taken", player) for player in self.game.players] == places
        assert end.measure("skirmishes_lost") == self.defeats

    # ---- one position ----
    def look(self, state: list[int], table: Table, phase: str, number: int) -> None:
        """Whatever must hold at any decision."""
        lies = (phase, number, table.at, table.held)
        if lies != self.lies:
            self.look_at_cards(table)
            self.look_at_stacks(table, phase, number)
            self.look_at_board(table, phase, number)
            self.lies = lies
        self.look_at_pieces(table, number)
        on = {EVENTS: (), FEEDING: (), "helpers": (HELPERS,)}.get(phase, range(len(FIELDS)))
        for player in self.book.players:
            assert all(not table.pieces(player, field) for field in range(len(FIELDS)) if field not in on)
        if "whole-tokens" in self.book.options:
            self.look_at_tokens(state, table)

    def look_at_cards(self, table: Table) -> None:
        """Every card lies where its deck may lie, and is somebody's where cards are; everybody has the own peasant."""
        for card, spot, held in zip(self.book.cards, table.at, table.held, strict=True):
            assert spot in LIES[card.deck], f"{card.id} lies in {spot}"
            assert (held in self.book.players) == (spot in HELD), f"{card.id} in {spot} is held by {held}"
            assert held in self.book.players or held == NOBODY
            if card.deck == "peasant-cards":
                owner = COLOURS.index(card.id.removeprefix("peasant-"))
                assert held == (owner if owner in self.book.players else NOBODY), f"{card.id} is held by {held}"

    def look_at_stacks(self, table: Table, phase: str, number: int) -> None:
        """Every stack is as low as the round makes it; the prisoner came from the left stack of Teutons."""
        left = Counter(table.at)
        turned = number - 1 if phase == EVENTS else number
        assert phase == SKIRMISH or not left["laid"], "a card was left on the table"
        for stack in ("crown-left", "crown-right", "mercenary-left", "mercenary-right"):
            assert left[stack] == HALF - turned
        assert left["provision-stack"] == left["ducat-stack"] == SINGLE - turned
        assert left["event-stack"] == EVENT_CARDS - (number - 1)
        prisoner = next(n for n, card in enumerate(self.book.cards) if card.id == "prisoner")
        assert left["teuton-right"] == TEUTON_STACK - max(turned - TRUCE, 0)
        assert left["teuton-left"] == left["teuton-right"] - (table.at[prisoner] != "event-stack")

    def look_at_board(self, table: Table, phase: str, number: int) -> None:
        """The event of the round lies face up, and once it has been carried out, the cards of the round."""
        up = Counter(card.deck for card, spot in zip(self.book.cards, table.at, strict=True) if spot == "board")
        expected = Counter({"event-cards": int(number > 1)})
        if phase == FEEDING:
            expected.clear()
        elif phase == EVENTS:
            expected["teuton-cards"] = int(self.book.event(table) == "prisoner")
        else:
            expected.update(FACE_UP)
            expected["teuton-cards"] = 2 if number > TRUCE else 0
        if phase == "helpers":  # knights have been recruited and Teutons captured
            assert up <= expected and all(up[deck] == 1 for deck in ("provision-cards", "ducat-cards"))
        else:
            assert +up == +expected, f"face up in round {number}: {up}"

    def look_at_pieces(self, table: Table, number: int) -> None:
        """No piece is lost or doubled, and every field holds what it may."""
        for player in self.book.players:
            assert table.home[player] + sum(table.helpers[player]) == table.owned[player] <= ALL_HELPERS
            for on in range(len(FIELDS)):
                self.look_at_group(table, number, player, on)
        for on in range(len(FIELDS)):
            arrivals = sorted(arrived for arrived in (row[on] for row in table.arrival) if arrived)
            assert arrivals == list(range(1, len(arrivals) + 1)), f"arrivals at {FIELDS[on]}: {arrivals}"
        for player in range(self.book.seats, len(COLOURS)):
            assert table.officer[player] == NOWHERE and not any(table.arrival[player])

    def look_at_group(self, table: Table, number: int, player: int, on: int) -> None:
        """A player's pieces and ducats on one field."""
        pieces, stake = table.pieces(player, on), table.stake[player][on]
        assert bool(table.arrival[player][on]) == (pieces > 0), "somebody stands where nobody came"
        assert not stake or (pieces and on in (PROVISIONS, MERCENARIES)), "ducats lie where they may not"
        if not pieces:
            return
        if on == TEUTONS:
            assert pieces == 1 and number > TRUCE
        elif on == MERCENARIES:
            assert pieces == 1 and stake
        elif on == PROVISIONS and self.book.event(table) == fields.FLOODED:
            assert pieces <= 2 and not stake

    def look_at_turn(self, state: list[int], table: Table) -> None:
        """Whoever is asked has pieces, has not passed, and is next to the left of whoever was asked last."""
        passed = self.reader.value(state, "passed")
        sends = [
            player
            for player in self.book.players
            if not passed >> player & 1 and (table.home[player] or table.officer[player] == NOWHERE)
        ]
        start = table.starter if self.last == NOBODY else self.last + 1
        clockwise = ((start + seat) % self.book.seats for seat in self.book.players)
        self.last = self.game.decider(state)
        assert self.last == next(player for player in clockwise if player in sends), "somebody was passed over"

    def look_at_tokens(self, state: list[int], table: Table) -> None:
        """Tokens add up to the provisions."""
        tokens = self.reader.column(state, "tokens")
        for player in self.book.players:
            fives, threes, ones = tokens[3 * player : 3 * player + 3]
            assert 5 * fives + 3 * threes + ones == table.stores[player], "tokens and provisions differ"
