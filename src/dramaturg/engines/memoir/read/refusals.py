"""Refusals, narrowly: which sentences of a passage refuse, and what they name. All else of the
passage is told.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from dramaturg.data_files import Pattern, load
from dramaturg.engines.memoir.read.ways import PRESSED
from dramaturg.engines.memoir.story.passage import sentence_spans
from dramaturg.english.prose import content_words, plain, plain_word, words
from dramaturg.kernel.values import replace
from dramaturg.turn.hearing import Act, Ear, Hearing
from dramaturg.turn.ports import Syntax, Token
from dramaturg.turn.readings import Span

_PATTERNS = load(__file__, "patterns.yaml", dict[str, dict[str, Pattern]])["refusals"]
_STAYS, _WISH, _WANTED = _PATTERNS["stays"], _PATTERNS["wish"], _PATTERNS["wanted"]
_INVITES = _PATTERNS["invites"]
_LED, _POINTER, _JOINT = _PATTERNS["led"], _PATTERNS["pointer"], _PATTERNS["joint"]

HINTED = 0.1  # of a passage: less, and none of its sentences is looked at
ALONE = 0.3  # what refuses does so by itself, and not only as an answer to what was said before
CLEARLY = 0.6  # the same, where the passage as a whole was not heard to refuse
CURT = 4  # words: so few are an answer to what was said before
REST = 4  # words that carry a point, beside what is refused: less is no story
_REFUSAL: frozenset[Act] = frozenset({"refusal"})
_BESIDE: tuple[Act, ...] = ("question_back", "skip")
_BEFORE = ("det", "poss", "amod", "compound", "nummod", "case", "nmod")


@dataclass(frozen=True, slots=True)
class Refusals:
    """The hearing with what is refused in it, whole words and nothing more; the sentences that
    refuse; whether the teller says that nothing was refused.
    """

    hearing: Hearing
    sentences: tuple[Span, ...] = ()
    stays: bool = False


@dataclass(frozen=True)
class _Passage:
    text: str
    before: str
    ear: Ear
    syntax: Syntax
    hearing: Hearing = field(repr=False)

    def found(self) -> tuple[tuple[Span, ...], Span | None]:
        """The words that refuse, and what they name."""
        heard = list(self._refusing())
        marked = [self.hearing.refused] if self.hearing.refused else []
        for sentence, alone in heard:
            if alone.refused:
                marked.append(Span(alone.refused.text, sentence.start + alone.refused.start))
        read = [noun for sentence in self.syntax.read(self.text) for noun in _nouns(sentence)]
        named = next(filter(None, (self._phrase(read, span) for span in marked)), None)
        said = {span for span, alone in heard if self._by_itself(alone, named is not None)}
        if named and "refusal" in self.hearing.does:
            said |= {each for each in sentence_spans(self.text) if _within(named, each)}
        if not said:
            return (), None
        named = named or next(filter(None, map(self._subject, sorted(said, key=_start))), None)
        return tuple(_clause(each, named) for each in sorted(said, key=_start)), named

    def _refusing(self) -> Iterator[tuple[Span, Hearing]]:
        """The sentences that refuse as an answer, and how they are heard by themselves."""
        placed = list(sentence_spans(self.text))
        for span in placed:
            heard = self.hearing if len(placed) == 1 else self.ear.hear(span.text, self.before)
            said = plain(span.text)
            if "refusal" in heard.does and not (_WISH.search(said) or _INVITES.search(said)):
                yield span, self.ear.hear(span.text)

    def _by_itself(self, alone: Hearing, is_named: bool) -> bool:
        """Beside what is named, only what is as clear."""
        if len(words(self.text)) <= CURT:
            return True
        likely = ALONE if "refusal" in self.hearing.does and not is_named else CLEARLY
        return alone.acts.get("refusal", 0.0) >= likely

    def _phrase(self, read: list[_Noun], span: Span) -> Span | None:
        """The noun with all that belongs to it, where a mark lies on it, or the clause."""
        if self.text[span.start : span.end] != span.text:  # marked in what was said before
            at = plain_word(self.text).find(plain_word(span.text))
            span = Span(self.text[at : at + len(span.text)] if at >= 0 else "", max(at, 0))
        if not words(span.text):
            return None
        nouns = [noun for noun in read if noun.start < span.end and span.start < noun.end]
        start = min([span.start, *(noun.start for noun in nouns[:1])])
        end = max([span.end, *(noun.end for noun in nouns[-1:])])
        led = _LED.search(self.text, 0, start)
        start = led.start("clause") if led else start
        wanted = _WANTED.search(f"{plain(self.text[:start])} ")
        whole = Span(self.text[start:end], start)
        wished = any(
            _WISH.search(plain(each.text))
            for each in sentence_spans(self.text)
            if _within(whole, each)
        )
        return None if wanted or wished or _is_nothing(whole.text) else whole

    def _subject(self, sentence: Span) -> Span | None:
        """`Prison is a closed book.`: what is spoken of, where nobody speaks of it."""
        for parsed in self.syntax.read(sentence.text):
            if any(token.dep == "pobj" and token.pos == "PRON" for token in parsed):
                continue
            for noun in _nouns(parsed):
                said = sentence.text[noun.start : noun.end]
                if noun.token.dep in ("nsubj", "npadvmod") and not _is_nothing(said):
                    return Span(said, sentence.start + noun.start)
        return None


def refusals_in(text: str, before: str, hearing: Hearing, ear: Ear, syntax: Syntax) -> Refusals:
    """What of a passage refuses. Who protests against being spared, or speaks of the book, refuses
    nothing.
    """
    if _STAYS.search(plain(text)):
        return Refusals(_without(hearing), stays=True)
    if hearing.by_rule == PRESSED or not hearing.is_readable:
        return Refusals(hearing, (Span(text, 0),) if "refusal" in hearing.does else ())
    if hearing.acts.get("refusal", 0.0) < HINTED and "refusal" not in hearing.does:
        return Refusals(hearing)
    if "refusal" not in hearing.acts:  # heard by a rule, or for certain
        return Refusals(hearing, _holding(text, hearing.refused))
    passage = _Passage(text, before, ear, syntax, hearing)
    said, named = passage.found()
    if not said and hearing.by_rule == "rule: refusal":
        said = _holding(text, hearing.refused)
    if not said:
        return Refusals(_without(hearing))
    does = (hearing.does | _REFUSAL) - frozenset(_BESIDE)
    return Refusals(replace(hearing, does=does, refused=named), said)


def _holding(text: str, named: Span | None) -> tuple[Span, ...]:
    """The sentence that names it; all of the passage where none does."""
    placed = sentence_spans(text) if named else ()
    return tuple(each for each in placed if named and _within(named, each)) or (Span(text, 0),)


def _without(hearing: Hearing) -> Hearing:
    return replace(hearing, does=hearing.does - {"refusal"}, refused=None)


def without(text: str, refusing: tuple[Span, ...]) -> str:
    """A passage with blanks for the words that refuse, so that all else stands where it stood."""
    for each in refusing:
        text = f"{text[: each.start]}{' ' * len(each.text)}{text[each.end :]}"
    return text


def rest_of(text: str, refusing: tuple[Span, ...]) -> str:
    """A passage without the words that refuse."""
    return " ".join(without(text, refusing).split())


def goes_on(text: str, refusing: tuple[Span, ...]) -> bool:
    """Whether something is told after what refuses: `I don't want to talk about that` at the end
    means what was told before it.
    """
    return bool(refusing) and tells(text[max(each.end for each in refusing) :])


def tells(rest: str) -> bool:
    """Whether something is told beside what is refused."""
    return len(content_words(rest)) >= REST


def _start(span: Span) -> int:
    return span.start


def _clause(sentence: Span, named: Span | None) -> Span:
    """From where it begins to refuse: `I was a baker, but not a word about Lyon.`"""
    joints = [each.end() for each in _JOINT.finditer(sentence.text)] if named else []
    before = [at for at in joints if named and sentence.start + at <= named.start]
    behind = [at for at in joints if named and sentence.start + at >= named.end]
    begin, end = (before or [0])[-1], (behind or [len(sentence.text)])[0]
    return Span(sentence.text[begin:end].rstrip(" ,;"), sentence.start + begin)


def _is_nothing(said: str) -> bool:
    return not content_words(said) or _POINTER.fullmatch(plain(said)) is not None


def _within(inner: Span, outer: Span) -> bool:
    return outer.start <= inner.start and inner.end <= outer.end


# ── nouns with what belongs to them ───────────────────────────────────────────────────────────────


@dataclass(frozen=True, slots=True)
class _Noun:
    token: Token
    start: int
    end: int


def _nouns(sentence: tuple[Token, ...]) -> Iterator[_Noun]:
    """`my daughter's death`, `the winter of 1963`: every noun that hangs on no other noun."""
    for place, token in enumerate(sentence):
        if token.pos not in ("NOUN", "PROPN", "NUM") or token.dep in (*_BEFORE, "prep"):
            continue
        inside = [place, *_hanging(sentence, place)]
        end = max(sentence[each].end for each in inside)
        yield _Noun(token, min(sentence[each].start for each in inside), end)


def _hanging(sentence: tuple[Token, ...], head: int) -> Iterator[int]:
    for place, token in enumerate(sentence):
        if token.head != head or place == head:
            continue
        of = token.dep == "prep" and token.lemma == "of"
        if token.dep in _BEFORE or of or (token.dep == "pobj" and sentence[head].lemma == "of"):
            yield place
            yield from _hanging(sentence, place)
