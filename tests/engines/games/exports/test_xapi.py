"""cmi5 and xAPI packages: a store of statements is told what the rules ask for, in the form that
the reference library of cmi5 sends it, and keeps the play.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from threading import Event
from typing import Any
from urllib.parse import urlencode

import pytest
from lxml import etree
from playwright.sync_api import Browser, Page
from tests.engines.games.exports.driving import (
    Asked,
    answers_in,
    make_moves,
    package,
    platform,
    played,
    points_of,
    unpacked,
    with_handle,
)
from tests.engines.games.page.fixtures import whole
from tests.engines.games.page.generated import SUBJECTS, generated
from tests.hanging import LONG

from dramaturg.engines.games.base.blueprint import Blueprint
from dramaturg.engines.games.exports.xapi import activity_of, cmi5, xapi

pytestmark = pytest.mark.slow

GAME = whole()
ACTOR = {"objectType": "Agent", "account": {"homePage": "http://school.test", "name": "u1"}}
CATEGORY = "https://w3id.org/xapi/cmi5/context/categories/"
SESSION = "https://w3id.org/xapi/cmi5/context/extensions/sessionid"
LAUNCH = {
    "contextTemplate": {
        "contextActivities": {"grouping": [{"id": "http://school.test/course"}]},
        "extensions": {SESSION: "s1"},
    },
    "launchMode": "Normal",
    "masteryScore": 0.6,
    "moveOn": "CompletedOrPassed",
    "returnURL": "http://school.test/back",
}
PLAYS = 4

REFERENCE = """<!doctype html><script src="/cmi5.js"></script><script>
(async () => {{
  const au = new (globalThis.Cmi5.default ?? globalThis.Cmi5)();
  await au.initialize();
  await au.complete();
  await au.pass({{ scaled: 1, raw: {most}, min: 0, max: {most} }});
  await au.terminate();
  globalThis.done = true;
}})();
</script>"""


class Store:
    """Statements and documents, in memory."""

    def __init__(self, launch: dict[str, Any]) -> None:
        self.launch = launch
        self.statements: list[dict[str, Any]] = []
        self.documents: dict[str, Any] = {}
        self.terminated = Event()

    def answer(self, asked: Asked) -> Any:
        """What is said to a request; None where there is nothing."""
        match asked.path:
            case "/token":
                return {"auth-token": "key"}
            case "/lrs/statements":
                return self._statements(asked)
            case "/lrs/activities/state":
                return self._state(asked, asked.query["stateId"][0])
            case "/lrs/agents/profile":
                return {}
        return None

    def _statements(self, asked: Asked) -> list[str]:
        if asked.key == "Basic key":
            self.statements += asked.body if isinstance(asked.body, list) else [asked.body]
        if self.verbs()[-1:] == ["terminated"]:
            self.terminated.set()
        return []

    def _state(self, asked: Asked, name: str) -> Any:
        if asked.method == "PUT":
            self.documents[name] = asked.body
        return {"LMS.LaunchData": self.launch, **self.documents}.get(name)

    def verbs(self) -> list[str]:
        return [statement["verb"]["id"].rpartition("/")[2] for statement in self.statements]

    def said(self, verb: str) -> dict[str, Any]:
        return next(each for each in self.statements if each["verb"]["id"].endswith(f"/{verb}"))


@contextmanager
def launched(browser: Browser, game: Blueprint, store: Store, make: Any = cmi5) -> Iterator[Page]:
    page_file = with_handle(unpacked(make(game, 0.6))["index.html"])
    with platform(store, {"/index.html": page_file}) as host:
        context = browser.new_context(bypass_csp=True)
        page = context.new_page()
        page.goto(f"{host}/index.html?{launch_query(host, game, plain=make is xapi)}")
        page.wait_for_function("() => Boolean(globalThis.game?.start)")
        yield page
        context.close()


def launch_query(host: str, game: Blueprint, plain: bool = False) -> str:
    asked = {
        "endpoint": f"{host}/lrs",
        "actor": json.dumps(ACTOR),
        "registration": "11111111-1111-4111-8111-111111111111",
    }
    if plain:
        return urlencode({**asked, "auth": "Basic key", "activity_id": activity_of(game)})
    return urlencode({**asked, "fetch": f"{host}/token", "activityId": activity_of(game)})


def leave(page: Page, store: Store) -> None:
    """Go away once everything was told, and let the last word arrive."""
    store.terminated.clear()
    page.evaluate("game.told()")
    page.goto("about:blank")
    assert store.terminated.wait(LONG)


@pytest.mark.parametrize("make", [cmi5, xapi])
@pytest.mark.parametrize("player", ["perfect", "worst", "guessing"])
def test_the_store_has_the_score_that_python_gives(
    browser: Browser, player: str, make: Any
) -> None:
    store, play = Store(LAUNCH), played(player, GAME)
    with launched(browser, GAME, store, make) as page:
        make_moves(page.main_frame, play)
        leave(page, store)
    points = points_of(GAME, play)
    verb = "passed" if points >= 0.6 * GAME.total_max_score else "failed"
    result = store.said(verb)["result"]
    assert (result["score"]["raw"], result["success"]) == (points, verb == "passed")
    assert result["score"]["scaled"] == pytest.approx(points / GAME.total_max_score, abs=1e-4)
    told = ["answered"] * answers_in(play)
    assert store.verbs() == ["initialized", *told, "completed", verb, "terminated"]


def test_the_score_is_the_same_over_many_plays(browser: Browser) -> None:
    for seed in range(PLAYS):
        game = generated(SUBJECTS[seed % len(SUBJECTS)])
        store, play = Store(LAUNCH), played("guessing", game, seed)
        with launched(browser, game, store) as page:
            make_moves(page.main_frame, play)
            leave(page, store)
        judged = [
            each["result"]["score"]["raw"]
            for each in store.statements
            if "score" in each.get("result", {})
        ]
        assert judged == [points_of(game, play)]


def test_statements_are_those_of_the_reference_library(browser: Browser) -> None:
    """Both are launched alike; who speaks, of what, in which context and with which result is told
    in the same form.
    """
    store, play = Store(LAUNCH), played("perfect", GAME)
    with launched(browser, GAME, store) as page:
        make_moves(page.main_frame, play)
        leave(page, store)
    theirs = Store(LAUNCH)
    most = GAME.total_max_score
    reference = REFERENCE.format(most=most).encode()
    library = (package("@xapi/cmi5") / "dist" / "Cmi5.umd.js").read_bytes()
    with platform(theirs, {"/ref": reference, "/cmi5.js": library}) as host:
        page = browser.new_page()
        page.goto(f"{host}/ref?{launch_query(host, GAME)}")
        page.wait_for_function("globalThis.done")
        page.close()
    for verb in ("initialized", "completed", "passed", "terminated"):
        assert _form(store.said(verb)) == _form(theirs.said(verb)), verb


def test_a_play_goes_on_where_it_was_left_and_is_judged_once(browser: Browser) -> None:
    store, play = Store(LAUNCH), played("guessing", GAME, 3)
    half = len(play.moves) // 2
    with launched(browser, GAME, store) as page:
        make_moves(page.main_frame, play, half)
        before = page.evaluate("game.points()")
        leave(page, store)
    with launched(browser, GAME, store) as page:
        assert page.evaluate("game.points()") == before
        for move in play.moves[half:]:
            page.evaluate("(move) => game.send(move)", move.model_dump(exclude_none=True))
        assert page.get_by_role("link", name="Back to the course").count() == 1
        leave(page, store)
    assert store.verbs().count("completed") == 1
    assert store.verbs().count("answered") == answers_in(play)
    assert store.verbs().count("initialized") == store.verbs().count("terminated") == 2


def test_somebody_who_only_looks_is_not_judged(browser: Browser) -> None:
    store = Store({**LAUNCH, "launchMode": "Browse"})
    with launched(browser, GAME, store) as page:
        make_moves(page.main_frame, played("perfect", GAME))
        leave(page, store)
    assert {"completed", "passed", "failed"} & set(store.verbs()) == set()


def test_the_course_names_the_page_and_what_passes() -> None:
    course = etree.fromstring(unpacked(cmi5(GAME, 0.8))["cmi5.xml"])
    space = f"{{{course.nsmap[None]}}}"
    game = course.find(f"{space}au")
    assert game is not None
    assert game.get("masteryScore") == "0.8"
    assert game.findtext(f"{space}url") == "index.html"
    assert [each.tag.removeprefix(space) for each in game] == ["title", "description", "url"]


def _form(statement: dict[str, Any]) -> Any:
    """A statement without what must differ: names, times, and words to read."""
    context, result = statement["context"], statement.get("result", {})
    return {
        "actor": statement["actor"],
        "verb": statement["verb"]["id"],
        "object": statement["object"]["id"],
        "registration": context["registration"],
        "extensions": context["extensions"],
        "categories": sorted(each["id"] for each in context["contextActivities"]["category"]),
        "grouping": context["contextActivities"]["grouping"],
        "result": {name: value for name, value in result.items() if name != "duration"},
        "timed": "duration" in result,
    }
