"""Verdicts as a person reads them: what speaks for or against an action, here and under other rulebooks."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rich.console import RenderableType
from rich.table import Table
from rich.text import Text

from crex_dsl.language.diagnostics import listed
from crex_dsl.lawyer.others import Other
from crex_dsl.lawyer.why import ElsewhereJudgement, Ground, Judgement

_ORDER = ("forbids", "may forbid", "does not permit", "may permit", "permits", "would forbid")
_LAID_OUT = " *"


def judged(judgement: Judgement, action: str) -> Iterator[Text]:
    """Why an action is legal or not: one thing for or against it per line, and the words of the clauses against it."""
    yield Text.assemble((action, "bold"), " is legal now." if judgement.legal else " is not legal now.")
    if not judgement.legal:
        yield from (Text(f"  {note}") for note in judgement.notes)
    for ground in _sorted(judgement.grounds):
        if ground.sort == "permits" and not judgement.legal:  # which has not helped
            yield Text(f"  {ground.cited} would permit it")
        else:
            yield Text(f"  {_told(ground)}")
    words = {ground.cited: ground.wording for ground in judgement.against if ground.wording and not judgement.legal}
    for cite, wording in words.items():
        yield Text(f"  {cite}: {wording}", "dim")


def refusal(judgement: Judgement) -> str:
    """Why an action is not legal, in one sentence."""
    return "; ".join([*judgement.notes, *(_told(ground) for ground in _sorted(judgement.against))])


def _sorted(grounds: Sequence[Ground]) -> list[Ground]:
    return sorted(grounds, key=lambda ground: _ORDER.index(ground.sort))


def _told(ground: Ground) -> str:
    """What a clause does to an action, and what is the case."""
    also = f"; {listed(ground.lifted_by)} makes an exception" if ground.lifted_by else ""
    return f"{ground.cited} {ground.sort} it{also}" + (f": {'; '.join(ground.facts)}" if ground.facts else "")


def elsewhere(
    here: Judgement, others: Sequence[ElsewhereJudgement], indifferent: Sequence[Other]
) -> Iterator[RenderableType]:
    """The other editions, what an option or reading would change, and what would not change it."""
    told = [other for other in others if other.sort == "edition" or other.legal is not here.legal]
    if told:
        table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0), header_style="bold")
        table.add_column("elsewhere", no_wrap=True)
        table.add_column("answer", no_wrap=True)
        table.add_column("because", overflow="fold")
        for other in told:
            table.add_row(other.change, *_verdict(other))
        yield table
    yield from _laid_out(told)
    same = [other.change for other in others if other not in told]
    if same:
        yield Text(f"It stays {'legal' if here.legal else 'illegal'} with {listed(same)}.")
    if indifferent:
        yield Text(f"{_counted(indifferent)} cannot make a difference to it.")


def _laid_out(others: Sequence[ElsewhereJudgement]) -> Iterator[Text]:
    """What a position that cannot go on elsewhere is judged by, and what it lacks there."""
    for missing in dict.fromkeys(tuple(other.missing) for other in others if other.basis == "laid out"):
        where = [other.change for other in others if other.basis == "laid out" and tuple(other.missing) == missing]
        more = f" and {len(missing) - 2} more" if len(missing) > 2 else ""
        yield Text(
            f"* By its memory alone: the position cannot go on under {listed(where)}, "
            f"where it lacks {', '.join(missing[:2])}{more}.",
            "dim",
        )


def _verdict(judgement: Judgement) -> tuple[str, str]:
    """The answer, and the clauses behind it or why there is none."""
    if judgement.basis == "unknown":
        return "cannot be told", "; ".join(judgement.notes)
    behind = (
        [ground for ground in judgement.grounds if ground.sort == "permits"] if judgement.legal else judgement.against
    )
    notes = [] if judgement.legal else judgement.notes
    mark = _LAID_OUT if judgement.basis == "laid out" else ""
    if judgement.legal is None:
        may = [ground for ground in judgement.grounds if ground.sort in ("may permit", "may forbid")]
        return f"rests on what is hidden{mark}", "; ".join(dict.fromkeys(_because(ground) for ground in may))
    why = dict.fromkeys([*notes, *(_because(ground) for ground in behind)])
    return f"{'legal' if judgement.legal else 'not legal'}{mark}", "; ".join(why)


def _because(ground: Ground) -> str:
    return f"{ground.printed}: {ground.facts[-1]}" if ground.facts and ground.sort != "permits" else ground.printed


def _counted(others: Sequence[Other]) -> str:
    """How many options and readings there are, in words."""
    options = sum(other.sort == "option" for other in others)
    counts = (options, "option"), (len(others) - options, "reading")
    return listed(f"{count} other {word if count == 1 else word + 's'}" for count, word in counts if count)
