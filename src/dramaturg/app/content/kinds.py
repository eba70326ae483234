"""The kinds of documents that authors write, and the library that finds them."""

from __future__ import annotations

from collections.abc import Mapping

from pydantic import BaseModel

from dramaturg.app.config.settings import Settings
from dramaturg.app.content.cohort import cohort_model, simulators
from dramaturg.app.content.migration import Migration
from dramaturg.app.content.walkthrough import Walkthrough
from dramaturg.content.library import Library, packaged
from dramaturg.engines import kits
from dramaturg.studies.base.document import Study

KINDS: Mapping[str, type[BaseModel]] = {
    **{kind: model for kit in kits() for kind, model in kit.content.DOCUMENTS.items()},
    "study": Study,
    "migration": Migration,
    "walkthrough": Walkthrough,
    "cohort": cohort_model(simulators().values()),
}
"""Every kind of document, with the form it has."""


def library_of(settings: Settings) -> Library:
    """What comes with Dramaturg, and the folders of the settings."""
    return Library(KINDS, (packaged(), *settings.content_folders))
