"""What every JSON answer has: a version that a program can rely on."""

from __future__ import annotations

from typing import Literal

from pydantic import BaseModel


class Document(BaseModel):
    """A whole answer; the version changes when a field is renamed, removed or means something else."""

    version: Literal[1, 2] = 1
