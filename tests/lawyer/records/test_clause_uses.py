"""Which clauses lean on which, and by what."""

from tests.lawyer.conftest import brief, clause


def test_what_a_clause_uses() -> None:
    assert clause("musters").uses == {
        "common-words": ["friendly"],
        "group-moves": ["march column"],
    }
    assert clause("road-limits").uses == {"group-moves": ["march"]}


def test_exceptions_are_told() -> None:
    assert clause("riders-pass").uses["stop-at-the-enemy"] == ["exception for march"]


def test_steps_and_triggers_count() -> None:
    assert clause("attack-limits").uses["group-moves"] == ["march"]
    assert "muster" in clause("movement-basics").uses["musters"]


def test_nobody_uses_himself_or_what_is_not_there() -> None:
    known = {each.id for each in brief().clauses}
    for each in brief().clauses:
        assert each.id not in each.uses
        assert set(each.uses) <= known
