"""What a user has set once and for all: a language, the game that is meant, and of each its edition, options, seats."""

from __future__ import annotations

import os
import re
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from pydantic import BaseModel, ConfigDict, Field, ValidationError, field_validator

from crex_dsl.cli.errors import WrongUsage
from crex_dsl.text.messages import OWN, headed, languages, listed_as_said, said
from crex_dsl.text.spelling import did_you_mean

if TYPE_CHECKING:
    from pydantic_core import ErrorDetails


class GameSettings(BaseModel):
    """What is taken in a game where nothing is said: its edition, with options, and who plays each side."""

    model_config = ConfigDict(extra="forbid", strict=True)

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
            raise ValueError(said("we speak {languages}", languages=listed_as_said(languages())))
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
        raise WrongUsage(said("{file}: this is no TOML: {error}", file=file, error=error)) from None
    except ValidationError as error:
        first = error.errors()[0]
        setting = ".".join(str(part) for part in first["loc"])
        raise WrongUsage(
            said("{file}: `{setting}`: {fault}", file=file, setting=setting, fault=_fault(first))
        ) from None


def _fault(error: ErrorDetails) -> str:
    """What is wrong with a setting, and what would be right."""
    if error["type"] == "extra_forbidden":
        model = GameSettings if len(error["loc"]) > 1 else Settings
        names = [field.alias or name for name, field in model.model_fields.items()]
        told = said("there is no such setting; there are {settings}", settings=listed_as_said(names))
        hint = did_you_mean(str(error["loc"][-1]), names)
        return headed(told, hint) if hint else told
    match error["type"]:
        case "string_type":
            return said("this takes a text in quotes")
        case "list_type":
            return said("this takes a list of texts, such as {example}", example='["SIDE=normal"]')
        case "value_error":
            return str(error["ctx"]["error"])
    return said("this takes a section of its own, such as {example}", example="[games.GAME]")
