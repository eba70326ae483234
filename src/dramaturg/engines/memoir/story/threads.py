"""Which thread a passage belongs to: by the teller's own word first, then by meaning; a short
answer stays where it was asked.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from dramaturg.data_files import Words, load
from dramaturg.engines.memoir.base.story import Period, Story, StoryThread
from dramaturg.engines.memoir.story.kin import KIN
from dramaturg.engines.memoir.story.openings import PassageOpening
from dramaturg.engines.memoir.story.passage import ParsedPassage
from dramaturg.engines.memoir.story.remarks import Move
from dramaturg.engines.memoir.story.vectors import Vector, embedded, nearness, unpacked
from dramaturg.english.prose import content_words, plain, words
from dramaturg.turn.ports import Embedder, LikenessThresholds
from dramaturg.turn.tables import in_order

_WORDS = load(__file__, "words.yaml", dict[str, dict[str, Words]])["threads"]

KEYS = 40
FIRST_KEYS = 8  # of the passage that opened it: these stay
FEW_WORDS = 6  # content words: less is an answer, and opens nothing
PER_KEY = 0.08  # what a shared word adds to a cosine
MOST_BY_KEYS = 0.24
MANY, GROWS = 5, 0.02  # passages of a thread from which on the next must lie nearer and nearer
SHARED = 2  # words in common that make two passages speak of the same
_WEAK = _WORDS["weak"]
_GOES_ON = _WORDS["goes_on"]


@dataclass(frozen=True, slots=True)
class ThreadFound:
    """Where a passage belongs: a thread that is there, or a new one. `returned`: something else was
    spoken of in between.
    """

    thread: StoryThread | None
    nearness: float = 1.0
    returned: bool = False
    own: bool = False
    """The teller came here themself, and did not only answer."""


@dataclass(frozen=True, slots=True)
class PassagePlace:
    """A passage among the threads: what it means, what it names, which periods it tells of, and
    where the talk was.
    """

    vector: Vector
    keys: tuple[str, ...]
    periods: tuple[Period, ...]
    words: int
    current: StoryThread | None
    to_question: float
    """How near it lies to what was asked."""
    question_here: float = 1.0
    """How near the question lies to the current thread: it may have led elsewhere."""
    beginning: PassageOpening | None = None
    cohesion: float = 1.0
    """How near it lies to the last things told; 1 where it names one of them again or goes on with
    `he` or `that`.
    """


def find_thread(
    story: Story,
    place: PassagePlace,
    move: Move,
    what: Vector | None,
    embedder: str,
    limits: LikenessThresholds,
) -> ThreadFound:
    """`what` is the meaning of what the teller says they go to."""
    threads = list(in_order(story.threads).values())
    if move.what and what is not None:
        named = _named(threads, move, what, embedder, limits)
        if named:
            return _at(named, place, own=True)
        if move.kind == "turn" or place.words >= FEW_WORDS:
            return ThreadFound(None)
    if place.words < FEW_WORDS:
        return ThreadFound(place.current)
    near = _nearest(threads, place, embedder)
    return _by_meaning(near, place, move, limits)


def _at(
    thread: StoryThread, place: PassagePlace, nearness: float = 1.0, own: bool = False
) -> ThreadFound:
    returned = place.current is None or thread.id != place.current.id
    return ThreadFound(thread, nearness, returned, own or returned)


# ── by name ───────────────────────────────────────────────────────────────────────────────────────


def _named(
    threads: Sequence[StoryThread],
    move: Move,
    what: Vector,
    embedder: str,
    limits: LikenessThresholds,
) -> StoryThread | None:
    """The thread whose title or words hold what was named; else the one nearest to it in
    meaning.
    """
    wanted = named_words(move.what)
    by_title = [thread for thread in threads if wanted and wanted & named_words(thread.title)]
    by_keys = [thread for thread in threads if wanted and wanted & set(thread.keys[:FIRST_KEYS])]
    if by_title:
        return by_title[-1]
    if move.kind == "turn":
        return None  # what was only touched on elsewhere is now to be told
    if by_keys:
        return by_keys[-1]
    comparable = [thread for thread in threads if thread.embedder == embedder]
    near = nearness([unpacked(thread.vector) for thread in comparable], what)
    best = max(zip(near, comparable, strict=True), key=lambda each: each[0], default=None)
    return best[1] if best and best[0] >= limits.near_subject else None


def named_words(text: str) -> frozenset[str]:
    """The words of a phrase that name something; kin by what they are, so that dad is my father."""
    return frozenset(
        KIN.get(word, word) for word in plain(text).replace("'s", "").split() if content_words(word)
    ) - {"back", "again"}


# ── by meaning ────────────────────────────────────────────────────────────────────────────────────


def _nearest(
    threads: Sequence[StoryThread], place: PassagePlace, embedder: str
) -> list[tuple[float, StoryThread]]:
    """All threads by how near they lie, words in common counted in; the nearest first."""
    comparable = [thread for thread in threads if thread.embedder == embedder]
    near = dict(
        zip(
            (each.id for each in comparable),
            nearness([unpacked(each.vector) for each in comparable], place.vector),
            strict=True,
        )
    )
    by_words = {
        thread.id: min(MOST_BY_KEYS, PER_KEY * len(_in_common(thread, place.keys)))
        for thread in threads
    }
    weighed = [(near.get(thread.id, 0.0) + by_words[thread.id], thread) for thread in threads]
    return sorted(weighed, key=lambda each: -each[0])


def _in_common(thread: StoryThread, keys: Iterable[str]) -> set[str]:
    """The words that both have, but for those that any thread may have."""
    return {key for key in keys if key in thread.keys} - _WEAK


def _by_meaning(
    near: Sequence[tuple[float, StoryThread]],
    place: PassagePlace,
    move: Move,
    limits: LikenessThresholds,
) -> ThreadFound:
    """Stay where the talk is, unless the passage leaves it, or speaks of what another thread is
    about and lies much nearer.
    """
    current = place.current
    others = (
        each
        for each in near
        if (current is None or each[1].id != current.id) and _speaks_of(each[1], place)
    )
    best, other = next(others, (0.0, None))
    here = next((value for value, thread in near if current and thread.id == current.id), 0.0)
    leaves = current is None or move.kind == "turn" or _leaves(current, here, place, limits)
    much_nearer = best >= limits.same_subject and best >= here + limits.by_far
    if other and (much_nearer or (leaves and best >= limits.topic and best > here)):
        return _at(other, place, best)
    if leaves:
        return ThreadFound(None, best)
    return ThreadFound(current, here, own=here >= limits.near_subject)


def _speaks_of(thread: StoryThread, place: PassagePlace) -> bool:
    """Whether a passage names what a thread is about: a restaurant is near to a kitchen, and yet
    another story.
    """
    begins = bool(place.beginning and set(place.beginning.key.split()) & set(thread.keys))
    return (
        begins
        or bool(set(place.keys) & named_words(thread.title))
        or len(_in_common(thread, place.keys)) >= SHARED
    )


def _leaves(
    current: StoryThread, here: float, place: PassagePlace, limits: LikenessThresholds
) -> bool:
    """Whether the passage has something of its own to begin with, or tells of another time, and
    lies far from the thread.

    Meaning alone cannot tell: people say the next thing about the same matter in quite other words.
    """
    if set(place.keys) & named_words(current.title):
        return False
    if current.left_alone and not _speaks_of(current, place):
        return True  # what was refused holds nobody back
    if place.to_question >= limits.near_subject:
        return max(place.question_here, here) < min(
            limits.topic, place.to_question
        )  # the question has led elsewhere
    beginning = place.beginning
    if beginning and not set(beginning.key.split()) & set(current.keys):
        return here < limits.same_subject and (
            beginning.step or not _in_common(current, place.keys)
        )
    if _is_other_time(current, place) and here < limits.near_subject:
        return True
    long = max(0, len(current.turns) - MANY)
    return place.cohesion < min(limits.same_subject, limits.near_subject + GROWS * long)


def _is_other_time(current: StoryThread, place: PassagePlace) -> bool:
    """Another time of life than the thread has told of; a thread that names none is not of
    today.
    """
    if not place.periods or set(place.periods) & set(current.periods):
        return False
    return bool(current.periods) or "now" in place.periods


def cohesion_of(
    passage: ParsedPassage, keys: Sequence[str], before: Sequence[ParsedPassage], embedder: Embedder
) -> float:
    """How a passage hangs together with those told just before it."""
    told = {key for each in before for key in keys_of(each)} - _WEAK
    if (
        not before
        or words(passage.text)[:1] == ()
        or words(passage.text)[0] in _GOES_ON
        or told & set(keys)
    ):
        return 1.0
    return max(
        nearness(
            [embedded(each.text, embedder) for each in before], embedded(passage.text, embedder)
        )
    )


# ── words ─────────────────────────────────────────────────────────────────────────────────────────


def keys_of(passage: ParsedPassage) -> tuple[str, ...]:
    """The nouns and names of a passage, in order."""
    nouns = (
        token
        for sentence in passage.sentences
        for token in sentence
        if token.pos in ("NOUN", "PROPN")
    )
    keys = dict.fromkeys(
        KIN.get(plain(token.lemma), plain(token.lemma)) for token in nouns if len(token.text) > 2
    )
    return tuple(keys)[:KEYS]


def grown_keys(thread: StoryThread, keys: Sequence[str]) -> tuple[str, ...]:
    """What it began with stays; of the rest, the newest."""
    first, rest = thread.keys[:FIRST_KEYS], thread.keys[FIRST_KEYS:]
    return tuple(dict.fromkeys((*first, *keys, *rest)))[:KEYS]
