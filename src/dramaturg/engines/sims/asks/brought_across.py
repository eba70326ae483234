"""What a line brings across, in whatever words: a fact, a confession, a pointed question."""

from __future__ import annotations

from collections.abc import Sequence

from dramaturg.engines.sims.base.binding import BoundMaterial, SimPart
from dramaturg.english.figures import claimed, known
from dramaturg.english.figures.digits import strange_digits
from dramaturg.english.prose import content_words, sentences, words
from dramaturg.turn.ports import Embedder

SAME_WORDS = 0.6  # share of a material's content words that make a line state it
BESIDE_A_FIGURE = 0.34  # and of a fact's, beside its only figure
SAME_QUESTION = 0.3  # and of a question's, that make a question ask it
# cosines, of words that were asked for: whoever was told to say a thing most likely did
LIKE_FACT, LIKE_FACT_AT_A_GATE = 0.4, 0.55
LIKE_REVEAL = 0.36
LIKE_QUESTION = 0.42
MOST_FIGURES = 0.5  # share of a fact's figures, beside likeness


def stated(line: str, part: SimPart) -> tuple[str, ...]:
    """The person's materials that the line brings across beyond doubt: all the figures of one, or
    most of its words.
    """
    return tuple(each.id for each in part.materials.values() if states(line, each))


def brought_anywhere(line: str, material: BoundMaterial) -> bool:
    """The same in a line of another language, by figures in digits: what has none is taken as told
    where it was asked for.
    """
    has_figures = material.fact != material.say and bool(claimed(material.fact))
    return not has_figures or not strange_digits(material.fact, [line])


def states(line: str, material: BoundMaterial) -> bool:
    # a greeting or a question is brought across by its words, not by a figure in it
    spoken = content_words(line)
    if share := _figures_told(line, material):
        # a single figure may be anybody's
        few = share[1] == 1 and not _covers(spoken, content_words(material.fact), BESIDE_A_FIGURE)
        return share[0] == share[1] and not few
    return any(_covers(spoken, content_words(text)) for text in (material.fact, material.say))


def carries(line: str, material: BoundMaterial, at_a_gate: bool, embedder: Embedder) -> bool:
    """Whether the line tells what the person was asked to tell, in words of its own."""
    if material.fact == material.say or states(line, material):
        return True
    likeness = _likeness((line, *sentences(line)), (material.fact, material.say), embedder)
    told, of = _figures_told(line, material) or (1, 1)
    if at_a_gate:
        return likeness >= LIKE_FACT_AT_A_GATE and told / of >= MOST_FIGURES
    return likeness >= LIKE_FACT or (of > 1 and told / of >= MOST_FIGURES)


def confides(
    line: str, reveal: BoundMaterial, told: Sequence[BoundMaterial], embedder: Embedder
) -> bool:
    """Whether the line tells what is told only to somebody trusted: some words of it are like that,
    and like nothing else the person says.
    """
    if states(line, reveal):
        return True
    # of what is said around it, only what tells the same
    own = [
        each
        for each in sentences(reveal.say)
        if _likeness((each,), (reveal.fact,), embedder) >= LIKE_FACT
    ]
    others = [text for each in told if each.id != reveal.id for text in (each.fact, each.say)]
    return any(
        (like := _likeness((said,), (reveal.fact, *own), embedder)) >= LIKE_REVEAL
        and like >= _likeness((said,), others, embedder)
        for said in (*sentences(line), line)
    )


def asks(line: str, question: BoundMaterial, embedder: Embedder) -> bool:
    """Whether the line ends on this question. One that leaves a choice is asked by one that does."""
    last = sentences(line)[-1] if sentences(line) else ""
    if not last.rstrip("\"'” ").endswith("?"):
        return False
    if _covers(content_words(line), content_words(question.say), SAME_QUESTION):
        return True
    if all("or" in words(each) and _YOU & {*words(each)} for each in (last, question.say)):
        return True
    asked = (question.say, *sentences(question.say))
    return _likeness((line, last), asked, embedder) >= LIKE_QUESTION


_YOU = frozenset({"you", "your", "you'd", "you're"})


def _figures_told(line: str, material: BoundMaterial) -> tuple[int, int] | None:
    """How many of a fact's figures the line says, and how many there are; None without any."""
    wanted = claimed(material.fact) if material.fact != material.say else ()
    if not wanted:
        return None
    said = [figure for whole in claimed(line) for figure in (whole, *whole.parts)]
    told = sum(any(known(figure, [each]) for figure in said) for each in wanted)
    return told, len(wanted)


def _likeness(said: Sequence[str], texts: Sequence[str], embedder: Embedder) -> float:
    if not said or not texts:
        return 0.0
    return float((embedder.embed([*texts]) @ embedder.embed([*said]).T).max())


def _covers(spoken: frozenset[str], wanted: frozenset[str], share: float = SAME_WORDS) -> bool:
    return bool(wanted) and len(spoken & wanted) / len(wanted) >= share
