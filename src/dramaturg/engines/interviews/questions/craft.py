"""What a question's words show by themselves: does it lead, take something for granted, offer
answers; whose words are they?
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from dramaturg.data_files import Words, load
from dramaturg.english.prose import content_words, plain, sentences, words

FOREIGN = 3  # content words a question may bring that nobody has said
STEM = 4  # letters by which a judgement is known again: hate, hated
STANDS_IN = "coffee"  # for what was spoken of: a noun that no reader has an opinion about


@dataclass(frozen=True, slots=True)
class _Written:
    """What craft.yaml holds."""

    leads: tuple[str, ...]
    presses: tuple[str, ...]
    loaded: str
    empty_choices: Words
    pointing: Words
    asking: str
    seeks: dict[str, re.Pattern[str]]


_WRITTEN = load(__file__, "craft.yaml", _Written)

# ── leading ───────────────────────────────────────────────────────────────────────────────────────

_QUOTED = re.compile(r'"[^"]{1,300}"|“[^”]{1,300}”')
_LEADS = re.compile("|".join(_WRITTEN.leads))


_PRESSES = re.compile("|".join(_WRITTEN.presses))


def presses(line: str) -> bool:
    """It reproaches, urges or advises, where it should only ask."""
    return bool(_PRESSES.search(plain(line)))


def masked(text: str, phrases: Sequence[str] = ()) -> str:
    """The text with quotations as `that` and the respondent's phrases as a plain noun: what was
    said is not the asker's craft.
    """
    return _replaced(_QUOTED.sub("that", text), phrases, STANDS_IN)


def bare(text: str, phrases: Sequence[str]) -> str:
    """What is left of a question without what it is about: two such are near only when they ask the
    same.
    """
    return _TAKES_UP.sub("", _replaced(_QUOTED.sub("that", text), phrases, "that"))


_TAKES_UP = re.compile(
    r"^(?:earlier |a while ago )?you (?:have |also |just )?(?:said|mentioned|sp\w+ of|talked"
    r" about|told me) [^.?]{1,60}\. ",
    re.I,
)
_MORE = re.compile(r"\bwhat (?:else|others?)\b")


def asks_for_more(question: str) -> bool:
    """`What others belong to it` names no kind of answer, though it seems to ask for one
    of a kind.
    """
    return bool(_MORE.search(plain(question)))


def _replaced(text: str, phrases: Sequence[str], by: str) -> str:
    for phrase in (each for each in phrases if each and each.casefold() in text.casefold()):
        text = re.sub(rf"(?<!\w){re.escape(phrase)}(?!\w)", by, text, flags=re.IGNORECASE)
    return text


def leads(question: str) -> bool:
    return bool(_LEADS.search(plain(question)))


# ── taken for granted ─────────────────────────────────────────────────────────────────────────────

_LOADED = content_words(_WRITTEN.loaded)
_GRANTED_NOTHING = re.compile(r"\bif (?:anything|any|at all|so)\b|\b(?:would|could|might)\b")


def loaded(question: str, said: frozenset[str]) -> bool:
    """It has a feeling, a judgement or a change in it that nobody spoke of; `said` holds stems."""
    text = plain(question)
    if _GRANTED_NOTHING.search(text):
        return False
    return any(word[:STEM] not in said for word in content_words(text) & _LOADED)


# ── offered answers ───────────────────────────────────────────────────────────────────────────────

_EXAMPLES = re.compile(
    r"\b(?:such as|for example|for instance|e\.g)\b|\blike [\w' ]{1,30}, [\w' ]{1,60} or\b"
)
_CHOICE = re.compile(r"\b(\w+) or (\w+)")
_LISTED = re.compile(r",(?: [\w'-]+){1,5} or ")
_INVERTED = re.compile(
    r"^(?:and |but |so |well,? |okay,? |then"
    r" )?(?:is|are|was|were|do|does|did|has|have|had|would|could|can|will|should)\b"
)


def offers(question: str, said: str) -> bool:
    """Examples to pick from; or an "or" in a question for yes or no, in a list at its end, or after
    "whether".
    """
    text = plain(question)
    if _EXAMPLES.search(text):
        return True
    choices = [
        each
        for each in _CHOICE.finditer(text)
        if each[2] not in _WRITTEN.empty_choices and each[0] not in said
    ]
    last = sentences(text)[-1] if sentences(text) else ""
    return bool(choices) and bool(
        _INVERTED.match(last) or _LISTED.search(text) or " whether " in text
    )


# ── whose words ───────────────────────────────────────────────────────────────────────────────────

_ASKING = content_words(_WRITTEN.asking)


def in_own_words(question: str, heard: frozenset[str], usual: frozenset[str]) -> bool:
    """It takes up a word that was said, or points to it, and brings few words that nobody
    has said.
    """
    carried = content_words(question)
    takes_up = bool(carried & heard) or bool(_WRITTEN.pointing & set(words(question)))
    return takes_up and len(carried - heard - usual - _ASKING) <= FOREIGN


# ── asked before ──────────────────────────────────────────────────────────────────────────────────


@lru_cache(maxsize=1024)
def seeks(question: str) -> frozenset[str]:
    text = plain(question)
    return frozenset(what for what, pattern in _WRITTEN.seeks.items() if pattern.search(text))


def could_repeat(question: str, before: str) -> bool:
    """Two questions that plainly seek different things are no repeat, however near: what led to it,
    what it leads to.
    """
    sought, sought_before = seeks(question), seeks(before)
    return not sought or not sought_before or bool(sought & sought_before)
