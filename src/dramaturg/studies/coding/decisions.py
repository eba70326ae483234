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
    CodesMerged,
    CodeSplit,
    Decisions,
    IdeaSummary,
    ImportedCode,
    Joined,
    MemoWritten,
    Ref,
    SpanCoded,
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

    def members(code: str) -> list[Ref]:
        return [ref for ref, each in placed.items() if each.code == code]

    def move(refs: Iterable[Ref], code: str) -> None:
        for ref in refs:
            placed[ref] = replace(placed[ref], code=code, join="analyst", nearness=1.0)

    for number, decision in enumerate(decisions, start=1):
        match decision:
            case CodesMerged(into, other) if into in placed and other in placed:
                code, gone = placed[into].code, placed[other].code
                names.setdefault(code, _own_name(members(code), told, imported.get(code)))
                move(members(gone) if gone != code else (), code)
            case CodeSplit(ideas):
                move([ref for ref in ideas if ref in placed], f"a{number}")
            case CodeRenamed(idea, name) if idea in placed:
                names[placed[idea].code] = name
            case SpanCoded(span, _, into, name) if span.ref in placed:
                code = placed[into].code if into in placed else f"a{number}"
                move([span.ref], code)
                if name and into is None:
                    names[code] = name
            case _:  # imported codes took part from the beginning; memos move nothing
                pass
    memos = {
        placed[each.idea].code: each.text
        for each in decisions
        if isinstance(each, MemoWritten) and each.idea in placed
    }
    codes = _codes(told, placed, imported, names, memos)
    alike = (each for each in near if each.code in codes and each.other in codes)
    return CodeBook(codes, placed, tuple(alike))


def _codes(
    told: Mapping[Ref, IdeaSummary],
    placed: Mapping[Ref, Joined],
    imported: Mapping[str, ImportedCode],
    names: Mapping[str, str],
    memos: Mapping[str, str],
) -> dict[str, Code]:
    """Codes from elsewhere first, be they used or not, then the others in the order they
    came up.
    """
    members: dict[str, list[Ref]] = {id: [] for id in imported}
    for ref, each in placed.items():
        members.setdefault(each.code, []).append(ref)
    codes: dict[str, Code] = {}
    for id, refs in members.items():
        given, types = imported.get(id), [told[ref].type for ref in refs]
        codes[id] = Code(
            id=id,
            name=names.get(id) or _own_name(refs, told, given),
            type=max(types, key=types.count) if types else given.type if given else "",
            ideas=tuple(refs),
            support=len({ref.respondent for ref in refs}),
            mentions=sum(told[ref].mentions for ref in refs),
            description=given.description if given else "",
            memo=memos.get(id, ""),
        )
    return codes


def _own_name(
    refs: Iterable[Ref], told: Mapping[Ref, IdeaSummary], given: ImportedCode | None
) -> str:
    """What most respondents say; of equals the shortest, then the first."""
    if given:
        return given.name
    users: dict[str, set[str]] = {}
    written: dict[str, str] = {}
    for ref in refs:
        label = told[ref].label
        users.setdefault(plain(label), set()).add(ref.respondent)
        written.setdefault(plain(label), label)
    return written[min(users, key=lambda key: (-len(users[key]), len(key)))]
