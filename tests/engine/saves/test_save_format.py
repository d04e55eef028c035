"""Saves: by name, whole or refused with a sentence, and only for the rules that they were made under."""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from typing import Any

import pytest

from crex_dsl.engine.compile.compiler import compile_rulebook
from crex_dsl.engine.compile.emit import step_linking
from crex_dsl.engine.errors import SaveError
from crex_dsl.engine.game import Game, load
from crex_dsl.engine.run.position import Position
from crex_dsl.engine.run.program import Program
from crex_dsl.engine.saves.save_format import FORMAT
from crex_dsl.engine.saves.state_import import parse_save
from tests.conformance.cases import GAMES, Case
from tests.engine.tiny import HEAD, STOP, Tiny, ids, lines, play

Save = dict[str, Any]


def in_battle() -> tuple[Game, Position]:
    """A position in the middle of a battle, many procedures deep."""
    game = Case("ford", "plain-1.0", ()).load()
    rng, position = random.Random(3), game.start(3)
    while "fire" not in position.asked().actions:
        position.take(rng.choice(position.codes))
    return game, position


# ---- there and back ----
def test_a_save_is_readable_and_goes_by_name() -> None:
    game, position = in_battle()
    save = json.loads(position.to_json())
    assert (save["format"], save["game"], save["edition"], save["options"]) == (FORMAT, "ford", "plain-1.0", [])
    assert save["does"] == game.does
    assert save["seed"] == 3
    assert save["decisions"] == [game.spelled(code) for code in position.past if isinstance(code, int)]
    running = [frame["procedure"] for frame in save["position"]["frames"]]
    assert running[0] == "turns-of"
    assert running[-3:] == ["game-turn", "campaign", ""]
    assert set(save["position"]["open"]) == {"turn", "battle", "round"}
    assert save["position"]["memory"]["site"] in game.namer.kinds["place"][0]


def test_a_game_that_several_won_is_still_theirs(tiny: Tiny) -> None:
    head = HEAD.replace("ann, bob", "ann, bob, cid")
    rules = """
clause ending "The end"
    procedure play
        ann chooses stay, quit
        end game won by all p: player where p is not bob
"""
    position = play(tiny(rules + STOP, head=head).start(1), "stay")
    again = position.game.from_json(position.from_here().to_json())
    assert position.result.winners == ("ann", "cid")
    assert again.result == position.result


def test_a_save_comes_back_whole_and_goes_on_the_same_way() -> None:
    game, position = in_battle()
    again = game.from_json(position.to_json())
    assert again.state == position.state
    assert (again.codes, again.past, again.seed) == (position.codes, position.past, position.seed)
    assert lines(again) == lines(position)
    assert again.to_json() == position.to_json()
    rng = random.Random(4)
    while not position.over:
        code = rng.choice(position.codes)
        position.take(code)
        again.take(code)
    assert again.state == position.state


def test_a_position_without_a_seed_keeps_its_origin() -> None:
    game, position = in_battle()
    fresh = position.reseeded(8)
    fresh.take(fresh.codes[0])
    again = game.from_json(fresh.to_json())
    assert again.seed is None
    begun = [Position(game, each.origin, [], each.origin, None) for each in (again, fresh)]
    assert begun[0] == begun[1]  # slots between the frames of running procedures hold what is left of others
    assert again.past == fresh.past
    assert lines(again) == lines(fresh)


TOLD = """
clause luck "Luck"
    tally pips_so_far
    procedure play
        repeat 3 times
            roll 2 dice
            pips_so_far += total of dice
            ann chooses stay, quit
"""


def test_told_chance_is_saved_with_its_outcomes(tiny: Tiny) -> None:
    game = tiny(TOLD + STOP)
    position = game.start(5, chance="told")
    position.tell((6, 6))
    play(position, "stay").tell((1, 2))
    again = game.from_json(position.to_json())
    assert (again.chance, again.read("pips_so_far")) == ("told", 15)
    assert lines(again) == lines(position) == ["dice: 6, 6", "ann: stay", "dice: 1, 2"]
    play(again, "stay").tell((3, 3))
    assert again.read("pips_so_far") == 21
    again.chance = "own"
    assert again.state[0] == game.start(5, chance="told").generator


def test_negative_numbers_and_counters_survive(tiny: Tiny) -> None:
    text = """
clause counting "Counting"
    tally debt
    procedure play
        debt -= 7
        for each n from 0 - 2 to 0 - 1
            let owed be n - 5
            ann chooses stay, quit
            debt += owed
        end game drawn
"""
    game = tiny(text + STOP)
    position = game.start()
    again = game.from_json(position.to_json())
    assert again == position
    play(again, "stay")
    again = game.from_json(again.to_json())
    assert play(again, "stay").read("debt") == -7 - 7 - 6
    assert again.over


# ---- damage ----
def drop(*path: str | int) -> Callable[[Save], None]:
    """The damage of losing something."""

    def damage(save: Save) -> None:
        target: Any = save
        for key in path[:-1]:
            target = target[key]
        del target[path[-1]]

    return damage


def put(value: object, *path: str | int) -> Callable[[Save], None]:
    """The damage of holding something else."""

    def damage(save: Save) -> None:
        target: Any = save
        for key in path[:-1]:
            target = target[key]
        target[path[-1]] = value

    return damage


def values(value: object) -> Callable[[Save], None]:
    """The damage of a procedure that remembers something else."""

    def damage(save: Save) -> None:
        frame = save["position"]["frames"][0]
        frame["values"] = dict.fromkeys(frame["values"], value)

    return damage


DAMAGE: dict[str, Callable[[Save], None]] = {
    **{f"no {key}": drop(key) for key in ("format", "game", "does", "position", "decisions", "chance")},
    **{
        f"position without {key}": drop("position", key) for key in ("point", "memory", "frames", "generator", "ending")
    },
    "another format": put("crex-save-0", "format"),
    "seed lost": put(None, "seed"),
    "seed is text": put("seven", "seed"),
    "origin nonsense": lambda save: save.update(seed=None, origin={"point": "x"}),
    "origin elsewhere": lambda save: save.update(seed=None, origin={**save["position"], "point": "over"}),
    "no frames": put([], "position", "frames"),
    "last frame lost": lambda save: save["position"]["frames"].pop(),
    "first frame lost": lambda save: save["position"]["frames"].pop(0),
    "middle frame lost": lambda save: save["position"]["frames"].pop(2),
    "frame twice": lambda save: save["position"]["frames"].insert(0, save["position"]["frames"][0]),
    "frames reversed": lambda save: save["position"]["frames"].reverse(),
    "unknown procedure": put("fly", "position", "frames", 0, "procedure"),
    "procedure reads differently": put("0" * 12, "position", "frames", 0, "reads"),
    "frame somewhere else": put("campaign/start", "position", "frames", 1, "at"),
    "frame nowhere": put("nonsense", "position", "frames", 1, "at"),
    "frame without its values": put({}, "position", "frames", 0, "values"),
    "frame of text": values("x"),
    "frame of numbers": values(10**30),
    "frame of lists": values([[]]),
    "over": put("over", "position", "point"),
    "idle": put("idle", "position", "point"),
    "between decisions": put("campaign/start", "position", "point"),
    "unknown point": put("nonsense/1", "position", "point"),
    "ended": put(1, "position", "ending"),
    "ended in some way": put(7, "position", "ending"),
    "unknown ending": put("no-such-clause", "position", "ended_by"),
    "unknown winner": put(["nobody-knows"], "position", "winners"),
    "unknown memory": put(3, "position", "memory", "manna"),
    "memory of one is of many": put(3, "position", "memory", "block.at"),
    "memory of many is of one": put({"x": 1}, "position", "memory", "site"),
    "memory of another kind": put({"north": "bridge"}, "position", "memory", "block.at"),
    "memory of nobody": put({"": "bridge"}, "position", "memory", "block.at"),
    "memory out of range": put({"oak-spears": 9}, "position", "memory", "block.strength"),
    "memory is yes": put({"oak-spears": True}, "position", "memory", "block.strength"),
    "memory is a fraction": put({"oak-spears": 1.5}, "position", "memory", "block.strength"),
    "memory is nothing": put({"oak-spears": None}, "position", "memory", "block.strength"),
    "memory somewhere else": put({"oak-spears": "paris"}, "position", "memory", "block.at"),
    "memory is a strange digit": put({"²": 1}, "position", "memory", "came_by"),
    "memory all gone": put({}, "position", "memory"),
    "unknown stage": put("campaign/start", "position", "open", "party"),
    "stage nowhere": put("nonsense", "position", "open", "turn"),
    "stages closed": put({}, "position", "open"),
    "inner stage closed": drop("position", "open", "round"),
    "outer stage closed": drop("position", "open", "turn"),
    "unknown decision": lambda save: save["decisions"].append("fly(me)"),
    "impossible decision": lambda save: save["decisions"].append("march(me)"),
    "decision is a number": lambda save: save["decisions"].append(3.5),
}


@pytest.mark.parametrize("damage", DAMAGE)
def test_damage_is_refused_with_one_sentence(damage: str) -> None:
    game, position = in_battle()
    save = json.loads(position.to_json())
    DAMAGE[damage](save)
    with pytest.raises(SaveError) as refusal:
        game.from_json(json.dumps(save))
    sentence = str(refusal.value)
    assert "\n" not in sentence
    assert 15 < len(sentence) < 400
    assert "Traceback" not in sentence


@pytest.mark.parametrize("damage", [name for name in DAMAGE if name not in ("seed lost", "seed is text")])
def test_damage_to_how_it_began_is_refused_too(damage: str) -> None:
    """Where a save has no seed, nothing but its origin tells what it is."""
    game, position = in_battle()
    save = json.loads(position.from_here().to_json())
    save["position"] = save["origin"]
    DAMAGE[damage](save)
    if "position" in save and not damage.startswith("origin"):
        save["origin"] = save["position"]
    with pytest.raises(SaveError) as refusal:
        game.from_json(json.dumps(save))
    assert 15 < len(str(refusal.value)) < 400


HISTORY: dict[str, Callable[[list[Any]], object]] = {
    "the first declined": lambda past: past.__setitem__(0, "done"),
    "the first lost": lambda past: past.pop(0),
    "the last lost": lambda past: past.pop(),
    "the last twice": lambda past: past.append(past[-1]),
    "all lost": lambda past: past.clear(),
    "two exchanged": lambda past: past.__setitem__(slice(0, 2), past[1::-1]),
    "an outcome that nobody told": lambda past: past.insert(1, [6]),
    "an outcome before the first": lambda past: past.insert(0, [6]),
    "outcomes beyond measure": lambda past: past.insert(1, [10**9] * 50_000),
    "decisions beyond measure": lambda past: past.extend(["done"] * 200_000),
}


@pytest.mark.parametrize("change", HISTORY)
def test_a_past_that_cannot_be_is_refused(change: str) -> None:
    game, position = in_battle()
    for kept in (position, position.from_here()):
        kept.take(kept.codes[0])
        kept.take(kept.codes[0])
        save = json.loads(kept.to_json())
        HISTORY[change](save["decisions"])
        with pytest.raises(SaveError, match="the save is damaged: its decisions") as refusal:
            game.from_json(json.dumps(save))
        assert len(str(refusal.value)) < 400


LONG_WORD = "x\x1b" * 10_000


@pytest.mark.parametrize(
    "path",
    [
        ("game",),
        ("edition",),
        ("options", 0),
        ("position", "point"),
        ("position", "memory", LONG_WORD),
        ("position", "memory", "site"),
        ("position", "memory", "block.at"),
        ("position", "winners", 0),
        ("position", "open", LONG_WORD),
        ("position", "frames", 0, "procedure"),
        ("position", "frames", 0, "values", "p"),
        ("position", "ending"),
        ("decisions", 0),
    ],
    ids=lambda path: str(path[-1])[:12],
)
@pytest.mark.parametrize("value", [LONG_WORD, [LONG_WORD], {LONG_WORD: LONG_WORD}], ids=["word", "list", "object"])
def test_a_refusal_echoes_little(path: tuple[str | int, ...], value: object) -> None:
    game, position = in_battle()
    for kept in (position, position.from_here()):
        save = json.loads(kept.to_json())
        for part in ("options", "decisions"):
            save[part] = save[part] or [""]
        save["position"]["winners"] = [""]
        put(value, *path)(save)
        if save["origin"]:
            save["origin"] = save["position"]
        with pytest.raises(SaveError) as refusal:
            game.from_json(json.dumps(save))
        assert len(str(refusal.value)) < 400
        assert str(refusal.value).isprintable()


@pytest.mark.parametrize(
    "text",
    [
        "",
        "null",
        "[]",
        "3",
        "{}",
        "{",
        "not a save",
        '{"format": 1}',
        "[" * 100_000,
        '"crex-save-3"',
        "\x00",
        "\ufeff{}",
    ],
    ids=["empty", "null", "list", "number", "object", "brace", "text", "format", "deep", "string", "nul", "mark"],
)
def test_what_is_no_save_is_refused(text: str) -> None:
    game, _ = in_battle()
    with pytest.raises(SaveError, match="this is no save"):
        game.from_json(text)


@pytest.mark.parametrize("seed", range(6))
def test_a_save_cut_or_changed_anywhere_loads_whole_or_is_refused(seed: int) -> None:
    """Whatever happened to the text: a sentence, or a position that can be played on."""
    game, position = in_battle()
    text, rng = position.to_json(), random.Random(seed)
    refused, sentences = 0, []
    for _ in range(40):
        place = rng.randrange(len(text))
        sort = rng.choice(["cut", "swap", "drop", "digit"])
        if sort == "cut":
            changed = text[:place]
        elif sort == "swap":
            changed = text[:place] + rng.choice('{}[]",:xyz') + text[place + 1 :]
        elif sort == "drop":
            changed = text[:place] + text[place + rng.randint(1, 40) :]
        else:
            changed = text[:place] + rng.choice("0123456789") + text[place + 1 :]
        try:
            loaded = game.from_json(changed)
        except SaveError as refusal:
            refused += 1
            sentences.append(str(refusal))
            continue
        assert loaded.codes
        loaded.take(loaded.codes[0])
    assert refused > 10
    assert not any("\n" in sentence for sentence in sentences)


# ---- other rules ----
def test_a_save_of_other_rules_is_refused_and_says_which() -> None:
    game, position = in_battle()
    royal, guided = Case("ford", "royal-2.0", ()).load(), Case("ford", "plain-1.0", ("guides",)).load()
    noughts = Case("noughts", "standard", ()).load()
    for other in (royal, guided, noughts):
        with pytest.raises(SaveError, match=r"this save is of ford, plain-1\.0; load that rulebook"):
            other.from_json(position.to_json())
    with pytest.raises(SaveError, match=r"ford, plain-1\.0 \+ guides"):
        game.from_json(guided.start().to_json())


CLAUSE = """
clause paying "Paying"
    says "It costs {price}."
    value price: number is 3
    tally paid
    procedure play
        paid += price
        ann chooses stay, quit
        ann chooses stay, quit
"""


def test_changed_rules_are_refused(tiny: Tiny) -> None:
    save = tiny(CLAUSE + STOP).start().to_json()
    with pytest.raises(SaveError, match="the rules have changed since this was saved"):
        tiny(CLAUSE.replace("is 3", "is 4") + STOP).from_json(save)


@pytest.mark.parametrize("form", [{"hasty": True}, {"traced": True}, {"counted": True}, {"watched": True}], ids=str)
def test_however_rules_are_compiled_they_are_the_same(form: dict[str, bool]) -> None:
    game, _ = in_battle()
    assert compile_rulebook(game.rulebook, **form).tables["does"] == game.does


@pytest.mark.parametrize("case", [Case("ford", "plain-1.0", ()), Case("dash", "three-player", ())], ids=str)
def test_a_save_opens_however_steps_are_joined(case: Case, monkeypatch: pytest.MonkeyPatch) -> None:
    """To which step a procedure returns goes by its place in the rules, whatever steps the compiler makes of them."""
    game = case.load()
    monkeypatch.setattr(step_linking, "_aliases", lambda code: {})
    made = compile_rulebook(game.rulebook, hasty=True)
    code = [compile(text, "<test>", "exec") for text in (made.play, made.words)]
    other = Game(game.files, game.selection, Program(code[0], code[1], made.tables))
    assert len(other.tables["labels"]) > len(game.tables["labels"])
    position, rng = game.start(2), random.Random(2)
    for number in range(150):
        if position.over:
            break
        if number % 10 == 0:
            for kept in (position, position.from_here()):
                there = other.from_json(kept.to_json())
                assert [other.spelled(code) for code in there.codes] == [game.spelled(code) for code in kept.codes]
                assert game.from_json(there.to_json()) == kept
        position.take(rng.choice(position.codes))


def test_a_watched_game_saves_as_any_other() -> None:
    game, position = in_battle()
    watched = load("ford", "plain-1.0", rules=[GAMES], watched=True)
    there = watched.from_json(position.to_json())
    assert game.from_json(there.to_json()) == position


LISTS = """
clause counting "Counting"
    tally debt
    procedure play
        for each p in (order q in players by seats_after(bob, q))
            ann chooses stay, quit
        for each n in [3, 0 - 2, 7]
            ann chooses stay, quit
            debt += n
        end game drawn
"""


def test_what_is_left_of_a_list_is_saved_by_name(tiny: Tiny) -> None:
    position = tiny(LISTS + STOP).start().from_here()
    assert json.loads(position.to_json())["position"]["frames"][0]["values"]["0 its rest"] == ["ann"]
    play(position, "stay", "stay")
    assert json.loads(position.to_json())["position"]["frames"][0]["values"]["1 its rest"] == [-2, 7]
    again = position.game.from_json(position.from_here().to_json())
    assert play(again, "stay", "stay", "stay").read("debt") == 8


ANY_NAME = """
clause naming "Naming"
    tally debt
    procedure play
        do go-on(ann)
    procedure go-on(leaves: player)
        for each rest in players
            ann chooses stay, quit
        end game drawn
"""


def test_no_name_of_the_rules_is_taken_for_one_of_ours(tiny: Tiny) -> None:
    position = tiny(ANY_NAME + STOP).start().from_here()
    again = position.game.from_json(position.to_json())
    assert again == position
    assert ids(play(again, "stay")) == ["stay", "quit"]


def test_a_game_that_waits_for_its_first_outcome_can_be_saved(tiny: Tiny) -> None:
    game = tiny(TOLD + STOP)
    position = game.start(5, chance="told")
    again = game.from_json(position.to_json())
    assert again.event == position.event is not None
    again.tell((6, 6))
    assert again.read("pips_so_far") == 12


def test_changed_words_are_not(tiny: Tiny) -> None:
    position = tiny(CLAUSE + STOP).start()
    reworded = CLAUSE.replace("It costs {price}.", "One pays {price}.").replace('"Paying"', '"To pay"')
    again = tiny(reworded + STOP + "\n# and a remark\n").from_json(position.to_json())
    assert again == position
    assert ids(play(again, "stay")) == ["stay", "quit"]


def test_a_save_tells_what_it_is_of_before_any_rules_are_loaded() -> None:
    _, position = in_battle()
    model = parse_save(position.to_json())
    assert (model.game, model.edition, model.options) == ("ford", "plain-1.0", [])
