"""The merged graph: what leads to what over all interviews, with the respondents behind it and some
of their words.

Interviews are added one at a time; only counts and a few words of each link are kept.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from dramaturg.studies.base.codes import CodedInterview
from dramaturg.studies.base.evidence import IdeaLink, QuotedWords

MOST_WORDS = 3


@dataclass(frozen=True, slots=True)
class MergedLink:
    """From one code to another. `by` are the respondents; `words` were said by the respondent
    beside them.
    """

    source: str
    target: str
    type: str
    chain: bool
    by: tuple[str, ...]
    mentions: int
    words: tuple[tuple[str, QuotedWords], ...]

    @property
    def support(self) -> int:
        return len(self.by)


@dataclass(slots=True)
class _Tally:
    """`first` has one piece of each respondent, `more` what else they said, for when there are not
    enough respondents.
    """

    chain: bool = False
    mentions: int = 0
    by: dict[str, None] = field(default_factory=dict)
    first: list[tuple[str, QuotedWords]] = field(default_factory=list)
    more: list[tuple[str, QuotedWords]] = field(default_factory=list)

    def add(self, respondent: str, link: IdeaLink) -> None:
        self.chain = self.chain or link.chain
        self.mentions += link.mentions
        for words in link.words:
            heard = any(other == respondent for other, _ in self.first)
            kept = self.more if heard else self.first
            if len(kept) < MOST_WORDS:
                kept.append((respondent, words))
        self.by[respondent] = None


class MergedGraph:
    """Adds up the links of many interviews by codes and type. Links within one code are none."""

    def __init__(self) -> None:
        self._tallies: dict[tuple[str, str, str], _Tally] = {}

    def add(self, interview: CodedInterview) -> None:
        for link in interview.evidence.links:
            source, target = interview.code_of[link.source], interview.code_of[link.target]
            if source != target:
                tally = self._tallies.setdefault((source, target, link.type), _Tally())
                tally.add(interview.evidence.respondent, link)

    def result(self) -> tuple[MergedLink, ...]:
        """What most respondents said comes first."""
        links: list[MergedLink] = []
        for ends, it in self._tallies.items():
            words = (*it.first, *it.more)[:MOST_WORDS]
            links.append(MergedLink(*ends, it.chain, tuple(sorted(it.by)), it.mentions, words))
        return tuple(sorted(links, key=lambda link: (-link.support, -link.mentions)))
