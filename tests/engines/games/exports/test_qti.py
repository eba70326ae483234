"""QTI packages: a platform reads every item, and gives first answers the points that Python gives."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from lxml import etree
from playwright.sync_api import Browser, Page
from tests.engines.games.exports.driving import HOST, package, served, unpacked
from tests.engines.games.page.fixtures import only, whole
from tests.engines.games.page.generated import SUBJECTS, generated

from dramaturg.engines.games.base.blueprint import Blueprint, Item, Round
from dramaturg.engines.games.exports.formats import export
from dramaturg.kernel.errors import BadInput

SPACE = "{http://www.imsglobal.org/xsd/qti/qtiv3p0/imscp_v1p1}"
GAMES = [whole(), *(generated(subject) for subject in SUBJECTS[:2])]
Chooser = Callable[[Item, list[str], random.Random], str]

CHOOSERS: dict[str, Chooser] = {
    "perfect": lambda item, answers, chance: item.answer,
    "worst": lambda item, answers, chance: next(each for each in answers if each != item.answer),
    "random": lambda item, answers, chance: chance.choice(answers),
}
PLAYER = """<!doctype html><qti-item><item-container></item-container></qti-item>
<script src="/qti.js"></script>"""
SCORE = """([xml, response]) => new Promise((done) => {
  const container = document.querySelector("item-container");
  container.addEventListener("qti-assessment-item-connected", async ({ target, detail }) => {
    const item = detail?.identifier ? detail : target;
    await item.updateComplete;
    item.updateResponseVariable("RESPONSE", response);
    item.processResponse();
    done(Number(item.getOutcome("SCORE").value ?? 0));
  }, { once: true });
  container.itemXML = xml;
})"""


def rounds_of(game: Blueprint) -> Iterator[Round]:
    return (each for scene in game.scenes for each in scene.mechanics)


def first_answers(round: Round, choose: Chooser, chance: random.Random) -> dict[str, str]:
    """An answer to every item; in an order each place is taken once."""
    answers = [choice.id for choice in round.choices] or [item.id for item in round.items]
    if round.mode == "memory_match":
        return {
            item.id: choose(item.model_copy(update={"answer": item.id}), answers, chance)
            for item in round.items
        }
    if round.mode != "sequencing":
        return {item.id: choose(item, answers, chance) for item in round.items}
    order = sorted(round.items, key=lambda item: answers.index(item.answer))
    if choose is CHOOSERS["worst"]:
        order = [*order[1:], order[0]]
    elif choose is CHOOSERS["random"]:
        chance.shuffle(order)
    return {item.id: answer for item, answer in zip(order, answers, strict=True)}


def responses(round: Round, given: dict[str, str]) -> dict[str, Any]:
    """The same answers, by the items of the package."""
    if round.mode in ("click_to_identify", "trace_path"):
        return {
            f"{round.mechanic_id}-{number}": given[item.id]
            for number, item in enumerate(round.items, start=1)
        }
    if round.mode == "sequencing":
        places = [choice.id for choice in round.choices]
        return {round.mechanic_id: sorted(given, key=lambda item: places.index(given[item]))}
    card = "-card" if round.mode == "memory_match" else ""
    return {round.mechanic_id: [f"{item} {answer}{card}" for item, answer in given.items()]}


def right_points(round: Round, given: dict[str, str]) -> int:
    pairs = round.mode == "memory_match"
    right = sum(given[item.id] == (item.id if pairs else item.answer) for item in round.items)
    return right * round.points_per_item


@pytest.fixture(scope="module")
def player(browser: Browser) -> Iterator[Page]:
    script = package("@citolab/qti-components") / "cdn" / "index.global.js"
    with served(browser, {"": PLAYER.encode(), "qti.js": script.read_bytes()}) as page:
        page.goto(f"{HOST}/")
        page.wait_for_function("() => customElements.get('qti-assessment-item') !== undefined")
        yield page


@pytest.mark.slow
@pytest.mark.parametrize("name", CHOOSERS)
@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
def test_the_platform_gives_first_answers_the_points_that_python_gives(
    player: Page, game: Blueprint, name: str
) -> None:
    files, chance = unpacked(export(game, "qti").data), random.Random(name)
    for round in rounds_of(game):
        if round.mode == "branching_scenario":
            continue
        given = first_answers(round, CHOOSERS[name], chance)
        scored = [
            player.evaluate(SCORE, [files[f"items/{item}.xml"].decode(), response])
            for item, response in responses(round, given).items()
        ]
        assert sum(scored) == right_points(round, given), round.mechanic_id


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
def test_the_manifest_names_every_file_and_no_other(game: Blueprint) -> None:
    files = unpacked(export(game, "qti").data)
    manifest = etree.fromstring(files["imsmanifest.xml"])
    named = {each.get("href") for each in manifest.iter(f"{SPACE}file")}
    assert named == set(files) - {"imsmanifest.xml"}
    ids = {each.get("identifier") for each in manifest.iter(f"{SPACE}resource")}
    assert {each.get("identifierref") for each in manifest.iter(f"{SPACE}dependency")} <= ids


def test_what_cannot_be_said_is_told() -> None:
    left_out = export(whole(), "qti").left_out
    assert any("hints" in line for line in left_out)
    assert any("branching scenario" in line for line in left_out)
    with pytest.raises(BadInput, match=r"nothing of .* can be said in QTI"):
        export(only("branching_scenario"), "qti")
