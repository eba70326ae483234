"""Settings: from the environment only, with the prefix DRAMATURG_. Providers' keys stay in the
providers' own variables.
"""

from __future__ import annotations

import os
from pathlib import Path
from typing import Literal

from pydantic import (
    Field,
    ModelWrapValidatorHandler,
    ValidationError,
    field_validator,
    model_validator,
)
from pydantic_settings import BaseSettings, SettingsConfigDict

from dramaturg.kernel.errors import BadInput, SettingsError
from dramaturg.languages.names import code_of
from dramaturg.turn.contract import Role


def _home() -> Path:
    """Where sessions are kept when nobody said otherwise: a folder of the user's own, for nobody
    else to read.
    """
    home = Path.home() / ".dramaturg"
    try:
        home.mkdir(mode=0o700, exist_ok=True)
    except OSError as error:
        raise SettingsError(
            f"{home} cannot be made: {str(error.strerror).lower()}. Sessions are kept there unless"
            " DRAMATURG_STORE says otherwise: set it to a file in a folder that this user may write"
            " to."
        ) from error
    return home


class Settings(BaseSettings):
    """What a deployment can choose. Everything has a default that works with no model and
    no key.
    """

    model_config = SettingsConfigDict(env_prefix="DRAMATURG_", extra="ignore")

    store: str = Field(
        default_factory=lambda: str(_home() / "sessions.db"),
        description="Where sessions are kept: a file, sqlite:///path or postgresql://...",
    )
    figures: str = Field(
        "", description="A folder of open figures with a figures.json that says whose they are."
    )
    games: str = Field(
        "", description="The folder of a server's games; without it, one beside the store."
    )
    content: str = Field(
        "", description=f"Folders with your own content, separated by '{os.pathsep}'."
    )
    model: str = Field(
        "offline",
        description="'offline', or provider:name such as openai:gpt-5 or anthropic:claude-...",
    )
    model_extract: str | None = Field(None, description="Another model for extraction.")
    model_read: str | None = Field(None, description="Another model for reading signals.")
    model_speak: str | None = Field(None, description="Another model for speaking.")
    thinking: Literal["off", "minimal", "low", "medium", "high"] | None = Field(
        None,
        description=(
            "How hard a model thinks before it answers, where it can be told; without it, as its"
            " provider has it."
        ),
    )
    thinking_tokens: int = Field(
        4_000,
        ge=0,
        le=100_000,
        description="Tokens that a model which thinks may use for that, beside its answer.",
    )
    timeout_extract: float = Field(
        30.0, gt=0, le=3_600, description="Seconds that extraction may take."
    )
    timeout_read: float = Field(
        30.0, gt=0, le=3_600, description="Seconds that reading signals may take."
    )
    timeout_speak: float = Field(60.0, gt=0, le=3_600, description="Seconds that a line may take.")
    base_url: str | None = Field(
        None, description="An OpenAI-compatible server, such as a local one."
    )
    api_key: str | None = Field(
        None, description="The key for base_url, where it needs one.", repr=False
    )
    local_servers: str = Field(
        "http://127.0.0.1:11434,http://127.0.0.1:1234,http://127.0.0.1:8080",
        description=(
            "Where `dramaturg models` looks for model servers on this machine, separated by commas:"
            " Ollama, LM Studio and llama.cpp as they come."
        ),
    )
    author_keys: str = Field(
        "", description="Keys for authors of a server, separated by commas.", repr=False
    )
    analyst_keys: str = Field(
        "", description="Keys for those who may read everything and change nothing.", repr=False
    )
    link_secret: str = Field(
        "",
        description="What respondents' links are signed with; without it, the first author key.",
        repr=False,
    )
    language: str = Field(
        "",
        description=(
            "The language that sessions are held in, such as Spanish or es, where a model is set;"
            " without it, the one that people write in."
        ),
    )
    country: str = Field(
        "",
        description=(
            "The country of those you talk with, as two letters such as DE: whom they are told to"
            " turn to in danger."
        ),
    )
    care: str = Field(
        "", description="A file with your own contacts and whether somebody safe may go on."
    )
    care_webhook: str = Field(
        "", description="An address that is told when somebody may be in danger."
    )
    care_secret: str = Field("", description="What such messages are signed with.", repr=False)
    care_words: bool = Field(
        False, description="Whether such messages carry the words that were said."
    )
    lease: float = Field(
        30.0,
        ge=1.0,
        le=600.0,
        description="Seconds after which a turn is taken over from a server that died.",
    )
    rate: int | None = Field(
        None,
        ge=0,
        description=(
            "Requests a minute for each caller; 0 for no limit. Without keys there is none."
        ),
    )
    largest_request: int = Field(2_000_000, ge=1000, description="Bytes that one request may have.")

    @field_validator("language")
    @classmethod
    def _known_language(cls, written: str) -> str:
        try:
            return code_of(written) if written else ""
        except BadInput as unknown:
            raise ValueError(str(unknown)) from None

    @model_validator(mode="wrap")
    @classmethod
    def _checked(cls, given: object, check: ModelWrapValidatorHandler[Settings]) -> Settings:
        """Raises SettingsError with all settings that are wrong."""
        try:
            return check(given)
        except ValidationError as error:
            wrong = (
                (str(each["loc"][0]), each["msg"], each["input"])
                for each in error.errors()
                if each["loc"]
            )
            raise SettingsError("\n".join(_told(*each) for each in wrong) or str(error)) from None

    @property
    def model_by_role(self) -> dict[Role, str]:
        return {
            "speak": self.model_speak or self.model,
            "read": self.model_read or self.model,
            "extract": self.model_extract or self.model,
        }

    @property
    def timeout_by_role(self) -> dict[Role, float]:
        """Seconds that an answer may take."""
        return {
            "speak": self.timeout_speak,
            "read": self.timeout_read,
            "extract": self.timeout_extract,
        }

    @property
    def content_folders(self) -> tuple[Path, ...]:
        """Those that were named; else the one beside the store, once something was written
        there.
        """
        named = tuple(
            Path(folder).expanduser() for folder in self.content.split(os.pathsep) if folder
        )
        return named or tuple(folder for folder in (self.own_folder,) if folder.is_dir())

    @property
    def own_folder(self) -> Path:
        """Where the studio keeps what authors write: the first content folder, else one beside the
        store.
        """
        named = [folder for folder in self.content.split(os.pathsep) if folder]
        return Path(named[0]).expanduser() if named else self.beside_store / "content"

    @property
    def beside_store(self) -> Path:
        """The folder of the store's file; where the store is no file, the user's own."""
        place = self.store.removeprefix("sqlite:///")
        return _home() if "://" in place else Path(place).expanduser().parent

    @property
    def games_folder(self) -> Path:
        """Where a server keeps its games."""
        return Path(self.games).expanduser() if self.games else self.beside_store / "games"


def _told(name: str, message: str, given: object) -> str:
    """What is wrong with a setting, what it is for, and what it is when nobody sets it; no key is
    ever told.
    """
    field = Settings.model_fields[name]
    value = f" is {str(given)[:100]!r}" if field.repr else ""
    otherwise = "" if field.default is None else f" Leave it out for {field.default!r}."
    wrong = f"{message[:1].lower()}{message[1:]}"
    return f"DRAMATURG_{name.upper()}{value}: {wrong}. It is: {field.description}{otherwise}"
