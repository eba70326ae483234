"""How a gate listens: what is said in it to agreement, to denial, and to what passes it by."""

from __future__ import annotations

from dramaturg.engines.sims.answering import Answer, Moment
from dramaturg.engines.sims.base.binding import OPINION
from dramaturg.engines.sims.base.directive import CLEAR, LET_GO, STILL
from dramaturg.engines.sims.base.talk import does
from dramaturg.engines.sims.base.wordings import AGAIN, next_wording

CHECKS = ("check", "behind")
"""What agreement is met with, each once: does it mean the same, and what lies behind it."""


def hold(moment: Moment, answer: Answer) -> Answer:
    """What the person says to what was decisive, while it has not been taken on board."""
    conversation = moment.conversation
    fresh = [each.id for each in moment.content if each.id not in conversation.said]
    if fresh:
        return Answer("it is told", say=(fresh[0],))
    if not conversation.pointer.spoken:
        return _once_more(moment) or Answer("it was told before", ("press",))
    if answer.detour:
        return _once_more(moment) or Answer("told often enough", (STILL,))
    if answer.say or answer.moves:
        own = {each.id for each in moment.content}.intersection(answer.say)
        enough = bool(own) or "clarify" in answer.moves
        return Answer() if enough else Answer("answered", _still(moment))
    if does(moment.readings, "bare"):
        return _agreed(moment)
    if moment.readings.get("denies", 0.0) >= CLEAR:
        return _denied(moment)
    return _once_more(moment) or Answer("not acknowledged yet", (_other(moment),))


def _agreed(moment: Moment) -> Answer:
    agrees = does(moment.readings, "assent")
    checks = [move for move in CHECKS if not moment.did(move)]
    if checks and (agrees or checks == [*CHECKS]):
        return Answer("agreed without saying to what", (checks[0],))
    if agrees:
        return Answer("agreed to the last, and never said to what", (LET_GO,))
    return _once_more(moment) or Answer("a nod, and no more", ("press",))


def _denied(moment: Moment) -> Answer:
    """The strongest reason: what they argue with, or the fact in plainer words."""
    if not moment.did("strongest"):
        if moment.part.person.opinion and OPINION not in moment.conversation.said:
            return Answer("denied: the strongest reason", ("strongest",), (OPINION,))
        again = _once_more(moment)
        return Answer("denied", ("strongest", *again.moves), again.say) if again else _press()
    return _once_more(moment) or _press()


def _once_more(moment: Moment) -> Answer | None:
    """The fact in plainer words, while there are any."""
    for each in reversed(moment.content):
        if next_wording(each, moment.conversation) is not None:
            return Answer("not acknowledged yet", (f"{AGAIN}{each.id}",), (each.id,))
    return None


def _press() -> Answer:
    return Answer("denied again", ("press",))


def _other(moment: Moment) -> str:
    """Checked once and pressed after that."""
    return "press" if moment.did("check") else "check"


def _still(moment: Moment) -> tuple[str, ...]:
    return () if moment.conversation.moves[-1:] == (STILL,) else (STILL,)
