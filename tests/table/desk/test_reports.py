"""Reports: how long each seat has thought."""

from crex_dsl.table.desk.reports import thinking_times


def test_whoever_decides_has_thought_since_the_decision_before() -> None:
    times = [
        ("red", "2026-01-01T10:00:05.000Z"),
        ("green", "2026-01-01T10:00:06.500Z"),
        ("red", "2026-01-02T10:00:06.500Z"),
    ]
    found = thinking_times("2026-01-01T10:00:00.000Z", times)
    assert found == {"red": [5.0, 86_400.0], "green": [1.5]}


def test_what_is_chosen_in_secret_is_asked_of_all_at_once() -> None:
    times = [
        ("red", "2026-01-01T10:00:05.000Z"),
        ("green", "2026-01-01T10:00:09.000Z"),
        ("violet", "2026-01-01T10:00:07.000Z"),  # sealed before green has chosen
        ("red", "2026-01-01T10:00:10.000Z"),
    ]
    found = thinking_times("2026-01-01T10:00:00.000Z", times)
    assert found == {"red": [5.0, 1.0], "green": [4.0], "violet": [2.0]}
