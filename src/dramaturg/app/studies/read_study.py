"""The material of a study: its interviews, read from the store one at a time, for analyses that
need no store and no loop.
"""

from __future__ import annotations

import asyncio
import json
from collections import Counter
from collections.abc import AsyncIterator, Callable, Iterator
from dataclasses import dataclass, field
from functools import lru_cache
from typing import TypeVar

from dramaturg.app.config.providers import LOCAL_MODELS
from dramaturg.app.studies.needs import StudyApp
from dramaturg.app.studies.read_interviews import testimony
from dramaturg.engines.interviews.base.methodology import Methodology, Subject
from dramaturg.kernel.values import replace
from dramaturg.language.redaction import find_personal
from dramaturg.studies.base.codes import CodeBook, CodedInterview, coded
from dramaturg.studies.base.evidence import Testimony
from dramaturg.studies.base.state import StudyState
from dramaturg.studies.by_method.common import tone_by
from dramaturg.studies.coding.code_book import code_book
from dramaturg.studies.content import study_of
from dramaturg.studies.figures.matrix import Count, Relations
from dramaturg.studies.findings import Findings, Matter, gathered
from dramaturg.studies.report.redaction import counted_redaction, pseudonyms
from dramaturg.turn.local_models import LocalModels
from dramaturg.turn.ports import StoredContent

T = TypeVar("T")

QUESTIONS_KNOWN = 4096  # the interviewer asks many people the same


@dataclass(frozen=True)
class Material:
    """What is analysed. Every call of `read` reads all interviews anew, in the order they were
    begun.
    """

    id: str
    matter: Matter
    read: Callable[[], Iterator[Testimony]]
    models: LocalModels = LOCAL_MODELS
    removed: Counter[str] = field(default_factory=Counter)

    def book(self) -> CodeBook:
        """The codes of all interviews, with the analyst's decisions."""
        decisions = [each.decision for each in self.matter.state.decisions if not each.undone]
        ontology = self.matter.methodology.ontology
        return code_book(self.read(), decisions, self.models.embedder(), ontology)

    def coded(self, book: CodeBook) -> Iterator[CodedInterview]:
        return (coded(each, book) for each in self.read())

    def findings(
        self,
        cutoff: int | None = None,
        count: Count = "respondents",
        relations: Relations = "direct",
    ) -> Findings:
        book = self.book()
        self.removed.clear()
        gathering = gathered(self.matter, book, tone_by(self.models.readers()), self.coded(book))
        return replace(gathering.result(cutoff, count, relations), removed=dict(self.removed))

    def redacted(self) -> Material:
        """The same with everything personal taken out: addresses, numbers, and names, each name
        under its own mark.
        """
        removed: Counter[str] = Counter()
        syntax, named = self.models.syntax(), pseudonyms(self.matter.study.id, self.id)
        find = lru_cache(QUESTIONS_KNOWN)(lambda text: find_personal(text, syntax))

        def read() -> Iterator[Testimony]:
            for each in self.read():
                without, kinds = counted_redaction(each, find, named)
                removed.update(kinds)
                yield without

        return Material(self.id, self.matter, read, self.models, removed)


async def with_material(app: StudyApp, study: str, work: Callable[[Material], T]) -> T:
    """Do the work in a thread, while interviews are read from the store as they are asked for."""
    loop = asyncio.get_running_loop()
    content = await app.studies.content(study)
    matter = matter_of(content, await app.studies.state(study))

    def read() -> Iterator[Testimony]:
        interviews = _testimonies(app, matter)
        while (
            each := asyncio.run_coroutine_threadsafe(anext(interviews, None), loop).result()
        ) is not None:
            yield each

    return await asyncio.to_thread(work, Material(study, matter, read))


def matter_of(content: StoredContent, state: StudyState) -> Matter:
    body = json.loads(content.body)
    return Matter(
        study_of(content),
        Methodology.model_validate(body["methodology"]),
        Subject.model_validate(body["subject"]),
        state,
    )


async def _testimonies(app: StudyApp, matter: Matter) -> AsyncIterator[Testimony]:
    """Of everybody whose interview is over."""
    for participant in matter.state.participants.values():
        if participant.standing == "finished":
            info = await app.log.session(participant.session)
            yield await testimony(app.log, info, participant.id, participant.variables)
