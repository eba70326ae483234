"""The words of a sim's prompt (seed 000, §8): a system part that never changes in a session, and a
user part for this turn.
"""

from __future__ import annotations

import json
from collections.abc import Iterable

from dramaturg.data_files import load
from dramaturg.engines.sims.asks.moves import MOVES
from dramaturg.engines.sims.base.binding import SimPart
from dramaturg.engines.sims.base.directive import SimDirective
from dramaturg.engines.sims.base.relationship import relationship_state
from dramaturg.engines.sims.base.state import Conversation
from dramaturg.kernel.graph import Node

_TEXTS = load(__file__, "prompts.yaml", dict[str, str])
_STANDING = ("guided", "style", "emotion", "output")
HISTORY = 20  # lines: what was told before them stands among the points already made


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
        _people(part),
        _elsewhere(part),
        *(_TEXTS[name] for name in _STANDING),
    )
    return "\n\n".join(section for section in sections if section)


def user_prompt(
    part: SimPart, conversation: Conversation, directive: SimDirective, mood: str
) -> str:
    """What is new in this turn. The history comes first and only grows, so that a provider can keep
    it as well; then what was said already, relationship, mood, the current node, and the learner's
    words.
    """
    state = relationship_state(conversation.score, part.scenario.thresholds)
    sections = (
        f"CONVERSATION HISTORY:\n{_history(part, conversation) or '(this is the first exchange)'}",
        _said(part, conversation, directive),
        f"RELATIONSHIP SCORE: {conversation.score:+d} | YOUR EMOTIONAL STATE: {state}",
        f"PLAYER MOOD: {mood.upper()}\n{_TEXTS[f'mood_{mood}']}",
        node_block(part, conversation, directive),
        f'THE LEARNER SAYS: "{conversation.heard}"',
    )
    return "\n\n".join(section for section in sections if section)


def node_block(part: SimPart, conversation: Conversation, directive: SimDirective) -> str:
    """The CURRENT NODE block of §8.2, filled from the bound content."""
    node = part.graph.by_id[directive.node]
    known = part.materials
    lines = [f"━━━ CURRENT NODE: {node.id} ━━━", f"WHAT THIS TURN IS FOR: {node.intent}"]
    lines += _answered(part, conversation, directive)
    if directive.acknowledged:
        lines.append(
            "THEY HAVE JUST ACKNOWLEDGED IT: confirm that in a sentence, and do not say it again."
        )
    how = (MOVES[move.partition(":")[0]].how for move in directive.moves)
    lines += [f"ALSO: {told}" for told in how if told]
    if directive.say:
        lines += [f"{_heading(node)}:", *(f'  • "{known[name].fact}"' for name in directive.say)]
    if node.is_branch and directive.say:
        options = part.pivots[node.id].options
        lines += ["WHAT THEY MAY ANSWER NEXT:", *(f'  • "{option.text}"' for option in options)]
    if directive.reveal:
        lines.append("YOU TRUST THEM ENOUGH TO TELL THEM THIS NOW, ONCE:")
        lines += [f'  • "{known[name].fact}"' for name in directive.reveal]
    if node.is_terminal and part.person.redirect:
        lines.append(f'SEND THEM ON, in your own words: "{part.person.redirect.say}"')
    lines += [_stay(node, conversation, directive), *_next(part, node)]
    lines += [_TEXTS["detour"], _report(node)]
    return "\n".join(lines)


def _answered(
    part: SimPart, conversation: Conversation, directive: SimDirective
) -> tuple[str, ...]:
    """How the person takes the answer that was given to their pointed question."""
    if not directive.reply_to:
        return ()
    pivot = part.pivots[conversation.pointer.nodes_satisfied[-1]]
    option = next(each for each in pivot.options if each.id == directive.reply_to)
    return (
        "THEY HAVE ANSWERED YOUR QUESTION:",
        f'  • their answer comes to this: "{option.text}"',
        f'  • how you take it, in your own words: "{option.reply}"',
    )


def _heading(node: Node) -> str:
    if node.is_gate:
        return "THE CONSTRAINT YOU MUST SURFACE (in your own words, grounded in your numbers)"
    if node.is_branch:
        return "THE QUESTION YOU MUST END ON"
    return "WHAT TO BRING ACROSS (in your own words)"


def _stay(node: Node, conversation: Conversation, directive: SimDirective) -> str:
    if node.is_gate and directive.acknowledged:
        return _TEXTS["stay_gate_heard"]
    if node.is_gate:
        again = conversation.pointer.spoken
        return _TEXTS["stay_gate_again" if again else "stay_gate_first"]
    if node.is_terminal:
        return _TEXTS["stay_end"]
    return f"ADVANCE / STAY: You move on when {node.satisfy_when or 'this has been said'}."


def _next(part: SimPart, node: Node) -> tuple[str, ...]:
    """What comes after this, so that it can be promised and is not told now."""
    after = part.graph.by_id.get(node.advance or "")
    return (f"WHAT COMES AFTER IT, not now: {after.intent}",) if after else ()


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
    return "\n".join(
        f"{names.get(line.speaker, line.speaker)}: {line.text}" for line in earlier[-HISTORY:]
    )


def _said(part: SimPart, conversation: Conversation, directive: SimDirective) -> str:
    """What need not be told again; what this turn asks for is not among it."""
    known = part.materials
    asked = (*directive.say, *directive.reveal)
    points = [
        known[name].point for name in conversation.said if name in known and name not in asked
    ]
    return (
        "ALREADY SAID (do NOT repeat or rephrase any of these points):\n"
        + "\n".join(f"- {point}" for point in points)
        if points
        else ""
    )


def _people(part: SimPart) -> str:
    others = (person for person in part.scenario.people if person.id != part.person.id)
    wanted = {objective.id: objective.text for objective in part.scenario.objectives}
    lines = [
        f"• {person.name}, {person.role}: {wanted.get(person.goal.objective, '')}".rstrip(" :")
        for person in others
    ]
    return _TEXTS["people"].format(people="\n".join(lines)) if lines else ""


def _elsewhere(part: SimPart) -> str:
    lines = [f'• "{each.about[0]}" {each.say}' for each in part.person.elsewhere]
    return _TEXTS["elsewhere"].format(lines="\n".join(lines)) if lines else ""


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
