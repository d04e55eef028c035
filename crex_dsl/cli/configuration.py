"""What a user has set once and for all: a language, the game that is meant, and of each its edition, options, seats."""

from __future__ import annotations

import os
import re
from contextlib import suppress
from functools import cache
from pathlib import Path

from pydantic import BaseModel, ConfigDict, Field, ValidationError, field_validator

from crex_dsl.cli.errors import WrongUsage
from crex_dsl.text.locale import listed
from crex_dsl.text.messages import OWN, languages


class GameSettings(BaseModel):
    """What is taken in a game where nothing is said: its edition, with options, and who plays each side."""

    model_config = ConfigDict(extra="forbid", strict=True, populate_by_name=True)

    edition: str | None = None
    options: list[str] = []
    seats: list[str] = Field(default=[], alias="as")


class Settings(BaseModel):
    """The whole file: the language of the prompt, the game where none is named, and what is taken in each game."""

    model_config = ConfigDict(extra="forbid", strict=True)

    language: str | None = None
    game: str | None = None
    games: dict[str, GameSettings] = {}

    @field_validator("language")
    @classmethod
    def _spoken(cls, language: str | None) -> str | None:
        if language is not None and language not in languages():
            raise ValueError(f"we speak {listed(languages())}")
        return language

    def of(self, game: str) -> GameSettings:
        """What is set for a game."""
        return self.games.get(game, GameSettings())


def settings_file() -> Path:
    """Where the settings are: the file that CREX_CONFIG names, or the one in the user's folder."""
    given = os.environ.get("CREX_CONFIG")
    if given is not None:
        return Path(given)
    import platformdirs

    return Path(platformdirs.user_config_dir("crex")) / "config.toml"


def settings() -> Settings:
    """What the user has set; nothing where there is no file; raises WrongUsage where it cannot be read."""
    return _read(settings_file())


def command_language(asked: str | None = None) -> str:
    """The language in which the tool speaks: the one that is asked for, else set, else the locale's, else English."""
    if asked in languages():
        return str(asked)
    with suppress(WrongUsage):  # told by whatever needs the settings
        chosen = settings().language
        if chosen is not None:
            return chosen
    locale = next(filter(None, map(os.environ.get, ("LC_ALL", "LC_MESSAGES", "LANG"))), "")
    language = re.split("[_.@-]", locale)[0].casefold()
    return language if language in languages() else OWN


@cache
def _read(file: Path) -> Settings:
    if not file.is_file():
        return Settings()
    import tomllib

    try:
        return Settings.model_validate(tomllib.loads(file.read_text(encoding="utf-8")))
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise WrongUsage(f"{file}: this is no TOML: {error}") from None
    except ValidationError as error:
        first = error.errors()[0]
        where = ".".join(str(part) for part in first["loc"])
        raise WrongUsage(
            f"{file}: `{where}` cannot be read: {first['msg'].casefold().removeprefix('value error, ')}"
        ) from None
