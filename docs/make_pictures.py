"""Makes the pictures of the README and the docs from the program itself: `make docs`."""

from __future__ import annotations

import asyncio
import re
from html import escape
from io import StringIO
from pathlib import Path
from tempfile import TemporaryDirectory

from rich.console import Console

from dramaturg.app.productions import sim_part
from dramaturg.app.settings import Settings
from dramaturg.app.wiring import library_of, open_app
from dramaturg.cli.demo import play_through, show_walk
from dramaturg.kernel.graph import ControlGraph

PICTURES = Path(__file__).parent / "pictures"
FONT = 'font-family="sans-serif" font-size="12"'
TIP = """<defs><marker id="tip" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="7" markerHeight="7" orient="auto">
<path d="M0 0 8 4 0 8z"/></marker></defs>"""
FOREIGN_FONT = re.compile(r"@font-face \{.*?\}\s*", re.DOTALL)


def main() -> None:
    talk, walk = asyncio.run(_played())
    save(talk, "play.svg", "dramaturg play sim launch_decision")
    save(walk, "walk.svg", "dramaturg demo: the walk")
    graph = sim_part(library_of(Settings()), "launch_decision", "qa_lead").graph
    (PICTURES / "technical.svg").write_text(drawn(graph), encoding="utf-8")


async def _played() -> tuple[Console, Console]:
    talk, walk = (Console(record=True, width=100, highlight=False, file=StringIO()) for _ in range(2))
    with TemporaryDirectory() as folder:
        async with open_app(Settings(store=f"{folder}/pictures.db", model="offline")) as app:
            _, records = await play_through(app, talk)
            show_walk(walk, records)
    return talk, walk


def save(console: Console, name: str, title: str) -> None:
    """Without the font that rich would have the reader's browser fetch."""
    (PICTURES / name).write_text(FOREIGN_FONT.sub("", console.export_svg(title=title)), encoding="utf-8")


def drawn(graph: ControlGraph) -> str:
    """The control graph as a row of boxes: gates with a double line, branches dashed."""
    width, gap = 96, 22
    boxes = []
    for index, node in enumerate(graph.nodes):
        x = 10 + index * (width + gap)
        line = 'stroke-width="3"' if node.is_gate else 'stroke-dasharray="5 3"' if node.is_branch else ""
        kind = "gate" if node.is_gate else "branch" if node.is_branch else "end" if node.is_terminal else ""
        turns = "loops" if node.self_loop else kind
        boxes.append(f'<rect x="{x}" y="20" width="{width}" height="44" rx="6" fill="#fff" stroke="#334" {line}/>')
        boxes.append(f'<text x="{x + width / 2}" y="40" text-anchor="middle" font-weight="bold">{escape(node.id)}</text>')
        boxes.append(f'<text x="{x + width / 2}" y="56" text-anchor="middle" fill="#667">{turns}</text>')
        if not node.is_terminal:
            boxes.append(f'<path d="M{x + width} 42 h{gap - 6}" stroke="#334" marker-end="url(#tip)"/>')
    gate = next(index for index, node in enumerate(graph.nodes) if node.is_gate)
    start, end = (10 + at * (width + gap) + width / 2 for at in (gate, len(graph.nodes) - 1))
    boxes.append(
        f'<path d="M{start} 64 v22 H{end} v-16" fill="none" stroke="#a33" stroke-dasharray="2 3" marker-end="url(#tip)"/>'
    )
    boxes.append(
        f'<text x="{(start + end) / 2}" y="100" text-anchor="middle" fill="#a33">backstop after {graph.backstop} exchanges</text>'
    )
    size = f'width="{20 + len(graph.nodes) * (width + gap)}" height="112"'
    return "\n".join((f'<svg xmlns="http://www.w3.org/2000/svg" {size} {FONT}>', TIP, *boxes, "</svg>\n"))


if __name__ == "__main__":
    main()
