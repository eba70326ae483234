"""What words say of somebody's safety, once that was asked or the conversation stopped for it."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

from dramaturg.care.ladder import Said
from dramaturg.data_files import Pattern, load
from dramaturg.turn.care import CareStage
from dramaturg.turn.hearing import Danger, Hearing


@dataclass(frozen=True, slots=True)
class _Phrases:
    help: Pattern
    unsafe: Pattern
    safe: Pattern


def said_of(
    text: str, hearing: Hearing, stage: CareStage, in_role: Collection[Danger] = ()
) -> Said:
    """Danger first, then what is asked for, then what is answered; doubt is believed less than a
    plain answer.
    """
    care = "none" if hearing.danger in in_role else hearing.care
    if care == "stop":
        return "danger"
    if stage == "calm":
        return "doubt" if care == "check" else "other"
    plain = text.lower().replace("’", "'")
    phrases = load(__file__, "safety.yaml", _Phrases)
    if phrases.help.search(plain):
        return "help"
    if phrases.unsafe.search(plain):
        return "unsafe"
    if phrases.safe.search(plain):
        return "safe"
    if care == "check" or "unsure" in hearing.does:
        return "doubt"
    if "denial" in hearing.does:
        return "unsafe"
    return "safe" if "assent" in hearing.does else "other"
