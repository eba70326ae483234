"""Speaking without a model: a line made from the person's own words, in full sentences, one fresh
fact a turn.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from dramaturg.engines.sims.base.binding import BoundMaterial, SimPart
from dramaturg.engines.sims.base.directive import SimDirective
from dramaturg.engines.sims.base.state import Conversation
from dramaturg.kernel.graph import Node

REACTIONS = {
    "hostile": ("There's no need for that.", "I'm not your enemy here."),
    "dismissive": ("I wish it were that simple.", "You can wave it off, but it's still there."),
    "warm": ("Thank you, I appreciate that.", "That's good of you to say."),
    # heard before there was an ear: what was said then replays to the letter
    "rushed": ("I'll keep it short.", "Quickly, then."),
    "anxious": ("I know. I'm not calm about it either.", "You're right to be worried."),
}
BRIDGES = (
    "What I can tell you is this.",
    "Here's what I do know.",
    "Let me come back to why you're here.",
)
BRIDGES_TO_GATE = (
    "But let me come back to what decides this.",
    "Before we drift off, one thing first.",
    "Back to the point, though.",
)
NOTHING_ON_IT = (
    "I've got nothing useful on that, and I'd rather not guess.",
    "That's not something I know about.",
)
INVITES = ("What do you make of that?", "Does that help?")
ACKNOWLEDGED = ("Yes. That's exactly it.", "Right. Then we're looking at the same thing.")
NOTHING_MORE = ("That's all I can tell you about it.", "I've told you what I know.")
NOT_UNDERSTOOD = (
    "Sorry, I didn't get that. Could you say it again in English?",
    "I'm afraid I still couldn't follow. Would you put it in other words?",
)
AFTER_THE_END = "We've been through it, and I have nothing to add."


def speak(part: SimPart, conversation: Conversation, directive: SimDirective, mood: str) -> str:
    """The person's line for this turn."""
    if directive.purpose == "ask_again":
        asked = sum(line.text in NOT_UNDERSTOOD for line in conversation.lines)
        return _turn_about(NOT_UNDERSTOOD, asked)
    return " ".join(" ".join(_pieces(part, conversation, directive, mood)).split())


def _pieces(
    part: SimPart, conversation: Conversation, directive: SimDirective, mood: str
) -> Iterator[str]:
    node = part.graph.by_id[directive.node]
    exchange = len(conversation.pointer.node_history)
    if directive.purpose == "after_the_end":
        yield AFTER_THE_END
        yield from _redirect(part)
        return
    if directive.reply_to:
        yield _reply(part, directive.reply_to, conversation)
    if directive.detour:
        yield from _detour(part, node, directive.detour, conversation.pointer.detours)
    elif exchange and mood in REACTIONS and not directive.reply_to:
        yield _turn_about(REACTIONS[mood], exchange)
    if directive.acknowledged:
        yield part.materials[directive.acknowledged].heard or _turn_about(ACKNOWLEDGED, exchange)
    for name in directive.say:
        yield _said(part.materials[name], node, conversation, directive)
    loops = node.self_loop and directive.purpose == "speak"
    if loops and not directive.say:
        yield _turn_about(NOTHING_MORE, exchange)
    yield from (part.materials[name].say for name in directive.reveal)
    if node.is_terminal:
        yield from _redirect(part)
    if loops:
        yield _turn_about(part.person.invites or INVITES, exchange)


def _said(
    material: BoundMaterial, node: Node, conversation: Conversation, directive: SimDirective
) -> str:
    """In its first words, or in plainer ones while a gate presses it."""
    if node.is_gate and material.id in conversation.said and material.again:
        return _turn_about(material.again, max(directive.pressed - 1, 0))
    return material.say


def _detour(part: SimPart, node: Node, detour: str, count: int) -> Iterator[str]:
    """Acknowledge once, answer briefly, bridge back."""
    kind, _, number = detour.partition(":")
    if kind == "elsewhere":
        yield part.person.elsewhere[int(number)].say
    else:
        yield _turn_about(part.person.unknown or NOTHING_ON_IT, count)
    if not node.is_branch and not node.is_terminal:
        yield _turn_about(BRIDGES_TO_GATE if node.is_gate else BRIDGES, count)


def _reply(part: SimPart, option_id: str, conversation: Conversation) -> str:
    answered = conversation.pointer.nodes_satisfied[-1]
    return next(option.reply for option in part.pivots[answered].options if option.id == option_id)


def _redirect(part: SimPart) -> Iterator[str]:
    if part.person.redirect:
        yield part.person.redirect.say


def _turn_about(choices: Sequence[str], count: int) -> str:
    return choices[count % len(choices)]
