"""A study taken elsewhere: every form is opened by something else, and every quote leads back to
what the store has.
"""

from __future__ import annotations

import asyncio
import base64
import csv
import json
import re
import sqlite3
from collections.abc import Iterator, Mapping
from contextlib import closing
from itertools import chain
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
from playwright.sync_api import Page
from tests.app.studies.held_study import (
    INES,
    INES_SAID,
    OTIS,
    OTIS_ANSWERS,
    SIMULATED,
    analysed,
    done,
    interviewed,
    laid_out,
    written,
)
from tests.engines.games.page.browser import launched
from tests.engines.games.page.conftest import allowed
from tests.engines.games.page.judging import sideways, violations
from tests.studies.qdpx.projects import faults, files, independent_reader, selections

from dramaturg.app.config.settings import Settings
from dramaturg.app.studies.exports import EXPORTS, export
from dramaturg.app.studies.read_study import StudyMaterial, with_material
from dramaturg.app.wiring import App, open_app
from dramaturg.kernel.errors import BadInput
from dramaturg.studies.base.codes import CodeRenamed
from dramaturg.studies.content import study_content
from dramaturg.studies.figures.tables import FORMULA
from dramaturg.studies.findings import StudyFindings

pytestmark = pytest.mark.slow

QUOTE = re.compile(r"“(.+?)” \((R\d+), turn (\d+)\)")
BOLD = re.compile(r"\*\*(.+?)\*\* \((\d+) of (\d+);")
ESCAPED = re.compile(r"\\([\\`*_\[\]<>|#])")
PERSONAL = (
    "rosalind",
    "hargreaves",
    "example.org",
    "20 7946",
    "46 0958",
    "tobias",
    "wetherby",
)  # what Ines gave away

Written = Mapping[str, list[Path]]
"""By form: the files that were written."""


@pytest.fixture(scope="module")
def settings(tmp_path_factory: pytest.TempPathFactory) -> Settings:
    return laid_out(tmp_path_factory.mktemp("held"))


@pytest.fixture(scope="module")
def findings(settings: Settings) -> StudyFindings:
    return analysed(settings, lambda material: material.findings())


@pytest.fixture(scope="module")
def exported(settings: Settings) -> Written:
    return analysed(
        settings, lambda material: all_forms(material, Path(settings.store).parent / "out")
    )


@pytest.fixture(scope="module")
def redacted(settings: Settings) -> Written:
    return analysed(
        settings,
        lambda material: all_forms(material.redacted(), Path(settings.store).parent / "redacted"),
    )


def all_forms(material: StudyMaterial, folder: Path) -> Written:
    return {to: export(material, to, folder / f"study.{to}") for to in EXPORTS}


def read_table(written: Written, name: str) -> list[dict[str, str]]:
    (path,) = (path for path in written["csv"] if path.stem == name)
    with path.open(encoding="utf-8-sig", newline="") as file:
        return list(csv.DictReader(file, strict=True))


def utterances(settings: Settings) -> dict[tuple[str, int], str]:
    """By respondent and turn what they said, read past the application."""

    async def sessions(app: App, study: str) -> dict[str, str]:
        return {
            each.session: each.id for each in (await app.studies.state(study)).participants.values()
        }

    respondents = done(settings, sessions)
    with closing(sqlite3.connect(settings.store)) as connection:
        rows = connection.execute(
            "SELECT session, turn, text FROM utterances WHERE speaker = 'respondent'"
        ).fetchall()
    return {(respondents[session], turn): text for session, turn, text in rows}


def unmarked(markdown: str) -> str:
    return ESCAPED.sub(r"\1", markdown)


def test_every_form_is_written_and_told(exported: Written) -> None:
    assert set(exported) == {"qdpx", "graphml", "csv", "json", "md", "html", "svg", "report"}
    assert all(path.stat().st_size for path in chain.from_iterable(exported.values()))
    assert {path.name for path in exported["report"]} == {
        "report.md",
        "report.html",
        "map.svg",
        "saturation.svg",
    }


# ── CSV ───────────────────────────────────────────────────────────────────────────────────────────


def test_every_table_has_a_head_and_rows_as_wide_as_it(exported: Written) -> None:
    for path in exported["csv"]:
        with path.open(encoding="utf-8-sig", newline="") as file:
            head, *rows = csv.reader(file, strict=True)
        assert rows and all(head) and len(set(head)) == len(head), path
        assert {len(row) for row in rows} == {len(head)}, path


def test_no_cell_is_run_by_a_spreadsheet(exported: Written) -> None:
    for path in exported["csv"]:
        with path.open(encoding="utf-8-sig", newline="") as file:
            for cell in chain.from_iterable(csv.reader(file)):
                assert (
                    not cell.startswith(FORMULA)
                    or cell == "-"
                    or re.fullmatch(r"-?\d+(\.\d+)?", cell)
                ), (path, cell)
    said = [
        row["text"]
        for row in read_table(exported, "lines")
        if row["respondent"] == INES and row["speaker"] == "respondent"
    ]
    assert said == [f"'{text}" if text.startswith("=") else text for text in INES_SAID]
    assert sum(text.startswith("'=") for text in said) == 1


def test_quotes_and_links_stand_where_the_table_says(exported: Written, settings: Settings) -> None:
    said = utterances(settings)
    rows = [*read_table(exported, "quotes"), *read_table(exported, "links")]
    assert len(rows) > 40
    for row in rows:
        text = said[row["respondent"], int(row["turn"])]
        assert row["words"].removeprefix("'") == text[int(row["start"]) : int(row["end"])]


def test_tables_agree_with_the_figures(exported: Written, findings: StudyFindings) -> None:
    names, matrix = findings.names, findings.figures.matrix
    cells = {(row["from"], row["to"]): row["text"] for row in read_table(exported, "matrix")}
    assert cells == {
        (names[source], names[target]): cell.text for (source, target), cell in matrix.cells.items()
    }
    codes = {row["code"]: int(row["respondents"]) for row in read_table(exported, "codes")}
    assert codes == {code.id: code.support for code in findings.book.codes.values()}
    curve = [
        (int(row["new"]), int(row["cumulative"])) for row in read_table(exported, "saturation")
    ]
    assert curve == list(zip(findings.saturation.new, findings.saturation.cumulative, strict=True))
    assert [row["respondent"] for row in read_table(exported, "respondents")] == [
        *SIMULATED,
        INES,
        OTIS,
    ]
    assert [row["trade"] for row in read_table(exported, "respondents")][-1] == "zookeeper"


def test_two_codes_of_one_name_stay_apart(tmp_path: Path) -> None:
    settings = laid_out(tmp_path)
    codes = list(analysed(settings, lambda material: material.book()).codes.values())
    rename = CodeRenamed(codes[0].ideas[0], codes[1].name.upper())
    done(settings, lambda app, study: app.studies.decide(study, rename))
    exported = {
        "csv": analysed(settings, lambda material: export(material, "csv", tmp_path / "out"))
    }
    names = {row["code"]: row["name"] for row in read_table(exported, "codes")}
    assert names[codes[1].id] == f"{codes[1].name} (2)"
    for table in ("quotes", "ideas"):
        assert {(row["code"], row["name"]) for row in read_table(exported, table)} == set(
            names.items()
        )
    assert {row["code"] for row in read_table(exported, "interview_codes")} == set(names.values())
    assert {row["code"] for row in read_table(exported, "ladders")} <= set(names.values())


# ── JSON, GraphML, .qdpx ──────────────────────────────────────────────────────────────────────────


def test_the_json_has_every_interview_with_codes_and_words_that_are_cut_from_it(
    exported: Written,
) -> None:
    told = json.loads(exported["json"][0].read_text(encoding="utf-8"), parse_constant=pytest.fail)
    codes = {code["id"] for code in told["codes"]}
    assert [each["respondent"] for each in told["interviews"]] == [*SIMULATED, INES, OTIS]
    for each in told["interviews"]:
        heard = {
            line["turn"]: line["text"] for line in each["lines"] if line["speaker"] == "respondent"
        }
        for words in chain.from_iterable(
            idea["words"] for idea in (*each["ideas"], *each["links"])
        ):
            assert words["text"] == heard[words["turn"]][words["start"] : words["end"]]
        assert {idea["code"] for idea in each["ideas"]} | set(
            chain.from_iterable(each["ladders"])
        ) <= codes
        assert each["conduct"]["strategies"]["close"] == 1


def test_the_graphs_have_the_edges_of_map_and_merged_graph(
    exported: Written, findings: StudyFindings
) -> None:
    drawn, merged = (edges_of(path) for path in exported["graphml"])
    assert drawn == {(edge.source, edge.target) for edge in findings.figures.map.edges}
    assert merged == {(link.source, link.target) for link in findings.links}
    assert drawn < merged


def edges_of(path: Path) -> set[tuple[str | None, str | None]]:
    space = {"g": "http://graphml.graphdrawing.org/xmlns"}
    root = ElementTree.parse(path).getroot()
    known = {each.get("id") for each in root.iterfind(".//g:node", space)}
    edges = {(each.get("source"), each.get("target")) for each in root.iterfind(".//g:edge", space)}
    assert set(chain.from_iterable(edges)) <= known
    return edges


def test_the_project_is_valid_and_its_selections_are_the_quotes(
    exported: Written, findings: StudyFindings
) -> None:
    project = exported["qdpx"][0].read_bytes()
    assert faults(project) == []
    quotes = {
        (row["words"].removeprefix("'"), row["name"]) for row in read_table(exported, "quotes")
    }
    assert set(selections(project)) == quotes
    assert independent_reader().QDPX(str(exported["qdpx"][0]))


# ── the report ────────────────────────────────────────────────────────────────────────────────────


def quotes_in(markdown: str) -> list[tuple[str, str, int]]:
    return [(unmarked(text), who, int(turn)) for text, who, turn in QUOTE.findall(markdown)]


def test_every_quote_of_the_report_was_said_word_for_word_by_whom_it_says_when_it_says(
    exported: Written, settings: Settings
) -> None:
    said = utterances(settings)
    quotes = quotes_in(exported["md"][0].read_text(encoding="utf-8"))
    assert len(quotes) > 8
    for text, who, turn in quotes:
        assert text in " ".join(said[who, turn].split())


def test_every_line_that_quotes_names_respondent_and_turn(exported: Written) -> None:
    lines = [
        line
        for line in exported["md"][0].read_text(encoding="utf-8").splitlines()
        if line.startswith("> ")
    ]
    assert all(QUOTE.fullmatch(line.removeprefix("> ")) for line in lines)
    assert lines


def test_every_code_of_the_summary_exists_with_that_support(
    exported: Written, findings: StudyFindings
) -> None:
    summary = (
        exported["md"][0]
        .read_text(encoding="utf-8")
        .partition("## In short")[2]
        .partition("\n## ")[0]
    )
    told = [(unmarked(name), int(count), int(of)) for name, count, of in BOLD.findall(summary)]
    known = {(code.name, code.support, len(findings.held)) for code in findings.book.codes.values()}
    assert told and set(told) <= known


def test_pictures_of_the_report_are_there(exported: Written) -> None:
    folder = exported["md"][0].parent
    shown = re.findall(r"!\[[^\]]*\]\(([^)]+)\)", exported["md"][0].read_text(encoding="utf-8"))
    assert sorted(shown) == ["map.svg", "saturation.svg"]
    for name in shown:
        assert ElementTree.parse(folder / name).getroot().tag.endswith("svg")


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_web_page_needs_nothing_logs_nothing_and_everybody_can_read_it(
    exported: Written, scheme: Any
) -> None:
    file, trouble = exported["html"][0], list[str]()
    with launched() as browser:
        page = browser.new_context(
            color_scheme=scheme, viewport={"width": 1200, "height": 900}
        ).new_page()
        page.on(
            "request",
            lambda request: trouble.append(request.url) if not allowed(request.url, file) else None,
        )
        page.on("console", lambda message: trouble.append(message.text))
        page.on("pageerror", lambda error: trouble.append(str(error)))
        page.goto(file.as_uri())
        assert violations(page) == []
        assert pictures_shown(page) == 2
        page.set_viewport_size({"width": 320, "height": 640})
        assert not sideways(page)
    assert trouble == []


def pictures_shown(page: Page) -> int:
    shown: int = page.evaluate(
        "[...document.images].filter((image) => image.complete && image.naturalWidth).length"
    )
    return shown


# ── without what is personal ──────────────────────────────────────────────────────────────────────


def texts_of(path: Path) -> Iterator[str]:
    """What stands in a file, in the files within it, and in the pictures within those."""
    data = path.read_bytes()
    held = files(data).values() if path.suffix == ".qdpx" else [data]
    for text in (each.decode("utf-8") for each in held):
        yield text
        yield from (
            base64.b64decode(found).decode("utf-8")
            for found in re.findall(r"base64,([A-Za-z0-9+/=]+)", text)
        )


def personal_in(written: Written) -> set[tuple[str, str]]:
    """By form: what it gives away."""
    texts = [
        (to, text.casefold())
        for to, paths in written.items()
        for path in paths
        for text in texts_of(path)
    ]
    return {(to, piece) for to, text in texts for piece in PERSONAL if piece in text}


def test_nothing_personal_is_in_any_redacted_export(exported: Written, redacted: Written) -> None:
    assert {to for to, _ in personal_in(exported)} >= {"qdpx", "csv", "json", "md", "html"}, (
        "there was something to take out"
    )
    assert personal_in(redacted) == set()


def test_redacted_quotes_are_cut_from_redacted_answers(redacted: Written) -> None:
    lines = read_table(redacted, "lines")
    said = {
        (row["respondent"], row["turn"]): row["text"]
        for row in lines
        if row["speaker"] == "respondent"
    }
    rows = [*read_table(redacted, "quotes"), *read_table(redacted, "links")]
    for row in rows:
        text = said[row["respondent"], row["turn"]].removeprefix("'")
        assert row["words"].removeprefix("'") == text[int(row["start"]) : int(row["end"])]
    assert any("[person " in row["words"] for row in rows)
    project = redacted["qdpx"][0].read_bytes()
    assert faults(project) == []
    assert set(selections(project)) == {
        (row["words"].removeprefix("'"), row["name"]) for row in read_table(redacted, "quotes")
    }


def test_the_report_tells_what_was_taken_out(exported: Written, redacted: Written) -> None:
    report = redacted["md"][0].read_text(encoding="utf-8")
    told = re.search(r"\| removed: (\d+) names?, 1 e-mail address, 1 phone number \|", report)
    assert told and int(told[1]) >= 1
    assert "removed:" not in exported["md"][0].read_text(encoding="utf-8")


# ── other methodologies ───────────────────────────────────────────────────────────────────────────

SAID = {
    "jobs_to_be_done": (
        "When I get home late I want to cook something quick, and I hate washing the pan afterwards.",
        "I tried a microwave, but the food gets soggy, which annoys me. I want to feel proud of my cooking.",
    ),
    "critical_incident": (
        "Last Tuesday the train broke down, so I missed the meeting and my boss was furious.",
        "I called a taxi because the next train was cancelled, and in the end I arrived an hour late.",
    ),
    "repertory_grid": (
        "My coach is strict while my sister is easygoing.",
        "My coach and my father are punctual, but my sister is always late.",
    ),
    "customer_journey": (
        "First I looked for a flat online, then I visited three of them, and signing the contract was a nightmare.",
        "Getting the keys was the best moment, I was so happy. After that the van was late, which was frustrating.",
    ),
    "five_whys": (
        "The machine stopped because the fuse blew.",
        "The fuse blew because the bearing was not oiled, and the pump does not pump enough oil.",
    ),
}


@pytest.mark.parametrize("methodology", SAID)
def test_a_study_of_any_methodology_is_written_in_every_form(
    tmp_path: Path, methodology: str
) -> None:
    async def hold() -> Written:
        async with open_app(Settings(store=str(tmp_path / "other.db"))) as app:
            file = written(tmp_path, methodology=methodology, subject="what happened lately")
            study = await app.studies.open(study_content(app.library, file))
            for _ in range(2):
                await interviewed(app, study, OTIS_ANSWERS, SAID[methodology])
            return await with_material(
                app.studies, study, lambda material: all_forms(material, tmp_path / "out")
            )

    exported = asyncio.run(hold())
    json.loads(exported["json"][0].read_text(encoding="utf-8"), parse_constant=pytest.fail)
    assert faults(exported["qdpx"][0].read_bytes()) == []
    quotes = quotes_in(exported["md"][0].read_text(encoding="utf-8"))
    assert {who for _, who, _ in quotes} == {"R001", "R002"}
    assert all(text in SAID[methodology][turn - 1] for text, _, turn in quotes)
    pictures = [path.name for path in exported["md"] if path.suffix == ".svg"]
    assert all(f"]({name})" in exported["md"][0].read_text(encoding="utf-8") for name in pictures)


# ── mistakes ──────────────────────────────────────────────────────────────────────────────────────


def test_a_form_that_is_not_known_is_told_with_the_one_that_may_be_meant(
    settings: Settings, tmp_path: Path
) -> None:
    with pytest.raises(BadInput, match=r"'graphmll'. Did you mean 'graphml'\?"):
        analysed(settings, lambda material: export(material, "graphmll", tmp_path / "x"))


@pytest.mark.parametrize("to", sorted(EXPORTS))
def test_a_place_that_cannot_be_written_is_told(
    settings: Settings, tmp_path: Path, to: str
) -> None:
    (tmp_path / "taken").write_text("a file", encoding="utf-8")
    with pytest.raises(BadInput, match="cannot be written"):
        analysed(settings, lambda material: export(material, to, tmp_path / "taken" / "study"))
