"""Where play stands, in words: as the rule files say it, or else stage by stage with what each is about."""

from __future__ import annotations

from crex_dsl.engine.run.memory import memory_word
from crex_dsl.engine.run.program_rows import Cell
from crex_dsl.engine.secrecy.visible_position import VisiblePosition


def status_texts(visible: VisiblePosition, alone: bool = True) -> list[str]:
    """Where play stands: the stages, the game, and, unless that is left out, what is said to the player alone."""
    if not visible.says_status:
        return stage_texts(visible)
    stages = [text for stage in visible.open_stages() for text in visible.status(stage)]
    return [*stages, *visible.status("game"), *(visible.status("player") if alone else ())]


def stage_texts(visible: VisiblePosition) -> list[str]:
    """Each open stage with its fields."""
    lines: list[str] = []
    for stage in visible.open_stages():
        said = [
            memory_word(visible.game, cell) + ("" if cell.type[0] == "bool" else f" {visible.text(cell.type, value)}")
            for cell, value in stage_fields(visible, stage)
            if holds_anything(visible, cell, value)
        ]
        called = visible.game.namer.called(stage)
        lines.append(visible.game.namer.say.headed(called, ", ".join(said)) if said else called)
    return lines


def stage_fields(visible: VisiblePosition, stage: str) -> list[tuple[Cell, int | None]]:
    """The fields of a stage, each with what it holds."""
    fields = [cell for cell in visible.game.cells if cell.stage == stage and cell.sort == "field"]
    return [(cell, visible.value(cell, ())) for cell in fields]


def holds_anything(visible: VisiblePosition, cell: Cell, value: int | None) -> bool:
    """Whether a field holds anything."""
    if cell.type[0] == "bool":
        return value != 0
    return cell.type[0] != "optional" or value != visible.game.namer.nothing(cell.type)
