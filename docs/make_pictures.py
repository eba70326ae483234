"""Makes the pictures of the README and the docs from the program itself: `make docs`."""

from __future__ import annotations

import asyncio
import re
import shutil
from contextlib import chdir, redirect_stdout, suppress
from html import escape
from io import StringIO
from pathlib import Path
from tempfile import TemporaryDirectory

from playwright.sync_api import sync_playwright
from rich.console import Console
from rich.text import Text
from studio_pictures import studio

from dramaturg.app.config.providers import LOCAL_MODELS, embedder
from dramaturg.app.config.settings import Settings
from dramaturg.app.content.kinds import library_of
from dramaturg.app.simulate.cohorts import find_cohort, plan_cohort
from dramaturg.app.simulate.groups import Other, opposed
from dramaturg.app.simulate.page import report_page
from dramaturg.app.simulate.results import results_of
from dramaturg.app.simulate.run import playing_of, simulate
from dramaturg.app.studies.read_study import with_material
from dramaturg.app.wiring import App, open_app
from dramaturg.cli.check import check_content
from dramaturg.cli.demo import play_through, show_walk
from dramaturg.cli.study_simulate import simulated
from dramaturg.cli.terminal import Terminal
from dramaturg.content.library import packaged
from dramaturg.engines import engine_of
from dramaturg.engines.games.base.blueprint import Blueprint
from dramaturg.engines.games.content import make_at_once
from dramaturg.engines.games.job import Order
from dramaturg.engines.games.page import page_of
from dramaturg.engines.interviews.content import interview_content
from dramaturg.engines.interviews.engine import InterviewEngine
from dramaturg.engines.interviews.report.graph_picture import draw
from dramaturg.engines.interviews.respondents import profile_respondent
from dramaturg.engines.memoir.base.artifacts import Teller
from dramaturg.engines.memoir.book.draft import draft
from dramaturg.engines.memoir.book.formats import FORMS
from dramaturg.engines.memoir.book.passages import book_source
from dramaturg.engines.memoir.content import memoir_content
from dramaturg.engines.memoir.engine import MemoirEngine
from dramaturg.engines.memoir.outcomes import MemoirRun
from dramaturg.engines.memoir.simulate import lives_of, tell
from dramaturg.engines.sims.content import sim_part
from dramaturg.kernel.graph import ControlGraph
from dramaturg.studies.report.study_report import Report, report
from dramaturg.turn.engine import fold

PICTURES = Path(__file__).parent / "pictures"
FONT = 'font-family="sans-serif" font-size="12"'
TIP = """<defs><marker id="tip" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="7" markerHeight="7" orient="auto">
<path d="M0 0 8 4 0 8z"/></marker></defs>"""
MOST, ANSWERS, SHOWN = (
    10,
    5,
    4,
)  # answers of the interview: allowed, in the picture of its graph, in the terminal
RESPONDENTS, CUTOFF = (
    40,
    4,
)  # of the study whose value map is drawn; a higher cut-off than proposed, so that it fits on a page
LIFE, SITTINGS, TURNS = "gurdev_southall", 6, 10  # of the memoir whose book is photographed
COHORT, PATIENCE = (
    "a_team_in_a_hurry",
    "backbones.technical.backstop=2",
)  # of the simulation whose page is photographed
TOLD = (
    (
        "I was born above my father's bakery in Leith. At four in the morning the whole house"
        " smelled of rolls."
    ),
    (
        "My brother Alec and I used to carry the trays down to the harbour before school, and the"
        " gulls followed us like a wedding."
    ),
    "He went out with the trawlers, and he did not come home. I don't want to talk about that.",
    "/why",
)
SHORT_CUT = (
    "    advance: DEEPEN",
    (
        "    conditional:\n      - {to: RESOLVE, when: relationship >= cooperative}\n    advance:"
        " DEEPEN"
    ),
)
FOREIGN_FONT = re.compile(r"@font-face \{.*?\}\s*", re.DOTALL)


def main() -> None:
    talk, walk, interview = asyncio.run(_played())
    save(talk, "play.svg", "dramaturg play sim launch_decision")
    save(walk, "walk.svg", "dramaturg demo: the walk")
    save(interview, "interview.svg", "dramaturg play interview five_whys --about late_deliveries")
    graph = sim_part(library_of(Settings()), "launch_decision", "qa_lead").graph
    (PICTURES / "technical.svg").write_text(drawn(graph), encoding="utf-8")
    save(checked(), "check.svg", "dramaturg check technical.yaml")
    photograph(asyncio.run(_made()))
    study()
    memoir()
    simulation()
    studio()


def simulation() -> None:
    """The same learners before a launch, with more patience in the gate and with less: the page
    that compares them.
    """
    settings = Settings(store="", model="offline")
    library = library_of(settings)
    other = Other(settings=(PATIENCE,))
    plans = opposed(plan_cohort(library, find_cohort(library, COHORT)), library, other)
    results = list(simulate([each.plan for each in plans], settings, workers=2))
    found = results_of("A team in a hurry", settings.model, 1, plans, results, other)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=shutil.which("chromium"), args=["--no-sandbox", "--disable-gpu"]
        )
        shown = browser.new_page(viewport={"width": 820, "height": 640}, device_scale_factor=1.5)
        shown.set_content(report_page(found))
        top = (
            shown.evaluate(
                "[...document.querySelectorAll('h2')].find(each => each.textContent.startsWith('B"
                " ')).offsetTop"
            )
            + 8
        )
        height = (
            shown.evaluate(
                "document.querySelector('figure').getBoundingClientRect().bottom + scrollY"
            )
            + 12
            - top
        )
        file = PICTURES / "simulation.png"
        shown.screenshot(
            path=file, full_page=True, clip={"x": 0, "y": top, "width": 820, "height": height}
        )
        browser.close()


def checked() -> Console:
    """What an author is told who leads friendly learners past the fact that decides."""
    console, told = Console(record=True, width=112, highlight=False, file=StringIO()), StringIO()
    text = (
        (packaged() / "sims/backbones/technical.yaml")
        .read_text(encoding="utf-8")
        .replace(*SHORT_CUT)
    )
    with TemporaryDirectory() as folder, chdir(folder):
        file = Path("technical.yaml")
        file.write_text(text, encoding="utf-8")
        with redirect_stdout(told), suppress(SystemExit):
            check_content([file])
    for line in told.getvalue().splitlines():
        console.print(Text(line, style="green" if "✓" in line else "red" if "✗" in line else ""))
    return console


def memoir() -> None:
    """Somebody begins to tell, in the terminal; and the book of somebody whose life was told in six
    sittings.
    """
    save(asyncio.run(_begun()), "memoir.svg", "dramaturg play memoir --name Isa --born 1938")
    page = _book().decode()
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=shutil.which("chromium"), args=["--no-sandbox", "--disable-gpu"]
        )
        shown = browser.new_page(viewport={"width": 800, "height": 640}, device_scale_factor=1.5)
        shown.set_content(page)
        top = shown.evaluate("document.querySelector('#chapter-1').offsetTop") - 24
        file = PICTURES / "memoir-book.png"
        shown.screenshot(
            path=file, full_page=True, clip={"x": 0, "y": top, "width": 800, "height": 624}
        )
        browser.close()


async def _begun() -> Console:
    console = Console(record=True, width=100, highlight=False, file=StringIO())
    with TemporaryDirectory() as folder:
        async with open_app(Settings(store=f"{folder}/memoir.db", model="offline")) as app:
            session, _ = await app.sessions.open(
                memoir_content(app.library, "origins", Teller(name="Isa", born=1938))
            )
            terminal = Terminal(app, await app.log.session(session), console)
            await terminal.show_beginning()
            for said in TOLD:
                console.print(Text(f"you › {said}", style="cyan"))
                await terminal.round(said)
    return console


def _book() -> bytes:
    settings = Settings(store="", model="offline")
    library = library_of(settings)
    (life,) = lives_of(library, LIFE)
    content = memoir_content(library, "origins", life.known(TURNS))
    told = tell(
        MemoirRun(LIFE, "generous", 1, SITTINGS, TURNS), life, content, playing_of(settings)
    )
    engine: MemoirEngine = engine_of(content, LOCAL_MODELS)  # type: ignore[assignment]  # a memoir is played by this engine
    state = fold(
        engine.apply, (event for record in told.records for event in record.events), engine.start()
    )
    return FORMS["html"](draft(book_source(told.records, state, engine.teller, LIFE)))


def study() -> None:
    """Simulated people take part in a study: its value map, and how many codes each interview
    added.
    """
    with TemporaryDirectory() as folder:
        settings = Settings(store=f"{folder}/study.db", model="offline")
        held = simulated("oat_milk_values", None, RESPONDENTS, seed=1, settings=settings)
        told = asyncio.run(_told(held.study, settings))
    for name in ("map.svg", "saturation.svg"):
        (PICTURES / f"study-{name}").write_text(told.pictures[name], encoding="utf-8")


async def _told(study: str, settings: Settings) -> Report:
    async with open_app(settings) as app:
        return await with_material(app, study, lambda material: report(material.findings(CUTOFF)))


async def _made() -> Blueprint:
    order = Order(
        id="heart",
        knowledge="heart",
        mechanics=("drag_drop", "trace_path"),
        difficulty="beginner",
        seed=4,
    )
    made = await make_at_once(order, library_of(Settings(store="")))
    return Blueprint.model_validate(made["blueprint"])


def photograph(blueprint: Blueprint) -> None:
    """The page in a browser: a round with two labels in place, and what one sees in the end."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=shutil.which("chromium"), args=["--no-sandbox", "--disable-gpu"]
        )
        page = browser.new_page(viewport={"width": 1100, "height": 880})
        page.set_content(page_of(blueprint))
        page.get_by_role("button", name="Begin").click()
        for number, (round, item) in enumerate(
            (each, item)
            for scene in blueprint.scenes
            for each in scene.mechanics
            for item in each.items
        ):
            if number == 2:
                page.screenshot(path=PICTURES / "game-desktop.png")
            if round.mode == "drag_drop":
                page.locator(f'[data-key="piece:{item.id}"]').click()
            page.locator(f'[data-key="zone:{item.answer}"]').click()
            page.wait_for_timeout(400)  # the page takes no second tap for the next question
            if item is round.items[-1]:
                page.get_by_role("button", name="Continue").click()
        page.screenshot(path=PICTURES / "game-result.png")
        browser.close()


async def _played() -> tuple[Console, Console, Console]:
    talk, walk, interview = (
        Console(record=True, width=100, highlight=False, file=StringIO()) for _ in range(3)
    )
    with TemporaryDirectory() as folder:
        async with open_app(Settings(store=f"{folder}/pictures.db", model="offline")) as app:
            _, records = await play_through(app, talk)
            show_walk(walk, records)
            graph = await interviewed(app, interview)
    (PICTURES / "interview-graph.svg").write_text(graph, encoding="utf-8")
    return talk, walk, interview


async def interviewed(app: App, console: Console) -> str:
    """The first answers of an interview, with the reason for a question, and the knowledge graph
    after some more, drawn.
    """
    session, opening = await app.sessions.open(
        interview_content(app.library, "five_whys", "late_deliveries", max_turns=MOST)
    )
    respondent = profile_respondent("wanjiru_late_deliveries", app.library, embedder())
    terminal, line = Terminal(app, await app.log.session(session), console), opening.line
    await terminal.show_beginning()
    for turn in range(ANSWERS):
        words = str(respondent.answer(line))
        for said in (words, "/why") if turn == SHOWN - 1 else (words,):
            console.print(Text(f"you › {said}", style="cyan"))
            await terminal.round(said)
        if turn == SHOWN - 1:
            console = Console(file=StringIO())
            terminal = Terminal(app, await app.log.session(session), console)
        line = (await app.sessions.records(session))[-1][1].line
    live = await app.sessions.live(session)
    engine: InterviewEngine = live.engine  # type: ignore[assignment]  # a methodology is played by interviews
    return draw(
        live.state.graph, engine.methodology.ontology, engine.subject.title, respondent="Wanjiru"
    )


def save(console: Console, name: str, title: str) -> None:
    """Without the font that rich would have the reader's browser fetch."""
    (PICTURES / name).write_text(
        FOREIGN_FONT.sub("", console.export_svg(title=title)), encoding="utf-8"
    )


def drawn(graph: ControlGraph) -> str:
    """The control graph as a row of boxes: gates with a double line, branches dashed."""
    width, gap = 96, 22
    boxes = []
    for index, node in enumerate(graph.nodes):
        x = 10 + index * (width + gap)
        line = (
            'stroke-width="3"'
            if node.is_gate
            else 'stroke-dasharray="5 3"'
            if node.is_branch
            else ""
        )
        kind = (
            "gate"
            if node.is_gate
            else "branch"
            if node.is_branch
            else "end"
            if node.is_terminal
            else ""
        )
        turns = "loops" if node.self_loop else kind
        boxes.append(
            f'<rect x="{x}" y="20" width="{width}" height="44" rx="6" fill="#fff" stroke="#334"'
            f" {line}/>"
        )
        boxes.append(
            f'<text x="{x + width / 2}" y="40" text-anchor="middle"'
            f' font-weight="bold">{escape(node.id)}</text>'
        )
        boxes.append(
            f'<text x="{x + width / 2}" y="56" text-anchor="middle" fill="#667">{turns}</text>'
        )
        if not node.is_terminal:
            boxes.append(
                f'<path d="M{x + width} 42 h{gap - 6}" stroke="#334" marker-end="url(#tip)"/>'
            )
    gate = next(index for index, node in enumerate(graph.nodes) if node.is_gate)
    start, end = (10 + at * (width + gap) + width / 2 for at in (gate, len(graph.nodes) - 1))
    boxes.append(
        f'<path d="M{start} 64 v22 H{end} v-16" fill="none" stroke="#a33" stroke-dasharray="2 3"'
        ' marker-end="url(#tip)"/>'
    )
    boxes.append(
        f'<text x="{(start + end) / 2}" y="100" text-anchor="middle" fill="#a33">backstop after'
        f" {graph.backstop} exchanges</text>"
    )
    size = f'width="{20 + len(graph.nodes) * (width + gap)}" height="112"'
    return "\n".join(
        (f'<svg xmlns="http://www.w3.org/2000/svg" {size} {FONT}>', TIP, *boxes, "</svg>\n")
    )


if __name__ == "__main__":
    main()
