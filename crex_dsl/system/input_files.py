"""Files from outside: only regular ones are read, and never more of one than a stated size."""

from __future__ import annotations

import errno
import hashlib
import os
import stat
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO

from crex_dsl.text.messages import marked, number_as_said, said

MAX_RULE_BYTES = 400_000  # a rule file or a table
MAX_SAVE_BYTES = 20_000_000
MAX_LEDGER_LINE = 1_000_000


class NotRegular(OSError):
    """Something that is no plain file, such as a folder, a pipe or a device: it might never end."""

    def __init__(self, path: Path) -> None:
        super().__init__(errno.EINVAL, said("this is no plain file; name one"), str(path))


class TooLarge(OSError):
    """A file that is larger than what is read of its sort."""

    def __init__(self, path: Path, limit: int) -> None:
        super().__init__(
            errno.EFBIG,
            said("it is larger than {limit} bytes, the most that is read", limit=number_as_said(limit)),
            str(path),
        )
        self.limit = limit


@contextmanager
def opened(path: Path) -> Iterator[BinaryIO]:
    """A regular file, open for reading; raises NotRegular, without waiting, for anything else."""
    handle = os.open(path, os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0))
    with open(handle, "rb") as file:  # noqa: PTH123 - it is a handle, opened without waiting
        if not stat.S_ISREG(os.fstat(handle).st_mode):
            raise NotRegular(path)
        yield file


@contextmanager
def named_in_errors(path: Path) -> Iterator[None]:
    """While this file is written, every error of the system names it: `File too large` alone helps nobody."""
    try:
        yield
    except OSError as error:
        if error.filename == str(path):
            raise
        raise OSError(error.errno, error.strerror or str(error), str(path)) from None


# What the system says in English whatever the locale; the rest stays as it is.
_SYSTEM = {
    errno.ENOENT: marked("No such file or directory"),
    errno.EACCES: marked("Permission denied"),
    errno.EPERM: marked("Operation not permitted"),
    errno.EEXIST: marked("File exists"),
    errno.EISDIR: marked("Is a directory"),
    errno.ENOTDIR: marked("Not a directory"),
    errno.ENOSPC: marked("No space left on device"),
    errno.EFBIG: marked("File too large"),
    errno.EROFS: marked("Read-only file system"),
    errno.ENAMETOOLONG: marked("File name too long"),
    errno.ELOOP: marked("Too many levels of symbolic links"),
    errno.EIO: marked("Input/output error"),
}


def refusal(error: OSError) -> str:
    """Why the system, or we, refuse a file, in the language that is spoken."""
    known = _SYSTEM.get(error.errno or 0)
    return said(known) if known is not None and error.strerror == known else error.strerror or str(error)


def read_bytes(path: Path, limit: int) -> bytes:
    """The content of a regular file of at most `limit` bytes; raises NotRegular or TooLarge for any other."""
    with opened(path) as file:
        if os.fstat(file.fileno()).st_size > limit:
            raise TooLarge(path, limit)
        content = file.read(limit + 1)  # it may have grown since
    if len(content) > limit:
        raise TooLarge(path, limit)
    return content


def rule_file_digest(path: Path) -> bytes:
    """A digest of a rule file or table; one that cannot be read has a digest that no content has."""
    try:
        return hashlib.sha256(read_bytes(path, MAX_RULE_BYTES)).digest()
    except OSError as error:
        return hashlib.sha256(f"unread: {error.errno}".encode()).digest()[::-1]


def bounded_lines(file: BinaryIO, limit: int = MAX_LEDGER_LINE) -> Iterator[bytes]:
    """The lines of a file with their ends, one by one; one longer than `limit` is cut off there, and is the last."""
    while line := file.readline(limit):
        yield line
        if not line.endswith(b"\n"):
            return
