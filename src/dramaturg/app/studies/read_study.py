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
from dramaturg.app.studies.read_interviews import read_interview
from dramaturg.app.studies.studies import Studies
from dramaturg.engines.interviews.base.methodology import Methodology, Subject
from dramaturg.kernel.values import replace
from dramaturg.language.redaction import find_personal
from dramaturg.studies.base.codes import CodeBook, CodedInterview, coded
from dramaturg.studies.base.evidence import InterviewEvidence
from dramaturg.studies.base.state import StudyState
from dramaturg.studies.by_method.common import tone_by
from dramaturg.studies.coding.code_book import code_book
from dramaturg.studies.coding.spans import with_spans
from dramaturg.studies.content import study_of
from dramaturg.studies.figures.matrix import Count, Relations
from dramaturg.studies.findings import Gathering, StudyContext, StudyFindings, gather
from dramaturg.studies.report.redaction import counted_redaction, pseudonyms
from dramaturg.turn.local_models import LocalModels
from dramaturg.turn.ports import StoredContent

T = TypeVar("T")

QUESTIONS_KNOWN = 4096  # the interviewer asks many people the same


@dataclass(frozen=True)
class StudyMaterial:
    """What is analysed. Every call of `read` reads all interviews anew, in the order they were
    begun.
    """

    id: str
    context: StudyContext
    read: Callable[[], Iterator[InterviewEvidence]]
    models: LocalModels = LOCAL_MODELS
    removed: Counter[str] = field(default_factory=Counter)

    def book(self) -> CodeBook:
        """The codes of all interviews, with the analyst's decisions."""
        decisions = [each.decision for each in self.context.state.decisions if not each.undone]
        ontology = self.context.methodology.ontology
        return code_book(self.read(), decisions, self.models.embedder(), ontology)

    def coded(self, book: CodeBook) -> Iterator[CodedInterview]:
        ontology = self.context.methodology.ontology
        return (coded(each, book, ontology) for each in self.read())

    def gathering(self) -> Gathering:
        """All that the figures are counted from."""
        book, tone = self.book(), tone_by(self.models.readers())
        self.removed.clear()
        return gather(self.context, book, tone, self.coded(book))

    def findings(
        self,
        cutoff: int | None = None,
        count: Count = "respondents",
        relations: Relations = "direct",
    ) -> StudyFindings:
        found = self.gathering().result(cutoff, count, relations)
        return replace(found, removed=dict(self.removed))

    def redacted(self) -> StudyMaterial:
        """The same with everything personal taken out: addresses, numbers, and names, each name
        under its own mark.
        """
        removed: Counter[str] = Counter()
        syntax, named = self.models.syntax(), pseudonyms(self.context.study.id, self.id)
        find = lru_cache(QUESTIONS_KNOWN)(lambda text: find_personal(text, syntax))

        def read() -> Iterator[InterviewEvidence]:
            for each in self.read():
                without, kinds = counted_redaction(each, find, named)
                removed.update(kinds)
                yield without

        return StudyMaterial(self.id, self.context, read, self.models, removed)


async def with_material(studies: Studies, study: str, work: Callable[[StudyMaterial], T]) -> T:
    """Do the work in a thread, while interviews are read from the store as they are asked for."""
    loop = asyncio.get_running_loop()
    body, state = await studies.content(study), await studies.state(study)
    context = context_of(body, state)

    async def finished() -> AsyncIterator[InterviewEvidence]:
        for each in state.participants.values():
            if each.standing == "finished":
                info = await studies.log.session(each.session)
                yield await read_interview(studies.log, info, each.id, each.variables)

    decided = [each.decision for each in state.decisions if not each.undone]

    def read() -> Iterator[InterviewEvidence]:
        interviews = finished()
        while (
            each := asyncio.run_coroutine_threadsafe(anext(interviews, None), loop).result()
        ) is not None:
            yield with_spans(each, decided)

    return await asyncio.to_thread(work, StudyMaterial(study, context, read))


def context_of(content: StoredContent, state: StudyState) -> StudyContext:
    body = json.loads(content.body)
    return StudyContext(
        study_of(content),
        Methodology.model_validate(body["methodology"]),
        Subject.model_validate(body["subject"]),
        state,
    )
