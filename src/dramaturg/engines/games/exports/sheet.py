"""A sheet to print: every round as a task for a pencil, and the answers on pages of their own."""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Callable, Iterable, Iterator, Mapping
from html import escape
from pathlib import Path
from string import Template

from dramaturg.engines.games.base.blueprint import Blueprint, Item, Round, Scene

TEMPLATE = Path(__file__).with_name("sheet.html")
BLANK = '<span class="blank">&nbsp;</span>'
ON_PAPER: Mapping[str, str] = {
    "drag_drop": "Write the number of its place beside every name.",
    "click_to_identify": "Write the number of the place that is meant.",
    "description_matching": "Write the number of the place that is described.",
    "hierarchical": "Write the number of its place beside every name, wholes and parts.",
    "trace_path": "Write the numbers of the places.",
    "memory_match": "Join what belongs together by lines.",
}
BOX = '<span class="box"></span>'


def sheet(blueprint: Blueprint, pass_mark: float) -> bytes:
    credits = {scene.diagram.attribution for scene in blueprint.scenes if scene.diagram} - {""}
    page = Template(TEMPLATE.read_text(encoding="utf-8")).substitute(
        language=escape(blueprint.language),
        title=escape(blueprint.title),
        points=blueprint.total_max_score,
        intro=escape(blueprint.narrative_intro),
        tasks="\n".join(_tasks(blueprint)),
        answers="\n".join(_answers(blueprint)),
        credits="".join(f"<p class='why'>{escape(each)}</p>" for each in sorted(credits)),
    )
    return page.encode()


def _tasks(blueprint: Blueprint) -> Iterator[str]:
    shown = ""
    for number, (scene, round) in enumerate(_rounds(blueprint), start=1):
        picture = "" if scene.scene_id == shown else _picture(scene)
        shown = scene.scene_id
        head = f"<h2>{number}. {escape(_asked(round))}</h2>"
        yield f"<section>{head}{_points(round)}{picture}{TASKS[round.mode](round)}</section>"


def _answers(blueprint: Blueprint) -> Iterator[str]:
    for number, (scene, round) in enumerate(_rounds(blueprint), start=1):
        lines = (
            f"{escape(item.text)} → <strong>{escape(_answer(scene, round, item))}</strong>"
            f"<br><span class='why'>{escape(item.explanation)}</span>"
            for item in _in_order(round)
        )
        yield f"<h3>{number}. {escape(_asked(round))}</h3>{_list('ol', lines)}"


def _rounds(blueprint: Blueprint) -> Iterator[tuple[Scene, Round]]:
    return ((scene, each) for scene in blueprint.scenes for each in scene.mechanics)


def _asked(round: Round) -> str:
    """On paper nothing is clicked or dragged."""
    instead = ON_PAPER.get(round.mode)
    if round.mode == "trace_path":
        return f"{round.instruction.partition('. ')[0].rstrip('.')}. {instead}"
    return instead or round.instruction


def _points(round: Round) -> str:
    return f"<p class='why'>{round.max_score} points</p>"


# ── tasks ─────────────────────────────────────────────────────────────────────────────────────────


def _numbered(round: Round) -> str:
    """The number of an area is written beside what lies there."""
    extras = [extra.text for extra in round.distractors]
    texts = [item.text for item in round.items]
    shown = sorted([*texts, *extras], key=str.casefold) if extras else texts
    note = "<p class='why'>Not all of them belong here.</p>" if extras else ""
    return note + _list("ul", (f"{BLANK} {escape(text)}" for text in shown))


def _sorted(round: Round) -> str:
    heads = "".join(f"<th>{escape(choice.text)}</th>" for choice in round.choices)
    cells = "".join(f"<td>{BOX}</td>" for _ in round.choices)
    things = [*(item.text for item in round.items), *(each.text for each in round.distractors)]
    rows = "".join(f"<tr><td>{escape(text)}</td>{cells}</tr>" for text in things)
    return f"<table><tr><th></th>{heads}</tr>{rows}</table>"


def _ordered(round: Round) -> str:
    return _list("ul", (f"{BLANK} {escape(item.text)}" for item in round.items))


def _joined(round: Round) -> str:
    """Names on one side, what is said of them on the other, to be joined by lines."""
    names = {item.id: item.text for item in round.items}
    backs = [card.text for card in round.cards if card.text != names[card.item]]
    left, right = _list("ul", map(escape, names.values())), _list("ul", map(escape, backs))
    return f"<div class='two'>{left}{right}</div>"


def _decided(round: Round) -> str:
    """The moments along the best way: on paper a story cannot turn."""
    moments = {moment.id: moment for moment in round.moments}
    tasks = []
    for item in round.items:
        options = (f"{BOX}{escape(option.text)}" for option in moments[item.id].options)
        tasks.append(f"<p>{escape(moments[item.id].situation)}</p>{_list('ul', options)}")
    return _list("ol", tasks)


TASKS: Mapping[str, Callable[[Round], str]] = {
    "drag_drop": _numbered,
    "click_to_identify": _numbered,
    "trace_path": _numbered,
    "description_matching": _numbered,
    "hierarchical": _numbered,
    "compare_contrast": _sorted,
    "sorting_categories": _sorted,
    "sequencing": _ordered,
    "memory_match": _joined,
    "branching_scenario": _decided,
}


# ── answers ───────────────────────────────────────────────────────────────────────────────────────


def _in_order(round: Round) -> tuple[Item, ...]:
    if round.mode != "sequencing":
        return round.items
    places = [choice.id for choice in round.choices]
    return tuple(sorted(round.items, key=lambda item: places.index(item.answer)))


def _answer(scene: Scene, round: Round, item: Item) -> str:
    if round.mode == "memory_match":
        backs = [card.text for card in round.cards if card.item == item.id]
        return next((text for text in backs if text != item.text), item.text)
    for moment in round.moments:
        if moment.id == item.id:
            return next(each.text for each in moment.options if each.id == item.answer)
    zone = next((each for each in scene.zones if each.id == item.answer), None)
    if zone is not None:
        named = f", {zone.label}" if zone.label != item.text else ""
        return f"{zone.id.removeprefix('z')}{named}"
    return next((each.text for each in round.choices if each.id == item.answer), item.answer)


# ── pieces ────────────────────────────────────────────────────────────────────────────────────────


def _picture(scene: Scene) -> str:
    """The drawing with a number on every area; once for all rounds of a scene."""
    if scene.diagram is None:
        return ""
    data = b64encode(scene.diagram.svg.encode()).decode()
    pins = "".join(
        f'<span class="pin" style="left:{zone.at[0]:.1f}%;top:{zone.at[1]:.1f}%">'
        f"{escape(zone.id.removeprefix('z'))}</span>"
        for zone in scene.zones
    )
    alt = escape(scene.diagram.alt)
    return f'<figure><img src="data:image/svg+xml;base64,{data}" alt="{alt}">{pins}</figure>'


def _list(tag: str, lines: Iterable[str]) -> str:
    return f"<{tag}>{''.join(f'<li>{line}</li>' for line in lines)}</{tag}>"
