"""Recoding in the text: words that the analyst gave a code are an idea of their own, and no longer
words of what they were taken for.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import chain

from dramaturg.kernel.values import replace
from dramaturg.studies.base.codes import CodingDecision, Span, SpanCoded
from dramaturg.studies.base.evidence import Idea, IdeaLink, InterviewEvidence, QuotedWords


def with_spans(
    evidence: InterviewEvidence, decisions: Iterable[CodingDecision]
) -> InterviewEvidence:
    """The interview with the words that were coded by hand. An idea that keeps no words leaves its
    links to what took them.
    """
    coded = [
        each
        for each in decisions
        if isinstance(each, SpanCoded) and each.span.respondent == evidence.respondent
    ]
    for each in coded:
        evidence = _with(evidence, each)
    return evidence


def _with(evidence: InterviewEvidence, coded: SpanCoded) -> InterviewEvidence:
    span = coded.span
    said = _said(evidence, span)
    if not said:
        return evidence
    left = [_without(idea, span) for idea in evidence.ideas if idea.id != span.ref.idea]
    spoken = {idea.id for idea in evidence.ideas if idea.words}
    gone = {idea.id for idea in left if idea.id in spoken and not idea.words}
    words = QuotedWords(span.turn, span.start, span.end, said)
    fresh = Idea(span.ref.idea, coded.name or said, coded.type, span.turn, (words,))
    kept = tuple(idea for idea in left if idea.id not in gone)
    names = dict.fromkeys(gone, fresh.id)
    return replace(evidence, ideas=(*kept, fresh), links=_renamed(evidence.links, names))


def _said(evidence: InterviewEvidence, span: Span) -> str:
    spoken = (
        line.text
        for line in evidence.lines
        if line.turn == span.turn and line.speaker == "respondent"
    )
    return next(spoken, "")[span.start : span.end]


def _without(idea: Idea, span: Span) -> Idea:
    """What is left of its words: those that do not meet the span."""
    met = [
        words
        for words in idea.words
        if words.turn == span.turn and words.start < span.end and span.start < words.end
    ]
    left = tuple(words for words in idea.words if words not in met)
    mentions = max(1, idea.mentions - len(met))
    return replace(idea, words=left, mentions=mentions) if met else idea


def _renamed(links: Sequence[IdeaLink], names: Mapping[str, str]) -> tuple[IdeaLink, ...]:
    """Links between what there is now, none from a thing to itself."""
    moved = (
        replace(
            link,
            source=names.get(link.source, link.source),
            target=names.get(link.target, link.target),
        )
        for link in links
    )
    found: dict[tuple[str, str, str], IdeaLink] = {}
    for link in moved:
        key = link.source, link.target, link.type
        if link.source == link.target:
            continue
        same = found.get(key)
        found[key] = (
            link
            if same is None
            else replace(
                same,
                words=tuple(chain(same.words, link.words)),
                mentions=same.mentions + link.mentions,
                confidence=max(same.confidence, link.confidence),
            )
        )
    return tuple(found.values())
