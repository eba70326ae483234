"""Markers: the words that join what somebody says into because, in order to, if and then.

Every marker stands once in a table: which relation it marks, which end of it follows the marker,
and how sure that is.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from dramaturg.turn.readings import RelationKind

End = Literal["source", "target"]
Shape = Literal["opens", "links"]


@dataclass(frozen=True, slots=True)
class Marker:
    """`follows` is the end of the relation that comes right after the marker.

    A marker that `opens` begins a clause or phrase hanging on another, on either side of it:
    because, before, in order to. One that `links` stands between what was said before, perhaps in
    the sentence before, and what comes after: so, then.
    """

    words: str
    kind: RelationKind
    follows: End
    shape: Shape
    confidence: float


@dataclass(frozen=True, slots=True)
class Found:
    """A marker in a sentence, from one place to another."""

    marker: Marker
    start: int
    end: int


def _phrases(text: str) -> list[str]:
    return [" ".join(phrase.split()) for phrase in text.split(",")]


def _rows(
    shape: Shape, kind: RelationKind, follows: End, confidence: float, words: str
) -> list[Marker]:
    return [Marker(phrase, kind, follows, shape, confidence) for phrase in _phrases(words)]


# apostrophes stand apart, as the tokens do: that 's why
MARKERS: Mapping[str, Marker] = {
    marker.words: marker
    for rows in (
        _rows(
            "opens", "cause", "source", 0.95,
            "because, 'cause, ' cause, cos, coz, cuz, because of, due to, owing to, thanks to, on account of, as a "
            "result of, as a consequence of, given that, seeing as, seeing that, seeing how, considering that, in view "
            "of, in light of, on the grounds that, for the reason that, for fear of, by virtue of, in response to, in "
            "the wake of",
        ),
        _rows("opens", "cause", "source", 0.7, "since, now that, out of, inasmuch as, what with, given"),
        _rows("opens", "cause", "source", 0.55, "as, when, for"),
        _rows("opens", "cause", "source", 0.45, "by"),
        _rows("opens", "cause", "target", 0.8, "that"),
        _rows(
            "opens", "purpose", "target", 0.9,
            "so that, in order to, in order that, in order for, so as to, so as not to, for the sake of, for the "
            "purpose of, with the aim of, with a view to, in an effort to, in an attempt to, in the hope of, in hopes "
            "of, in case",
        ),
        _rows("opens", "purpose", "target", 0.75, "to"),
        _rows(
            "opens", "condition", "source", 0.9,
            "if, unless, even if, only if, as long as, so long as, provided, provided that, providing, assuming, "
            "assuming that, supposing, on condition that, in the event of, in the event that",
        ),
        _rows(
            "opens", "condition", "source", 0.7,
            "without, whenever, every time, each time, any time, anytime, had, should, were",
        ),
        _rows("opens", "before", "target", 0.9, "before, prior to, until, till, til, 'til, by the time, up until, ahead of"),
        _rows(
            "opens", "before", "source", 0.9,
            "after, once, as soon as, ever since, right after, just after, soon after, shortly after, immediately "
            "after, the moment, the minute, the day after, the week after, the year after",
        ),
        _rows("opens", "before", "source", 0.7, "following"),
        _rows(
            "links", "cause", "target", 0.9,
            "therefore, thus, hence, consequently, accordingly, as a result, as a consequence, in consequence, because "
            "of that, because of this, because of it, it 's because of that, it was because of that, due to that, due "
            "to this, for that reason, for this reason, that 's why, that is why, that was why, this is why, which is "
            "why, which was why, so that 's why, that 's the reason, that is the reason, that was the reason, that 's "
            "how come, which means, which meant, that means, that meant, this means, this meant",
        ),
        _rows(
            "links", "cause", "target", 0.7,
            "so, that 's how, that was how, which is how, meaning, it means, it meant, thereby",
        ),
        _rows(
            "links", "cause", "source", 0.9,
            "that 's because, that is because, that was because, it 's because, it is because, it was because, this is "
            "because, which is because, it 's because of, it was because of, the reason being, the reason for that is, "
            "the reason for that was, the reason for this is",
        ),
        _rows("links", "before", "target", 0.8, "after that, after this, after which, from then on, since then"),
        _rows("links", "before", "target", 0.7, "then, afterwards, afterward, later on, subsequently, thereafter, later"),
        _rows("links", "before", "target", 0.5, "next, finally, eventually, soon"),
        _rows("links", "before", "source", 0.8, "before that, before this, before which, prior to that, beforehand"),
        _rows("links", "condition", "target", 0.6, "otherwise, or else"),
    )
    for marker in rows
}  # fmt: skip

# with no parse to show who does what, the verbs of cause are read as links too
PLAIN_VERBS: Mapping[str, Marker] = {
    marker.words: marker
    for rows in (
        _rows(
            "links", "cause", "target", 0.7,
            "leads to, lead to, led to, leading to, results in, resulted in, resulting in, caused, causes, causing, "
            "brought about, brings about, makes me, made me, makes us, made us, makes it, made it, lets me, lets us, "
            "let me, helps me, helped me, allows me, allowed me, allowed us, triggered, triggers, gives me, gave me, "
            "contributed to",
        ),
        _rows("links", "cause", "source", 0.7, "caused by, results from, resulted from, stems from, triggered by, came from"),
    )
    for marker in rows
}  # fmt: skip

# what looks like a marker and is none
IDIOMS = frozenset(
    _phrases(
        "as for, as far as, as well, as well as, as if, as though, as usual, as always, as you"
        " know, as i was saying, as i said, as i say, as it were, as of, as to, as such, as opposed"
        " to, as long, as soon, as much, as much as, as many, as many as, such as, same as, so far,"
        " so on, so - so, or so, so to speak, so much for, so called, so do, so did, so am, so is,"
        " so was, even so, so what, so long, if so, if anything, if you like, if you will, if only,"
        " if not, if you don 't mind, what if, as if to, after all, day after, year after, time"
        " after time, one after, once again, once more, once upon, once or twice, at once, all at"
        " once, once a, once in, then again, back then, by then, until then, till then, before"
        " then, just then, even then, now and then, every now and then, the then, before long, the"
        " day before, the year before, the night before, the week before, never before, for"
        " example, for instance, to be honest, to be fair, to be sure, to tell you, to tell the"
        " truth, to say the least, to begin with, to start with, to this day, up to, close to, next"
        " to, next door, next day, next year, next week, next month, the next, by far, by now, by"
        " heart, by hand, by chance, by the way, by and large, by and by, sooner or later, see you"
        " later, out of the blue, out of here, out of it, out of there, what it means, looking"
        " after, looked after, look after, named after, out of date"
    )
)
