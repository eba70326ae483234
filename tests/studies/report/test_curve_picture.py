"""The picture of saturation."""

from __future__ import annotations

from itertools import accumulate, pairwise
from math import inf, nan
from xml.etree import ElementTree

import pytest

from dramaturg.studies.report.curve_picture import draw_saturation

SVG = "{http://www.w3.org/2000/svg}"
NEW = (9, 4, 3, 2, 0, 1)


def picture(
    new: tuple[int, ...] = NEW, chao2: float | None = 22.5, reached_at: int | None = 5
) -> ElementTree.Element:
    return ElementTree.fromstring(
        draw_saturation(new, tuple(accumulate(new)), chao2, reached_at, "Oat milk")
    )


def drawn(root: ElementTree.Element, style: str) -> list[ElementTree.Element]:
    return [element for element in root.iter() if element.get("class") == style]


def texts(root: ElementTree.Element) -> list[str]:
    return [element.text or "" for element in root.iter(f"{SVG}text")]


def test_every_interview_has_a_bar_as_high_as_its_new_codes() -> None:
    bars = drawn(picture(), "bar")
    heights = [float(bar.get("height", "nan")) for bar in bars]
    unit = heights[0] / 9  # the first brought nine
    assert [round(height / unit) for height in heights] == list(NEW)


def test_the_curve_goes_through_the_codes_there_were() -> None:
    """9, 13, 16, 18, 18, 19: in SVG up is less, so that y falls, and is level where nothing was
    new.
    """
    (curve,) = drawn(picture(), "curve")
    ys = [float(point.split()[1]) for point in curve.get("d", "")[1:].split("L")]
    steps = [before - after for before, after in pairwise(ys)]
    code = steps[0] / 4  # from 9 to 13
    assert [round(step / code) for step in steps] == [4, 3, 2, 0, 1]
    assert "19 codes" in texts(picture())


def test_the_estimate_is_a_dashed_line_above_the_curve() -> None:
    (line,) = drawn(picture(), "estimate")
    (curve,) = drawn(picture(), "curve")
    assert line.get("stroke-dasharray")
    assert float(line.get("d", "").split()[1].partition("H")[0]) < float(
        curve.get("d", "").split()[-1]
    )
    assert "Chao2: 22.5" in texts(picture())


def test_the_mark_stands_at_the_interview_where_it_was_enough() -> None:
    (mark,) = drawn(picture(reached_at=5), "reached")
    fifth = drawn(picture(), "dot")[4]
    assert mark.get("d", "").startswith(f"M{fifth.get('cx')} ")
    assert "saturation after 5" in texts(picture())


@pytest.mark.parametrize("chao2", [None, inf, nan])
def test_without_an_estimate_there_is_no_line(chao2: float | None) -> None:
    assert not drawn(picture(chao2=chao2), "estimate")


def test_what_was_not_reached_is_not_marked() -> None:
    root = picture(reached_at=None)
    assert not drawn(root, "reached")
    assert any("saturation not reached" in text for text in texts(root))


@pytest.mark.parametrize(
    ("interviews", "bars", "scale"),
    [
        (6, 6, "new codes"),
        (60, 60, "new codes"),
        (61, 31, "new codes per 2"),
        (1000, 50, "new codes per 20"),
    ],
)
def test_a_bar_stands_for_several_interviews_when_there_are_many(
    interviews: int, bars: int, scale: str
) -> None:
    root = picture(tuple(1 for _ in range(interviews)))
    assert len(drawn(root, "bar")) == bars
    assert scale in texts(root)


def test_bars_of_several_interviews_add_up_their_codes() -> None:
    """61 interviews, two to a bar: 0 + 1 for the first 30 bars, and the last interview, which
    brought 3, alone.
    """
    root = picture((0, 1) * 30 + (3,))
    heights = [float(bar.get("height", "nan")) for bar in drawn(root, "bar")]
    assert [round(height / heights[0]) for height in heights] == [1] * 30 + [3]


@pytest.mark.parametrize("interviews", [1, 6, 40, 1000])
def test_at_most_twelve_interviews_are_named_below(interviews: int) -> None:
    root = picture(tuple(1 for _ in range(interviews)), reached_at=None)
    lowest = max(float(text.get("y", "nan")) for text in root.iter(f"{SVG}text"))
    ticks = [
        text.text for text in root.iter(f"{SVG}text") if float(text.get("y", "nan")) == lowest - 20
    ]
    assert 1 <= len(ticks) <= 12


@pytest.mark.parametrize("new", [(), (0,), (0, 0, 0)])
def test_studies_that_found_nothing_have_a_picture_too(new: tuple[int, ...]) -> None:
    assert picture(new, chao2=None, reached_at=None).tag == f"{SVG}svg"


def test_it_tells_itself_in_words_and_knows_the_dark() -> None:
    svg = draw_saturation(NEW, tuple(accumulate(NEW)), 22.5, 5, "Oat <milk>")
    root = ElementTree.fromstring(svg)
    told = "6 interviews, 19 codes · Chao2 estimates at least 22.5 in all · saturation reached after 5 interviews"
    assert root.findtext(f"{SVG}title") == "Oat <milk>"
    assert root.findtext(f"{SVG}desc") == told
    assert root.get("role") == "img"
    assert "prefers-color-scheme:dark" in svg
