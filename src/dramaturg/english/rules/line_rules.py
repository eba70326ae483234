"""Line rules: what a line must not do, checked before anyone hears it, in time that grows with its
length only.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from typing import NamedTuple

from dramaturg.english.figures import facts, unproven_figures
from dramaturg.english.prose import content_words, plain, sentences, table, words


@dataclass(frozen=True)
class ProposedLine:
    """A line somebody wants to say, in the forms the rules look at."""

    text: str

    @cached_property
    def plain(self) -> str:
        return plain(self.text)

    @cached_property
    def sentences(self) -> tuple[str, ...]:
        return sentences(self.text)


# ── rules ─────────────────────────────────────────────────────────────────────────────────────────


class AtFault(NamedTuple):
    """How a line breaks a rule, and the words that do."""

    detail: str
    words: str


@dataclass(frozen=True, slots=True)
class LineRule:
    """A rule with an id that appears in records, and words in which a speaker can be told. `broken`
    says how, or None. A hard rule protects somebody; one that is not hard is style.
    """

    id: str
    description: str
    broken: Callable[[ProposedLine], AtFault | None]
    hard: bool = True


@dataclass(frozen=True, slots=True)
class Breach:
    """A rule that a line breaks, and how; and the words at fault, where they can be told."""

    rule: str
    detail: str
    hard: bool = True
    words: str = ""


def check_line(rules: Sequence[LineRule], line: ProposedLine | str) -> tuple[Breach, ...]:
    """Every rule the line breaks, in the order of the rules."""
    said = ProposedLine(line) if isinstance(line, str) else line
    return tuple(
        Breach(rule.id, found.detail, rule.hard, found.words)
        for rule in rules
        if (found := rule.broken(said)) is not None
    )


def _quoted(text: str, longest: int = 60) -> str:
    short = " ".join(text[: 2 * longest].split())
    return f"'{short[:longest]}…'" if len(short) > longest else f"'{short}'"


# ── form ──────────────────────────────────────────────────────────────────────────────────────────

_LIST_ITEM = re.compile(r"[ \t]{0,20}(?:[-*•‣◦▪●·–]|\(?(?:\d{1,2}|[a-zA-Z])[.)])[ \t]+\S")
_INLINE_ITEM = re.compile(r"(?<!\w)\(?([1-9]|[a-e])\)(?=\s)")
_DASH = re.compile(r"[—―]|--|(?<=\s)–(?=\s)")


def no_lists() -> LineRule:
    """No bullet points and no numbered lists, not within a line either."""

    def broken(line: ProposedLine) -> AtFault | None:
        item = next(
            (
                part
                for part in line.text.splitlines()
                if _LIST_ITEM.match(part) and not _is_initial(part)
            ),
            None,
        )
        if item is not None:
            return AtFault(f"a list item: {_quoted(item)}", item)
        marks = [match.group(1) for match in _INLINE_ITEM.finditer(line.text)]
        numbered = marks[:2] in (["1", "2"], ["a", "b"])
        return AtFault("a list inside the line: 1) 2)", line.text) if numbered else None

    return LineRule("no-lists", "No bullet points or numbered lists.", broken, hard=False)


def _is_initial(part: str) -> bool:
    """`J. Ruiz called.` begins with a name, not with an item."""
    start = part.lstrip()[:4]
    return start[:1].isupper() and start[1:2] == "." and start[3:4].isupper()


def no_em_dashes() -> LineRule:
    """No dashes that set a clause apart."""

    def broken(line: ProposedLine) -> AtFault | None:
        match = _DASH.search(line.text)
        if match is None:
            return None
        around = line.text[max(0, match.start() - 20) : match.end() + 20]
        return AtFault(f"a dash: {_quoted(around)}", around)

    return LineRule("no-em-dash", "Never use em dashes.", broken, hard=False)


def at_most_sentences(most: int) -> LineRule:
    """No more sentences than so many."""

    def broken(line: ProposedLine) -> AtFault | None:
        count = len(line.sentences)
        told = f"{count} sentences, at most {most} allowed"
        return AtFault(told, line.text) if count > most else None

    return LineRule("max-sentences", f"At most {most} sentences.", broken, hard=False)


def at_most_questions(most: int) -> LineRule:
    """No more questions than so many."""

    def broken(line: ProposedLine) -> AtFault | None:
        count = sum(
            1
            for sentence in line.sentences
            if sentence.rstrip("\"'”’)] ").endswith(("?", "？", "؟", "?!"))
        )
        told = f"{count} questions, at most {most} allowed"
        return AtFault(told, line.text) if count > most else None

    described = f"At most {most} question{'s' * (most != 1)}."
    return LineRule("max-questions", described, broken, hard=False)


# ── words ─────────────────────────────────────────────────────────────────────────────────────────


def _any_of(phrases: Sequence[str]) -> re.Pattern[str] | None:
    """A pattern for whole words in plain text."""
    bare = [
        re.escape(stripped) for phrase in phrases if (stripped := plain(phrase).strip(" .,;:!?\"'"))
    ]
    return re.compile(rf"(?<!\w)(?:{'|'.join(bare)})(?!\w)") if bare else None


def no_phrases(
    phrases: Sequence[str], id: str = "banned-phrase", description: str = "", hard: bool = False
) -> LineRule:
    """Phrases that must not occur, whatever their case and apostrophes, as whole words."""
    pattern = _any_of(phrases)

    def broken(line: ProposedLine) -> AtFault | None:
        match = pattern.search(line.plain) if pattern else None
        if match is None:
            return None
        return AtFault(f"{_quoted(match.group())} must not be said", match.group())

    return LineRule(id, description or f"Never say: {'; '.join(phrases)}.", broken, hard)


def no_own_name(names: Sequence[str]) -> LineRule:
    """A speaker says I. Names that are also words, such as Mark and Will, count only with a capital
    inside a sentence.
    """
    common = [name for name in names if plain(name) in _NAMES_THAT_ARE_WORDS]
    others = _any_of([name for name in names if name not in common])
    capitals = (
        re.compile(rf"(?<=[\w,;] )(?:{'|'.join(map(re.escape, common))})(?!\w)") if common else None
    )

    def broken(line: ProposedLine) -> AtFault | None:
        match = (others and others.search(line.plain)) or (capitals and capitals.search(line.text))
        if match is None:
            return None
        return AtFault(f"speaks of itself as {_quoted(match.group())}", match.group())

    return LineRule("no-own-name", "Never refer to yourself by name; say I.", broken, hard=False)


_NAMES_THAT_ARE_WORDS = table("""
    april art august bill chase dawn dean drew faith frank grace grant hope hunter ivy jack joy june
    mark mason may olive pat ray rob rose sue summer will
""")

_MACHINERY = (
    *(
        "system prompt",
        "current node",
        "relationship score",
        "as an ai",
        "language model",
        "metadata",
    ),
    *(
        "node_satisfied",
        "detour_detected",
        "engagement_score",
        "emotional_state",
        "objective_complete",
    ),
    *("internal_thought", "information_revealed", "agreement_signal"),
)
_MARKS = re.compile(
    r"-- ?end ?--|```|━━|<\|[a-z_]{1,30}\|>|[{,] ?\"[a-z_ ]{1,40}\" ?:|\bAI_[A-Z]\w+"
    r"|\b[a-z]+(?:_[a-z0-9]+)+\b",
    re.IGNORECASE,
)


def no_machinery(node_names: Sequence[str] = ()) -> LineRule:
    """Nothing from behind the stage: separators, JSON, the names of nodes (in capitals, as they are
    written), talk of prompts.
    """
    phrases = _any_of(_MACHINERY)
    nodes = (
        re.compile(rf"(?<!\w)(?:{'|'.join(map(re.escape, node_names))})(?!\w)")
        if node_names
        else None
    )

    def broken(line: ProposedLine) -> AtFault | None:
        found = (
            (phrases and phrases.search(line.plain))
            or _MARKS.search(line.text)
            or (nodes and nodes.search(line.text))
        )
        if not found:
            return None
        return AtFault(f"{_quoted(found.group())} belongs behind the stage", found.group())

    return LineRule(
        "no-machinery",
        "Say only what is said out loud: no markup, no metadata, nothing about instructions.",
        broken,
    )


# ── sense ─────────────────────────────────────────────────────────────────────────────────────────


def no_repeat(points: Sequence[str], share: float = 0.7, at_least: int = 3) -> LineRule:
    """No sentence may say again what was said: `share` of a point's content words, and `at_least`
    so many of them.

    A point of fewer words is repeated only by all of them in a sentence that says little else.
    """
    earlier = [(point, content_words(point)) for point in points]

    def broken(line: ProposedLine) -> AtFault | None:
        for sentence in line.sentences:
            said = content_words(sentence)
            for point, known in earlier:
                if _repeats(said, known, share, at_least):
                    told = f"{_quoted(sentence)} was said already: {_quoted(point)}"
                    return AtFault(told, sentence)
        return None

    described = "Never restate a point that was already made."
    return LineRule("no-repeat", described, broken, hard=False)


def no_parroting(lines: Sequence[str], at_least: int = 4) -> LineRule:
    """No sentence of `at_least` so many words may stand word for word in an earlier line, or twice
    in this one.
    """
    earlier = {words(sentence) for line in lines for sentence in sentences(line)}

    def broken(line: ProposedLine) -> AtFault | None:
        heard = set(earlier)
        for sentence in line.sentences:
            said = words(sentence)
            if len(said) >= at_least and said in heard:
                told = f"{_quoted(sentence)} has been said before, word for word"
                return AtFault(told, sentence)
            heard.add(said)
        return None

    described = "Never say a sentence that was said before."
    return LineRule("no-parroting", described, broken, hard=False)


def _repeats(said: frozenset[str], known: frozenset[str], share: float, at_least: int) -> bool:
    common = len(said & known)
    if len(known) < at_least:
        return bool(known) and common == len(known) and len(said) <= 2 * len(known)
    return common >= at_least and common / len(known) >= share


_FEELING = table("""
    afraid angry anxious ashamed bitter desperate embarrassed envious frightened furious guilty
    insecure intimidated jealous nervous panicking paranoid resentful sad scared stressed terrified
    threatened unhappy upset worried hoping hiding bluffing dreading
""")
_THINKING = table("""
    thinks thought feels felt fears feared hopes hoped believes believed wishes wished
    regrets resents resented hates hated loves dreads worries worried suspects envies despises
""")
_WANTING = table("wants wanted cares cared")
_HIDDEN = table("secretly privately inwardly")
_BETWEEN = _HIDDEN | table(
    "really just only probably clearly obviously deeply so very too still always never actually"
    " also already"
)
_BEING = table("is was isn't wasn't been be being 's")
_SAYING = table(
    "said says told tells asked asks wrote writes mentioned admitted explained announced"
)
_ASKING = table("what how whether if why when where who ask asking wonder unless")
_PRONOUNS = table("he she he's she's")


def no_private_thoughts(names: Sequence[str]) -> LineRule:
    """Nobody else's private thoughts or motives: `Marcus is scared`, `Dana secretly wants`, `deep
    down he knows`.

    What somebody said, what they might think (if, whether, ask) and how they look is fair.
    """
    known = frozenset(word for name in names for word in words(name))

    def broken(line: ProposedLine) -> AtFault | None:
        for sentence in line.sentences:
            if _narrates(words(sentence), known):
                told = f"{_quoted(sentence)} tells somebody else's private thoughts"
                return AtFault(told, sentence)
        return None

    return LineRule(
        "no-private-thoughts",
        "Speak only for yourself: never narrate another person's private thoughts or motives.",
        broken,
    )


def _narrates(said: Sequence[str], names: frozenset[str]) -> bool:
    """Walks the words once, remembering whether somebody named is spoken of, and whether they are
    only quoted or asked about.
    """
    named = reported = False
    for place, word in enumerate(said):
        bare = word.removesuffix("'s")
        reported = reported or word in _SAYING or word in _ASKING
        if bare in names:
            named, reported = True, place > 0 and said[place - 1] in _ASKING
        if named and not reported and (bare in names or word in _PRONOUNS) and _inner(said, place):
            return True
    return False


def _inner(said: Sequence[str], subject: int) -> bool:
    """Whether what follows the subject is a feeling, a thought or something hidden."""
    place, being, hidden = (
        subject + 1,
        said[subject].endswith("'s"),
        said[max(0, subject - 2) : subject] == ("deep", "down"),
    )
    while place < min(len(said), subject + 5) and (
        said[place] in _BETWEEN or said[place] in _BEING
    ):
        being, hidden = being or said[place] in _BEING, hidden or said[place] in _HIDDEN
        place += 1
    if place >= len(said):
        return False
    # what somebody openly wants is no secret; that they want only that is
    if said[place] in _WANTING:
        return place > subject + 1
    return hidden or said[place] in _THINKING or (being and said[place] in _FEELING)


def known_figures(allowed_texts: Sequence[str]) -> LineRule:
    """Every figure must stand in one of the allowed texts, units and rounding understood. The rule
    reads them once.
    """
    allowed = cache(lambda: facts(allowed_texts))

    def broken(line: ProposedLine) -> AtFault | None:
        unknown = unproven_figures(line.text, allowed, most=3)
        if not unknown:
            return None
        named = ", ".join(_quoted(figure.text) for figure in unknown)
        at_fault = ", ".join(figure.text for figure in unknown)
        return AtFault(f"{named}: no such figure is known", at_fault)

    return LineRule(
        "known-figures", "State only figures that stand in your document or knowledge.", broken
    )
