"""A simulation as a web page: every plot says what its table says, whatever the numbers, on any
screen.
"""

from __future__ import annotations

import re
from html.parser import HTMLParser
from pathlib import Path
from typing import Literal

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.engines.games.page.browser import launched
from tests.engines.games.page.judging import sideways, violations

from dramaturg.app.content.kinds import KINDS
from dramaturg.app.simulate.groups import GroupedPlan, Other, by_person, opposed
from dramaturg.app.simulate.page import report_page
from dramaturg.app.simulate.results import Side, SimulationResults
from dramaturg.content.library import Library, packaged
from dramaturg.drawing.plots import MOST_BINS, Bar, Dots, Interval, bars, bins_of, dots, histogram
from dramaturg.engines.sims.simulate import SimulateSims, plan_sims
from dramaturg.engines.simulation import AnyResult, Result

LIBRARY = Library(KINDS, (packaged(),))
SCREENS: tuple[tuple[Literal["light", "dark"], int], ...] = (("light", 320), ("dark", 1280))
PEOPLE = 12

numbers = st.floats(-1e9, 1e9)


def intervals() -> st.SearchStrategy[Interval]:
    several = st.lists(numbers, min_size=3, max_size=3).map(sorted)
    return several.map(lambda ends: Interval(9, ends[1], ends[0], ends[2])) | numbers.map(
        lambda mean: Interval(2, mean, None, None)
    )


def result(place: int, more: float = 0.0) -> AnyResult:
    figures = {
        "acknowledged": (place % 4) / 4 + more,
        "ended_properly": 1.0,
        "exchanges": 9.0 + place + 2 * more,
    }
    used = (("node", "technical/GROUND"), ("node", "technical/CLOSE" if place else "<b>"))
    return Result(
        "sim", "walk" if place % 3 else "back_stop", False, 9 + place, figures, used, None
    )


@pytest.fixture(scope="module")
def plans() -> tuple[GroupedPlan, GroupedPlan]:
    plan = plan_sims(
        LIBRARY,
        SimulateSims(
            scenario="launch_decision",
            person="qa_lead",
            learners=("attentive", "terse"),
            count=PEOPLE,
        ),
    )
    return opposed(by_person(plan), LIBRARY, Other(settings=("backbones.technical.backstop=9",)))


@pytest.fixture(scope="module")
def simulation(plans: tuple[GroupedPlan, GroupedPlan]) -> SimulationResults:
    a, b = (
        Side(name, plan, [result(place, more) for place in range(PEOPLE)])
        for name, plan, more in zip("AB", plans, (0.0, 0.5), strict=True)
    )
    return SimulationResults(
        "A <b>bold</b> team",
        "offline",
        1,
        a,
        b,
        Other(settings=("backbones.technical.backstop=9",)),
        left_out=3,
    )


class Page(HTMLParser):
    """The text of a page, and its tags with their attributes."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.words: list[str] = []
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))

    def handle_data(self, data: str) -> None:
        self.words.append(data)


# ── the page ──────────────────────────────────────────────────────────────────────────────────────


def test_the_page_says_what_was_played_how_it_ended_and_what_is_different(
    simulation: SimulationResults,
) -> None:
    words = " ".join(Page(report_page(simulation)).words)
    for said in (
        "A <b>bold</b> team",
        "12 sessions with A, and as many with B by the same people",
        "B: backbones.technical.backstop=9",
        "would not have met what is different in B: 3 sessions",
        "B is higher",
        "The same in every session: ended properly 1.",
        "back stop",
        "seeded bootstrap",
    ):
        assert said in words
    assert all(
        content.hash[:12] in words
        for side in simulation.sides
        for content in side.contents.values()
    )


def test_one_side_alone_is_not_compared(simulation: SimulationResults) -> None:
    words = " ".join(
        Page(report_page(SimulationResults(simulation.title, "offline", 1, simulation.a))).words
    )
    assert "B compared with A" not in words
    assert "Figures by group" in words


def test_the_page_needs_nothing_from_elsewhere_and_runs_nothing(
    simulation: SimulationResults,
) -> None:
    page = Page(report_page(simulation))
    assert not {"script", "link", "iframe", "img", "b"} & {tag for tag, _ in page.tags}
    assert not [
        name
        for _, attributes in page.tags
        for name in attributes
        if name in ("src", "href") or name.startswith("on")
    ]
    assert ("meta", "default-src 'none'; style-src 'unsafe-inline'; img-src data:") in [
        (tag, each.get("content")) for tag, each in page.tags
    ]


def test_every_plot_is_named_and_followed_by_a_table(simulation: SimulationResults) -> None:
    parts = re.split(r"<figure>", report_page(simulation))[1:]
    assert len(parts) == 6
    assert all("<table>" in part for part in parts)
    plots = [each for tag, each in Page(report_page(simulation)).tags if tag == "svg"]
    assert all(each["role"] == "img" and each["aria-label"] for each in plots)


@pytest.mark.slow
def test_the_page_is_accessible_and_fits_any_screen(
    simulation: SimulationResults, tmp_path: Path
) -> None:
    file = tmp_path / "report.html"
    file.write_text(report_page(simulation), encoding="utf-8")
    with launched() as browser:
        for scheme, width in SCREENS:
            page = browser.new_page(viewport={"width": width, "height": 800}, color_scheme=scheme)
            page.goto(file.as_uri())
            assert violations(page) == []
            assert not sideways(page)
            page.close()


# ── plots ─────────────────────────────────────────────────────────────────────────────────────────


@settings(max_examples=40)
@given(
    rows=st.lists(
        st.lists(intervals() | st.none(), min_size=2, max_size=2), min_size=1, max_size=5
    ),
    zero=st.booleans(),
)
def test_dots_and_lines_stay_within_the_plot_whatever_the_numbers(
    rows: list[list[Interval | None]], zero: bool
) -> None:
    drawn = dots(
        "about",
        [Dots("row", row, "") for row in [*rows, [Interval(1, 1.0, None, None), None]]],
        zero=zero,
    )
    places = [float(place) for place in re.findall(r'(?:cx|x1|x2)="([-\d.e+]+)%"', drawn)]
    assert all(0 <= place <= 100 for place in places)
    assert drawn.count("<circle") == 1 + sum(each is not None for row in rows for each in row)


@settings(max_examples=40)
@given(values=st.lists(st.integers(0, 3000), min_size=1, max_size=60))
def test_every_session_is_in_one_bar_of_the_histogram(values: list[int]) -> None:
    bins = bins_of(values)
    assert all(sum(low <= value <= high for low, high in bins) == 1 for value in values)
    assert len(bins) <= MOST_BINS + 1
    assert histogram("turns", ["A"], [values]).count("<rect") == len(bins)


def test_bars_are_as_long_as_their_shares_and_words_stay_words() -> None:
    drawn = bars("about", [Bar("<i>", [0.25, 1.0], "1 / 4")], ["A", "B"])
    assert 'width="25.00%"' in drawn and 'width="100.00%"' in drawn
    assert "&lt;i&gt;" in drawn
