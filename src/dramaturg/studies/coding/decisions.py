"""Deciding: what the analyst merged, split and renamed, laid over the codes that came about by
themselves.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from dramaturg.english.prose import plain
from dramaturg.kernel.values import replace
from dramaturg.studies.base.codes import (
    Alike,
    Code,
    CodeBook,
    CodeRenamed,
    CodesImported,
    CodesMerged,
    CodeSplit,
    Decisions,
    IdeaSummary,
    ImportedCode,
    Joined,
    Ref,
)


def apply_decisions(
    told: Mapping[Ref, IdeaSummary],
    joined: Mapping[Ref, Joined],
    imported: Mapping[str, ImportedCode],
    decisions: Decisions,
    near: Sequence[Alike] = (),
) -> CodeBook:
    """The code book after all decisions, one after the other. What refers to an idea that is gone
    is left alone.

    A code that others are merged into keeps its name.
    """
    placed = dict(joined)
    names: dict[str, str] = {}
    for number, decision in enumerate(decisions, start=1):
        match decision:
            case CodesMerged(into, other):
                if into in placed and other in placed:
                    code, gone = placed[into].code, placed[other].code
                    names.setdefault(
                        code, _own_name(_members(placed, code), told, imported.get(code))
                    )
                    _move(placed, _members(placed, gone) if gone != code else (), code)
            case CodeSplit(ideas):
                _move(placed, [ref for ref in ideas if ref in placed], f"a{number}")
            case CodeRenamed(idea, name):
                if idea in placed:
                    names[placed[idea].code] = name
            case CodesImported():
                pass  # they took part from the beginning
    codes = _codes(told, placed, imported, names)
    return CodeBook(
        codes, placed, tuple(each for each in near if each.code in codes and each.other in codes)
    )


def _members(placed: Mapping[Ref, Joined], code: str) -> list[Ref]:
    return [ref for ref, each in placed.items() if each.code == code]


def _move(placed: dict[Ref, Joined], refs: Sequence[Ref], code: str) -> None:
    for ref in refs:
        placed[ref] = replace(placed[ref], code=code, join="analyst", nearness=1.0)


def _codes(
    told: Mapping[Ref, IdeaSummary],
    placed: Mapping[Ref, Joined],
    imported: Mapping[str, ImportedCode],
    names: Mapping[str, str],
) -> dict[str, Code]:
    """Codes from elsewhere first, be they used or not, then the others in the order they
    came up.
    """
    members: dict[str, list[Ref]] = {id: [] for id in imported}
    for ref, each in placed.items():
        members.setdefault(each.code, []).append(ref)
    return {
        id: _code(id, refs, told, imported.get(id), names.get(id, ""))
        for id, refs in members.items()
    }


def _code(
    id: str,
    refs: Sequence[Ref],
    told: Mapping[Ref, IdeaSummary],
    given: ImportedCode | None,
    renamed: str,
) -> Code:
    types = [told[ref].type for ref in refs]
    return Code(
        id=id,
        name=renamed or _own_name(refs, told, given),
        type=max(types, key=types.count) if types else given.type if given else "",
        ideas=tuple(refs),
        support=len({ref.respondent for ref in refs}),
        mentions=sum(told[ref].mentions for ref in refs),
        description=given.description if given else "",
    )


def _own_name(
    refs: Sequence[Ref], told: Mapping[Ref, IdeaSummary], given: ImportedCode | None
) -> str:
    return given.name if given else _most_used((ref.respondent, told[ref].label) for ref in refs)


def _most_used(labels: Iterable[tuple[str, str]]) -> str:
    """What most respondents say; of equals the shortest, then the first."""
    users: dict[str, set[str]] = {}
    written: dict[str, str] = {}
    for respondent, label in labels:
        users.setdefault(plain(label), set()).add(respondent)
        written.setdefault(plain(label), label)
    return written[min(users, key=lambda key: (-len(users[key]), len(key)))]
