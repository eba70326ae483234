"""The words of a sim's prompt (seed 000, §8): a system part that never changes in a session, and a
user part for this turn.
"""

from __future__ import annotations

import json
from collections.abc import Iterable

from dramaturg.data_files import load
from dramaturg.engines.sims.base.binding import SimPart
from dramaturg.engines.sims.base.directive import SimDirective
from dramaturg.engines.sims.base.relationship import relationship_state
from dramaturg.engines.sims.base.state import Conversation
from dramaturg.kernel.graph import Node

_TEXTS = load(__file__, "prompts.yaml", dict[str, str])
_STANDING = ("guided", "style", "objectives", "emotion", "output")


def system_prompt(part: SimPart) -> str:
    """Everything about the person that holds for the whole session, so that a provider can cache
    it.
    """
    sections = (
        f"You are {part.person.name} in a career simulation.\n\nYOUR ROLE: {part.person.role}",
        _listed("YOUR KNOWLEDGE", (fact.fact for fact in part.person.what_they_know)),
        _listed("YOUR CONCERNS", part.person.concerns),
        _listed("YOUR GOALS", part.person.goals),
        _opinion(part),
        _TEXTS["boundaries"],
        _document(part),
        _decisive(part),
        _TEXTS["situation"].format(**part.scenario.situation.model_dump()),
        *(_TEXTS[name] for name in _STANDING),
    )
    return "\n\n".join(section for section in sections if section)


def user_prompt(
    part: SimPart, conversation: Conversation, directive: SimDirective, mood: str
) -> str:
    """What is new in this turn: history, what was said already, relationship, mood, the current
    node, and the learner's words.
    """
    state = relationship_state(conversation.score, part.scenario.thresholds)
    sections = (
        f"YOUR EMOTIONAL STATE: {state}",
        f"CONVERSATION HISTORY:\n{_history(part, conversation) or '(this is the first exchange)'}",
        _said(part, conversation),
        f"RELATIONSHIP SCORE: {conversation.score:+d} | CURRENT STATE: {state} | Return this exact state in metadata.",
        f"PLAYER MOOD: {mood.upper()}\n{_TEXTS[f'mood_{mood}']}\nYour current state is {state}. Let their tone shape your engagement_score, but "
        "your emotional_state is fixed by the RELATIONSHIP SCORE directive above.",
        node_block(part, directive),
        f'THE LEARNER SAYS: "{conversation.heard}"',
    )
    return "\n\n".join(section for section in sections if section)


def node_block(part: SimPart, directive: SimDirective) -> str:
    """The CURRENT NODE block of §8.2, filled from the bound content."""
    node = part.graph.by_id[directive.node]
    known = part.materials
    lines = [f"━━━ CURRENT NODE: {node.id} ━━━", f"WHAT THIS TURN IS FOR: {node.intent}"]
    if directive.acknowledged:
        lines.append(
            "THEY HAVE JUST ACKNOWLEDGED IT: confirm that in a sentence, and do not say it again."
        )
    if directive.say:
        lines += [f"{_heading(node)}:", *(f'  • "{known[name].fact}"' for name in directive.say)]
    if directive.reveal:
        lines.append("YOU TRUST THEM ENOUGH TO TELL THEM THIS NOW, ONCE:")
        lines += [f'  • "{known[name].fact}"' for name in directive.reveal]
    lines += [_stay(node), _TEXTS["detour"], _report(node)]
    return "\n".join(lines)


def _heading(node: Node) -> str:
    if node.is_gate:
        return "THE CONSTRAINT YOU MUST SURFACE (in your own words, grounded in your numbers)"
    if node.is_branch:
        return "THE QUESTION YOU MUST END ON"
    return "WHAT TO BRING ACROSS (in your own words)"


def _stay(node: Node) -> str:
    if node.is_gate:
        return (
            "ADVANCE / STAY: You move on only once the learner clearly acknowledges this constraint. If they haven't, restate it more "
            "plainly or tie it to a consequence. Do NOT drop it or move past it."
        )
    if node.is_terminal:
        return "ADVANCE / STAY: This is the end of the conversation. Do not open anything new."
    return f"ADVANCE / STAY: You move on when {node.satisfy_when or 'this has been said'}."


def _report(node: Node) -> str:
    when = (
        "the learner acknowledged the constraint THIS turn"
        if node.is_gate
        else node.satisfy_when or "this has been said"
    )
    return f'REPORT: set "node_satisfied": true ONLY if {when}; set "detour_detected": true if their message was off this topic.'


def _history(part: SimPart, conversation: Conversation) -> str:
    earlier = conversation.lines[:-1] if conversation.heard else conversation.lines
    names = {"learner": "Learner", part.person.id: part.person.name.split()[0]}
    return "\n".join(f"{names.get(line.speaker, line.speaker)}: {line.text}" for line in earlier)


def _said(part: SimPart, conversation: Conversation) -> str:
    known = part.materials
    points = [known[name].point for name in conversation.said if name in known]
    return (
        "ALREADY SAID (do NOT repeat or rephrase any of these points):\n"
        + "\n".join(f"- {point}" for point in points)
        if points
        else ""
    )


def _listed(title: str, items: Iterable[str]) -> str:
    found = list(items)
    return f"{title}:\n{json.dumps(found, indent=2, ensure_ascii=False)}" if found else ""


def _opinion(part: SimPart) -> str:
    opinion = part.person.opinion
    if opinion is None:
        return ""
    option = next(
        option for option in part.scenario.decision.options if option.id == opinion.option
    )
    return _TEXTS["opinion"].format(option=option.text, argument=opinion.argument)


def _document(part: SimPart) -> str:
    if part.person.document is None:
        return ""
    document = part.scenario.document(part.person.document)
    lines = "\n".join(f'  • "{line}"' for line in document.lines)
    return _TEXTS["document"].format(title=document.title, lines=lines)


def _decisive(part: SimPart) -> str:
    if not part.person.decision_facts:
        return ""
    facts = "\n".join(f'  • "{fact.fact}"' for fact in part.person.decision_facts)
    return _TEXTS["decisive"].format(facts=facts)


# What is the same for everybody, and must never be read out.
INSTRUCTIONS = tuple(_TEXTS[name] for name in ("boundaries", *_STANDING))
