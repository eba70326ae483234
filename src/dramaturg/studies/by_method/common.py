"""The ground that analyses share: what they know beforehand, how they count respondents, and what
they hand over.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from dramaturg.engines.interviews.base.methodology import Ontology
from dramaturg.engines.interviews.report.interview_report import plain
from dramaturg.studies.base.codes import CodedInterview
from dramaturg.studies.base.evidence import Idea, QuotedWords
from dramaturg.studies.figures.tables import Row
from dramaturg.turn.readings import Readers, Utterance

QUOTES = 3  # kept of every statement
CLEAR = 0.2  # from this far off the middle, of 1, words are taken to be pleasant or unpleasant

Names = Mapping[str, str]
"""What codes are called."""
Tables = Mapping[str, Sequence[Row]]
"""By name; the first row of each names the columns."""
Tone = Callable[[Sequence[str]], Sequence[float]]
"""How pleasant texts are, from -1 to 1; 0 where it cannot be told."""


@dataclass(frozen=True, slots=True)
class Ground:
    """What an analysis knows before the first interview. `types` are those of the codes."""

    ontology: Ontology
    types: Mapping[str, str]
    tone: Tone

    def type_of(self, code: str) -> str:
        return self.types.get(code, "")

    def tones(
        self, interview: CodedInterview, ideas: Iterable[Idea], types: Collection[str]
    ) -> dict[str, float]:
        """How pleasant the words are of those ideas whose codes are of these types."""
        read = [idea for idea in ideas if self.type_of(interview.code_of[idea.id]) in types]
        tones = self.tone([idea.words[0].text if idea.words else idea.label for idea in read])
        return {idea.id: tone for idea, tone in zip(read, tones, strict=True)}

    def has(self, types: Collection[str]) -> tuple[str, ...]:
        """Those of the types that the ontology knows, in its order."""
        return tuple(each.type for each in self.ontology.concepts if each.type in types)

    def is_order(self, link: str) -> bool:
        """Whether a link of this type says what came before what."""
        known = self.ontology.edge_by_type.get(link)
        return known is not None and "before" in known.relations

    def is_chain(self, link: str) -> bool:
        known = self.ontology.edge_by_type.get(link)
        return known is not None and known.chain

    def title(self, type: str) -> str:
        known = self.ontology.by_type.get(type)
        return known.title if known else type.replace("_", " ")


def tone_by(readers: Readers) -> Tone:
    """The readers' valence, with everything that is not clear at 0."""

    def tone(texts: Sequence[str]) -> Sequence[float]:
        read = readers.read([Utterance(text) for text in texts], {"valence"}) if texts else ()
        found = (each.by_signal.get("valence") for each in read)
        values = (2 * each.value - 1 if each else 0.0 for each in found)
        return [round(value, 3) if abs(value) >= CLEAR else 0.0 for value in values]

    return tone


# ── counting ──────────────────────────────────────────────────────────────────────────────────────


@dataclass(frozen=True, slots=True)
class SourcedQuote:
    """Somebody's words, and where they stand."""

    respondent: str
    turn: int
    text: str


@dataclass(frozen=True, slots=True)
class Support:
    """Who stands behind a statement: so many respondents, so many times, for instance in these
    words.
    """

    respondents: int = 0
    mentions: int = 0
    quotes: tuple[SourcedQuote, ...] = ()


class SupportCount:
    """Support as it grows, interview by interview. A respondent gives one interview, so whoever
    comes again came just before.
    """

    def __init__(self) -> None:
        self._respondents = self._mentions = 0
        self._quotes: list[SourcedQuote] = []
        self._last = ""

    def add(self, respondent: str, mentions: int, words: Iterable[QuotedWords]) -> None:
        """The quotes are the first words of different respondents."""
        self._mentions += mentions
        if respondent == self._last:
            return
        self._last = respondent
        self._respondents += 1
        if len(self._quotes) < QUOTES:
            self._quotes += quotes_of(respondent, words)[:1]

    @property
    def support(self) -> Support:
        return Support(self._respondents, self._mentions, tuple(self._quotes))


def quotes_of(respondent: str, words: Iterable[QuotedWords]) -> list[SourcedQuote]:
    return [SourcedQuote(respondent, each.turn, each.text) for each in words]


def weight(support: Support) -> tuple[int, int]:
    """To sort by: most respondents first, then most mentions."""
    return -support.respondents, -support.mentions


# ── telling ───────────────────────────────────────────────────────────────────────────────────────


def namer(names: Names, written: Callable[[str], str] = str) -> Callable[[str], str]:
    """From a code to what it is called, `written` for a table or for Markdown; one without a name
    goes by its id.
    """
    return lambda code: written(names.get(code, code))


def name_of(code: str, names: Names) -> str:
    """What a code is called, whatever Markdown would make of it."""
    return plain(names.get(code, code))


def quoted(quotes: Sequence[SourcedQuote]) -> list[str]:
    """Quotes as Markdown, each a paragraph of its own."""
    told = [
        f"> “{plain(quote.text)}” ({plain(quote.respondent)}, turn {quote.turn})"
        for quote in quotes
    ]
    return [line for each in told for line in (">", each)][1:]


def with_quotes(name: str, support: Support) -> str:
    """What a box of a picture tells when one points at it."""
    return "\n".join((name, *(f"“{quote.text}” ({quote.respondent})" for quote in support.quotes)))


def table(head: Sequence[str], rows: Iterable[Sequence[object]]) -> Iterator[str]:
    """A Markdown table; its cells are Markdown already."""
    yield f"| {' | '.join(head)} |"
    yield "|" + "---|" * len(head)
    yield from (f"| {' | '.join(str(cell) for cell in row)} |" for row in rows)


def counted(support: Support) -> tuple[int, int, str]:
    """The last cells of a row."""
    return support.respondents, support.mentions, in_words(support.quotes)


COUNTED = ("respondents", "mentions", "quotes")


def in_words(quotes: Sequence[SourcedQuote]) -> str:
    """All quotes in one cell of a table."""
    return " | ".join(f"{quote.respondent}, {quote.turn}: {quote.text}" for quote in quotes)
