"""Evidence: what was said and named, as far as a line may take it up, in every form of its words;
and which figures and names of a line it does not cover.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

from dramaturg.data_files import Pattern, load
from dramaturg.engines.memoir.base.directive import MemoirDirective
from dramaturg.engines.memoir.base.state import MemoirState
from dramaturg.engines.memoir.base.story import Story
from dramaturg.engines.memoir.safety.word_lists import SMALL
from dramaturg.english.figures import facts, unproven_figures
from dramaturg.english.figures.figure import Figure
from dramaturg.english.forms import bases, bases_of
from dramaturg.english.prose import plain, sentences, words

_PATTERNS = load(__file__, "patterns.yaml", dict[str, dict[str, Pattern]])["evidence"]

_CAPITALISED = re.compile(r"(?<!\w)[^\W\d_a-zß-ÿ][\w'’]*(?: [^\W\d_a-zß-ÿ][\w'’]*)*")
_TURNED = {
    "you": ("i", "me", "we", "us"),
    "your": ("my", "our"),
    "yours": ("mine", "ours"),
    "yourself": ("myself",),
    "you're": ("i'm",),
    "you'd": ("i'd",),
}
_QUOTED = re.compile(
    r"\"([^\"]{1,600})\"|“([^”]{1,600})”|(?<![\w])['‘](?=\w)([^\n]{1,600}?)['’](?!\w)"
)
_END = re.compile(r"[.!?]?$")
_AGE = _PATTERNS["age"]
_DIGIT = re.compile(r"\d")
_FIGURE = _PATTERNS["figure"]
"""Without any of these there is no figure to be read."""
_SMALL_NUMBER = 12  # up to it numbers are words like others, but for years, ages and the clock
_TIME = re.compile(r"year|month|century|decade")
_FAMILY = 5  # letters: words of one family begin alike, as baker and bakery do
_ENDS, _SHORT = ("ing", "ed", "es", "s"), 3
_NO = re.compile(
    r"\b(?:not|no|never|nobody|nothing|none|neither|nor|cannot|without|hardly|\w+n't)\b"
)
IT = "it"
"""What stands for the teller's words where they are quoted."""
_NAMED: tuple[str, ...] = ("person", "place", "thing", "year")


@dataclass(frozen=True)
class TellerEvidence:
    """`texts` are the teller's words as they stand: their lines, what is quoted, what fills the
    holes of a template. `heard` is what the interviewer said before; `name` the teller's.
    """

    texts: tuple[str, ...]
    story: Story
    heard: tuple[str, ...] = ()
    name: str = ""

    @cached_property
    def plain(self) -> str:
        return f" {' '.join(word for text in self.texts for word in words(text))} "

    @cached_property
    def words(self) -> frozenset[str]:
        return frozenset[str]().union(*map(bases_of, (*self.texts, *self.heard, self.name)))

    @cached_property
    def families(self) -> frozenset[str]:
        return frozenset(word[:_FAMILY] for word in self.words if len(word) >= _FAMILY)

    @cached_property
    def _stems(self) -> frozenset[str]:
        """Short words that were said in a longer form: `mix` of mixing, `cut` of cutting."""
        said = {word for text in self.texts for word in words(text)}
        cut = {word.removesuffix(end) for word in said for end in _ENDS if word.endswith(end)}
        single = {stem[:-1] for stem in cut if len(stem) > _SHORT and stem[-1] == stem[-2]}
        return frozenset(stem for stem in cut | single if len(stem) == _SHORT) | single

    @cached_property
    def tokens(self) -> frozenset[str]:
        """Words with every mark they are written with."""
        return frozenset(
            token.strip(".,;:!?\"'“”‘’()…") for text in self.texts for token in text.split()
        )

    def covers(self, word: str) -> bool:
        """Whether it was said in any form, or one of its family; of a compound each part."""
        parts = word.replace("-", " ").split() or [word]
        return all(map(self._covers, parts)) or self._is_name(word)

    def _covers(self, word: str) -> bool:
        kin = len(word) > _FAMILY and word[:_FAMILY] in self.families
        return (
            kin
            or word in self._stems
            or not self.words.isdisjoint(bases(word))
            or self._is_name(word)
        )

    def _is_name(self, key: str) -> bool:
        """Whether somebody, some place or some year of the story is known by it."""
        return key in self.story.known_as or any(
            f"{kind}:{key}" in self.story.mentions for kind in _NAMED
        )

    def has_both(self, one: str, other: str) -> bool:
        """Whether one sentence has both words."""
        return any(
            {one, other} <= bases_of(each) for text in self.texts for each in sentences(text)
        )

    def denied(self, verb: str) -> bool:
        """Whether the teller said, in one sentence, that it was not so."""
        said = (each for text in self.texts for each in sentences(text) if _NO.search(plain(each)))
        return any(verb in bases_of(each) or verb == "be" for each in said)

    def told(self, phrase: str) -> bool:
        """Whether the teller said these words of themself: `hurt you` is covered by `hurt me`. A
        word alone is covered in any form.
        """
        said = words(phrase)
        if len(said) == 1:
            return not self.words.isdisjoint(bases(said[0]))
        return any(self.said(" ".join(way)) for way in _turned(said))

    def without_quotes(self, line: str) -> str:
        """The line with the teller's words, where it quotes them as they are, taken out; what it
        only pretends to quote stays.
        """

        def unquoted(quote: re.Match[str]) -> str:
            inner = next(filter(None, quote.groups()))
            end = _END.search(inner)
            return f"{IT}{end.group() if end else ''}" if self.said(inner) else quote[0]

        return _QUOTED.sub(unquoted, line)

    def said(self, text: str) -> bool:
        """Whether these words stand there as they are."""
        return f" {' '.join(words(text))} " in self.plain

    def names(self, name: str) -> bool:
        """Whether a name was said, or is in the story."""
        return self._is_name(plain(name)) or all(map(self.covers, words(name)))

    def strange_figures(self, text: str) -> Iterator[str]:
        """The figures that nobody has said; somebody who was eleven may be called eleven
        years old.
        """
        if not _FIGURE.search(plain(text)):
            return
        for figure in unproven_figures(text, lambda: facts((*self.texts, *self.heard))):
            number = words(figure.text)[0] if words(figure.text) else ""
            if _claims(figure, text) and not self.said(number.partition("-")[0]):
                yield figure.text

    def strange_names(self, line: str) -> Iterator[str]:
        """Capitalised words inside a sentence, where they are names, that nobody has said."""
        for sentence in sentences(line):
            first = len(sentence) - len(sentence.lstrip("\"'“‘("))
            for match in _CAPITALISED.finditer(sentence):
                name = (
                    match.group() if match.start() > first else " ".join(match.group().split()[1:])
                )
                parts = [part for part in name.split() if plain(part) not in SMALL]
                if parts and not self.names(" ".join(parts)):
                    yield from (part for part in parts if not self.names(part))


def _claims(figure: Figure, text: str) -> bool:
    """Whether a figure is more than a turn of phrase: large, in digits, or an age or a span of
    years.
    """
    if figure.casual or (figure.kind == "percent" and not _DIGIT.search(figure.text)):
        return False
    if _DIGIT.search(figure.text) or figure.number > _SMALL_NUMBER:
        return True
    before = plain(text[: figure.span[0]])
    behind = text[figure.span[1] : figure.span[1] + 12]
    return bool(
        _TIME.search(figure.text) or figure.kind == "clock" or _AGE.search(f"{before}#{behind}")
    )


def evidence_of(seen: MemoirState, directive: MemoirDirective, name: str = "") -> TellerEvidence:
    """What was said that covers a line of this turn."""
    told = (line.text for line in seen.lines if line.speaker == "teller")
    heard = tuple(line.text for line in seen.lines if line.speaker == "interviewer")
    quoted = (quote.span.text for quote in directive.about)
    thread = seen.story.thread(directive.conduct.topic)
    topic = (thread.title, " ".join(thread.keys)) if thread else ()
    born = (str(seen.story.born),) if seen.story.born else ()
    texts = (*told, *quoted, *directive.holes.values(), *topic, *born)
    return TellerEvidence(texts, seen.story, heard, name)


def _turned(said: tuple[str, ...]) -> Iterator[tuple[str, ...]]:
    """The words as the teller would say them of themself."""
    for place in range(len(_TURNED["you"])):
        yield tuple(
            _TURNED.get(word, (word,))[min(place, len(_TURNED.get(word, (word,))) - 1)]
            for word in said
        )
