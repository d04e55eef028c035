"""What can be chosen in a game, read off its headers and rulings."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

from crex_dsl.language import nodes
from crex_dsl.language.diagnostics import Report
from crex_dsl.rulebook.files.layer_files import GameText, LayerText
from crex_dsl.rulebook.layers.overlay import clashes
from crex_dsl.rulebook.selection.selection import (
    STANDARD,
    Clash,
    EditionInfo,
    GameIndex,
    OptionInfo,
    ReadingInfo,
    RulingInfo,
    there_are,
)
from crex_dsl.text.messages import listed_as_said, said
from crex_dsl.text.numerals import whole_number
from crex_dsl.text.spelling import did_you_mean


def index(text: GameText, report: Report, loose: Collection[str] = ()) -> GameIndex:
    """What can be chosen in a game, read off its headers and rulings; mistakes there are reported.

    Where `loose` files bring one edition, that is the default: whoever names the file means to play it.
    """
    base = text.base
    chains = {name: _chain(text, layer, report) for name, layer in text.layers.items() if layer.sort != "option"}
    layers = [layer for layer in text.layers.values() if layer.sort == "edition"]
    editions = [_edition(text, layer.id, layer.title, chains[layer.id]) for layer in layers]
    if not editions:
        alone = _edition(text, STANDARD, base.title, [base.id])
        editions = [alone.model_copy(update={"seats": None})]
    options = [_option(text, layer, report) for layer in text.layers.values() if layer.sort == "option"]
    rulings = [_ruling(text, layer, top, report) for layer in text.layers.values() for top in _rulings(layer)]
    _check_follows(text, report)
    _check_reads(text, rulings, report)
    default = base.setting(nodes.DefaultEdition)
    default_id = editions[0].id
    if isinstance(default, nodes.DefaultEdition):
        default_id = str(default.name)
        if default_id not in [edition.id for edition in editions]:
            report.error(
                said("the default edition `{default_id}` does not exist", default_id=default_id),
                default.name.span,
                did_you_mean(default_id, [edition.id for edition in editions]),
            )
    brought = [edition.id for edition in editions if text.layers[edition.chain[-1]].span.source.name in loose]
    if len(brought) == 1:
        default_id = brought[0]
    return GameIndex(
        game=text.id,
        title=base.title,
        default=base.setting(nodes.DefaultGame) is not None,
        default_edition=default_id,
        editions=editions,
        options=options,
        rulings=rulings,
        clashes=[Clash(one=one, other=other, point=point) for one, other, point in clashes(text)],
        layers=list(text.layers),
        loose=[name for name, layer in text.layers.items() if not _files(layer).isdisjoint(loose)],
    )


def _files(layer: LayerText) -> set[str]:
    """The files that a layer is written in."""
    return {part.span.source.name for part in (layer.header, *layer.tops)}


def _rulings(layer: LayerText) -> list[nodes.Ruling]:
    return [top for top in layer.tops if isinstance(top, nodes.Ruling)]


def _chain(text: GameText, layer: LayerText, report: Report) -> list[str]:
    """The layers from the base up to `layer`."""
    chain, seen = [layer.id], {layer.id}
    while layer.parent is not None:
        parent = layer.parent
        if parent not in text.layers or text.layers[parent].sort == "option":
            known = [name for name, other in text.layers.items() if other.sort != "option" and other is not layer]
            report.error(
                said("layer `{layer}` stands on `{parent}`, which does not exist", layer=layer.id, parent=parent),
                parent.span,
                did_you_mean(parent, known) or there_are(known),
            )
            break
        if parent in seen:
            circle = chain[chain.index(str(parent)) :]
            if chain[0] == min(circle):  # each circle is told once
                report.error(
                    said("layers go in a circle: {circle}", circle=" of ".join([*circle, circle[0]])),
                    text.layers[circle[0]].span,
                    said("let one of them stand on the game itself"),
                )
            break
        layer = text.layers[parent]
        chain.append(layer.id)
        seen.add(layer.id)
    if chain[-1] != text.id:
        chain.append(text.id)
    return list(reversed(chain))


def _edition(text: GameText, name: str, title: str, chain: list[str]) -> EditionInfo:
    """An edition on a chain of layers, of which the last that says so has its language and its seats."""
    layers = [text.layers[layer] for layer in reversed(chain) if layer in text.layers]
    languages, seats = ([layer.setting(sort) for layer in layers] for sort in (nodes.Language, nodes.Seats))
    return EditionInfo(
        id=name,
        title=title,
        language=next((str(line.name) for line in languages if isinstance(line, nodes.Language)), "en"),
        chain=chain,
        seats=next((whole_number(line.count) or 0 for line in seats if isinstance(line, nodes.Seats)), None),
    )


def _option(text: GameText, layer: LayerText, report: Report) -> OptionInfo:
    header = layer.header
    assert isinstance(header, nodes.Option)
    others = {name for name, other in text.layers.items() if other.sort == "option"}
    layers = {name for name, other in text.layers.items() if other.sort != "option"}
    for name in header.layers or ():
        if name not in layers:
            report.error(
                said("option `{layer}` is for `{name}`, which does not exist", layer=layer.id, name=name),
                name.span,
                did_you_mean(name, layers) or said("there are {known}", known=listed_as_said(sorted(layers))),
            )
    for sort in (nodes.Excludes, nodes.Needs, nodes.Recommends, nodes.Follows):
        for name in layer.layer_names(sort):
            if name not in others:
                report.error(
                    said(
                        "option `{option}` {relation} `{name}`, which is no option",
                        option=layer.id,
                        relation=sort.__name__.lower(),
                        name=name,
                    ),
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
            report.error(
                said("option `{layer}` both needs and excludes `{name}`", layer=layer.id, name=name),
                name.span,
                said("keep one of the two"),
            )
    return OptionInfo(
        id=layer.id,
        title=layer.title,
        says=says.text.text if isinstance(says, nodes.Says) else "",
        layers=[str(name) for name in header.layers or ()],
        excludes=list(dict.fromkeys([*excludes, *symmetric])),
        needs=[str(name) for name in needs],
        recommends=[str(name) for name in layer.layer_names(nodes.Recommends)],
        follows=[str(name) for name in layer.layer_names(nodes.Follows)],
        reads=[str(name) for name in layer.layer_names(nodes.Reads)],
    )


def _check_reads(text: GameText, rulings: list[RulingInfo], report: Report) -> None:
    """An option takes readings that there are, that can be played, and that are not taken anyway."""
    readings = {f"{ruling.id}={reading.id}": reading for ruling in rulings for reading in ruling.readings}
    for layer in text.layers.values():
        for name in layer.layer_names(nodes.Reads):
            reading = readings.get(str(name))
            if reading is None:
                hint = did_you_mean(name, readings) or said("name a ruling and a reading of it, RULING=READING")
                report.error(
                    said("option `{layer}` reads `{name}`, which is no reading", layer=layer.id, name=name),
                    name.span,
                    hint,
                )
            elif reading.taken or reading.unplayable:
                why = said(
                    "option `{option}` reads `{name}`, which is taken anyway"
                    if reading.taken
                    else "option `{option}` reads `{name}`, which is marked unplayable and never taken",
                    option=layer.id,
                    name=name,
                )
                report.error(why, name.span, said("name another reading"))


def _check_follows(text: GameText, report: Report) -> None:
    """Options that follow one another in a circle have no order."""
    # Not graphlib: it finds a circle, but not the `follows` that closes it, which the mistake shows.
    for layer in text.layers.values():
        seen, todo = {layer.id}, list(layer.layer_names(nodes.Follows))
        while todo:
            name = todo.pop()
            if name == layer.id:
                report.error(
                    said("option `{layer}` follows itself, directly or through others", layer=layer.id),
                    name.span,
                    said("take one `follows` of the circle out"),
                )
                return
            if name not in seen and name in text.layers:
                seen.add(str(name))
                todo += text.layers[name].layer_names(nodes.Follows)


def _ruling(text: GameText, layer: LayerText, ruling: nodes.Ruling, report: Report) -> RulingInfo:
    if layer.sort == "option":
        report.error(
            said(
                "ruling `{ruling}` stands in option `{layer}`, where nobody could choose its readings",
                ruling=ruling.name,
                layer=layer.id,
            ),
            ruling.name.span,
            said("move it to the game, a family or an edition"),
        )
    taken = [reading for reading in ruling.readings if reading.taken]
    if len(taken) != 1:
        report.error(
            said("ruling `{ruling}` takes {count} readings", ruling=ruling.name, count=len(taken)),
            ruling.name.span,
            said("mark exactly one reading `taken`"),
        )
    for reading in taken:
        if reading.unplayable:
            report.error(
                said("reading `{reading}` is both taken and unplayable", reading=reading.name),
                reading.name.span,
                said("take another reading"),
            )
    names = [str(reading.name) for reading in ruling.readings]
    for place, reading in enumerate(ruling.readings):
        first = names.index(str(reading.name))
        if first < place:
            report.error(
                said("ruling `{ruling}` has two readings `{reading}`", ruling=ruling.name, reading=reading.name),
                reading.name.span,
                said("rename one of them"),
                [(said("the first"), ruling.readings[first].name.span)],
            )
    for name in ruling.layers or ():
        if name not in text.layers:
            report.error(
                said("ruling `{ruling}` is for `{name}`, which does not exist", ruling=ruling.name, name=name),
                name.span,
                did_you_mean(name, text.layers),
            )
    return RulingInfo(
        id=str(ruling.name),
        asks=ruling.asks.text,
        on=[str(name) for name in ruling.on],
        layer=layer.id,
        layers=[str(name) for name in ruling.layers or ()],
        readings=[ReadingInfo(**reading_fields(reading), changes=bool(reading.changes)) for reading in ruling.readings],
    )


def reading_fields(reading: nodes.Reading) -> dict[str, Any]:
    """What every `Reading` has, as its ruling says it."""
    return {
        "id": str(reading.name),
        "reason": str(reading.reason),
        "printed": reading.printed is not None,
        "taken": reading.taken is not None,
        "unplayable": reading.unplayable is not None,
    }
