"""A procedure becomes its steps of play, and nothing else."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from crex_dsl.drawing.flowchart.flow import Arm, Box, Choice, Fork, Frame, Label, Loop, Mark, Node
from crex_dsl.drawing.flowchart.procedure_flow import flow_of
from crex_dsl.text.english import words
from tests.drawing.flowchart.conftest import Follow, books, flows, nodes

RESTING = Box(Label("Resting", clause="resting"))
JUMPING = Box(Label("Jumping", clause="jumping"))


def steps(follow: Follow, text: str, *opens: str, **more: str) -> tuple[Node, ...]:
    """The steps of a procedure of these steps."""
    return follow(text, *opens, **more).root.steps


# ---- calls ----
def test_the_procedure_itself_is_the_outermost_frame(follow: Follow) -> None:
    assert follow("do tidy").root == Frame(Label("Doing", clause="doing"), (RESTING,))


def test_a_call_is_a_box_and_memory_is_no_step(follow: Follow) -> None:
    assert steps(follow, "late becomes yes\ndo tidy") == (RESTING,)


def test_one_box_is_enough_for_what_one_clause_does_on_end(follow: Follow) -> None:
    assert steps(follow, "do tidy\ndo sweep\ndo land(rook)\ndo tidy") == (RESTING, JUMPING, RESTING)


def test_an_opened_procedure_is_a_frame_in_which_its_own_clause_is_not_named_again(follow: Follow) -> None:
    assert steps(follow, "do sweep", "sweep") == (
        Frame(Label("Resting", clause="resting"), (Mark("Dice are rolled"),)),
    )


def test_a_clause_that_only_gives_words_has_no_box(follow: Follow) -> None:
    assert steps(follow, "do shuffle-about") == (RESTING,)


def test_what_the_clause_at_hand_declares_stands_in_its_place(follow: Follow) -> None:
    more = "    procedure own in turn\n        do land(rook)\n"
    assert steps(follow, "do own", more=more) == (JUMPING,)
    assert steps(follow, "do own", "own", more=more) == (Frame(Label("Own", clause="doing"), (JUMPING,)),)


# ---- moments and what hangs on them ----
def test_a_moment_is_the_clauses_that_hang_on_it(follow: Follow) -> None:
    assert steps(follow, "do dust") == (Box(Label("Sneezing", clause="sneezing")),)


def test_a_moment_on_which_much_hangs_is_one_box(follow: Follow) -> None:
    many = "".join(f'clause sort-{n} "Sort {n}"\n    after dust\n        clear tired\n' for n in range(9))
    assert steps(follow, "do dust", more=many) == (RESTING,)


def test_around_an_opened_procedure_only_what_lets_anybody_play_is_a_step(follow: Follow) -> None:
    more = 'clause gusts "Gusts"\n    after sweep\n        roll 1 die\n    before tidy\n        late becomes yes\n'
    assert steps(follow, "do sweep\ndo tidy", "sweep", "tidy", more=more) == (
        Frame(
            Label("Resting", clause="resting"),
            (Mark("Dice are rolled"), Box(Label("Gusts", clause="gusts"))),
        ),
    )


def test_what_comes_instead_forks_the_way(follow: Follow) -> None:
    more = 'clause frost "Frost"\n    instead of sweep when late\n        roll 1 die\n'
    frame = steps(follow, "do sweep", "sweep", more=more)[0]
    assert isinstance(frame, Frame)
    assert frame.steps == (
        Fork(
            (
                Arm("unless late", (Mark("Dice are rolled"),)),
                Arm("otherwise", (Box(Label("Frost", clause="frost")),)),
            )
        ),
    )


def test_what_is_skipped_is_said_of_a_box_too(follow: Follow) -> None:
    more = 'clause frost "Frost"\n    instead of sweep when late\n        return\n'
    assert steps(follow, "do sweep", more=more) == (Fork((Arm("unless late", (RESTING,)),)),)


def test_what_happens_at_the_end_of_a_stage_comes_last(follow: Follow) -> None:
    more = (
        'clause dusk "Dusk"\n    procedure evening in turn\n        roll 1 die\n'
        "    when turn ends if late\n        do evening\n"
        'clause days "Days"\n    procedure day\n        open turn with mover is red\n            do tidy\n'
    )
    frame = steps(follow, "do day", "day", "evening", more=more)[0]
    assert frame == Frame(
        Label("Turn", clause="days"),
        (
            RESTING,
            Fork((Arm("if late", (Frame(Label("Dusk", clause="dusk"), (Mark("Dice are rolled"),)),)),)),
        ),
        Label("Days", clause="days"),
    )


# ---- choices ----
def test_a_choice_says_who_is_asked_and_what_there_is(follow: Follow) -> None:
    offers = (Label("Jump", clause="jumping"), Label("Rest", clause="resting"))
    assert steps(follow, "mover chooses jump, rest") == (Choice(("the mover",), "must", offers),)


@pytest.mark.parametrize(
    ("asked", "mode"), [('mover may choose rest or "no"', "may"), ('mover may keep choosing jump or "no"', "keep")]
)
def test_a_choice_may_be_declined(follow: Follow, asked: str, mode: str) -> None:
    choice = steps(follow, asked)[0]
    assert isinstance(choice, Choice) and choice.mode == mode


def test_a_secret_choice_asks_nobody_by_name(follow: Follow) -> None:
    assert steps(follow, "together each p in players chooses rest") == (
        Choice((), "together", (Label("Rest", clause="resting"),)),
    )


def test_what_an_action_does_is_drawn_where_it_is_opened(follow: Follow) -> None:
    jump = Label("Jump", clause="jumping")
    frame = Frame(Label("Jumping", clause="jumping"), (Box(Label("Sneezing", clause="sneezing")),))
    assert steps(follow, "mover chooses jump", "land") == (Choice(("the mover",), "must", (jump,)), frame)
    asked, fork = steps(follow, "mover chooses jump, rest", "land")
    assert isinstance(asked, Choice) and fork == Fork((Arm("Jump", (frame,)),))


def test_the_same_steps_of_two_players_are_drawn_once(follow: Follow) -> None:
    body = "        while late\n            p chooses jump\n            late becomes no\n"
    more = f"    procedure asks(p: player) in turn\n{body}"
    loop = steps(follow, "do asks(mover)\ndo asks(enemy of mover)", more=more)
    jump = (Label("Jump", clause="jumping"),)
    assert loop == (Loop("while late", (Choice(("the mover", "the enemy of the mover"), "must", jump),)),)


# ---- loops and forks ----
@pytest.mark.parametrize(
    ("loop", "told"),
    [
        ("for each n from 1 to 3", "3 times"),
        ("repeat 2 times", "2 times"),
        ("for each p in players", "for each player"),
        ("for each s: spot", "for each spot"),
        ("for each p in [mover, enemy of mover]", "the mover, then the enemy of the mover"),
        ("for each s in [one, two]", "one, two"),
        ("while late", "while late"),
        ("while some p: pawn where p in tired", "while some pawn is among the tired pawns"),
    ],
)
def test_a_loop_says_how_often_or_for_whom(follow: Follow, loop: str, told: str) -> None:
    assert steps(follow, f"{loop}\n    do tidy") == (Loop(told, (RESTING,)),)


def test_a_loop_that_may_be_left_says_at_most(follow: Follow) -> None:
    assert steps(follow, "repeat 3 times\n    do tidy\n    if late\n        return") == (
        Loop("up to 3 times", (RESTING,)),
    )


def test_a_loop_or_fork_around_nothing_is_nothing(follow: Follow) -> None:
    assert steps(follow, "for each p in players\n    late becomes yes\nif late\n    late becomes no\ndo tidy") == (
        RESTING,
    )


def test_a_fork_has_an_arm_for_every_way_with_a_step(follow: Follow) -> None:
    text = "if late\n    do tidy\notherwise if mover is red\n    late becomes yes\notherwise\n    do land(rook)"
    assert steps(follow, text) == (Fork((Arm("if late", (RESTING,)), Arm("otherwise", (JUMPING,)))),)


def test_what_an_edition_settles_is_no_fork(follow: Follow) -> None:
    more = "    value wet: yes or no is no\n"
    assert steps(follow, "if wet\n    do tidy\notherwise\n    do land(rook)", more=more) == (JUMPING,)


@pytest.mark.parametrize(
    ("condition", "told"),
    [
        ("late and mover is red", "if late and the mover is red"),
        ("not late or mover is red", "if not late or the mover is red"),
        ("not late", "unless late"),
        ("late and (wet or dry)", "if “late” holds; and either “wet” holds or “dry” holds"),
    ],
)
def test_a_condition_is_told_so_that_it_cannot_be_misread(follow: Follow, condition: str, told: str) -> None:
    more = "    define wet: yes or no is mover is red\n    define dry: yes or no is mover is blue\n"
    assert steps(follow, f"if {condition}\n    do tidy", more=more) == (Fork((Arm(told, (RESTING,)),)),)


def test_a_condition_too_long_for_a_label_is_not_told(follow: Follow) -> None:
    long = "mover is red and some p: pawn where p in tired and p.at is one and p.owner is mover and late"
    assert steps(follow, f"if {long}\n    do tidy") == (Fork((Arm("where it applies", (RESTING,)),)),)


def test_chance_and_the_end_are_steps(follow: Follow) -> None:
    assert steps(follow, "draw p from all p: pawn\nend game drawn") == (
        Mark("A draw by chance"),
        Mark("The game ends", ends=True),
    )


# ---- editions ----
POLISH = """edition maly "Mały" of small
    language pl
glossary pl
    late "noc"
    rest "odpoczynek"
    turn "tura", "tury", "tur"
cite doing at "2.1" titled "Działanie"
cite resting, sneezing at "3" titled "Spokój"
cite jumping at "O skokach" titled "Skoki"
"""


def test_an_edition_speaks_its_own_language_or_not_at_all(follow: Follow) -> None:
    text = "if late\n    mover chooses jump, rest\nif some p: pawn where p in tired\n    do land(rook)\ndo dust"
    flow = follow(text, "land", variants=POLISH, edition="maly")
    assert (flow.language, flow.root.title) == ("pl", Label("Działanie", "2.1", "doing"))
    offers = (Label("Skoki", clause="jumping"), Label("Odpoczynek", "3", "resting"))
    spring = Box(Label("Spokój", "3", "sneezing"))
    frame = Frame(Label("Skoki", clause="jumping"), (spring,), Label("O skokach", clause="jumping"))
    assert flow.root.steps == (
        Fork((Arm("jeśli: noc", (Choice(("gracz",), "must", offers), Fork((Arm("Skoki", (frame,)),)))),)),
        Fork((Arm("jeśli dotyczy", (frame,)),)),
        spring,
    )


# ---- the games at hand ----
def test_every_game_of_ours_has_charts_that_show_something() -> None:
    drawn = {name.split(":")[0] for name, book in books() if book.charts}
    assert len(drawn) == 2
    for name, flow in flows():
        if name.split(":")[0] in drawn:
            assert sum(isinstance(node, Box | Choice) for node in nodes(flow.root)) >= 3, name


def test_no_chart_of_another_language_calls_anything_by_its_name_in_the_rules() -> None:
    foreign = [(name, book) for name, book in books() if book.language != book.base_language and book.charts]
    assert foreign
    for name, book in foreign:
        world = book.world
        named = {words(each).casefold() for each in [*world.procedures, *world.actions, *world.definitions]}
        printed = {clause.heading.casefold() for clause in book.clauses.values()}
        spoken = {form.casefold() for forms in book.glossary[book.language].values() for form in forms}  # *combat*
        for chart in book.charts:
            told = {text.casefold() for node in nodes(flow_of(book, chart).root) for text in _texts(node)}
            assert not told & (named - printed - spoken), name


def _texts(node: Node) -> Iterator[str]:
    match node:
        case Box(label=label):
            yield label.text
        case Frame(title=title, subtitle=subtitle):
            yield title.text
            yield subtitle.text if subtitle else ""
        case Choice(who=who, offers=offers):
            yield from who
            yield from (offer.text for offer in offers)
        case Loop(text=text) | Mark(text=text):
            yield text
        case Fork(arms=arms):
            yield from (arm.text for arm in arms)
