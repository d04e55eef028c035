"""How far layers reach, found in the rule files: which names the items of an option or reading are about."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from crex_dsl.language import nodes as n
from crex_dsl.lawyer.records.option_reach import EVERYTHING, Reach
from crex_dsl.rulebook.files.games import GameFiles
from crex_dsl.rulebook.layers.draft import changes
from crex_dsl.rulebook.selection.catalogue import parsed


def reaching(files: GameFiles) -> Reach:
    """By option, and by reading as `RULING=READING`, the names whose meaning it may change."""
    layers = parsed(files, scripts=False).layers.values()
    clauses: dict[str, set[str]] = {}
    for layer in layers:
        for top in changes(layer.tops):
            if isinstance(top, n.Clause | n.Fill | n.Amend | n.Replace):
                clauses.setdefault(str(top.name), set()).update(_of_items(top.body or ()))
    found: Reach = {}
    for layer in layers:
        if layer.sort == "option":
            found[layer.id] = sorted(set(_of_tops(layer.tops, clauses)))
        for ruling in (top for top in layer.tops if isinstance(top, n.Ruling)):
            for reading in ruling.readings:
                found[f"{ruling.name}={reading.name}"] = sorted(set(_of_tops(reading.changes, clauses)))
    return found


def _of_tops(tops: Iterable[n.Top], clauses: dict[str, set[str]]) -> Iterator[str]:
    """The names that a layer reaches; a clause that comes or goes as a whole takes all with it that it ever says."""
    for top in tops:
        match top:
            case n.Clause() | n.Fill() | n.Amend():
                yield from _of_items(top.body or ())
            case n.Replace(name=name):
                yield from clauses.get(str(name), ())
            case n.Drop(names=names) | n.Enable(names=names) | n.Absent(names=names):
                for name in names:
                    yield from clauses.get(str(name), ())
            case n.Item():
                yield from _of_items([top])


def _of_items(items: Iterable[n.Item]) -> Iterator[str]:
    for item in items:
        match item:
            case n.Permit(head=head) | n.Except(head=head):
                yield str(head.name)
            case n.Forbid(heads=heads):
                yield from (str(head.name) for head in heads)
            case n.FillValue(name=name) | n.Adjust(name=name):
                yield str(name)
            case n.OpenValue() | n.Value() | n.Define() | n.State() | n.Tally() | n.SetState() | n.Action():
                yield str(item.signature.name)
            case n.Kind() | n.Subkind() | n.ListedKind() | n.Stage() | n.Table() | n.TableFrom():
                yield EVERYTHING
