"""Spoken words made readable: fillers, false starts and stammers go; every word that stays was
said, in this order.

Only English is cleaned: `um` is a filler here and a good word elsewhere.
"""

from __future__ import annotations

from collections.abc import Iterator

from dramaturg.data_files import Words, load
from dramaturg.english.prose import plain, table, words

_WORDS = load(__file__, "words.yaml", dict[str, dict[str, Words]])["clean_speech"]

ENGLISH = _WORDS["english"]
ENOUGH_ENGLISH = 0.2
FILLERS = table("uh um uhm erm er ehm hm hmm mm mhm mmm uhh umm uh-huh mm-hmm")
ASIDES = tuple(
    phrase.split()
    for phrase in (
        "you know",
        "you see",
        "i mean",
        "like",
        "let's see",
        "let me see",
        "let me think",
    )
)
OPENERS = table("well so oh ah yes yeah yep no nope okay ok right anyway now alright see look")
OPENERS_BEFORE_A_SUBJECT = table("well oh yes yeah okay ok")
SUBJECTS = table("i we he she they it you my our there that this the a")
OPENING_PHRASES = tuple(
    phrase.split()
    for phrase in (
        "as i said",
        "like i said",
        "as i told you",
        "like i told you",
        "as i say",
        "like i say",
        "of course",
    )
)
STAMMERED = _WORDS["stammered"]
JOINING = _WORDS["joining"]
JOINERS = ("and", "but", "or")
TAKEN_BACK = table("no sorry rather well")
CUT_OFF = ("--", "—", "–", "-", "...", "…")
PAUSES = (",", *CUT_OFF)
ENDS = (".", "!", "?", "…")
MARKS = "\"'“”‘’()[],.;:!?…-–—"
LOOK_BACK = 4


def is_english(text: str) -> bool:
    """Whether enough of the words are English ones to know its fillers."""
    said = words(text)
    return sum(word in ENGLISH for word in said) >= ENOUGH_ENGLISH * len(said)


def cleaned(sentence: str) -> str:
    """The sentence as it would be written down; empty when nothing of it is left."""
    tokens = sentence.split()
    for step in (
        _without_fillers,
        _without_false_starts,
        _without_asides,
        _without_stammering,
        _without_openers,
    ):
        tokens = step(tokens)
    return finished(" ".join(tokens))


def finished(text: str) -> str:
    """With a capital and an end."""
    text = text.strip().rstrip(",;:-–— ").lstrip(",;:.-–—… ")
    if not any(character.isalnum() for character in text):
        return ""
    if not text.rstrip("\"'”’)]").endswith((*ENDS, "。", "！", "？", "؟", "।")):
        text += "."
    first = next(place for place, character in enumerate(text) if character.isalnum())
    return f"{text[:first]}{text[first].upper()}{text[first + 1 :]}".replace("--", "—")


def _core(token: str) -> str:
    return plain(token).strip(MARKS)


def _without_fillers(tokens: list[str]) -> list[str]:
    kept: list[str] = []
    for token in tokens:
        if _core(token) in FILLERS:
            _close_up(kept, token)
        else:
            kept.append(token)
    return kept


def _close_up(kept: list[str], dropped: str) -> None:
    """What stood before a dropped word takes over the end of the sentence, and loses a comma that
    has no use any more.
    """
    if not kept:
        return
    if kept[-1].endswith(",") and (_core(kept[-1]) in JOINING or not dropped.endswith(",")):
        kept[-1] = kept[-1][:-1]
    if (
        dropped.endswith(ENDS)
        and not dropped.endswith(("...", "…"))
        and not kept[-1].endswith(ENDS)
    ):
        kept[-1] = kept[-1].rstrip("-–—") + dropped[-1]


def _without_false_starts(tokens: list[str]) -> list[str]:
    """`He was-- he was tall`, `in-- no, in May`, `wa- was`: what was begun again goes."""
    kept: list[str] = []
    for token in tokens:
        cut, again = _cut_before(kept), _core(token)
        start = _begun(kept, cut, again) if cut is not None and again else None
        if start is not None:
            del kept[start:]
        kept.append(token)
    return kept


def _cut_before(kept: list[str]) -> int | None:
    """Where the last word was broken off, perhaps with a `no,` said after it."""
    for place in (len(kept) - 1, len(kept) - 2):
        if place >= 0 and kept[place].endswith(CUT_OFF) and _core(kept[place]):
            return place
        if place < 0 or not (kept[place].endswith(",") and _core(kept[place]) in TAKEN_BACK):
            return None
    return None


def _begun(kept: list[str], cut: int, again: str) -> int | None:
    """From where the words stand that are begun again after the cut."""
    if again.startswith(_core(kept[cut])) and kept[cut].endswith(("-", "—", "–")):
        return cut
    for place in range(cut, max(-1, cut - LOOK_BACK), -1):
        if place < cut and kept[place].endswith((*ENDS, ",", ";")):
            return None
        if _core(kept[place]) == again:
            return place
    return None


def _without_asides(tokens: list[str]) -> list[str]:
    """`, you know,` and the like, where commas set them off."""
    kept: list[str] = []
    place = 0
    while place < len(tokens):
        length = next((len(aside) for aside in ASIDES if _set_off(tokens, place, aside, kept)), 0)
        if length:
            _close_up(kept, tokens[place + length - 1])
        else:
            kept.append(tokens[place])
        place += length or 1
    return kept


def _set_off(tokens: list[str], place: int, aside: list[str], kept: list[str]) -> bool:
    last = place + len(aside) - 1
    if last >= len(tokens) or [_core(token) for token in tokens[place : last + 1]] != aside:
        return False
    return (not kept or kept[-1].endswith(PAUSES)) and tokens[last].endswith((*PAUSES, *ENDS))


def _without_stammering(tokens: list[str]) -> list[str]:
    """`the the`, `I, I`, `it was it was`."""
    kept: list[str] = []
    for token in tokens:
        kept.append(token)
        for length in (1, 2):
            if _said_twice(kept, length):
                del kept[-2 * length : -length]
    return kept


def _said_twice(kept: list[str], length: int) -> bool:
    if len(kept) < 2 * length:
        return False
    first, second = kept[-2 * length : -length], kept[-length:]
    cores = [_core(token) for token in first]
    joins = length > 1 and cores[0] in JOINERS  # `his sons and I, and I stood`
    same = cores == [_core(token) for token in second] and not first[-1].endswith((".", "!", "?"))
    return same and set(cores) <= STAMMERED and not joins


def _without_openers(tokens: list[str]) -> list[str]:
    start = 0
    while start < len(tokens) and (length := next(_openings(tokens, start), 0)):
        start += length
    return tokens[start:]


def _openings(tokens: list[str], start: int) -> Iterator[int]:
    """How many words an opening takes that says nothing by itself."""
    first = _core(tokens[start])
    following = _core(tokens[start + 1]) if start + 1 < len(tokens) else ""
    if first in OPENERS and (tokens[start].endswith((*PAUSES, ".")) or following in OPENERS):
        yield 1
    if first in OPENERS_BEFORE_A_SUBJECT and following in SUBJECTS:
        yield 1
    for phrase in OPENING_PHRASES:
        said = tokens[start : start + len(phrase)]
        if said[-1].endswith(",") and [_core(token) for token in said] == phrase:
            yield len(phrase)
