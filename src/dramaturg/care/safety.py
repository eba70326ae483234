"""What words say of somebody's safety, once that was asked or the conversation stopped for it."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from dataclasses import dataclass, replace
from functools import cache, lru_cache
from itertools import product
from typing import Protocol, get_args

from dramaturg.care.ladder import Said
from dramaturg.data_files import Pattern, load
from dramaturg.kernel.explore import Proof
from dramaturg.languages.letters import bare
from dramaturg.turn.care import CareState, Whom
from dramaturg.turn.hearing import Danger, Hearing

LIKELY = 0.5
"""Of the ear: what is more likely than not counts beside what belongs to a scene, and is no doubt
that a model takes away.
"""


BRIEF = 12  # words: who asks us for help in the middle of a story asks in few
LONGEST_ENDING = 300  # characters: who has to leave says nothing beside
_SENTENCE = re.compile(r"[^.!?。！？؟]+")
_WRITTEN_CLOSE = re.compile(r"[\u3040-\u30ff\u4e00-\u9fff]")  # letters that stand for words


class Searched(Protocol):
    """What words are looked for with: a pattern, or one for each language."""

    def search(self, string: str, /) -> re.Match[str] | None: ...


@dataclass(frozen=True, slots=True)
class AnyLanguage:
    """A pattern in English, and those of other languages, which bare letters are held against."""

    english: re.Pattern[str]
    others: tuple[re.Pattern[str], ...]

    def search(self, string: str, /) -> re.Match[str] | None:
        found = self.english.search(string)
        if found or not self.others:
            return found
        letters = _bare(string)
        return next(filter(None, (each.search(letters) for each in self.others)), None)


@dataclass(frozen=True, slots=True)
class _Phrases:
    taken: Searched
    fire: Searched
    shout: Searched
    not_safe: Searched
    myself: Searched
    fresh: Searched
    long_ago: Searched
    then: Searched
    leaving: Searched
    on_the_way: Searched
    who_reads: Searched
    leave_it: Searched
    no_more: Searched
    help: Searched
    unsafe: Searched
    but: Searched
    safe: Searched
    yes: Searched
    child: Searched
    hurt_child: Searched
    elder: Searched


TAKEN, FIRE, SHOUT, NOT_SAFE = "rule: taken", "rule: fire", "rule: shout", "rule: not safe"


def outright(text: str, hearing: Hearing, state: CareState) -> Hearing:
    """With what is said outright and nobody may take for less: that something was taken or done,
    that it burns, a bare call for help, and that one is not safe.
    """
    plain, phrases = _plain(text), _phrases()
    if phrases.taken.search(plain) and _is_now(plain):
        return replace(hearing, danger="self_harm", care="stop", by_rule=TAKEN)
    if _is_brief(plain) and _says_now(phrases.fire, plain):
        return replace(hearing, danger="medical", care="stop", by_rule=FIRE)
    if state.is_open or hearing.care == "stop":
        return hearing
    if phrases.shout.search(plain):
        return replace(hearing, danger="medical", care="stop", by_rule=SHOUT)
    if _says_now(phrases.not_safe, plain):
        of_self = phrases.myself.search(plain)
        danger: Danger = hearing.danger or ("self_harm" if of_self else "abuse")
        chances = {**hearing.dangers, danger: 1.0}
        return replace(hearing, danger=danger, dangers=chances, care="check", by_rule=NOT_SAFE)
    return hearing


def is_hurt(hearing: Hearing) -> bool:
    return hearing.care == "stop" and hearing.by_rule == TAKEN


def _says_now(pattern: Searched, plain: str) -> bool:
    return any(pattern.search(each) and _is_now(each) for each in _SENTENCE.findall(plain))


def _is_now(plain: str) -> bool:
    """Whether it tells of no other time, and of nothing supposed."""
    phrases = _phrases()
    if phrases.long_ago.search(plain):
        return False
    return bool(phrases.fresh.search(plain)) or not phrases.then.search(plain)


def outside(hearing: Hearing, in_role: Collection[Danger]) -> Hearing:
    """Without the kinds of danger that belong to the scene that is played; another kind that is as
    likely as not is doubt all the same.
    """
    if hearing.danger not in in_role:
        return hearing
    chance, other = max(
        ((chance, kind) for kind, chance in hearing.dangers.items() if kind not in in_role),
        default=(0.0, None),
    )
    doubted = other if chance >= LIKELY else None
    return replace(hearing, danger=doubted, care="check" if doubted else "none")


def prove_outside(in_role: Collection[Danger]) -> Proof:
    """That a scene covers the kinds it names and no other, whichever two are heard at once."""
    broken = tuple(_uncovered(in_role))
    return Proof(
        "danger in role",
        "what the scene does not name is answered as everywhere",
        len(get_args(Danger)) ** 2,
        not broken,
        counterexample=broken,
    )


def _uncovered(in_role: Collection[Danger]) -> Iterator[str]:
    for heard, beside in product(get_args(Danger), repeat=2):
        chances = {heard: 1.0, beside: 1.0}
        left = outside(Hearing(danger=heard, dangers=chances, care="stop"), in_role).care
        named = [kind for kind in (heard, beside) if kind in in_role]
        right = "stop" if heard not in named else "none" if beside in named else "check"
        if left != right:
            yield f"{heard} beside {beside}: {left}, not {right}"


def said_of(text: str, hearing: Hearing, state: CareState) -> Said:
    """Danger first, but for words that say nothing beside that one has to leave or that help is on
    its way; then what is asked for, then what is answered; doubt is believed less than a plain
    answer.
    """
    plain = _plain(text)
    if state.is_open and (ending := _ending(plain, hearing, state)):
        return ending
    if hearing.care == "stop":
        return "danger"
    if state.is_open:
        return _asked_for(plain, state) or _answered(plain, hearing, state)
    asks = state.danger and _is_brief(text) and any(mark in text for mark in "?？؟")
    if asks and _phrases().help.search(plain):
        return "help"
    return "doubt" if hearing.care == "check" else "other"


def _ending(plain: str, hearing: Hearing, state: CareState) -> Said | None:
    """Who comes in where somebody is hurt or unwell comes to help."""
    phrases, helped = _phrases(), state.danger == "medical" or state.hurt
    if is_hurt(hearing) or len(plain) > LONGEST_ENDING:
        return None
    if phrases.leaving.search(plain):
        return "on_the_way" if helped else "leaving"
    return "on_the_way" if phrases.on_the_way.search(plain) else None


def _asked_for(plain: str, state: CareState) -> Said | None:
    phrases = _phrases()
    if phrases.who_reads.search(plain):
        return "who_reads"
    if phrases.help.search(plain):
        return "help"
    return "leave_it" if state.stage == "returning" and _leaves_it(plain, state) else None


def _answered(plain: str, hearing: Hearing, state: CareState) -> Said:
    phrases = _phrases()
    if phrases.unsafe.search(plain):
        return "unsafe"
    answers = state.stage != "stopped" and phrases.yes.search(plain)
    if answers or phrases.safe.search(plain):
        return "doubt" if phrases.but.search(plain) else "safe"
    if hearing.care == "check" or "unsure" in hearing.does:
        return "doubt"
    return "unsafe" if "denial" in hearing.does else "other"


def _leaves_it(plain: str, state: CareState) -> bool:
    """ "I don't want to go on" is no answer to a question from somebody who may mean living."""
    phrases = _phrases()
    if phrases.leave_it.search(plain):
        return True
    return state.danger not in ("self_harm", "distress") and bool(phrases.no_more.search(plain))


def whom_of(text: str, danger: Danger) -> Whom:
    """Whether a child speaks, or somebody old who is being hurt, where the words say so."""
    plain, phrases = _plain(text), _phrases()
    if phrases.child.search(plain):
        return "child"
    if danger != "abuse":
        return ""
    if phrases.hurt_child.search(plain):
        return "child"
    return "elder" if phrases.elder.search(plain) else ""


def _is_brief(text: str) -> bool:
    return len(text.split()) + len(_WRITTEN_CLOSE.findall(text)) // 2 <= BRIEF


def _plain(text: str) -> str:
    return text.lower().replace("’", "'")


_bare = lru_cache(maxsize=64)(bare)


@cache
def _phrases() -> _Phrases:
    english = load(__file__, "safety.yaml", dict[str, Pattern])
    others = load(__file__, "safety_elsewhere.yaml", dict[str, dict[str, Pattern]]).values()
    return _Phrases(
        **{
            name: AnyLanguage(pattern, tuple(each[name] for each in others if name in each))
            for name, pattern in english.items()
        }
    )
