"""What became of the clauses that are not in force."""

from crex_dsl.text.messages import speaking
from tests.cli.conftest import without_lines
from tests.lawyer.conftest import brief


def test_every_way_to_be_gone() -> None:
    gone = {name: without_lines(str(why)) for name, why in brief("ford", "plain").gone.items()}
    assert gone["riders-pass"] == "it is dropped by first (variants/ford/first.crex)"
    assert gone["local-guides"] == "it is off unless guides is taken"
    assert gone["swift-horse"] == "it belongs to second (variants/ford/second.crex)"
    assert "road-limits" not in gone
    with speaking("pl"):
        assert str(brief("ford", "plain").gone["local-guides"]) == "jest wyłączony, chyba że wybrano guides"
    assert "local-guides" not in brief("ford", "plain", "guides").gone
