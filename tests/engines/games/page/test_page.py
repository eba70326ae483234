"""The page as a file: all in one, allowed to run nothing else, and safe against whatever a text may
hold.
"""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Browser
from tests.engines.games.page.conftest import Opener
from tests.engines.games.page.fixtures import MODES, only, whole

from dramaturg.engines.games.page import FOLDER, HOSTS, page_of, script_of, scripts_for

SCRIPTS = sorted({name for host in HOSTS for name in scripts_for(host)})

EVIL = '</script><script>window.hacked = 1</script><!-- <img src="x" onerror="window.hacked = 2"> & $title "quoted"'


def evil() -> str:
    blueprint = only("drag_drop")
    scene = blueprint.scenes[0]
    round = scene.mechanics[0]
    items = tuple(item.model_copy(update={"text": EVIL}) for item in round.items)
    nasty = scene.model_copy(
        update={"title": EVIL, "mechanics": (round.model_copy(update={"items": items}),)}
    )
    return page_of(
        blueprint.model_copy(update={"title": EVIL, "narrative_intro": EVIL, "scenes": (nasty,)})
    )


def test_the_page_names_no_place_to_fetch_from() -> None:
    page = page_of(whole())
    assert not re.search(r'(?:src|href|action)\s*=\s*["\']?(?:https?:)?//', page)
    assert "@import" not in page
    assert "url(" not in page


def test_the_policy_allows_the_two_inline_parts_by_their_hashes_and_pictures_in_the_page() -> None:
    policy = re.search(r'Content-Security-Policy" content="([^"]*)"', page_of(whole()))
    assert policy is not None
    rules = dict(rule.split(" ", 1) for rule in policy[1].replace("&#x27;", "'").split("; "))
    assert rules["default-src"] == "'none'"
    assert rules["img-src"] == "data:"
    assert re.fullmatch(r"'sha256-[\w+/]{43}='", rules["script-src"])
    assert re.fullmatch(r"'sha256-[\w+/]{43}='", rules["style-src"])


def test_a_text_cannot_end_the_script_it_stands_in() -> None:
    assert evil().count("</script>") == page_of(whole()).count("</script>")


def test_every_script_is_in_the_page() -> None:
    assert sorted(
        file.relative_to(FOLDER / "js").as_posix() for file in (FOLDER / "js").rglob("*.js")
    ) == sorted(SCRIPTS)


@pytest.mark.parametrize("host", HOSTS)
def test_no_two_scripts_of_a_page_share_a_name(host: str) -> None:
    script = script_of(scripts_for(host))
    names = re.findall(r"^(?:async )?(?:function|const|let) (\w+)", script, flags=re.MULTILINE)
    assert [name for name in set(names) if names.count(name) > 1] == []


def test_scripts_only_import_what_comes_with_them() -> None:
    for name in SCRIPTS:
        file = FOLDER / "js" / name
        for imported in re.findall(
            r'^import\b[^;]*from "([^"]+)";', file.read_text(encoding="utf-8"), flags=re.MULTILINE
        ):
            assert (file.parent / imported).resolve().is_file(), f"{name} imports {imported}"


@pytest.mark.parametrize("mode", MODES)
def test_every_mechanic_has_a_script_of_its_own(mode: str) -> None:
    assert f"mechanics/{mode}.js" in SCRIPTS


@pytest.mark.slow
def test_markup_in_texts_is_only_text(open_game: Opener) -> None:
    page = open_game(only("drag_drop"))
    page.set_content(evil())
    page.get_by_role("button", name="Begin", exact=True).click()
    assert EVIL in page.locator(".piece-text").first.inner_text()
    assert page.evaluate("window.hacked") is None


@pytest.mark.slow
def test_the_policy_stops_what_was_not_there_before(browser: Browser) -> None:
    """A script that finds its way into the page does not run."""
    page = browser.new_page()
    page.set_content(page_of(only("drag_drop")))
    stopped = page.evaluate(
        """() => new Promise((done) => {
          document.addEventListener("securitypolicyviolation", (event) => done(event.violatedDirective));
          const script = document.createElement("script");
          script.textContent = "window.hacked = 1";
          document.body.append(script);
        })"""
    )
    assert stopped.startswith("script-src")
    assert page.evaluate("window.hacked") is None
