"""The question guard: what an interviewer's line breaks before anybody hears it, which of it
protects somebody and which is style, and the words at fault.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property

from dramaturg.data_files import load
from dramaturg.engines.interviews.base.methodology import Methodology
from dramaturg.engines.interviews.questions import craft
from dramaturg.engines.interviews.questions.fluency import stumbles
from dramaturg.engines.interviews.questions.grounds import Said, own_claims, ungrounded
from dramaturg.engines.interviews.questions.templates import ACKNOWLEDGED
from dramaturg.english.figures import facts, unproven_figures
from dramaturg.english.figures.figure import Figure
from dramaturg.english.prose import content_words, plain, sentences, words
from dramaturg.english.rules.any_language import Grounds, LineRuleNames, breaches_anywhere, of_all
from dramaturg.english.rules.disguise import made_whole
from dramaturg.english.rules.line_rules import Breach, check_line, no_machinery
from dramaturg.english.rules.model_talk import model_talk
from dramaturg.english.rules.own_nature import without_own_nature
from dramaturg.english.rules.refused_matter import asks_again
from dramaturg.languages.detect import ENGLISH
from dramaturg.turn.hearing import Ear
from dramaturg.turn.ports import Embedder, Syntax
from dramaturg.turn.readings import Readers, Utterance

ELSEWHERE = LineRuleNames("model-talk", "borrowed-figure", "refused-topic", "too-long")
"""What the rules are called that hold in any language."""
LONGEST = 45  # words
BREAKS = 0.5  # from this reading on
SMALL = 12  # numbers up to it are words like others
READ = ("question", "leading_question", "prohibited")


@dataclass(frozen=True, slots=True)
class QuestionRule:
    """A rule by its id; `says` tells whoever asks what to do instead."""

    says: str
    hard: bool = False


@dataclass(frozen=True, slots=True)
class _Written:
    """What rules.yaml holds."""

    rules: dict[str, QuestionRule]
    in_words: tuple[str, ...]


_WRITTEN = load(__file__, "rules.yaml", _Written)
RULES: Mapping[str, QuestionRule] = _WRITTEN.rules
RULES_IN_WORDS = tuple(rule.format(longest=LONGEST) for rule in _WRITTEN.in_words)
_MACHINERY = (no_machinery(),)
_OF_THEIRS = {
    "borrowed": "borrowed-fact",
    "judgement": "own-judgement",
    "private": "private-matter",
}
_LEAVES = re.compile(r"\b(?:leave|skip|drop|go into|talk about|move on|set)\b")
_LAST_THOUGHT = re.compile(r",? (?:do|would) you (?:think|say|suppose)\?$")
_COURTESY = re.compile(r"(?i)^of course[,.] ")


def told(breach: Breach) -> str:
    """A breach in words for whoever asks: the rule, and the words at fault."""
    says = RULES[breach.rule].says.format(longest=LONGEST)
    return f'{says} ("{breach.words}")' if breach.words else says


@dataclass(frozen=True)
class Talk:
    """What a question is judged against: the questions before it, all that was said (and the
    subject), the last answer, and the words for what they would rather not speak of.

    `phrases` are the respondent's own, as a question takes them up, the focus first; `quote` stands
    for the focus too.
    """

    earlier: tuple[str, ...] = ()
    said: str = ""
    answer: str = ""
    subject: str = ""
    phrases: tuple[str, ...] = ()
    quote: str = ""
    refused: tuple[str, ...] = ()
    language: str = ENGLISH
    vouched: str = ""
    """What an author wrote of the question: their words need no ground."""

    @cached_property
    def plain(self) -> str:
        return " ".join(filter(None, map(plain, self.said.splitlines())))

    @cached_property
    def named(self) -> tuple[str, ...]:
        return (*self.phrases, self.subject)

    @cached_property
    def known(self) -> Said:
        """All that was said by anybody, the questions too."""
        return Said("\n".join((*self.earlier, *self.named, self.quote, self.vouched, self.said)))

    @cached_property
    def figures(self) -> tuple[str, ...]:
        return (self.said, self.vouched, *self.earlier)

    @cached_property
    def singular(self) -> str:
        return f" {' '.join(filter(None, map(_singular, self.said.splitlines())))} "


class Guard:
    """Judges questions before they leave."""

    def __init__(
        self,
        readers: Readers,
        methodology: Methodology,
        syntax: Syntax,
        embedder: Embedder,
        ear: Ear,
    ) -> None:
        self._readers = readers
        self._ear = ear
        self._syntax = syntax
        self._embedder = embedder
        self._jargon = tuple(f" {_singular(term)} " for term in methodology.jargon)
        self._acknowledgements = frozenset(map(plain, methodology.acknowledgements))

    def judge(self, line: str, talk: Talk) -> tuple[Breach, ...]:
        """Every rule the line breaks, the hard ones first, of those that know its language."""
        if talk.language != ENGLISH:
            grounds = Grounds(of_all((*talk.figures, *talk.named, talk.quote)), talk.refused)
            return tuple(breaches_anywhere(line, grounds, ELSEWHERE))
        found = (*self._hard(line, talk), *self._soft(line, talk))
        by_rule = {rule: (detail, at) for rule, detail, at in reversed(found)}
        return tuple(
            Breach(rule, detail or each.says, each.hard, at)
            for rule, each in RULES.items()
            if rule in by_rule
            for detail, at in [by_rule[rule]]
        )

    def sentence(self, line: str, talk: Talk) -> tuple[Breach, ...]:
        """The hard rules that a line breaks as far as it has come."""
        return tuple(breach for breach in self.judge(line, talk) if breach.hard)

    def question(self, line: str) -> str:
        """The line without the acknowledgement it opens with."""
        found = sentences(line)
        while len(found) > 1 and plain(found[0]) in self._acknowledgements | ACKNOWLEDGED:
            found = found[1:]
        return " ".join(found)

    # ── what protects somebody ────────────────────────────────────────────────────────────────────

    def _hard(self, line: str, talk: Talk) -> Iterator[tuple[str, str, str]]:
        line = without_own_nature(line, talk.answer)
        if at := model_talk(line):
            yield "model-talk", "", at
        for breach in check_line(_MACHINERY, line):
            yield "model-talk", breach.detail, breach.words
        asks = craft.masked(line, talk.named)
        asked = f" {_singular(asks)} "
        for term in self._jargon:
            if term in asked and term not in talk.singular:
                yield "method-words", "", term.strip()
        if own := next(own_claims(self.question(line), self._syntax), ""):
            yield "own-life", "", own
        yield from self._foreign(line, talk)
        yield from self._refused(line, talk)
        for each in ungrounded(line, talk.known, self._syntax, self._embedder):
            yield _OF_THEIRS[each.charge], "", each.word
        for figure in unproven_figures(line, lambda: facts(talk.figures), most=1):
            if not figure.casual and (any(map(str.isdigit, figure.text)) or _is_large(figure)):
                yield "borrowed-figure", "", figure.text
        yield from self._leading(asks, talk)

    def _foreign(self, line: str, talk: Talk) -> Iterator[tuple[str, str, str]]:
        if talk.vouched:  # authors write in one language
            return
        spoken, written = self._language(talk.answer), self._language(line)
        if spoken and written and spoken != written:
            yield "wrong-language", "", written

    def _refused(self, line: str, talk: Talk) -> Iterator[tuple[str, str, str]]:
        asking = (
            each for each in sentences(line) if "?" in each or not _LEAVES.search(plain(each))
        )
        said = content_words(" ".join(asking))
        for words_refused in talk.refused:
            wanted = content_words(words_refused)
            if wanted and len(wanted & said) * 2 >= len(wanted):
                yield "refused-topic", "", " ".join(sorted(wanted & said))
            elif any(asks_again(each, words_refused) for each in sentences(line)):
                yield "refused-topic", "", words_refused

    def _leading(self, asks: str, talk: Talk) -> Iterator[tuple[str, str, str]]:
        if at := craft.leads(asks):
            yield "leads", "", at
        if at := craft.presses(asks):
            yield "presses", "", at
        if at := craft.offers(asks, talk.plain):
            yield "offers-answers", "", at
        plainer = _COURTESY.sub("", _LAST_THOUGHT.sub("?", asks))
        parts = tuple(dict.fromkeys((plainer, *sentences(plainer), made_whole(plainer))))
        read, *apart = self._readers.read([Utterance(each, talk.answer) for each in parts], READ)
        leading, prohibited = (read.by_signal.get(name) for name in READ[1:])
        # a harmless sentence beside it makes a bad one no better
        by_rule = (each.by_signal.get("prohibited") for each in apart)
        worst = (each for each in by_rule if each and each.reader.startswith("rule"))
        prohibited = max(
            filter(None, (prohibited, *worst)), key=lambda each: each.value, default=None
        )
        if leading and leading.value >= BREAKS and leading.reader.startswith("rule"):
            yield "leads", leading.reader.removeprefix("rule: "), ""
        if prohibited and prohibited.value >= BREAKS:
            yield "presses", prohibited.reader.removeprefix("rule: "), ""

    def _language(self, text: str) -> str:
        """Which language it is; nothing where that cannot be told."""
        language = self._ear.hear(text, "").language if text.strip() else ""
        return "" if language == "unknown" else language

    # ── style ─────────────────────────────────────────────────────────────────────────────────────

    def _soft(self, line: str, talk: Talk) -> Iterator[tuple[str, str, str]]:
        question = self.question(line)
        asks = craft.masked(question, talk.named)
        form = craft.form(asks)
        if not form.asks:
            yield "asks-nothing", "", ""
        checks = craft.checks(asks)
        if form.asks > 1 and not checks:
            yield "several-questions", "", ""
        if form.is_closed and not checks:
            yield "closed", "", ""
        if before := craft.asked_before(question, talk.earlier):
            yield "asked-before", "", before
        if at := stumbles(line):
            yield "not-fluent", "", at
        if len(question.split()) > LONGEST:
            yield "too-long", f"{len(question.split())} words", ""


def _singular(text: str) -> str:
    return " ".join(word.removesuffix("s") if len(word) > 3 else word for word in words(text))


def _is_large(figure: Figure) -> bool:
    """A number in words that is no turn of phrase as `half of it` and `two things` are."""
    return figure.kind in ("count", "money", "measure") and figure.number > SMALL
