"""An open study, named at the shell: what commands read from its interviews."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from functools import wraps
from typing import Concatenate, ParamSpec, TypeVar

from dramaturg.app.studies.read_study import StudyMaterial, with_material
from dramaturg.app.wiring import App
from dramaturg.cli.shell import with_app
from dramaturg.studies.figures.ladders import ladders_of
from dramaturg.studies.figures.matrix import Ladder
from dramaturg.studies.figures.saturation import Interviews
from dramaturg.studies.qdpx.project import unlike_names

P = ParamSpec("P")
T = TypeVar("T")


def in_app(work: Callable[Concatenate[App, P], Awaitable[T]]) -> Callable[P, T]:
    """A command whose first argument is the application, opened for it and closed after it."""

    @wraps(work)
    def run(*given: P.args, **named: P.kwargs) -> T:
        return with_app(lambda app: work(app, *given, **named))

    return run


def of_study(name: str, work: Callable[[StudyMaterial], T]) -> T:
    """What comes of work on all interviews of the study that goes by this name. Raises NotFound or
    BadInput.
    """

    async def found(app: App) -> T:
        return await with_material(app.studies, await app.studies.find(name), work)

    return with_app(found)


def named_ladders(material: StudyMaterial) -> list[Ladder]:
    """The ladders of all interviews, with codes by name."""
    book = material.book()
    names = unlike_names(book)
    ladders = (ladder for interview in material.coded(book) for ladder in ladders_of(interview))
    return [
        Ladder(each.respondent, each.ladder, tuple(names[code] for code in each.codes))
        for each in ladders
    ]


def named_codes(material: StudyMaterial) -> Interviews:
    """The codes of each interview by name, in the order the interviews were held."""
    book = material.book()
    names = unlike_names(book)
    return [
        (
            interview.evidence.respondent,
            frozenset(names[code] for code in interview.code_of.values()),
        )
        for interview in material.coded(book)
    ]
