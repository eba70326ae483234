"""The timeline and the family as pictures: SVG, made of names, years and words that were told."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

from dramaturg.data_files import load
from dramaturg.drawing.svg import PAPER, THREAD, page, text, text_width, wrapped
from dramaturg.engines.memoir.book.timeline import Timeline, TimelineEntry, TimelineName
from dramaturg.engines.memoir.story.kin import KIN
from dramaturg.english.prose import words

GENERATIONS: Mapping[str, int] = load(__file__, "generations.yaml", dict[str, int])
WIDTH, EDGE, LINE = 560.0, 20.0, 16.0
AXIS = 130.0
"""Where the line of the years stands."""
A_YEAR, MOST_A_YEAR = 4.0, 40.0
LINES = 3  # of what was told of a year
BOX, GAP, ROW = 34.0, 12.0, 64.0
FEWEST_KIN, FEWEST_YEARS = 2, 2


@dataclass(frozen=True, slots=True)
class Relative:
    """Somebody of the family: what they are called, and what they are to the teller."""

    name: str
    role: str
    generation: int

    @property
    def width(self) -> float:
        return 24.0 + max(text_width(self.name, 13), text_width(self.role, 10))


def timeline_picture(timeline: Timeline) -> str:
    """A line of years with what was told of each; longer gaps stand further apart. Empty where
    there are too few years.
    """
    if len({entry.year for entry in timeline.entries}) < FEWEST_YEARS:
        return ""
    parts, y, before = list[str](), EDGE, timeline.entries[0].year
    for entry in timeline.entries:
        y += min(MOST_A_YEAR, A_YEAR * (entry.year - before))
        before = entry.year
        parts += _year(entry, y)
        y += LINE * max(1, len(_told(entry))) + 10
    line = f'<path class="thread" d="M{AXIS} {EDGE}V{y - 10:.1f}" stroke="{THREAD}" fill="none"/>'
    return page(
        WIDTH, y + EDGE, timeline.title, "Years and what was told of them", "", [line, *parts]
    )


def _told(entry: TimelineEntry) -> list[str]:
    return wrapped(entry.text, WIDTH - AXIS - 2 * EDGE, LINES)


def _year(entry: TimelineEntry, y: float) -> Iterator[str]:
    yield f'<circle class="tip" cx="{AXIS}" cy="{y + 8:.1f}" r="4" fill="{THREAD}"/>'
    yield text(entry.when, AXIS - 14, y + 12, "ink", 'text-anchor="end" font-weight="bold"')
    for number, line in enumerate(_told(entry)):
        yield text(line, AXIS + 16, y + 12 + number * LINE, "ink")


def family_picture(timeline: Timeline, teller: str) -> str:
    """Generations one below the other, the teller among their own. Empty where hardly anybody of
    the family was named.
    """
    found = list(_relatives(timeline.people))
    if len(found) < FEWEST_KIN:
        return ""
    own = Relative(teller or "The teller", "", 0)
    rows = _rows([own, *found])
    width = max(WIDTH, *(sum(each.width + GAP for each in row) + 2 * EDGE for row in rows))
    boxes, lines, y, joints = list[str](), list[str](), EDGE, list[float]()
    for row in rows:
        x = (width - sum(each.width + GAP for each in row) + GAP) / 2
        for each in row:
            boxes += _box(each, x, y, each is own)
            x += each.width + GAP
        joints.append(y)
        y += ROW
    for above, below in pairwise(joints):
        lines.append(
            f'<path class="thread" d="M{width / 2:.1f} {above + BOX:.1f}V{below:.1f}"'
            f' stroke="{THREAD}" fill="none"/>'
        )
    return page(width, y, "Family", "Who was told of, by generations", "", [*lines, *boxes])


def _relatives(people: Sequence[TimelineName]) -> Iterator[Relative]:
    """Those whose kin is said, `my sister`, by role or by name."""
    for each in people:
        said = words(each.role) or words(each.name)
        kin = KIN.get(said[-1]) if said and said[0] in ("my", "our") else None
        if kin and kin in GENERATIONS:
            shown = each.role if each.role.casefold() != each.name.casefold() else ""
            yield Relative(each.name, shown, GENERATIONS[kin])


def _rows(people: Sequence[Relative]) -> list[list[Relative]]:
    """Generations, the eldest first; a long one takes several rows."""
    rows: list[list[Relative]] = []
    for generation in sorted({each.generation for each in people}):
        row: list[Relative] = []
        for each in (one for one in people if one.generation == generation):
            if row and sum(one.width + GAP for one in (*row, each)) > WIDTH - 2 * EDGE:
                rows.append(row)
                row = []
            row.append(each)
        rows.append(row)
    return rows


def _box(relative: Relative, x: float, y: float, is_teller: bool) -> Iterator[str]:
    rim = 2.5 if is_teller else 1.0
    yield (
        f'<rect class="paper thread" x="{x:.1f}" y="{y:.1f}" width="{relative.width:.1f}"'
        f' height="{BOX}" rx="6" fill="{PAPER}" stroke="{THREAD}" stroke-width="{rim}"/>'
    )
    middle, weight = x + relative.width / 2, "bold" if is_teller else "normal"
    down = 15.0 if relative.role else 21.0
    style = f'text-anchor="middle" font-size="13" font-weight="{weight}"'
    yield text(relative.name, middle, y + down, "ink", style)
    if relative.role:
        yield text(relative.role, middle, y + 28, "soft", 'text-anchor="middle" font-size="10"')
