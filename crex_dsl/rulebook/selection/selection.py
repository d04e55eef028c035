"""Which edition and which options: what there is, what is meant by a short name, and what goes together."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import combinations

from pydantic import BaseModel

from crex_dsl.text.messages import headed, listed_as_said, marked, said
from crex_dsl.text.spelling import did_you_mean
from crex_dsl.text.truncation import bounded

AS_PRINTED = "as-printed"
STANDARD = "standard"


class SelectionError(ValueError):
    """The edition or the options asked for do not exist or do not go together."""

    def __init__(self, message: str) -> None:
        super().__init__(bounded(message))


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
    reads: list[str]


class Reading(BaseModel):
    """One reading of a ruling: what it rests on, whether the words say it, we take it, or nobody can play it."""

    id: str
    reason: str
    printed: bool
    taken: bool
    unplayable: bool

    @property
    def marks(self) -> list[str]:
        """What there is to know about it, in words."""
        return [mark for mark in ("printed", "taken", "unplayable") if getattr(self, mark)]


class ReadingInfo(Reading):
    """A reading, and whether it changes more than words."""

    changes: bool


class RulingInfo(BaseModel):
    """A question that the books leave open."""

    id: str
    asks: str
    on: list[str]
    layer: str
    layers: list[str]
    readings: list[ReadingInfo]


class Clash(BaseModel):
    """Two choices, one at least a reading, that change one point in ways that do not go together."""

    one: str
    other: str
    point: str


_POINTS = {
    "value": marked("value `{name}`"),
    "procedure": marked("procedure `{name}`"),
    "adjustment of": marked("adjustment of `{name}`"),
    "weight of": marked("weight of `{name}`"),
    "clause": marked("clause `{name}`"),
    "wording of": marked("wording of `{name}`"),
}


def point_words(sort: str, name: str) -> str:
    """A point that two layers are about, as it is said."""
    if sort in _POINTS:
        return said(_POINTS[sort], name=name)
    return said("row of {table} `{name}`", table=sort.removeprefix("row of "), name=name)


def there_are(ids: list[str]) -> str:
    """What there is to choose from, as a reader is told it."""
    return (
        said("there is only {ids}", ids=ids[0])
        if len(ids) == 1
        else said("there are {known}", known=listed_as_said(ids))
    )


class GameIndex(BaseModel):
    """What can be chosen in one game."""

    game: str
    title: str
    default: bool
    default_edition: str
    editions: list[EditionInfo]
    options: list[OptionInfo]
    rulings: list[RulingInfo]
    clashes: list[Clash] = []
    layers: list[str] = []  # all of them, families without an edition too
    loose: list[str] = []  # those that loose rule files bring or go on with

    def edition(self, name: str | None) -> EditionInfo:
        """The edition that `name` means: its id, or any short form that fits only one."""
        ids = [edition.id for edition in self.editions]
        if name is None:
            name = self.default_edition
        if name not in ids:
            near = [i for i in ids if i.startswith(name)] or [i for i in ids if name in i]
            if len(near) != 1:
                among = listed_as_said(near or ids, "or")
                hint = said("it could be {names}", names=among) if near else did_you_mean(name, ids) or there_are(ids)
                raise SelectionError(
                    said("{title} has no edition `{name}`: {hint}", title=self.title, name=name, hint=hint)
                )
            name = near[0]
        return next(edition for edition in self.editions if edition.id == name)

    def languages(self) -> list[str]:
        """The languages that editions are in, in the order of the editions."""
        return list(dict.fromkeys(edition.language for edition in self.editions))

    def option(self, name: str) -> OptionInfo:
        """The option of that id."""
        for option in self.options:
            if option.id == name:
                return option
        for ruling in self.rulings:
            if ruling.id == name:
                readings = listed_as_said([f"{name}={r.id}" for r in ruling.readings if not r.unplayable], "or")
                raise SelectionError(
                    said(
                        "`{name}` is a ruling, not an option: take one of its readings, {readings}",
                        name=name,
                        readings=readings,
                    )
                )
        ids = [option.id for option in self.options]
        hint = did_you_mean(name, [*ids, AS_PRINTED]) or (there_are(ids) if ids else said("it has no options"))
        raise SelectionError(said("{title} has no option `{name}`: {hint}", title=self.title, name=name, hint=hint))

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

    def select(self, edition: str | None, options: Iterable[str], language: str | None = None) -> Selection:
        """The selection asked for, checked; options in the order in which they apply.

        Its rules speak the edition's language, or another where one is asked for.
        """
        info = self.edition(edition)
        chosen: list[OptionInfo] = []
        printed = self.printed_readings(info)
        readings: dict[str, str] = {}
        asked: dict[str, str] = {}
        for name in dict.fromkeys(options):
            if name == AS_PRINTED:
                readings = {**printed, **readings}
            elif "=" in name:
                self._read(info, name, asked)
            else:
                chosen.append(self._applicable(info, name))
        for option in chosen:
            for name in option.reads:
                self._read(info, name, asked)
        readings |= asked
        by_option = {name for option in chosen for name in option.reads}
        taken = {option.id for option in chosen}
        chosen = [option for option in self.options if option.id in taken]
        _together(chosen)
        ordered = [option.id for option in in_order(chosen)]
        differing = {key: value for key, value in sorted(readings.items()) if not self._taken(key, value)}
        self._go_together([*ordered, *_spelled(differing)])
        return Selection(
            game=self.game,
            edition=info.id,
            options=ordered,
            readings=differing,
            names=[*ordered, *(name for name in _spelled(differing) if name not in by_option)],
            as_printed=bool(differing) and differing == {k: v for k, v in printed.items() if not self._taken(k, v)},
            language=None if language == info.language else language,
        )

    def _go_together(self, names: list[str]) -> None:
        """Refuse readings that do not go with another reading or with an option."""
        for clash in self.clashes:
            if clash.one in names and clash.other in names:
                raise SelectionError(
                    said(
                        "`{one}` and `{other}` cannot be taken together, for both change the {point}: take one of them",
                        one=clash.one,
                        other=clash.other,
                        point=point_words(*clash.point.removesuffix("`").split(" `")),
                    )
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

    def _read(self, edition: EditionInfo, name: str, asked: dict[str, str]) -> None:
        """Note a reading that is asked for; refuse two of one ruling."""
        ruling_id, reading_id = self._reading(edition, name)
        other = asked.setdefault(ruling_id, reading_id)
        if other != reading_id:
            raise SelectionError(
                said(
                    "ruling `{ruling_id}` cannot be read as `{other}` and `{reading_id}` at once: take one of them",
                    ruling_id=ruling_id,
                    other=other,
                    reading_id=reading_id,
                )
            )

    def _reading(self, edition: EditionInfo, name: str) -> tuple[str, str]:
        ruling_id, reading_id = name.split("=", 1)
        rulings = {ruling.id: ruling for ruling in self.rulings_for(edition)}
        if ruling_id not in rulings:
            elsewhere = [other.id for other in self.editions if ruling_id in {r.id for r in self.rulings_for(other)}]
            if elsewhere:
                where = said(
                    "ruling `{ruling_id}` is for {elsewhere}, not for {edition}",
                    ruling_id=ruling_id,
                    elsewhere=listed_as_said(elsewhere),
                    edition=edition.id,
                )
                raise SelectionError(said("{where}: take another edition or ruling", where=where))
            hint = did_you_mean(ruling_id, rulings) or (
                said("its rulings are {rulings}", rulings=listed_as_said(rulings))
                if rulings
                else said("it has no rulings")
            )
            raise SelectionError(
                said(
                    "{edition} has no ruling `{ruling_id}`: {hint}", edition=edition.id, ruling_id=ruling_id, hint=hint
                )
            )
        readings = {reading.id: reading for reading in rulings[ruling_id].readings}
        instead = said(
            "choose {items}",
            items=listed_as_said([key for key, reading in readings.items() if not reading.unplayable], "or"),
        )
        if reading_id not in readings:
            raise SelectionError(
                said(
                    "ruling `{ruling_id}` has no reading `{reading_id}`: {instead}",
                    ruling_id=ruling_id,
                    reading_id=reading_id,
                    instead=instead,
                )
            )
        if readings[reading_id].unplayable:
            what = said(
                "reading `{reading_id}` of ruling `{ruling_id}` is marked unplayable and never taken",
                reading_id=reading_id,
                ruling_id=ruling_id,
            )
            raise SelectionError(headed(what, instead))
        return ruling_id, reading_id

    def _applicable(self, edition: EditionInfo, name: str) -> OptionInfo:
        option = self.option(name)
        if option not in self.options_for(edition):
            possible = [o.id for o in self.options_for(edition)]
            instead = (
                said("{edition} takes {possible}", edition=edition.id, possible=listed_as_said(possible))
                if possible
                else said("{edition} takes no options", edition=edition.id)
            )
            raise SelectionError(
                said(
                    "option `{name}` is for {layers}, not for {edition}: {instead}",
                    name=name,
                    layers=listed_as_said(option.layers, "or"),
                    edition=edition.id,
                    instead=instead,
                )
            )
        return option

    def with_needs(self, options: Iterable[str]) -> list[str]:
        """Options, then all that they need."""
        names = list(options)
        for name in names:  # which grows: what is needed may need more
            names += [need for need in self.option(name).needs if need not in names]
        return names

    def permitted(self, edition: EditionInfo, size: int) -> Iterator[list[str]]:
        """Every permitted set of options of an edition with `size` members, what they need added."""
        for group in combinations(self.options_for(edition), size):
            names = self.with_needs([option.id for option in group])
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
    language: str | None = None  # where it is not the edition's

    @property
    def key(self) -> list[str]:
        """By what it is told from others of its game, language included."""
        return [self.edition, *self.names, *([] if self.language is None else [f"in {self.language}"])]


def _spelled(readings: dict[str, str]) -> list[str]:
    """Readings as they are asked for."""
    return [f"{ruling}={reading}" for ruling, reading in readings.items()]


def _together(chosen: list[OptionInfo]) -> None:
    """Refuse options that exclude each other or miss what they need."""
    ids = {option.id for option in chosen}
    for option in chosen:
        for other in option.excludes:
            if other in ids:
                raise SelectionError(
                    said(
                        "options `{option}` and `{other}` exclude each other: take one of them",
                        option=option.id,
                        other=other,
                    )
                )
        for need in option.needs:
            if need not in ids:
                raise SelectionError(
                    said("option `{option}` needs `{need}`: take both or neither", option=option.id, need=need)
                )


def in_order(options: list[OptionInfo]) -> list[OptionInfo]:
    """Options in the order in which they apply: each after those it follows, else as declared."""
    placed: list[OptionInfo] = []
    waiting = list(options)
    # Not graphlib, whose orders go by generations, and not as declared.
    while waiting:
        ids = {option.id for option in waiting}
        ready = next((o for o in waiting if not (set(o.follows) - {o.id}) & ids), waiting[0])
        waiting.remove(ready)
        placed.append(ready)
    return placed
