"""Small games, written down where a test needs them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest

from crex_dsl.language import nodes
from crex_dsl.language.diagnostics import Report, RuleError
from crex_dsl.language.parser import parse_text
from crex_dsl.rulebook import terms as t
from crex_dsl.rulebook.declarations.scope import Scope
from crex_dsl.rulebook.files.games import GameFiles, Library
from crex_dsl.rulebook.files.layer_files import GameText, game_text
from crex_dsl.rulebook.layers.draft import Draft
from crex_dsl.rulebook.layers.overlay import overlay
from crex_dsl.rulebook.rulebook import Rulebook
from crex_dsl.rulebook.selection import catalogue
from crex_dsl.rulebook.selection.index import index
from crex_dsl.rulebook.selection.selection import GameIndex
from crex_dsl.rulebook.terms.evaluate import apply, evaluate
from crex_dsl.rulebook.terms.types import NUMBER, Thing, solid
from crex_dsl.rulebook.typecheck.expressions import Typer
from crex_dsl.rulebook.wording import shown

HEAD = """game small "Small"
    players red, blue
    begins with play
    language en

clause playing "Playing"
    procedure play
        end game drawn

"""


class Small:
    """A game called `small` in a folder of its own: a bare game, what a test adds to it, and its variants."""

    def __init__(self, root: Path) -> None:
        self.root = root

    def write(self, files: Mapping[str, str]) -> None:
        """Write files under the folder."""
        for name, text in files.items():
            path = self.root / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8")

    def files(self, base: str = "", variants: str = "", *, head: str = HEAD) -> GameFiles:
        """The game with `base` added to its one file, and `variants` as its one variants file."""
        self.write({"ruleset/small/small.crex": head + base, "variants/small/variants.crex": variants})
        return Library([self.root]).files("small")

    def text(self, base: str = "", variants: str = "", *, head: str = HEAD) -> GameText:
        """The game parsed."""
        report = Report()
        found = game_text(self.files(base, variants, head=head), report)
        report.raise_errors()
        assert found is not None
        return found

    def index(self, base: str = "", variants: str = "", *, head: str = HEAD) -> GameIndex:
        """What can be chosen in the game."""
        report = Report()
        found = index(self.text(base, variants, head=head), report)
        report.raise_errors()
        return found

    def draft(
        self,
        base: str = "",
        variants: str = "",
        edition: str | None = None,
        options: Iterable[str] = (),
        *,
        head: str = HEAD,
    ) -> Draft:
        """The game's layers laid over one another."""
        text, report = self.text(base, variants, head=head), Report()
        found = index(text, report)
        made = overlay(text, found, found.select(edition, options), report)
        report.raise_errors()
        return made

    def book(
        self,
        base: str = "",
        variants: str = "",
        edition: str | None = None,
        options: Iterable[str] = (),
        *,
        head: str = HEAD,
    ) -> Rulebook:
        """The game's rulebook."""
        files = self.files(base, variants, head=head)
        return catalogue.rulebook(files, catalogue.index_of(files).select(edition, options))

    def refusal(
        self,
        base: str = "",
        variants: str = "",
        edition: str | None = None,
        options: Iterable[str] = (),
        *,
        head: str = HEAD,
    ) -> str:
        """What is told when the game does not load."""
        with pytest.raises(RuleError) as refused:
            self.book(base, variants, edition, options, head=head)
        return str(refused.value)


def answer(book: Rulebook, name: str, *args: Any) -> str:
    """The answer of a value or definition as a reader sees it; things are given by their ids."""
    definition = book.world.definitions[name]
    given = []
    for arg, param in zip(args, definition.params, strict=True):
        of = solid(param.type)
        given.append(of.kind.root.aliases[arg] if isinstance(of, Thing) and isinstance(arg, str) else arg)
    return shown(apply(definition, given), definition.type, {})


# ---- one larger game, for everything that is asked of expressions ----
REALM = """game realm "Realm"
    players east, west
    begins with trade
    language en

stage turn in game with mover: player, goal: town or nothing, legs: 0..4

kind place
    side   : player or nobody
    ground : plain | river | hill | off-map
    price  : 0..4
kind town is a place where ground is not off-map
kind road joins town
    size : high | low
kind cart
    owner  : player
    load   : 1..4
    home   : town
    placed at      : place, starts at cart.home
    changing cargo : 0..4, starts at cart.load
kind weather is dry, wet, frost

table place
    | id    | side | ground  | price |
    | aspen | east | plain   | 1     |
    | birch | east | hill    | 2     |
    | ferry | -    | river   | 4     |
    | cedar | west | hill    | 2     |
    | ditch | -    | off-map | 0     |
table road
    | from  | to    | size |
    | aspen | birch | high |
    | birch | ferry | low  |
    | ferry | cedar | high |
table cart
    | id   | owner | load | home  |
    | ox   | east  | 4    | aspen |
    | mule | east  | 2    | birch |
    | goat | west  | 2    | cedar |

clause words "Words"
    value limit(s: road.size): number is
        3  when s is high
        1  otherwise
    value five: number is 5
    value few: 1..3 is 2
    value capital: town is ferry
    value refuge: town or nothing is nothing
    define prizes: list of number is [4, 2, 1]
    define queue: list of cart is order c: cart by c.load descending
    define leader: cart or nothing is nth 1 of queue
    define carts_of(player): set of cart is all c: cart where c.owner is player
    define heavy(cart): yes or no is cart.load > 2
    define guest_of(town): player or nobody is town.side
    define standing(town): set of cart is all c: cart where c.at is town

clause memory "Memory"
    state score(player): 0..9
    state guest: player or nobody
    state sky: weather, starts at dry
    state spirits: high | low or nothing
    state pledged(cart): town or nothing
    set opened of cart
    set heard(player) of town
    tally used(road)
    tally years

clause driving "Driving"
    action drive(cart, road) by cart.owner in turn
        text "{cart} drives"
        do
            move cart to beyond(road, cart.at)
    permit drive(cart, road)
    action wave(n: from 1 to few) in turn
        text "wave"
        do
            return
    permit wave(n)
    procedure trade
        end game drawn
    procedure drive-all in turn
        do nudge(ox)
    procedure nudge(cart) in turn
        used(aspen-birch) += 1
    procedure reset in turn
        goal becomes nothing
    procedure forget-guest
        guest becomes nobody
"""


@cache
def realm() -> Rulebook:
    """The rulebook of the larger game, built once."""
    with TemporaryDirectory() as folder:
        path = Path(folder) / "ruleset" / "realm" / "realm.crex"
        path.parent.mkdir(parents=True)
        path.write_text(REALM, encoding="utf-8")
        files = Library([Path(folder)]).files("realm")
        return catalogue.rulebook(files, catalogue.index_of(files).select(None, []))


def expression(text: str) -> nodes.Expr:
    """The node of an expression."""
    start = parse_text(f'measure m "m" is {text}\n', "expression")
    assert isinstance(start.items[0], nodes.Measure)
    return start.items[0].cases.of


def scope_of(book: Rulebook, **variables: str) -> Scope:
    """A scope of a game in which some names stand for things of some kinds, or numbers."""
    kinds = book.world.kinds
    made = [t.Var(name, Thing(kinds[kind]) if kind in kinds else NUMBER) for name, kind in variables.items()]
    return Scope(book.world).bind(*made)


def typed(text: str, scope: Scope | None = None, book: Rulebook | None = None) -> t.Term:
    """An expression of the larger game, typed."""
    book = book or realm()
    return Typer(book.world).expr(expression(text), scope or Scope(book.world))


def worked_out(text: str, book: Rulebook | None = None) -> str:
    """The value of an expression that reads no memory, as a reader sees it."""
    book = book or realm()
    term = typed(text, None, book)
    return shown(evaluate(term, {}), term.type, {})
