"""A position as one SVG image: board, pieces, marks, trays and tables, as somebody sees them."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from html import escape
from xml.etree.ElementTree import Element

from crex_dsl.drawing.board.layout import PHONE, Plan
from crex_dsl.drawing.board.legend import draw_legend, height
from crex_dsl.drawing.board.markers import lettered, tint
from crex_dsl.drawing.position.backdrop import backdrop
from crex_dsl.drawing.position.marks import Marks, action_marks, moves_between
from crex_dsl.drawing.position.scene import Scene, scene_of
from crex_dsl.drawing.position.stacks import Stack, stack_svg, stacks, standing, tether_svg
from crex_dsl.drawing.position.tiles import TILE, rect, words
from crex_dsl.drawing.position.trays import LaidTray, laid_out, ledger_svg, tray_svg
from crex_dsl.drawing.svg.elements import number, text_of
from crex_dsl.drawing.svg.style import style
from crex_dsl.drawing.svg.text_metrics import wrapped
from crex_dsl.engine.game import ONLOOKER
from crex_dsl.engine.run.decision import Action
from crex_dsl.engine.run.position import Position
from crex_dsl.engine.secrecy.view import View
from crex_dsl.engine.secrecy.visible_decision import SeenAction
from crex_dsl.engine.secrecy.visible_position import VisiblePosition
from crex_dsl.text.messages import Messages, capital

_LETTERS, _LINE, _EDGE = 10.0, 13.0, 10.0
_GAP = 8.0


def position_svg(
    of: Position | View,
    side: str | None = None,
    *,
    around: Collection[str] = (),
    action: Action | SeenAction | None = None,
    since: Position | None = None,
    embedded: bool = False,
) -> str:
    """A position as one side sees it, or a view, as an SVG image; without a side nothing is hidden.

    `around` names places to which the picture is cut; `action` marks what an action names, `since` draws arrows for
    what has moved since an earlier position. An `embedded` image leaves its colours to the page around it.
    """
    visible = VisiblePosition.of_view(of) if isinstance(of, View) else VisiblePosition(of, side)
    scene = scene_of(visible, backdrop(visible.game).cut(frozenset(around)))
    marks = Marks()
    if action is not None:
        marks |= action_marks(scene, action)
    if since is not None:
        marks |= moves_between(scene_of(VisiblePosition(since, visible.player), scene.backdrop), scene)
    return _Canvas(scene, marks, bool(around), embedded).svg()


HERE = "<!-- ground -->"  # where in a divided image the board belongs


def divided_svg(
    of: Position, around: Collection[str] = (), action: Action | SeenAction | None = None
) -> tuple[str, str]:
    """A position in two parts, nothing hidden, for a page: the bare board, and the image from which it is left out.

    Pictures of one board can share it: each is whole where `HERE` gives way to the board.
    """
    scene = scene_of(VisiblePosition(of, None), backdrop(of.game).cut(frozenset(around)))
    marks = Marks() if action is None else action_marks(scene, action)
    canvas = _Canvas(scene, marks, bool(around), True)
    ground = "" if canvas.plan is None else canvas.ground(canvas.plan)
    return ground, canvas.svg(HERE)


class _Canvas:
    """One image, drawn from top to bottom."""

    def __init__(self, scene: Scene, marks: Marks, cut: bool, embedded: bool) -> None:
        self.scene, self.marks, self.cut, self.embedded = scene, marks, cut, embedded
        self.game = scene.backdrop.game
        self.say = Messages(self.game.namer.language)
        self.plan = scene.backdrop.plan
        self.width = max(self.plan.width, float(PHONE)) if self.plan else 420.0

    def svg(self, ground: str | None = None) -> str:
        """The image, with another text in the place of the bare board where one is given."""
        parts: list[str] = []
        y = 0.0
        if not self.cut:
            head, y = self._head()
            parts.append(head)
        if self.plan is not None:
            parts.append(f'<g transform="translate({number((self.width - self.plan.width) / 2)} {number(y)})">')
            parts.append(self.ground(self.plan) if ground is None else ground)
            parts += [*self._over(self.plan), "</g>"]
            y += self.plan.height
            if not (self.cut or self.embedded):
                legend, high = self._legend(y)
                parts.append(legend)
                y += high
        if not self.cut:
            y = self._below(parts, y)
        return self._wrapped("".join(parts), y)

    def _wrapped(self, inner: str, high: float) -> str:
        told = escape(self._told())
        wide, tall = number(self.width), number(high)
        colours = "" if self.embedded else f"<style>{style()}</style>"
        sheet = rect("crex-draw-sheet", 0.5, 0.5, self.width - 1, high - 1, 6)
        alone = "" if self.embedded else " crex-draw-alone"
        most = f' style="max-width: {number(self.width * 1.3)}px"' if self.cut and self.embedded else ""
        return (
            f'<svg xmlns="http://www.w3.org/2000/svg" class="crex-drawing crex-draw-position{alone}" '
            f'viewBox="0 0 {wide} {tall}" width="{wide}" height="{tall}" role="img" aria-label="{told}"{most}>'
            f"<title>{told}</title>{colours}{sheet}{inner}</svg>"
        )

    def _told(self) -> str:
        """What the image shows, in words."""
        if self.scene.viewer is None:
            title = self.say("position-told", title=self.game.title)
        elif self.scene.viewer == ONLOOKER:
            title = self.say("position-observed", title=self.game.title)
        else:
            name = self.game.player_name(self.scene.viewer)
            title = self.say("position-seen", title=self.game.title, side=name)
        return title if self.cut else self.say.apart((title, *self.scene.standing))

    # ---- above the board ----
    def _head(self) -> tuple[str, float]:
        """The title, who sees it, and where play stands."""
        y = _EDGE + 10
        parts = [words(self.game.title, _EDGE, y, 13, "crex-draw-plain crex-draw-weighty", "start")]
        parts.append(words(self._seen_by(), self.width - _EDGE, y, _LETTERS, "crex-draw-plain crex-draw-body", "end"))
        for standing_at in self.scene.standing:
            for line in wrapped(capital(standing_at), _LETTERS, self.width - 2 * _EDGE, 4):
                y += _LINE
                parts.append(words(line, _EDGE, y, _LETTERS, "crex-draw-plain", "start"))
        return f'<g class="crex-draw-head" data-layer="head">{"".join(parts)}</g>', y + _GAP

    def _seen_by(self) -> str:
        """Whose eyes see it, in words; nothing where nothing is hidden."""
        match self.scene.viewer:
            case None:
                return ""
            case viewer if viewer == ONLOOKER:
                return self.say("observed")
            case viewer:
                return self.say("seen-by", side=self.game.player_name(viewer))

    # ---- the board ----
    def ground(self, plan: Plan) -> str:
        """The bare board: its ground, its lines and its places."""
        of = self.scene.backdrop
        places = of.places(self.scene.changed, self._empty(plan))
        return f'{"".join(of.layers.values())}<g class="crex-draw-places" data-layer="places">{places}</g>'

    def _over(self, plan: Plan) -> Iterator[str]:
        """What lies over the bare board: pieces and marks."""
        of = self.scene.backdrop
        found = stacks(of, self.scene.on_board, of.chosen if self.cut else frozenset())
        yield '<g class="crex-draw-tethers">'
        yield from (tether_svg(stack, plan.markers[stack.place]) for stack in found)
        yield "</g>"
        yield '<g class="crex-draw-pieces-on" data-layer="pieces">'
        yield from (stack_svg(stack, plan.things[stack.place]) for stack in found)
        yield from self._counts(plan)
        yield from self._tokens(plan)
        yield '</g><g class="crex-draw-marks" data-layer="marks">'
        yield from self._marked(plan, found)
        yield "</g>"

    def _empty(self, plan: Plan) -> frozenset[int]:
        """The stacks of cards on the board of which nothing is left."""
        cards = (n for n, drawn in enumerate(plan.things) if drawn.shape == "card")
        return frozenset(n for n in cards if n not in self.scene.on_board) if self.scene.on_board else frozenset()

    def _counts(self, plan: Plan) -> Iterator[str]:
        """How many lie on a part of the board that is written on, and in a box beside it."""
        spots = self.scene.backdrop.spots
        boxes = {spots[t.spot]: len(t.pieces) for t in self.scene.trays if t.spot is not None and t.spot in spots}
        counts = {n: len(of) for n, of in self.scene.on_board.items() if lettered(plan.things[n])} | boxes
        for place, count in counts.items():
            box = plan.markers[place]
            room = 7.0 + 5.4 * len(str(count))
            left = box.right - room - 1
            yield rect("crex-draw-corner", left, box.top - 5, room, 13, 6)
            yield words(str(count), left + room / 2, box.top + 5, 9.5, "crex-draw-corner-text")

    def _tokens(self, plan: Plan) -> Iterator[str]:
        """Who has something on a place: a disc in each side's colour."""
        for place, tokens in self.scene.tokens.items():
            box = plan.markers[place]
            for n, (seat, text) in enumerate(tokens):
                x = box.right - 9 - 13 * n if lettered(plan.things[place]) else box.left + 3 + 8 * n
                y = box.bottom - 9 if lettered(plan.things[place]) else box.top - 3
                r = 5.5 if lettered(plan.things[place]) else 3.6
                side = escape(self.game.player_id(seat))
                yield (
                    f'<g class="crex-draw-token {tint(seat, True)}" data-kind="player" data-id="{side}">'
                    f'<title>{escape(text)}</title><circle class="crex-draw-body-of" '
                    f'cx="{number(x)}" cy="{number(y)}" r="{number(r)}"/></g>'
                )

    # ---- marks ----
    def _marked(self, plan: Plan, found: list[Stack]) -> Iterator[str]:
        things = self.marks.things
        for join, line in plan.lines:
            if (join.root, join.thing) in things:
                points = " ".join(f"{number(x)},{number(y)}" for x, y in line)
                yield _named("polyline", "crex-draw-lit-line", join.root, join.thing, f'points="{points}"')
        for drawn, marker in zip(plan.things, plan.markers, strict=True):
            if (drawn.root, drawn.thing) in things:
                yield _ring(drawn.root, drawn.thing, marker.left - 3, marker.top - 3, marker.right, marker.bottom)
        for stack in found:
            for (drawn, _), x, y in standing(stack):
                if (drawn.root, drawn.thing) in things:
                    end = stack.sizes.tile - (1 if stack.sizes.tile == TILE else 2) - 3 + 1.5
                    yield _ring(drawn.root, drawn.thing, x - 1.5, y - 1.5, x + end, y + end)
        boxes = {stack.place: stack.box for stack in found}
        for start, goal in self.marks.arrows:
            to = plan.markers[goal].middle
            yield _arrow(boxes[start].edge_toward(to) if start in boxes else plan.markers[start].middle, to)

    # ---- below the board ----
    def _legend(self, top: float) -> tuple[str, float]:
        groups = self.scene.backdrop.legend
        root = Element("svg")
        draw_legend(root, groups, 12, top, self.width - 24)
        return "".join(text_of(each) for each in root) if groups else "", height(groups, self.width - 24)

    def _below(self, parts: list[str], y: float) -> float:
        """Trays, then tables; how far down they reach."""
        room = self.width - 2 * _EDGE
        laid = laid_out(self.scene.trays, len(self.game.seats), room)
        if laid:
            parts.append(f'<g data-layer="trays" transform="translate({number(_EDGE)} {number(y + 4)})">')
            parts += [self._tray(each) for each in laid]
            parts += [
                _ring(item.drawn.root, item.drawn.thing, x - 2, top - 2, x + item.wide - 5, top + item.high - 5)
                for each in laid
                for item, x, top in each.items
                if (item.drawn.root, item.drawn.thing) in self.marks.things
            ]
            parts.append("</g>")
            y += 4 + max(each.box.bottom for each in laid) + _GAP
        for ledger in self.scene.ledgers:
            text, high = ledger_svg(ledger, room, 0.0, self.game.seats)
            parts.append(f'<g data-layer="tables" transform="translate({number(_EDGE)} {number(y)})">{text}</g>')
            y += high + _GAP
        return y + 2

    def _tray(self, laid: LaidTray) -> str:
        spot = laid.tray.spot
        if spot is None:
            return tray_svg(laid, "tray", laid.tray.title)
        return tray_svg(laid, spot[0], self.game.namer.kinds[spot[0]][0][spot[1]])


def _ring(kind: str, thing: str, left: float, top: float, right: float, bottom: float) -> str:
    edges = (
        f'x="{number(left)}" y="{number(top)}" width="{number(right - left + 3)}" height="{number(bottom - top + 3)}"'
    )
    return _named("rect", "crex-draw-lit", kind, thing, f'{edges} rx="4"')


def _named(tag: str, sort: str, kind: str, thing: str, attributes: str) -> str:
    return f'<{tag} class="{sort}" data-kind="{escape(kind)}" data-id="{escape(thing)}" {attributes}/>'


def _arrow(start: tuple[float, float], goal: tuple[float, float]) -> str:
    """An arrow that bends a little, so that it does not hide the line below."""
    (x, y), (to_x, to_y) = start, goal
    long = ((to_x - x) ** 2 + (to_y - y) ** 2) ** 0.5 or 1.0
    along = ((to_x - x) / long, (to_y - y) / long)
    to_x, to_y = to_x - along[0] * 9, to_y - along[1] * 9
    bend = ((x + to_x) / 2 - along[1] * long * 0.12, (y + to_y) / 2 + along[0] * long * 0.12)
    lean = ((to_x - bend[0]), (to_y - bend[1]))
    size = (lean[0] ** 2 + lean[1] ** 2) ** 0.5 or 1.0
    ux, uy = lean[0] / size, lean[1] / size
    neck = (to_x - ux * 7, to_y - uy * 7)
    head = (
        f"M{number(to_x)} {number(to_y)}L{number(neck[0] - uy * 4.5)} {number(neck[1] + ux * 4.5)}"
        f"L{number(neck[0] + uy * 4.5)} {number(neck[1] - ux * 4.5)}z"
    )
    way = f"M{number(x)} {number(y)}Q{number(bend[0])} {number(bend[1])} {number(neck[0])} {number(neck[1])}"
    return (
        f'<g class="crex-draw-arrow"><path class="crex-draw-shaft crex-draw-casing-of" d="{way}"/>'
        f'<path class="crex-draw-shaft" d="{way}"/><path class="crex-draw-head-of" d="{head}"/></g>'
    )
