"""Settings: from the environment only, with the prefix DRAMATURG_. Providers' keys stay in the providers' own variables."""

from __future__ import annotations

import os
from pathlib import Path

from pydantic import Field
from pydantic_settings import BaseSettings, SettingsConfigDict


def _home() -> Path:
    """Where sessions are kept when nobody said otherwise: a folder of the user's own, for nobody else to read."""
    home = Path.home() / ".dramaturg"
    home.mkdir(mode=0o700, exist_ok=True)
    return home


class Settings(BaseSettings):
    """What a deployment can choose. Everything has a default that works with no model and no key."""

    model_config = SettingsConfigDict(env_prefix="DRAMATURG_", extra="ignore")

    store: str = Field(
        default_factory=lambda: str(_home() / "sessions.db"),
        description="Where sessions are kept: a file, sqlite:///path or postgresql://...",
    )
    figures: str = Field("", description="A folder of open figures with a figures.json that says whose they are.")
    content: str = Field("", description=f"Folders with your own content, separated by '{os.pathsep}'.")
    model: str = Field("offline", description="'offline', or provider:name such as openai:gpt-5 or anthropic:claude-...")
    model_extract: str | None = Field(None, description="Another model for extraction.")
    model_read: str | None = Field(None, description="Another model for reading signals.")
    model_speak: str | None = Field(None, description="Another model for speaking.")
    base_url: str | None = Field(None, description="An OpenAI-compatible server, such as a local one.")
    api_key: str | None = Field(None, description="The key for base_url, where it needs one.", repr=False)

    @property
    def content_folders(self) -> tuple[Path, ...]:
        return tuple(Path(folder).expanduser() for folder in self.content.split(os.pathsep) if folder)
