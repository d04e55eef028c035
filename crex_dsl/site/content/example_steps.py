"""Worked examples as they are shown: what is given as a picture, each step as a sentence, what follows as a picture."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from pydantic import BaseModel

from crex_dsl.drawing.position.backdrop import backdrop
from crex_dsl.drawing.position.picture import HERE, divided_svg
from crex_dsl.drawing.position.scene import scene_of
from crex_dsl.engine.compile.texts.phrase_trees import Figures, PhraseTrees
from crex_dsl.engine.errors import CrexError
from crex_dsl.engine.game import Game, consulted_game, game_of
from crex_dsl.engine.run.decision import DECLINE, Action
from crex_dsl.engine.run.memory import address
from crex_dsl.engine.run.position import Position
from crex_dsl.engine.scenarios.worked_examples import Part, Runner
from crex_dsl.engine.secrecy.visible_position import VisiblePosition
from crex_dsl.lawyer.phrasing.grammars import game_grammar
from crex_dsl.rulebook import terms as t
from crex_dsl.rulebook.files.games import GameFiles
from crex_dsl.rulebook.rulebook import BeginTerm, CheckTerm, DeedTerm
from crex_dsl.rulebook.selection.selection import Selection
from crex_dsl.system.cache import cache_key, cached, is_stored

LAYERS = ("lawyer", "drawing", "site/content")  # whose code stories rest on, beside that of the engine
_INVOLVED = (t.Quant, t.SumOver, t.Or, t.Cond)
_MOST_PLACES = 12
_LONGEST_WALK = 40  # steps that are gone through one by one
_MOST_TRIES = 8  # actions of an example that can be tried


class Step(BaseModel):
    """Something that is done: in words, by which clause, with dice, and how pieces stand differently after it."""

    text: str
    clause: str
    dice: list[int] = []
    changes: list[str] = []
    frame: int | None = None


class Check(BaseModel):
    """Something that follows: it holds, an action is legal or refused, somebody is next, or the game is over.

    An action that is asked about has a `frame` in which it is marked, and one for what it `then` comes to if legal.
    What is counted, added up or said of all at once is not `plain`.
    """

    sort: str
    text: str
    plain: bool = True
    citing: list[str] = []
    after: int  # how many steps have been taken
    frame: int | None = None
    then: int | None = None


class Story(BaseModel):
    """An example as it is shown; its frames are drawn over a ground that stays.

    `last` is the number of the picture of what follows, 0 where nothing on it has changed.
    """

    ground: str = ""
    frames: list[str] = []
    drawn: bool = False
    last: int = 0
    steps: list[Step] = []
    checks: list[Check] = []

    def entries(self) -> Iterator[Step | Check]:
        """Steps and checks in the order in which they come."""
        for number in range(len(self.steps) + 1):
            yield from (check for check in self.checks if check.after == number)
            yield from self.steps[number : number + 1]

    @property
    def refusing(self) -> frozenset[str]:
        """The clauses that refuse something that is drawn."""
        return frozenset(name for check in self.checks if check.frame is not None for name in check.citing)

    def worded(self, other: Story) -> Story:
        """The same with the words of another, which tells the same example in another language."""
        steps = [
            mine.model_copy(update={"text": theirs.text, "changes": theirs.changes})
            for mine, theirs in zip(self.steps, other.steps, strict=True)
        ]
        checks = [
            mine.model_copy(update={"text": theirs.text})
            for mine, theirs in zip(self.checks, other.checks, strict=True)
        ]
        return self.model_copy(update={"steps": steps, "checks": checks})

    def for_learners(self) -> Story:
        """The same with plain checks only, or with all where nothing is done in it and there are no others."""
        plain = [check for check in self.checks if check.plain]
        return self.model_copy(update={"checks": plain}) if plain or self.steps else self

    def without_pictures(self) -> Story:
        """The same without what takes room: the pictures are in a file of their own by then."""
        return self.model_copy(update={"ground": "", "frames": []})

    @property
    def walk(self) -> bool:
        """Whether there are several steps to go through one by one."""
        return sum(step.frame is not None for step in self.steps) > 1


def stories(files: GameFiles, selection: Selection) -> dict[str, Story]:
    """By their places in the rule files, the examples that come out as they say under one selection; cached.

    Pictures are drawn in the edition's own language alone: in another, these are the words to them.
    """

    def made() -> dict[str, Story]:
        own = selection.language is None
        game = game_of(files, selection) if own else consulted_game(files, selection)
        return dict(told_stories(game, drawn=own))

    return cached("stories", dict[str, Story], made, files.digest, *selection.key, layers=LAYERS)


def stories_at_hand(files: GameFiles, selection: Selection) -> bool:
    """Whether the examples under a selection have been played and drawn before."""
    return is_stored(cache_key("stories", files.digest, *selection.key, layers=LAYERS))


def told_stories(game: Game, drawn: bool = True) -> Iterator[tuple[str, Story]]:
    """By their places in the rule files, the examples that come out as they say in a game, with pictures or without."""
    examples = game.rulebook.examples
    if not examples:
        return
    runner = Runner(game)
    still = _Board(Position(game, runner.blank(), [], [], None))
    for example in examples:
        teller = _Teller(game)
        if runner.run(example, teller.hear).ok:
            yield example.span.place, teller.story(still, drawn)


@dataclass(frozen=True)
class _Deed:
    """A step while it is told: the positions around it, and what was done."""

    before: Position
    after: Position
    step: Step
    action: Action | None


class _Board:
    """Where the pieces of a position stand, as somebody sees it who sees everything."""

    def __init__(self, position: Position) -> None:
        self.scene = scene_of(VisiblePosition(position, None))
        self.at = {(one.root, one.thing): (number, one) for number, of in self.scene.on_board.items() for one in of}

    def changes_to(self, other: _Board) -> Iterator[str]:
        """How pieces stand in another position that stand otherwise here."""
        things = self.scene.backdrop.plan.things if self.scene.backdrop.plan else ()
        for thing, (place, one) in self.at.items():
            if thing not in other.at:
                yield f"{one.title} ×"
                continue
            there, now = other.at[thing]
            if there != place:
                yield f"{one.title} → {things[there].title}"
            elif one.pips != now.pips:
                yield f"{one.title} {one.pips or 0} → {now.pips or 0}"
            if one.within != now.within:
                yield f"{one.title} → ⌂" if now.within else f"{one.title} ⌂ →"


class _Teller:
    """Hears one example, and tells it."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.given: Position | None = None
        self.deeds: list[_Deed] = []
        self.checks: list[Check] = []
        self._tried: list[tuple[Check, Position, Action]] = []  # what is asked about, and where
        self._asked: set[str] = set()  # the things that checks name
        self.last: Position | None = None
        self._trees, self._grammar = PhraseTrees(Figures()), game_grammar(game)

    def hear(self, part: Part, before: Position, after: Position) -> None:
        """Take note of a part of the example."""
        self.last = after
        if isinstance(part, DeedTerm):
            self._deed(part, before, after)
        elif isinstance(part, CheckTerm):
            if self.given is None:
                self.given = before
            if not part.layers or set(part.layers) & set(self.game.rulebook.chain):
                self.checks.append(self._check(part, before))
        elif isinstance(part, BeginTerm):
            if self.given is None:
                self.given = before
            step = Step(text=self._heading(part), clause=part.procedure.clause, dice=_dice(part.chance))
            self.deeds.append(_Deed(before, after, step, None))
        elif self.deeds:
            self.deeds.append(_Deed(before, after, Step(text="", clause=""), None))

    def _heading(self, part: BeginTerm) -> str:
        row = self.game.clause(part.procedure.clause)
        return row.title if self.game.selection.language else row.heading or row.title

    def _deed(self, part: DeedTerm, before: Position, after: Position) -> None:
        if self.given is None:
            self.given = before
        code = DECLINE if part.action is None else address(self.game.action_row(part.action.name), part.args)
        action = Action(self.game, code, before.state)
        step = Step(
            text=self._does(part.who, self.game.text(before.state, code)), clause=action.clause, dice=_dice(part.chance)
        )
        self.deeds.append(_Deed(before, after, step, action))

    def _does(self, who: int, what: str) -> str:
        """What a side does, with the colon of the language."""
        return self.game.namer.say.headed(self.game.player_name(who), what)

    def _check(self, check: CheckTerm, now: Position) -> Check:
        game, text, tried = self.game, "", None
        if check.term is not None:
            text = self._grammar.say(self._trees.holds(check.term))
        elif check.action is not None:
            code = address(game.action_row(check.action.name), check.args)
            self._asked |= {str(thing) for thing in game.arguments(code).values()}
            text = self._does(check.who, game.text(now.state, code, actor=check.who))
            tried = Action(game, code, now.state)
        elif check.sort == "next":
            text = game.player_name(check.who)
        elif now.result is not None:
            text = str(now.result)
        plain = not any(isinstance(part, _INVOLVED) for part in (check.term.walk() if check.term is not None else ()))
        made = Check(sort=check.sort, text=text, plain=plain, citing=list(check.citing), after=len(self.deeds))
        if tried is not None:
            self._tried.append((made, now, tried))
        return made

    # ---- told ----
    def story(self, still: _Board, drawn: bool) -> Story:
        """The example, with its pictures if it is to be drawn."""
        story = Story(steps=[deed.step for deed in self.deeds], checks=self.checks)
        if self.given is None or self.last is None:
            return story
        boards = [_Board(self.given), *(_Board(deed.after) for deed in self.deeds)]
        for deed, one, other in zip(self.deeds, boards, boards[1:], strict=False):
            deed.step.changes = list(one.changes_to(other))
        if drawn:
            self._draw(story, self._around(still, boards))
        return story

    def _around(self, still: _Board, boards: Sequence[_Board]) -> list[str]:
        """The places that an example is about; none where the board is drawn as a whole."""
        plan = backdrop(self.game).plan
        if plan is None or not plan.lines:
            return []
        named = {thing for deed in self.deeds if deed.action for thing in map(str, deed.action.args.values())}
        named |= self._asked
        places = {number for board in boards for thing, (number, _) in board.at.items() if thing[1] in named}
        places |= {number for number, drawn in enumerate(plan.things) if drawn.thing in named}
        moved = {
            number
            for board in boards
            for thing, (number, _) in board.at.items()
            if thing not in still.at or still.at[thing][0] != number
        }
        for found in (places | moved, places, moved):
            chosen = [plan.things[number].thing for number in sorted(found) if not plan.things[number].beside]
            if 0 < len(chosen) <= _MOST_PLACES:
                return chosen
        return []

    def _draw(self, story: Story, around: Sequence[str]) -> None:
        """Draw what is given, every step that is gone through, and what follows."""
        assert self.given is not None and self.last is not None
        pictures: list[tuple[str, str]] = []

        def frame(position: Position, action: Action | None = None) -> int:
            pictures.append(divided_svg(position, around, action))
            return len(pictures) - 1

        frame(self.given)
        deeds = [deed for deed in self.deeds if deed.action is not None]
        plan = backdrop(self.game).plan
        small = bool(around) or plan is None or not plan.lines  # a whole map for every step would be too much
        if small and 1 < len(deeds) <= _LONGEST_WALK:
            for deed in deeds:
                deed.step.frame = frame(deed.before, deed.action)
        if any(check.sort == "refused" for check, _, _ in self._tried) and small:
            for check, now, action in self._tried[:_MOST_TRIES]:
                check.frame = frame(now, action)
                if check.sort == "legal" and (then := _after(now, action)):
                    check.then = frame(then)
        if self.deeds:
            frame(self.last)
        if len({ground for ground, _ in pictures}) == 1:
            story.ground, story.frames = pictures[0][0], [over for _, over in pictures]
        else:
            story.frames = [over.replace(HERE, ground) for ground, over in pictures]
        story.drawn = True
        last = len(story.frames) - 1 if self.deeds else 0
        story.last = 0 if story.frames[0] == story.frames[last] else last


def _after(now: Position, action: Action) -> Position | None:
    """What a legal action comes to, with dice of its own; None where the example asks it of somebody else."""
    then = now.copy()
    try:
        then.take(action)
    except CrexError:
        return None
    return then


def _dice(chance: Sequence[tuple[str, ...]]) -> list[int]:
    """The faces of dice that a script tells; what is drawn by name is no die."""
    return [int(word) for words in chance for word in words if word.isdigit()]
