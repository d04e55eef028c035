"""One person at one decision: the question with its clause, the answers, and everything else that can be typed."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from rich.text import Text

from crex_dsl.engine.errors import UnknownName
from crex_dsl.engine.secrecy.mask import Mask
from crex_dsl.engine.secrecy.visible_decision import SeenAction, SeenDecision
from crex_dsl.engine.secrecy.visible_position import VisiblePosition
from crex_dsl.gameplay.action_matching import (
    SeveralMeanings,
    also_meant,
    candidate_actions,
    chosen_action,
    meant_answers,
)
from crex_dsl.gameplay.answers import Choices, figure
from crex_dsl.gameplay.history import Step
from crex_dsl.gameplay.order_words import left_behind, names_in_orders, order_said, stuck_said, way_said
from crex_dsl.gameplay.orders import MOST_WAYS, Way, stuck_pieces, ways
from crex_dsl.gameplay.undo import cancel, move_begun, undo
from crex_dsl.gameplay.unordered_picks import Picks
from crex_dsl.lawyer.why.forced_moves import last_forced
from crex_dsl.lawyer.why.legality import asked_elsewhere, asked_here, in_order, others_of
from crex_dsl.play.board import bearings, scenes
from crex_dsl.play.commands import Command, Commands, Unanswered, free_file
from crex_dsl.play.explanations import brief_cite, cited, elsewhere, forced_lines, judged, refusal
from crex_dsl.system.console import watched
from crex_dsl.text.folding import plain
from crex_dsl.text.messages import apart, said

if TYPE_CHECKING:
    from crex_dsl.play.game_loop import TerminalGame


_KEPT_LINES = 8
_MOST_OTHERS = 5
_LETTERS = "abcdefghijklmnopqrstuvwxyz"


class TakenBack(Exception):
    """The question is another one now."""


class Prompt(Commands):
    """Asks until an answer is given."""

    def __init__(
        self, table: TerminalGame, person: str, decision: SeenDecision, picks: Picks, numbers: dict[str, int]
    ) -> None:
        """Ask a decision, of several picks one after the other by the `numbers` that their answers had at first."""
        super().__init__(table.history, person, table.keyboard, table.say)
        self.table, self.person, self.decision, self.picks = table, person, decision, picks
        self.choices = Choices(decision.legal, self.game.namer.called, numbers)
        numbers |= {action.id: number for number, action in self.choices.all}
        self.ways: dict[str, Way] = {}  # of the order that was given last, by the letters that choose among them
        self.meanings: dict[str, Callable[[], None]] = {}  # of what was asked last, likewise
        also = {
            "why": Command(said("play-usage-why"), said("play-does-why"), self._why),
            "elsewhere": Command(said("play-usage-elsewhere"), said("play-does-elsewhere"), self._elsewhere),
            "more": Command("more", said("play-does-more"), self._more),
            "undo": Command("undo", said("play-does-undo"), self._undo),
            "cancel": Command("cancel", said("play-does-cancel"), self._cancel),
            "save": Command(said("play-usage-save"), said("play-does-save"), self._save),
        }
        self.commands = also | self.commands
        self.commands["quit"] = Command("quit", said("play-does-quit-saved"), self._quit)

    def answer(self) -> SeenAction | Way:
        """The answer or order that the person gives; raises TakenBack where an earlier one was taken back."""
        self._show_question()
        while True:
            prompt = f"{self.game.player_name(self.person)}> "
            offers, names = [*self.choices.offers(), *self.offers()], names_in_orders(self.visible())
            typed = self.table.line(prompt, offers, names).strip()
            found = self._read(typed)
            if found is not None:
                return found
            if not self._fits_next():
                self.table.forget_lines(said("play-no-answer"))

    def visible(self) -> VisiblePosition:
        """What is seen now, the picks so far included."""
        return VisiblePosition(self.picks.now, self.person)

    def offers(self) -> list[str]:
        """Commands, and the actions of the game after `why not`."""
        names = [row.name for row in self.game.actions]
        return [*super().offers(), *(f"why not {name}(" for name in names)]

    def _read(self, typed: str) -> SeenAction | Way | None:
        """The answer or order that a line means; anything else is dealt with here."""
        if not typed:
            self.choices.narrow(self.choices.all)
            self._show_question(again=True)
            return None
        found = self.choices.exact(typed)
        if found is not None:
            return found
        if typed.casefold() in self.ways:
            return self.ways[typed.casefold()]
        if typed.casefold() in self.meanings:
            self.meanings[typed.casefold()]()
            return None
        self.meanings = {}
        if self.asked(typed):
            return None
        try:
            way = self._ordered(typed)
        except UnknownName as error:
            self._tell(str(error))
            return None
        if way is not None or self.ways:
            return way
        if figure(typed) is not None:
            self._tell(said("play-no-such-answer", typed=typed, count=len(self.choices.all)))
            return None
        if typed.startswith("-") and figure(typed[1:]) is not None:
            self._tell(said("play-negative", typed=typed, first=self.choices.all[0][0]))
            return None
        like = meant_answers(self.visible(), self.choices, self.choices.like(typed), typed)
        if len(like) == 1:
            return like[0][1]
        if like:
            self.choices.narrow(like)
            self._show_choices()
        else:
            self._tell(self._nothing_like(typed))
        return None

    def _fits_next(self) -> bool:
        """Whether what comes next on the line chooses among the ways that were just listed."""
        return bool(self.table.waiting and self.table.waiting[0].casefold() in {**self.ways, **self.meanings})

    def _ordered(self, typed: str) -> Way | None:
        """The only way to carry an order out; several are listed, each with its letter."""
        self.ways = {}
        order = order_said(self.visible(), typed) if not self.picks.codes else None
        if order is None:
            return None
        found = ways(self.picks.now, self.person, order)
        if not found and any(plain(typed) in plain(action.text) for _, action in self.choices.all):
            return None
        if not found:
            stuck = stuck_said(self.visible(), order, stuck_pieces(self.picks.now, self.person, order))
            hints = [self._why_hint(typed)] if self._could_be_asked(typed) else []
            hints += [said("play-in-a-move")] if move_begun(self.history, self.person) else []
            raise UnknownName(apart([stuck, *hints]))
        if len(found) == 1 and not left_behind(self.visible(), found[0]):
            return found[0]
        self.ways = dict(zip(_LETTERS, found[:MOST_WAYS], strict=False))
        for letter, way in self.ways.items():
            behind = left_behind(self.visible(), way)
            also = " " + said("play-left-behind", who=behind) if behind else ""
            self.say(Text.assemble((f" {letter} ", "bold cyan"), way_said(self.visible(), way), (also, "dim")))
        others = len(found) - MOST_WAYS
        self.say(Text(said("play-more-ways", count=others) if others > 0 else said("play-take-letter"), "dim"))
        return None

    def _nothing_like(self, typed: str) -> str:
        """Why a line is no answer: the clauses against it where it is an action, else how to go on."""
        try:
            code = self.game.spelled_code(typed)
        except LookupError:
            return said("play-fits-none", typed=typed, count=len(self.choices.all), hint=self._why_hint(typed))
        question, judgement = asked_here(self.picks.now, code, self.person, self.person)
        return said("play-not-legal", action=question.action, why=refusal(judgement))

    def _why_hint(self, typed: str) -> str:
        """Where to find out more about a line that is no answer."""
        return said("play-hint-why", typed=typed) if self._could_be_asked(typed) else said("play-hint-help")

    def _could_be_asked(self, typed: str) -> bool:
        """Whether a line means some action, legal or not."""
        try:
            candidate_actions(self.visible(), typed)
        except UnknownName:
            return False
        return True

    # ---- showing ----
    def _tell(self, sentence: str) -> None:
        self.say(Text(sentence, "yellow"))

    def _show_bearings(self, again: bool) -> None:
        """Where play stands: what is new since this person was last asked, or everything."""
        visible = self.visible()
        facts, people = bearings(visible), scenes(visible)
        told = () if again else self.table.bearings.get(self.person, ())
        self.table.bearings[self.person] = [str(part) for part in (*facts, *people)]
        new = Text(" · ").join(fact for fact in facts if str(fact) not in told)
        for line in (new, *(scene for scene in people if str(scene) not in told)):
            if line:
                line.stylize_before("dim")
                self.say(line)

    def _show_question(self, again: bool = False) -> None:
        self._show_bearings(again)
        room = (self.keyboard.limit or 1_000_000) - len(self.decision.prompt) - 2
        clause = cited(self.game, self.decision.clause)
        clause = clause if len(clause) <= room else brief_cite(self.game, self.decision.clause)
        self.say(Text.assemble((self.decision.prompt, "bold"), f"  {clause}"))
        self._show_choices()

    def _show_choices(self) -> None:
        for line in self.choices.page(self.keyboard.lines - _KEPT_LINES):
            self.say(line)

    # ---- the commands ----
    def _help(self, rest: str) -> None:
        typed = {
            "3": said("play-typed-number"),
            "3; 0; 2": said("play-typed-several"),
            said("play-usage-order"): said("play-typed-order"),
        }
        self.show_help(rest, typed)

    def _more(self, rest: str) -> None:
        self.choices.turn_page(self.keyboard.lines - _KEPT_LINES)
        self._show_choices()

    def _why(self, rest: str) -> None:
        wish = rest.removeprefix("not ").strip() if rest != "not" else ""
        if not wish:
            self._why_forced()
            return
        self._about(wish, self._explain)

    def _explain(self, action: SeenAction | int, wish: str = "") -> None:
        """Say which clauses are for and against an action, and what else the words for it fit."""
        question, judgement = asked_here(self.picks.now, action, self.person, self.person)
        for line in judged(question, judgement):
            self.say(line)
        as_order = "" if judgement.legal or not wish else self._as_order(wish, stuck=False)
        if as_order:
            self.say(Text(f"  {as_order}"))
        self._tell_others(action, wish)

    def _tell_others(self, action: SeenAction | int, wish: str) -> None:
        """Say what else the words fit, so that nothing is picked in silence."""
        others = also_meant(self.visible(), self.choices, wish, action) if wish else []
        if others:
            some = ", ".join(others[:_MOST_OTHERS])
            told = said("play-and-others", some=some) if len(others) > _MOST_OTHERS else some
            self.say(Text(said("play-also-fits", typed=wish, others=told), "dim"))

    def _about(self, wish: str, then: Callable[[SeenAction | int, str], None]) -> None:
        """Say something about the action that words mean; where they fit several, each is listed with its letter."""
        self.ways, self.meanings = {}, {}
        try:
            action = chosen_action(self.visible(), self.choices, wish, self.person)
        except SeveralMeanings as several:
            self._tell(said("`{typed}` fits several actions:", typed=wish))
            as_order = self._as_order(wish)
            for line in [as_order] * bool(as_order) + several.needs:
                self.say(Text(f"   {line}"))
            for letter, action, text in zip(_LETTERS, several.meanings, several.texts, strict=False):
                self.meanings[letter] = partial(then, action, "")
                self.say(Text.assemble((f" {letter} ", "bold cyan"), text))
            self.say(Text(said("a letter asks about one of these, anything else about none"), "dim"))
        except UnknownName as error:
            as_order = self._as_order(wish)
            raise UnknownName(apart([str(error), as_order]) if as_order else str(error)) from None
        else:
            then(action, wish)

    def _as_order(self, wish: str, stuck: bool = True) -> str:
        """How words can be carried out as an order, or who of it is stuck; nothing where they are none."""
        try:
            order = order_said(self.visible(), wish) if not self.picks.codes else None
        except UnknownName:
            return ""
        if order is None:
            return ""
        found = ways(self.picks.now, self.person, order)
        if not found:
            pieces = stuck_pieces(self.picks.now, self.person, order) if stuck else ()
            return stuck_said(self.visible(), order, pieces) if stuck else ""
        return said("as an order it can be carried out: {way}", way=way_said(self.visible(), found[0]))

    def _why_forced(self) -> None:
        """Say why the last step that left this person no choice did so."""
        for step in reversed(self.history.steps):
            forced = last_forced(step.again(), self.person)
            if forced is not None:
                for line in forced_lines(forced, cited(self.game, forced.clause)):
                    self.say(line)
                return
        raise Unanswered(said("play-why-what"))

    def _elsewhere(self, rest: str) -> None:
        if not rest:
            raise Unanswered(said("play-elsewhere-what"))
        self._about(rest, self._ask_elsewhere)

    def _ask_elsewhere(self, action: SeenAction | int, wish: str = "") -> None:
        """Say under which other rulebooks an action would be legal."""
        question, here = asked_here(self.picks.now, action, self.person, self.person)
        near, far = others_of(self.picks.now, question, quick=False)
        self.say(Text(said("play-asking", count=len(near)), "dim"))
        asked = asked_elsewhere(self.picks.now, question, here.asked, near)
        answers = in_order(watched(asked, len(near), said("play-asked")), near)
        self.say(Text(f"{question.text or question.action}:", "bold"))
        for part in elsewhere(here, answers, far):
            self.say(part)
        self._tell_others(action, wish)

    def _undo(self, rest: str) -> None:
        if self.picks.codes:
            code = self.picks.drop()
            self.say(said("play-not-picked", text=self.picks.now.seen_as(code).text))
            raise TakenBack
        self._told_back(undo(self.history, self.person, self.table.people, self.table.sandbox, self.table.orders))

    def _cancel(self, rest: str) -> None:
        if self.picks.codes:
            while self.picks.codes:
                self.picks.drop()
            self.say(said("play-nothing-picked"))
            raise TakenBack
        self._told_back(cancel(self.history, self.person, self.table.people, self.table.sandbox, self.table.orders))

    def _told_back(self, steps: list[Step]) -> None:
        """Say what was taken back."""
        self.table.keep()
        first = steps[0]
        mask = Mask(self.game, first.before.state, self.visible().seat)
        side, text = self.game.player_name(first.who), self.game.text(first.before.state, first.code, mask)
        key = "play-taken-back-more" if len(steps) > 1 else "play-taken-back"
        self.say(said(key, side=side, text=text, count=len(steps) - 1))
        raise TakenBack

    def _save(self, rest: str) -> None:
        if not rest or ("\0" not in rest and Path(rest).expanduser().resolve() == self.table.file.resolve()):
            self.table.keep()
            self.say(said("play-saved", file=self.table.file))
            return
        file = free_file(rest)
        self.table.keep(file)
        self.say(said("play-copied", file=file))
