"""One server for all tests, and guests with a browser each; each begins as somebody new, and no page may complain."""

from collections.abc import Callable, Iterator
from contextlib import ExitStack

import pytest

from tests.browser.reader import browser
from tests.browser.table.guest import Guest
from tests.browser.table.house import House, house


@pytest.fixture(scope="session")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    """The server of tables."""
    with house(tmp_path_factory.mktemp("tables")) as made:
        yield made


@pytest.fixture(scope="session")
def browsers(served: House) -> Iterator[Callable[[int], Guest]]:
    """Browsers by number, each begun when it is first needed."""
    begun: dict[int, Guest] = {}
    with ExitStack() as stack:

        def browser_of(number: int) -> Guest:
            if number not in begun:
                begun[number] = Guest(stack.enter_context(browser()), served.address)
            return begun[number]

        yield browser_of


@pytest.fixture
def guests(browsers: Callable[[int], Guest]) -> Iterator[Callable[[int], Guest]]:
    """People by number: 0 is the host. Nothing may go wrong on their pages."""
    present: dict[int, Guest] = {}

    def guest(number: int) -> Guest:
        if number not in present:
            present[number] = browsers(number)
            present[number].forget()
            present[number].visit("/")
        return present[number]

    yield guest
    for each in present.values():
        assert each.complaints() == []


@pytest.fixture
def host(guests: Callable[[int], Guest]) -> Guest:
    """Whoever makes the table."""
    return guests(0)
