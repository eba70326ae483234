"""A session's view as text: for the terminal, and for chat clients, which have nothing else."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from dramaturg.app.views.views import VIEWS, TurnShown, Why
from dramaturg.turn.view import AnswerOption, Spoken, TextBlock

MOST_SIGNALS = 8  # that an explanation in words names

ALWAYS = (("why", "why the last turn went so"), ("help", "what can be typed"))
"""Commands of every engine, where a session is held by typing."""

# What chat clients ask on their own, besides what a person says: a title, tags, what might be said
# next. They wrap the conversation up in a task; a person who speaks of titles does not.
TASK = re.compile(
    r"\A\s*(###\s*task\b|(please\s+)?(generate|provide|create|write|suggest|analy[sz]e|summari[sz]e)\b.{0,160}?"
    r"\b(title|tags?|follow-?ups?|emoji|quer(y|ies)))",
    re.IGNORECASE | re.DOTALL,
)
WRAPPED = re.compile(
    r"<chat_history>|^\W*(user|human|assistant|ai|message|conversation|chat history)\W*:",
    re.IGNORECASE | re.MULTILINE,
)


def is_task(text: str) -> bool:
    """Whether a chat client asks this for itself, and nobody has said it."""
    return bool(TASK.search(text) and WRAPPED.search(text))


def opening_text(notice: str, turn: TurnShown) -> str:
    """What is told before anybody was heard: that this is a program, where one is, and the first
    line.
    """
    return _paragraphs(notice, *map(block_text, turn.beside), *_lines(turn.lines))


def turn_text(turn: TurnShown) -> str:
    """A turn: the lines, and what has come with them."""
    offered = "\n".join(map(option_text, turn.options))
    over = f"[This has ended: {turn.scene.ended}.]" if turn.scene.ended else ""
    return _paragraphs(*_lines(turn.lines), *map(block_text, turn.beside), offered, over)


def option_text(option: AnswerOption) -> str:
    return f"{option.key}) {option.text}"


def block_text(block: TextBlock) -> str:
    if block.kind == "done":
        return f"[Done: {' '.join(block.lines)}]"
    return "\n".join((f"[{block.title}]", *block.lines) if block.title else block.lines)


def why_words(why: Why) -> Iterator[tuple[str, str]]:
    """Why a turn went as it did, as labels and words; what goes on under a label has none."""
    shown = why.shown
    if shown.reason:
        yield "this turn", shown.reason
    if shown.outcome and shown.outcome != shown.reason:
        yield "then", shown.outcome
    yield from VIEWS[shown.engine].why_words(why.own)
    read = [
        f"{signal.name.replace('_', ' ')} {signal.value}"
        for signal in shown.signals
        if ":" not in signal.name and signal.value not in (0, "", False, None)
    ]
    if read:
        yield "read", ", ".join(read[:MOST_SIGNALS])
    if shown.source:
        yield "line by", shown.source
    for each in shown.replaced:
        yield "overridden", f"{each.rule}: {each.detail}" if each.detail else each.rule


def why_text(why: Why) -> str:
    """The same as a table."""
    return "\n".join(f"{label:<14} {words}".rstrip() for label, words in why_words(why))


def help_text(engine: str, leaving: str = "") -> str:
    """What can be typed in a session of this engine."""
    view = VIEWS[engine]
    named = [(f"/{each.name} {each.takes}".rstrip(), each.help) for each in view.commands]
    named += [(f"/{name}", about) for name, about in ALWAYS]
    named += [("/quit", leaving)] if leaving else []
    width = max(len(name) for name, _ in named)
    return "\n".join((view.hint, *(f"{name:<{width}}  {about}" for name, about in named)))


def _lines(lines: Sequence[Spoken]) -> Iterator[str]:
    for line in lines:
        if line.by == "program":
            yield f"{line.name}: {line.text}" if line.role else line.text


def _paragraphs(*parts: str) -> str:
    return "\n\n".join(part for part in parts if part)
