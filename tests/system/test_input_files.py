"""Files from outside: regular ones, of a stated size, and errors that name them."""

import os
from pathlib import Path

import pytest

from crex_dsl.system.input_files import (
    MAX_RULE_BYTES,
    NotRegular,
    TooLarge,
    bounded_lines,
    named_in_errors,
    opened,
    read_bytes,
    rule_file_digest,
)


def test_a_plain_file_is_read_up_to_its_limit(tmp_path: Path) -> None:
    file = tmp_path / "file"
    file.write_bytes(b"12345")
    assert read_bytes(file, 5) == b"12345"
    with pytest.raises(TooLarge, match="it is larger than 4 bytes") as refused:
        read_bytes(file, 4)
    assert refused.value.filename == str(file)


def test_a_sparse_file_takes_no_memory(tmp_path: Path) -> None:
    file = tmp_path / "sparse"
    file.touch()
    os.truncate(file, 1_300_000_000_000)
    with pytest.raises(TooLarge):
        read_bytes(file, MAX_RULE_BYTES)


def test_a_file_that_says_nothing_of_its_size_is_cut_off() -> None:
    status = Path("/proc/self/status")  # regular, and of size 0 to whoever asks
    if not status.exists():
        pytest.skip("there is no such file on this system")
    with pytest.raises(TooLarge):
        read_bytes(status, 10)


def pipe(folder: Path) -> Path:
    os.mkfifo(folder / "pipe")
    return folder / "pipe"


@pytest.mark.parametrize("make", [pipe, lambda _: Path("/dev/zero"), lambda _: Path("/dev/null"), lambda at: at])
def test_nothing_but_plain_files_is_read(make: object, tmp_path: Path) -> None:
    path = make(tmp_path)  # type: ignore[operator]
    with pytest.raises(OSError, match=r"this is no plain file|Is a directory"):
        read_bytes(path, 1_000)


def test_a_pipe_is_refused_without_waiting_for_a_writer(tmp_path: Path) -> None:
    with pytest.raises(NotRegular), opened(pipe(tmp_path)):
        pass


def test_what_cannot_be_read_has_a_digest_that_no_content_has(tmp_path: Path) -> None:
    large, empty, other = (tmp_path / name for name in ("large", "empty", "other"))
    large.write_bytes(b"#" * (MAX_RULE_BYTES + 1))
    empty.write_bytes(b"")
    other.write_bytes(b"#" * MAX_RULE_BYTES)
    digests = {rule_file_digest(path) for path in (large, empty, other, tmp_path / "none", tmp_path)}
    assert len(digests) == 5


def test_lines_end_where_one_is_too_long(tmp_path: Path) -> None:
    file = tmp_path / "lines"
    file.write_bytes(b"one\n" + b"x" * 50 + b"\nthree\n")
    with file.open("rb") as text:
        assert list(bounded_lines(text, 10)) == [b"one\n", b"x" * 10]


def test_errors_name_their_file(tmp_path: Path) -> None:
    file = tmp_path / "full"
    with pytest.raises(OSError, match="No space") as failed, named_in_errors(file):
        raise OSError(28, "No space left on device")
    assert failed.value.filename == str(file)
