"""The forms of export: what each says it cannot carry, and that the page of documentation says it too."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.engines.games.page.fixtures import MODES, only, whole

from dramaturg.engines.games.exports.formats import FORMATS, export, left_out
from dramaturg.kernel.errors import BadInput, NotFound

PAGE = Path(__file__).parents[4] / "docs" / "exports.md"


@pytest.mark.parametrize("to", FORMATS)
@pytest.mark.parametrize("mode", MODES)
def test_every_mechanic_is_carried_or_refused_with_its_reason(mode: str, to: str) -> None:
    game, refused = only(mode), FORMATS[to].refuses or {}
    if mode in refused:
        with pytest.raises(BadInput, match=refused[mode]):
            export(game, to)
    else:
        assert export(game, to).data


@pytest.mark.parametrize("mode", MODES)
def test_the_documentation_says_what_cannot_be_said(mode: str) -> None:
    row = next(
        line for line in PAGE.read_text(encoding="utf-8").splitlines() if f"| `{mode}`" in line
    )
    for form in FORMATS.values():
        reason = (form.refuses or {}).get(mode)
        assert (reason or "") in row
        assert ("no:" in row) == any(mode in (each.refuses or {}) for each in FORMATS.values())


@pytest.mark.parametrize("to", FORMATS)
def test_every_form_is_documented(to: str) -> None:
    assert f"| `{to}`" in PAGE.read_text(encoding="utf-8")


@pytest.mark.parametrize("to", FORMATS)
def test_the_same_game_gives_the_same_file(to: str) -> None:
    assert export(whole(), to) == export(whole(), to)


def test_what_carries_the_page_leaves_nothing_out() -> None:
    assert [name for name, form in FORMATS.items() if not left_out(whole(), form)] == [
        "html",
        "scorm12",
        "scorm2004",
        "cmi5",
        "xapi",
        "h5p",
    ]


def test_scorm_alone_means_the_edition_that_most_platforms_read() -> None:
    assert export(whole(), "scorm") == export(whole(), "scorm12")
    with pytest.raises(NotFound, match="Did you mean 'scorm12'"):
        export(whole(), "scorm13")
