"""What a question's words show by themselves: does it lead, press, offer answers; what form has it,
and was it asked before?
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from dramaturg.data_files import Pattern, Words, load
from dramaturg.english.prose import plain, sentences, table, words

SAME = 0.85  # of the words of two questions that ask the same again
STANDS_IN = "coffee"  # for what was spoken of: a noun that no reader has an opinion about


@dataclass(frozen=True, slots=True)
class _Written:
    """What craft.yaml holds."""

    leads: tuple[str, ...]
    presses: tuple[str, ...]
    empty_choices: Words
    telling: Pattern
    left_open: Pattern
    and_asks: Pattern
    checks: Pattern


_WRITTEN = load(__file__, "craft.yaml", _Written)

# ── leading ───────────────────────────────────────────────────────────────────────────────────────

_QUOTED = re.compile(r"\"[^\"]{1,300}\"|“[^”]{1,300}”|(?<!\w)['‘](?=\w)[^\n]{1,300}?['’](?!\w)")
_LEADS = re.compile("|".join(_WRITTEN.leads))


_PRESSES = re.compile("|".join(_WRITTEN.presses))


def leads(question: str) -> str:
    """The words in which it suggests an answer, or none."""
    return _first(_LEADS, question)


def presses(line: str) -> str:
    """The words in which it reproaches, urges or advises, where it should only ask."""
    return _first(_PRESSES, line)


def _first(pattern: re.Pattern[str], text: str) -> str:
    found = pattern.search(plain(text))
    return found.group().strip(" ,.;") if found else ""


def masked(text: str, phrases: Sequence[str] = ()) -> str:
    """The text with quotations as `that` and the respondent's phrases as a plain noun: what was
    said is not the asker's craft.
    """
    return _replaced(_QUOTED.sub("that", text), phrases, STANDS_IN)


def _replaced(text: str, phrases: Sequence[str], by: str) -> str:
    for phrase in (each for each in phrases if each and each.casefold() in text.casefold()):
        text = re.sub(rf"(?<!\w){re.escape(phrase)}(?!\w)", by, text, flags=re.IGNORECASE)
    return text


# ── offered answers ───────────────────────────────────────────────────────────────────────────────

_EXAMPLES = re.compile(
    r"\b(?:such as|for example|for instance|e\.g)\b|\blike [\w' ]{1,30}, [\w' ]{1,60} or\b"
)
_CHOICE = re.compile(r"\b(\w+),? or (\w+)")
_LISTED = re.compile(r",(?: [\w'-]+){1,5} or ")
_INVERTED = re.compile(
    r"^(?:and |but |so |well,? |okay,? |then"
    r" )?(?:is|are|was|were|do|does|did|has|have|had|would|could|can|will|should)\b"
)


def offers(question: str, said: str) -> str:
    """Examples to pick from; or an "or" in a question for yes or no, in a list at its end, or after
    "whether". What was said may be offered.
    """
    text = plain(question)
    if found := _EXAMPLES.search(text):
        return found.group()
    heard = words(said)
    choices = [
        each
        for each in _CHOICE.finditer(text)
        if each[2] not in _WRITTEN.empty_choices and not {each[1], each[2]} <= set(heard)
    ]
    last = sentences(text)[-1] if sentences(text) else ""
    asked_so = _INVERTED.match(last) or _LISTED.search(text) or " whether " in text
    return choices[0].group() if choices and asked_so else ""


# ── form ──────────────────────────────────────────────────────────────────────────────────────────

_NARROWED = re.compile(r"\b(?:what|how|why|which|who|where|when)\b")


@dataclass(frozen=True, slots=True)
class Form:
    """How many things a line asks, and whether yes or no would do for an answer."""

    asks: int
    is_closed: bool


def checks(question: str) -> bool:
    """It asks whether something was understood: that is no question too many."""
    return bool(_WRITTEN.checks.search(plain(question)))


def form(line: str) -> Form:
    """
    >>> form("Did you like it?")
    Form(asks=1, is_closed=True)
    """
    marked = [each for each in sentences(plain(line)) if each.rstrip("\"')").endswith("?")]
    told = [
        each
        for each in sentences(plain(line))
        if each not in marked and _WRITTEN.telling.search(each)
    ]
    asked = sum(1 + len(_WRITTEN.and_asks.findall(each)) for each in marked) or len(told[:1])
    closed = [each for each in marked if _is_closed(each)]
    return Form(asked, bool(closed) and len(closed) == len(marked) and not told)


_SMALL = table(
    "a an the to of for and in on at me you your it is was do does did that then so with about"
)


def _is_closed(question: str) -> bool:
    if (
        _WRITTEN.left_open.search(question)
        or _WRITTEN.telling.search(question)
        or _NARROWED.search(question)
    ):
        return False
    return bool(_INVERTED.match(question))


# ── asked before ──────────────────────────────────────────────────────────────────────────────────


def asked_before(question: str, earlier: Sequence[str]) -> str:
    """The earlier question that it puts again in much the same words, or none."""
    said = words(question)
    for before in earlier:
        one, other = _points(said), _points(words(before))
        if one and len(one & other) >= SAME * max(len(one), len(other)):
            return before
    return ""


def _points(said: Sequence[str]) -> frozenset[str]:
    return frozenset(said) - _SMALL
