"""The content of an interview: a methodology turned to a subject, perhaps along a guide, put
together and stored so that a session keeps its version.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from typing import Annotated, Any, Literal, cast

from pydantic import BaseModel, Field, TypeAdapter

from dramaturg.content.documents import Loaded, canonical, stored_content
from dramaturg.content.library import Id, Library
from dramaturg.engines.interviews.base.methodology import Guide, Methodology, Subject
from dramaturg.engines.interviews.engine import InterviewEngine
from dramaturg.engines.interviews.held_engine import HeldInterviewEngine
from dramaturg.engines.interviews.held_talk import HeldTalk
from dramaturg.engines.interviews.population import Population
from dramaturg.engines.interviews.profile import Profile
from dramaturg.engines.interviews.proofs import guide_faults, methodology_faults, subject_faults
from dramaturg.engines.kit import Faults, Parts, SessionOpening, Version
from dramaturg.kernel.errors import ContentError, NotFound, did_you_mean
from dramaturg.turn.local_models import LocalModels
from dramaturg.turn.ports import StoredContent

DOCUMENTS: Mapping[str, type[BaseModel]] = {
    "methodology": Methodology,
    "subject": Subject,
    "guide": Guide,
    "profile": Profile,
    "population": Population,
}
ABOUT = {
    "methodology": "One way of interviewing.",
    "subject": "What an interview is to find out about.",
    "guide": "Topics and points that an interview is to touch, whatever its way.",
    "profile": "Somebody invented, to be interviewed in a simulation.",
    "population": (
        "Many invented people who share something, to be interviewed in a simulated study."
    ),
}

_KEPT = 64  # methodologies that were judged
HELD = "held"
"""The part of a content that is a talk held elsewhere, where it is one."""
_TALK = TypeAdapter(HeldTalk)
_LENGTH = TypeAdapter(Annotated[int, Field(ge=1, strict=True)])


class OpenInterview(SessionOpening):
    """A methodology, and what to be interviewed about: a subject by its id, or in words."""

    engine: Literal["interviews"]
    methodology: Id
    about: str = Field(min_length=1, max_length=500)
    guide: Id | None = None
    max_turns: int | None = Field(None, ge=1, le=200)


OPENING = OpenInterview


# ── put together ──────────────────────────────────────────────────────────────────────────────────


def stage(library: Library, opening: OpenInterview) -> StoredContent:
    return interview_content(
        library, opening.methodology, opening.about, opening.guide, opening.max_turns
    )


def interview_content(
    library: Library,
    methodology: str,
    about: str,
    guide: str | None = None,
    max_turns: int | None = None,
) -> StoredContent:
    """A methodology turned to a subject, perhaps along a guide. `about` is the id of a subject, or
    the subject itself in words.

    Raises NotFound, or ContentError with everything that is wrong.
    """
    method = methodology_of(library, methodology)
    parts = interview_parts(library, method, subject_of(library, about), guide)
    return interview_with({**parts, "max_turns": max_turns or method.document.limits.max_turns})


def interview_with(parts: Mapping[str, Any]) -> StoredContent:
    """An interview of these parts: `methodology`, `subject`, `guide` or None, and `max_turns`."""
    method, subject, guide = parts["methodology"], parts["subject"], parts["guide"]
    named = f"{method['version']}+{subject['id']}@{subject['version']}"
    version = f"{named}+{guide['id']}" if guide else named
    return stored_content("interviews", method["id"], version, parts)


def interview_parts(
    library: Library, method: Loaded[Methodology], subject: Subject, guide: str | None
) -> Parts:
    """What interviews with these are made of, but for their length."""
    return {
        "methodology": json.loads(method.body),
        "subject": subject.model_dump(mode="json"),
        "guide": json.loads(library.get("guide", guide).body) if guide else None,
    }


def methodology_of(library: Library, id: str) -> Loaded[Methodology]:
    """A methodology without fault."""
    loaded = cast(Loaded[Methodology], library.get("methodology", id))
    if faults := _methodology_faults(loaded.body):
        raise ContentError(tuple(loaded.locate(fault) for fault in faults))
    return loaded


@lru_cache(maxsize=_KEPT)
def _methodology_faults(body: str) -> Faults:
    """Judged once: interviews are opened with the same methodology again and again."""
    return methodology_faults(Methodology.model_validate(json.loads(body)))


def subject_of(library: Library, about: str) -> Subject:
    """The subject of that id; or one made of the words. Raises NotFound where it can only be an
    id.
    """
    known = [entry.id for entry in library.entries("subject")]
    if about in known:
        return cast(Loaded[Subject], library.get("subject", about)).document
    if is_id(about):
        raise NotFound(f"there is no subject {about!r}. {did_you_mean(about, known)}")
    return Subject(
        kind="subject",
        id="own_words",
        title=about,
        objective=f"What {about} means to the respondent, and why.",
    )


def is_id(subject: str) -> bool:
    """Whether it must be meant as the id of a subject, and is no subject in words."""
    return " " not in subject and "_" in subject


def build(content: StoredContent, models: LocalModels) -> InterviewEngine:
    body = json.loads(content.body)
    guide = Guide.model_validate(body["guide"]) if body["guide"] else None
    held_with = (
        Methodology.model_validate(body["methodology"]),
        Subject.model_validate(body["subject"]),
        guide,
        models.embedder(),
        models.syntax(),
        models.readers(),
        models.ear(),
        body["max_turns"],
        models.care(),
    )
    if HELD in body:
        return HeldInterviewEngine(_TALK.validate_python(body[HELD]), *held_with)
    return InterviewEngine(*held_with)


# ── another version of a part ─────────────────────────────────────────────────────────────────────

PARTS: Mapping[str, Callable[[Any], Faults]] = {
    "methodology": methodology_faults,
    "subject": subject_faults,
    "guide": guide_faults,
}


def along(library: Library, document: Any) -> tuple[tuple[str, str], ...]:
    return ()


def parts_of(parts: Parts) -> Mapping[str, Sequence[str]]:
    return {kind: [parts[kind]["id"]] for kind in PARTS if parts[kind]}


def replaced(parts: Parts, other: Version) -> Parts | None:
    here = parts.get(other.kind)
    ours = here and here["id"] == other.id
    return {**parts, other.kind: json.loads(other.body)} if ours else None


def judge(parts: Parts) -> Faults:
    _LENGTH.validate_python(parts["max_turns"])
    faults = _methodology_faults(canonical(parts["methodology"]))
    faults += subject_faults(Subject.model_validate(parts["subject"]))
    return faults + (guide_faults(Guide.model_validate(parts["guide"])) if parts["guide"] else ())


def together(content: StoredContent, parts: Parts, version: str) -> StoredContent:
    return interview_with(parts)


def spelled_out(parts: Parts) -> Parts:
    method = Methodology.model_validate(parts["methodology"])
    guide = Guide.model_validate(parts["guide"]) if parts["guide"] else None
    return {
        **parts,
        "methodology": method.model_dump(mode="json", by_alias=True),
        "guide": guide and guide.model_dump(mode="json", by_alias=True),
    }
