"""The claims of a passage, and how two of them go together: what may differ in a long life does not
clash.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from dramaturg.data_files import Pattern, Words, load
from dramaturg.engines.memoir.base.story import KeptClaim
from dramaturg.engines.memoir.story.figures import When, ages, years
from dramaturg.engines.memoir.story.kin import KIN
from dramaturg.engines.memoir.story.passage import ParsedPassage
from dramaturg.english.prose import table
from dramaturg.turn.ports import Sentence, Token
from dramaturg.turn.readings import Amount, Claim, ClaimSlot, Readers, Span

_WORDS = load(__file__, "words.yaml", dict[str, dict[str, Words]])["claims"]
_PATTERNS = load(__file__, "patterns.yaml", dict[str, dict[str, Pattern]])["claims"]

ONCE: Mapping[str, str] = {
    **{
        "bear": "born",
        "born": "born",
        "die": "die",
        "drown": "die",
        "marry": "marry",
        "married": "marry",
        "wed": "marry",
    },
    **{"retire": "retire", "retired": "retire", "graduate": "graduate"},
}
"""What happens to somebody once, by the words for it."""
_AS_SAID = (
    *(
        "go",
        "leave",
        "join",
        "start",
        "begin",
        "enter",
        "cross",
        "train",
        "end",
        "finish",
        "draft",
        "burn",
        "open",
        "lose",
    ),
    *("sail", "fly", "close", "send", "qualify", "evacuate", "arrest", "enlist", "meet"),
)
OFTEN: Mapping[str, str] = {
    **{"move": "move to", "come": "move to", "arrive": "move to", "emigrate": "move to"},
    **dict(zip(_AS_SAID, _AS_SAID, strict=True)),
}
"""What happens more than once, and is told apart by what it happened to."""
_PLACING = table("to in at into from over as for on off")
_SUBJECTS = ("nsubj", "nsubjpass")
_SUPPOSED = table("would could might should will shall 'll if whether unless")
_DOUBTED = _PATTERNS["doubted"]
FARTHEST = 14  # words between an event and when it was
_TIMES = _WORDS["times"]


@dataclass(frozen=True, slots=True)
class _Event:
    subject: str
    predicate: str
    first: Token
    place: int


def dated_claims(passage: ParsedPassage) -> tuple[Claim, ...]:
    """Each year and age goes with the event nearest to it in its sentence."""
    named = (
        *(("year", when) for when in years(passage.text)),
        *(("age", when) for when in ages(passage.text)),
    )
    return tuple(
        claim for sentence in passage.sentences for claim in _of_sentence(passage, sentence, named)
    )


def _of_sentence(
    passage: ParsedPassage, sentence: Sentence, named: Sequence[tuple[str, When]]
) -> Iterator[Claim]:
    start, end = sentence[0].start, sentence[-1].end
    here = [(slot, when) for slot, when in named if start <= when.span.start < end]
    if not here or sentence[-1].text.startswith("?"):
        return
    events = list(_events(sentence))
    hedged = bool(_DOUBTED.search(passage.text[start:end]))
    for slot, when in here:
        event = _nearest(sentence, events, when.span.start)
        if event and not (when.at and event.subject != "I"):
            yield _claim(
                passage, sentence, event, "year" if slot == "year" else "age", when, hedged
            )


def event_near(sentence: Sentence, at: int) -> _Event | None:
    """The event nearest to what stands there in the text."""
    return _nearest(sentence, list(_events(sentence)), at)


def _nearest(sentence: Sentence, events: Sequence[_Event], start: int) -> _Event | None:
    at = next((place for place, token in enumerate(sentence) if token.end > start), len(sentence))
    near = [event for event in events if abs(event.place - at) <= FARTHEST]
    return min(near, key=lambda event: abs(event.place - at), default=None)


def _claim(
    passage: ParsedPassage,
    sentence: Sentence,
    event: _Event,
    slot: ClaimSlot,
    when: When,
    hedged: bool,
) -> Claim:
    verb = sentence[event.place]
    start = min(event.first.start, verb.start, when.span.start)
    end = max(verb.end, when.span.end)
    return Claim(
        event.subject,
        event.predicate,
        slot,
        when.value,
        passage.span(start, end),
        past=True,
        hedged=hedged,
    )


# ── events ────────────────────────────────────────────────────────────────────────────────────────


def _events(sentence: Sentence) -> Iterator[_Event]:
    for place, token in enumerate(sentence):
        lemma = token.lemma.lower()
        once = ONCE.get(lemma) or ONCE.get(token.text.lower())
        if not (once or (lemma in OFTEN and token.pos == "VERB")) or _is_supposed(sentence, place):
            continue
        subject = _subject(sentence, place)
        predicate = once or " ".join(filter(None, (OFTEN[lemma], _object(sentence, place))))
        if subject:
            yield _Event(subject[0], predicate, subject[1], place)


def _is_supposed(sentence: Sentence, place: int) -> bool:
    return any(token.head == place and token.text.lower() in _SUPPOSED for token in sentence)


def _subject(sentence: Sentence, place: int) -> tuple[str, Token] | None:
    """Whom it happened to, and the word for them; somebody unknown is nobody. A sentence without a
    subject is the teller's.
    """
    for verb in _verbs_above(sentence, place):
        for at, token in enumerate(sentence):
            if token.head == verb and token.dep in _SUBJECTS and at != verb:
                who = _who(sentence, at)
                return (who, token) if who else None
    return ("I", sentence[place]) if place == 0 else None


def _verbs_above(sentence: Sentence, place: int) -> Iterator[int]:
    """The verb, and those whose subject it shares."""
    for _ in range(3):
        yield place
        if (
            sentence[place].dep not in ("conj", "xcomp", "acomp", "auxpass", "ccomp", "attr")
            or sentence[place].head == place
        ):
            return
        place = sentence[place].head


def _who(sentence: Sentence, place: int) -> str:
    token = sentence[place]
    plain = token.text.lower()
    if token.pos == "PRON":
        return "I" if plain in ("i", "we") else ""
    parts = [part for part in sentence if sentence[part.head] is token and part is not token]
    name = next(
        (
            part.text.lower()
            for part in parts
            if part.dep in ("appos", "flat") and part.pos == "PROPN"
        ),
        "",
    )
    kin = KIN.get(plain) or KIN.get(token.lemma.lower())
    if name and kin:
        return name
    if token.pos == "PROPN" and not kin:
        return plain
    return f"my {kin}" if kin else f"the {token.lemma.lower()}"


def _object(sentence: Sentence, place: int) -> str:
    """What it happened to: the thing itself, or what stands behind a preposition; no time."""
    near = [at for at, token in enumerate(sentence) if token.head == place and at > place]
    things = [
        at
        for at in near
        if sentence[at].dep in ("dobj", "attr", "advmod") and sentence[at].pos in ("NOUN", "PROPN")
    ]
    behind = [
        at
        for each in near
        if sentence[each].dep == "prep" and sentence[each].text.lower() in _PLACING
        for at, token in enumerate(sentence)
        if token.head == each and token.pos in ("NOUN", "PROPN")
    ]
    kept = (
        sentence[at].lemma.lower()
        for at in (*things, *behind)
        if sentence[at].lemma.lower() not in _TIMES
    )
    return next(kept, "")


# ── where the teller was born ─────────────────────────────────────────────────────────────────────

_BORN_IN = _PATTERNS["born_in"]


def birthplace_claims(passage: ParsedPassage) -> Iterator[Claim]:
    """`I was born in Leeds`."""
    for match in _BORN_IN.finditer(passage.text):
        yield Claim(
            "I",
            "born",
            "place",
            match["place"].lower(),
            Span(match.group(), match.start()),
            past=True,
            always=True,
        )


# ── who was older ─────────────────────────────────────────────────────────────────────────────────

_OLDER = _PATTERNS["older"]


def older_claims(passage: ParsedPassage) -> Iterator[Claim]:
    """Whether somebody is older than the teller."""
    for match in _OLDER.finditer(passage.text):
        subject = match["name"].lower() if match["name"] else f"my {match['kin']}"
        span = Span(match.group(), match.start())
        yield Claim(subject, "older", "role", match["how"] != "younger", span, past=True)


MOST = 24  # claims of one passage
SLACK = 1.0  # years between what an age and a year say, beyond the birthday
AGE_AND_YEAR = 0.75
HEDGED = 0.6
AGAIN = 0.6  # for what one may have done twice
MANY = 0.5  # for somebody of whom there may be several
_ONLY_ONE = table("father mother husband wife stepfather stepmother mother-in-law father-in-law")
_DONE_AGAIN = ("go", "fly", "sail", "open", "lose", "leave", "close", "meet")
_UNSTABLE = ("likes", "ever")


def claims_in(passage: ParsedPassage, readers: Readers) -> tuple[Claim, ...]:
    """What the teller claims, each once, with what happened when."""
    own = (*dated_claims(passage), *birthplace_claims(passage), *older_claims(passage))
    dated = {(claim.slot, claim.predicate, claim.value) for claim in own}
    read = [
        claim
        for claim in readers.claims(passage.text)
        if (claim.slot, claim.predicate, claim.value) not in dated
    ]
    once = {
        (claim.subject, claim.slot, claim.predicate, claim.value): claim
        for claim in (*read, *own)
        if claim.slot != "likes"
    }
    return tuple(once.values())[:MOST]


def clash_of(now: Claim, then: Claim, readers: Readers) -> tuple[str, float] | None:
    """How two claims about the same do not go together, and how surely."""
    found = readers.clash(now, then)
    if found is None:
        return None
    return found[0], round(found[1] * _stability(now), 3)


def _stability(claim: Claim) -> float:
    """How much two claims of this kind must agree: people live in many places, and have several
    sisters.
    """
    kin = claim.subject.removeprefix("my ")
    if (
        claim.predicate == "live"
        or claim.slot in _UNSTABLE
        or (claim.slot == "has" and claim.predicate not in KIN)
    ):
        return 0.0
    if claim.subject.startswith("my ") and kin not in _ONLY_ONE:
        return MANY
    if claim.slot in ("year", "age") and claim.predicate.split()[0] in _DONE_AGAIN:
        return AGAIN
    return 1.0


def clash_with_age(now: Claim, then: KeptClaim, born: int | None) -> tuple[str, float] | None:
    """A year and how old the teller was then, for the same event, once it is known when they were
    born.
    """
    if born is None or {now.slot, then.claim.slot} != {"year", "age"}:
        return None
    year, age = (now, then.claim) if now.slot == "year" else (then.claim, now)
    (low, high), (youngest, oldest) = amount(year), amount(age)
    fits = low <= born + oldest + 1 + SLACK and high >= born + youngest - SLACK
    doubt = HEDGED if year.hedged or age.hedged else 1.0
    return None if fits else ("an age and a year", round(AGE_AND_YEAR * doubt * _stability(now), 3))


def amount(claim: Claim) -> Amount:
    """A year or an age as the lowest and highest it can be."""
    return claim.value if isinstance(claim.value, tuple) else (0.0, 0.0)


def in_words(claim: Claim) -> str:
    """What it claims, shortly."""
    if isinstance(claim.value, bool):
        return f'"{claim.span.text}"'
    if isinstance(claim.value, str):
        return claim.value.title()
    low, high = claim.value
    number = f"{low:.0f}" if low == high else f"{low:.0f} to {high:.0f}"
    return f"age {number}" if claim.slot == "age" else number
