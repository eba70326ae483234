"""What studies need of the application."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractAsyncContextManager
from typing import Protocol

from dramaturg.app.config.settings import Settings
from dramaturg.app.sessions.sessions import Sessions
from dramaturg.app.studies.studies import Studies
from dramaturg.content.library import Library
from dramaturg.turn.ports import EventLog


class StudyApp(Protocol):
    """The part of the application that studies are held with and shown from."""

    @property
    def settings(self) -> Settings: ...

    @property
    def log(self) -> EventLog: ...

    @property
    def library(self) -> Library: ...

    @property
    def sessions(self) -> Sessions: ...

    @property
    def studies(self) -> Studies: ...


OpenStudyApp = Callable[[Settings], AbstractAsyncContextManager[StudyApp]]
"""Opens the application, for as long as a block lasts."""
