"""Who sits where, and every way to say it wrongly."""

import pytest

from crex_dsl.engine.errors import UnknownName
from crex_dsl.gameplay.seats import seated, seats
from crex_dsl.text.messages import languages, speaking
from tests.play.conftest import the


def test_everybody_is_a_person_unless_named() -> None:
    assert seats(the("ford"), []) == {"north": "person", "south": "person"}
    assert seats(the("ford"), ["south = bold"]) == {"north": "person", "south": "bold"}
    assert seats(the("ford"), ["South=Bold"]) == {"north": "person", "south": "bold"}
    assert seats(the("ford"), ["south=bold", "south=person"]) == {"north": "person", "south": "person"}
    assert seats(the("ford"), ["south=planner:50ms"]) == {"north": "person", "south": "planner:50ms"}
    assert seats(the("ford"), ["south=pl:20"]) == {"north": "person", "south": "planner:20"}


def test_a_person_is_called_so_in_every_language_and_a_bot_by_its_name() -> None:
    told = {}
    for language in languages():
        with speaking(language):
            told[language] = (seated("North", "person"), seated("South", "bold"))
    assert told == {
        "en": ("North person", "South bold"),
        "fr": ("North (humain)", "South (bold)"),
        "pl": ("North (człowiek)", "South (bold)"),
        "ru": ("North (человек)", "South (bold)"),
    }


REFUSALS = [
    ("south", "`south` does not say who plays which side: write SIDE=WHO, such as north=person"),
    ("east=random", "`east` does not play: they are north, south"),
    ("south=bolt", "nobody called `bolt` plays The Ford: did you mean `bold`?"),
    (
        "south=zzz",
        "nobody called `zzz` plays The Ford: there are person, random, easy, normal, hard, greedy, planner, bold and "
        "cautious",
    ),
    ("south=person:3", "nobody called `person:3` plays The Ford: did you mean `person`?"),
    ("south=bold:3", "`bold:3`: only planner takes a budget, so leave out `:3`"),
    (
        "south=planner:x",
        "`planner:x`: `x` is no budget: say how many playouts, such as `:200`, "
        "or how many milliseconds, such as `:50ms`",
    ),
]


@pytest.mark.parametrize(("word", "sentence"), REFUSALS)
def test_refusals(word: str, sentence: str) -> None:
    with pytest.raises(UnknownName) as error:
        seats(the("ford"), [word])
    assert str(error.value) == sentence
