"""One reader for all tests; each begins as a new one, and nothing may go wrong on its pages meanwhile."""

from collections.abc import Iterator

import pytest

from tests.browser.reader import Reader, reading


@pytest.fixture(scope="session")
def chromium() -> Iterator[Reader]:
    """The browser, on the site that `make test-site` has built."""
    with reading() as reader:
        yield reader


@pytest.fixture
def reader(chromium: Reader) -> Iterator[Reader]:
    """A reader who has not been here before; no page may complain while he reads."""
    chromium.forget()
    yield chromium
    assert chromium.complaints() == []
