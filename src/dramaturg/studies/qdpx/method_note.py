"""The method note of a project: how the interviews were held and how the codings in it
came about.
"""

from __future__ import annotations

from collections import Counter

from dramaturg.engines.interviews.base.methodology import Methodology
from dramaturg.studies.base.document import Study
from dramaturg.studies.base.evidence import Conduct

CODINGS = (
    "Codes: what respondents said was taken up as ideas while they were interviewed; ideas "
    "of all interviews that mean the same were\n"
    "brought together as codes. Every coding in this project was made by the software and "
    "selects the very words it rests on.\n"
    "Positions count Unicode code points from 0; the end is the first that is not selected."
)


class MethodNote:
    """Adds up how interviews were held, one by one."""

    def __init__(self, study: Study, methodology: Methodology, subject: str) -> None:
        self._head = (
            f"{study.title} (version {study.version})",
            f"Subject: {subject}",
            f"Method: {methodology.title}, version {methodology.version}: {methodology.method}",
            f"Goal: {methodology.goal}",
            f"Consent: version {study.consent.version}",
        )
        self._sums: Counter[str] = Counter(
            dict.fromkeys(("interviews", "answers", "words", "offline", "refusals"), 0)
        )
        self._strategies: Counter[str] = Counter()
        self._endings: Counter[str] = Counter()
        self._models: dict[str, None] = {}

    def add(self, conduct: Conduct) -> None:
        self._sums.update(
            interviews=1,
            answers=conduct.answers,
            words=conduct.words,
            offline=conduct.offline,
            refusals=conduct.refusals,
        )
        self._strategies.update(conduct.strategies)
        self._endings[conduct.termination or "not ended"] += 1
        self._models |= dict.fromkeys(conduct.models)

    @property
    def text(self) -> str:
        sums = self._sums
        figures = (
            f"Interviews: {sums['interviews']}; answers: {sums['answers']}; words: {sums['words']}",
            (
                f"Answers read without a language model: {sums['offline']}; answers that were"
                f" refused: {sums['refusals']}"
            ),
            f"Language models: {', '.join(sorted(self._models)) or 'none'}",
            f"Questions by strategy: {_listed(self._strategies)}",
            f"Why interviews ended: {_listed(self._endings)}",
        )
        return "\n".join((*self._head, "", *figures, "", CODINGS, ""))


def _listed(counts: Counter[str]) -> str:
    return (
        ", ".join(
            f"{name} {count}"
            for name, count in sorted(counts.items(), key=lambda each: (-each[1], each[0]))
        )
        or "none"
    )
