"""Which edition and which options: what there is, what is meant by a short name, and what goes together."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import combinations

from pydantic import BaseModel

from crex_dsl.language import nodes
from crex_dsl.language.diagnostics import Report, did_you_mean, listed
from crex_dsl.rulebook.library import GameText, LayerText

AS_PRINTED = "as-printed"
STANDARD = "standard"


class SelectionError(ValueError):
    """The edition or the options asked for do not exist or do not go together."""


class EditionInfo(BaseModel):
    """An edition: its layers from the base up, its language and its seats."""

    id: str
    title: str
    language: str
    chain: list[str]
    seats: int | None


class OptionInfo(BaseModel):
    """An option: where it applies and what it goes with."""

    id: str
    title: str
    says: str
    layers: list[str]
    excludes: list[str]
    needs: list[str]
    recommends: list[str]
    follows: list[str]


class ReadingInfo(BaseModel):
    """One reading of a ruling."""

    id: str
    reason: str
    printed: bool
    taken: bool
    unplayable: bool


class RulingInfo(BaseModel):
    """A question that the books leave open."""

    id: str
    asks: str
    on: list[str]
    layer: str
    layers: list[str]
    readings: list[ReadingInfo]


class GameIndex(BaseModel):
    """What can be chosen in one game."""

    game: str
    title: str
    default: bool
    default_edition: str
    editions: list[EditionInfo]
    options: list[OptionInfo]
    rulings: list[RulingInfo]

    def edition(self, name: str | None) -> EditionInfo:
        """The edition that `name` means: its id, or any short form that fits only one."""
        ids = [edition.id for edition in self.editions]
        if name is None:
            name = self.default_edition
        if name not in ids:
            near = [i for i in ids if i.startswith(name)] or [i for i in ids if name in i]
            if len(near) != 1:
                among = listed(near or ids, "or")
                hint = f"it could be {among}" if near else did_you_mean(name, ids) or f"there are {listed(ids)}"
                raise SelectionError(f"{self.title} has no edition `{name}`: {hint}")
            name = near[0]
        return next(edition for edition in self.editions if edition.id == name)

    def option(self, name: str) -> OptionInfo:
        """The option of that id."""
        for option in self.options:
            if option.id == name:
                return option
        ids = [option.id for option in self.options]
        hint = did_you_mean(name, [*ids, AS_PRINTED]) or (f"there are {listed(ids)}" if ids else "it has no options")
        raise SelectionError(f"{self.title} has no option `{name}`: {hint}")

    def rulings_for(self, edition: EditionInfo) -> list[RulingInfo]:
        """The rulings that concern an edition."""
        return [
            ruling
            for ruling in self.rulings
            if ruling.layer in edition.chain
            and (not ruling.layers or any(layer in edition.chain for layer in ruling.layers))
        ]

    def options_for(self, edition: EditionInfo) -> list[OptionInfo]:
        """The options that may be taken in an edition."""
        return [option for option in self.options if not option.layers or set(option.layers) & set(edition.chain)]

    def select(self, edition: str | None, options: Iterable[str]) -> Selection:
        """The selection asked for, checked; options in the order in which they apply."""
        info = self.edition(edition)
        chosen: list[OptionInfo] = []
        printed = self.printed_readings(info)
        readings: dict[str, str] = {}
        for name in dict.fromkeys(options):
            if name == AS_PRINTED:
                readings = {**printed, **readings}
            elif "=" in name:
                ruling_id, reading_id = self._reading(info, name)
                readings[ruling_id] = reading_id
            else:
                chosen.append(self._applicable(info, name))
        _together(chosen)
        ordered = [option.id for option in in_order(chosen)]
        differing = {key: value for key, value in sorted(readings.items()) if not self._taken(key, value)}
        return Selection(
            game=self.game,
            edition=info.id,
            options=ordered,
            readings=differing,
            names=[*ordered, *(f"{key}={value}" for key, value in differing.items())],
            as_printed=bool(differing) and differing == {k: v for k, v in printed.items() if not self._taken(k, v)},
        )

    def printed_readings(self, edition: EditionInfo) -> dict[str, str]:
        """The reading of every ruling that the edition prints, where it can be played."""
        return {
            ruling.id: reading.id
            for ruling in self.rulings_for(edition)
            for reading in ruling.readings
            if reading.printed and not reading.unplayable
        }

    def _taken(self, ruling_id: str, reading_id: str) -> bool:
        return any(
            reading.taken
            for ruling in self.rulings
            if ruling.id == ruling_id
            for reading in ruling.readings
            if reading.id == reading_id
        )

    def _reading(self, edition: EditionInfo, name: str) -> tuple[str, str]:
        ruling_id, reading_id = name.split("=", 1)
        rulings = {ruling.id: ruling for ruling in self.rulings_for(edition)}
        if ruling_id not in rulings:
            hint = did_you_mean(ruling_id, rulings) or (
                f"its rulings are {listed(rulings)}" if rulings else "it has no rulings"
            )
            raise SelectionError(f"{edition.id} has no ruling `{ruling_id}`: {hint}")
        readings = {reading.id: reading for reading in rulings[ruling_id].readings}
        if reading_id not in readings:
            raise SelectionError(f"ruling `{ruling_id}` has no reading `{reading_id}`: choose {listed(readings, 'or')}")
        if readings[reading_id].unplayable:
            raise SelectionError(f"reading `{reading_id}` of ruling `{ruling_id}` is marked unplayable and never taken")
        return ruling_id, reading_id

    def _applicable(self, edition: EditionInfo, name: str) -> OptionInfo:
        option = self.option(name)
        if option not in self.options_for(edition):
            possible = [o.id for o in self.options_for(edition)]
            instead = f"{edition.id} takes {listed(possible)}" if possible else f"{edition.id} takes no options"
            raise SelectionError(
                f"option `{name}` is for {listed(option.layers, 'or')}, not for {edition.id}: {instead}"
            )
        return option

    def permitted(self, edition: EditionInfo, size: int) -> Iterator[list[str]]:
        """Every permitted set of options of an edition with `size` members, what they need added."""
        for group in combinations(self.options_for(edition), size):
            names = [option.id for option in group]
            for option in group:
                names += [need for need in option.needs if need not in names]
            try:
                self.select(edition.id, names)
            except SelectionError:
                continue
            yield names


class Selection(BaseModel):
    """One rulebook: a game, an edition, its options in order and the readings that differ from those taken."""

    game: str
    edition: str
    options: list[str]
    readings: dict[str, str]
    names: list[str]
    as_printed: bool = False


def _together(chosen: list[OptionInfo]) -> None:
    """Refuse options that exclude each other or miss what they need."""
    ids = {option.id for option in chosen}
    for option in chosen:
        for other in option.excludes:
            if other in ids:
                raise SelectionError(f"options `{option.id}` and `{other}` exclude each other: take one of them")
        for need in option.needs:
            if need not in ids:
                raise SelectionError(f"option `{option.id}` needs `{need}`: take both or neither")


def in_order(options: list[OptionInfo]) -> list[OptionInfo]:
    """Options in the order in which they apply: each after those it follows, else as declared."""
    placed: list[OptionInfo] = []
    waiting = list(options)
    while waiting:
        ids = {option.id for option in waiting}
        ready = next((o for o in waiting if not (set(o.follows) - {o.id}) & ids), waiting[0])
        waiting.remove(ready)
        placed.append(ready)
    return placed


def index(text: GameText, report: Report) -> GameIndex:
    """What can be chosen in a game, read off its headers and rulings; mistakes there are reported."""
    base = text.base
    chains = {name: _chain(text, layer, report) for name, layer in text.layers.items() if layer.sort != "option"}
    editions = [
        EditionInfo(
            id=layer.id,
            title=layer.title,
            language=_language(text, chains[layer.id]),
            chain=chains[layer.id],
            seats=_seats(text, chains[layer.id]),
        )
        for layer in text.layers.values()
        if layer.sort == "edition"
    ]
    if not editions:
        editions = [
            EditionInfo(
                id=STANDARD,
                title=base.title,
                language=_language(text, [base.id]),
                chain=[base.id],
                seats=None,
            )
        ]
    options = [_option(text, layer, report) for layer in text.layers.values() if layer.sort == "option"]
    _check_follows(text, report)
    default = base.setting(nodes.DefaultEdition)
    default_id = editions[0].id
    if isinstance(default, nodes.DefaultEdition):
        default_id = str(default.name)
        if default_id not in [edition.id for edition in editions]:
            report.error(
                f"the default edition `{default_id}` does not exist",
                default.name.span,
                did_you_mean(default_id, [edition.id for edition in editions]),
            )
    return GameIndex(
        game=text.id,
        title=base.title,
        default=base.setting(nodes.DefaultGame) is not None,
        default_edition=default_id,
        editions=editions,
        options=options,
        rulings=[_ruling(text, layer, top, report) for layer in text.layers.values() for top in _rulings(layer)],
    )


def _rulings(layer: LayerText) -> list[nodes.Ruling]:
    return [top for top in layer.tops if isinstance(top, nodes.Ruling)]


def _chain(text: GameText, layer: LayerText, report: Report) -> list[str]:
    """The layers from the base up to `layer`."""
    chain = [layer.id]
    while layer.parent is not None:
        parent = layer.parent
        if parent not in text.layers or text.layers[parent].sort == "option":
            known = [name for name, other in text.layers.items() if other.sort != "option"]
            report.error(
                f"layer `{layer.id}` stands on `{parent}`, which does not exist",
                parent.span,
                did_you_mean(parent, known) or f"there are {listed(known)}",
            )
            break
        if parent in chain:
            report.error(
                f"layers go in a circle: {' of '.join([*reversed([str(c) for c in reversed(chain)]), str(parent)])}",
                parent.span,
                "let one of them stand on the game itself",
            )
            break
        layer = text.layers[parent]
        chain.append(layer.id)
    if chain[-1] != text.id:
        chain.append(text.id)
    return list(reversed(chain))


def _language(text: GameText, chain: list[str]) -> str:
    for name in reversed(chain):
        line = text.layers[name].setting(nodes.Language) if name in text.layers else None
        if isinstance(line, nodes.Language):
            return str(line.name)
    return "en"


def _seats(text: GameText, chain: list[str]) -> int | None:
    for name in reversed(chain):
        line = text.layers[name].setting(nodes.Seats) if name in text.layers else None
        if isinstance(line, nodes.Seats):
            return int(line.count)
    return None


def _option(text: GameText, layer: LayerText, report: Report) -> OptionInfo:
    header = layer.header
    assert isinstance(header, nodes.Option)
    others = {name for name, other in text.layers.items() if other.sort == "option"}
    layers = {name for name, other in text.layers.items() if other.sort != "option"}
    for name in header.layers or ():
        if name not in layers:
            report.error(
                f"option `{layer.id}` is for `{name}`, which does not exist",
                name.span,
                did_you_mean(name, layers) or f"there are {listed(sorted(layers))}",
            )
    for sort in (nodes.Excludes, nodes.Needs, nodes.Recommends, nodes.Follows):
        for name in layer.layer_names(sort):
            if name not in others:
                report.error(
                    f"option `{layer.id}` {sort.__name__.lower()} `{name}`, which is no option",
                    name.span,
                    did_you_mean(name, others),
                )
    says = layer.setting(nodes.Says)
    symmetric = [
        other.id
        for other in text.layers.values()
        if other.sort == "option" and layer.id in other.layer_names(nodes.Excludes)
    ]
    excludes = [str(name) for name in layer.layer_names(nodes.Excludes)]
    needs = layer.layer_names(nodes.Needs)
    for name in needs:
        if name in excludes or name in symmetric:
            report.error(f"option `{layer.id}` both needs and excludes `{name}`", name.span, "keep one of the two")
    return OptionInfo(
        id=layer.id,
        title=layer.title,
        says=says.text.text if isinstance(says, nodes.Says) else "",
        layers=[str(name) for name in header.layers or ()],
        excludes=list(dict.fromkeys([*excludes, *symmetric])),
        needs=[str(name) for name in needs],
        recommends=[str(name) for name in layer.layer_names(nodes.Recommends)],
        follows=[str(name) for name in layer.layer_names(nodes.Follows)],
    )


def _check_follows(text: GameText, report: Report) -> None:
    """Options that follow one another in a circle have no order."""
    for layer in text.layers.values():
        seen, todo = {layer.id}, list(layer.layer_names(nodes.Follows))
        while todo:
            name = todo.pop()
            if name == layer.id:
                report.error(
                    f"option `{layer.id}` follows itself, directly or through others",
                    name.span,
                    "take one `follows` of the circle out",
                )
                return
            if name not in seen and name in text.layers:
                seen.add(str(name))
                todo += text.layers[name].layer_names(nodes.Follows)


def _ruling(text: GameText, layer: LayerText, ruling: nodes.Ruling, report: Report) -> RulingInfo:
    taken = [reading for reading in ruling.readings if reading.taken]
    if len(taken) != 1:
        report.error(
            f"ruling `{ruling.name}` takes {len(taken)} readings",
            ruling.name.span,
            "mark exactly one reading `taken`",
        )
    for reading in taken:
        if reading.unplayable:
            report.error(
                f"reading `{reading.name}` is both taken and unplayable",
                reading.name.span,
                "take another reading",
            )
    names = [str(reading.name) for reading in ruling.readings]
    for reading in ruling.readings:
        if names.count(str(reading.name)) > 1:
            report.error(
                f"ruling `{ruling.name}` has two readings `{reading.name}`",
                reading.name.span,
                "rename one of them",
            )
    for name in ruling.layers or ():
        if name not in text.layers:
            report.error(
                f"ruling `{ruling.name}` is for `{name}`, which does not exist",
                name.span,
                did_you_mean(name, text.layers),
            )
    return RulingInfo(
        id=str(ruling.name),
        asks=ruling.asks.text,
        on=[str(name) for name in ruling.on],
        layer=layer.id,
        layers=[str(name) for name in ruling.layers or ()],
        readings=[
            ReadingInfo(
                id=str(reading.name),
                reason=str(reading.reason),
                printed=reading.printed is not None,
                taken=reading.taken is not None,
                unplayable=reading.unplayable is not None,
            )
            for reading in ruling.readings
        ],
    )
