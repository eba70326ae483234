"""A memoir in figures: how much the interviewer said, how each style kept to its profile."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from dramaturg.engines.memoir.base.artifacts import Artifacts
from dramaturg.engines.memoir.base.records import MemoirRecord, only
from dramaturg.engines.memoir.base.state import Conducted, PassageTold
from dramaturg.engines.memoir.safety.metrics import Evaluation, Exchanged, evaluate


def evaluation_of(records: Iterable[MemoirRecord], artifacts: Artifacts) -> Evaluation:
    """The interviewer's lines of a memoir measured against the profiles of its styles."""
    return evaluate(list(_exchanged(records)), artifacts)


def _exchanged(records: Iterable[MemoirRecord]) -> Iterator[Exchanged]:
    """The turns in which something was told."""
    for record in records:
        told, conducted = only(record, PassageTold), only(record, Conducted)
        if told and conducted and told.text:
            yield Exchanged(told.text, record.line, conducted.conduct.persona)


def in_figures(found: Evaluation, artifacts: Artifacts) -> Iterator[str]:
    """For a reader: the whole, then style by style beside its profile."""
    yield (
        f"In figures: {found.turns} passages; to one word of the teller's {found.ratio:.2f} of the"
        " interviewer's;"
    )
    yield (
        f"  {found.questions:.2f} questions and {found.turn:.0f} words a line; {found.taken_up:.0%}"
        " take up the teller's words"
    )
    for persona, style in found.styles.items():
        most = artifacts.personas.by_name[persona].verbosity.max_ratio
        words = f"words {style.ratio:.2f} ({'within' if style.within else 'over'} {most:g})"
        yield (
            f"  {persona}: lines {style.lines}, {words}, sentence types off by {style.farthest:.2f}"
        )
