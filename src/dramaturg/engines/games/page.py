"""The page: a blueprint as one HTML file that plays in any browser, fetches nothing and lets
nothing else run.

The scripts under page/js are ordinary modules. Here they become one, in the order below, so that
one hash allows them all.
"""

from __future__ import annotations

import json
import re
from base64 import b64encode
from collections.abc import Mapping
from functools import cache
from hashlib import sha256
from html import escape
from pathlib import Path
from string import Template

from dramaturg.engines.games.base.blueprint import Blueprint

FOLDER = Path(__file__).parent / "page"
RULES = ("state.js", "moves.js", "play.js")
PASS_MARK = 0.6  # of all points, for platforms that want to know whether somebody passed
HOSTS: Mapping[str, tuple[str, ...]] = {
    "browser": ("hosts/browser.js",),
    "scorm12": ("hosts/record.js", "hosts/scorm.js"),
    "scorm2004": ("hosts/record.js", "hosts/scorm.js"),
    "xapi": ("hosts/record.js", "hosts/xapi.js"),
}
"""Who keeps a play and is told of it, and the scripts that speak with them."""
SENT_TO: Mapping[str, str] = {"xapi": "connect-src http: https:; "}
"""Where a page may send to: the platform's address is known only at the launch."""
SCREENS = (
    "dom.js",
    "words.js",
    "drag.js",
    "pins.js",
    "picture.js",
    "explaining.js",
    "coach.js",
    "mechanics/placing.js",
    "mechanics/pointing.js",
    "mechanics/bins.js",
    "mechanics/drag_drop.js",
    "mechanics/click_to_identify.js",
    "mechanics/trace_path.js",
    "mechanics/description_matching.js",
    "mechanics/hierarchical.js",
    "mechanics/compare_contrast.js",
    "mechanics/sequencing.js",
    "mechanics/sorting_categories.js",
    "mechanics/memory_match.js",
    "mechanics/branching_scenario.js",
    "mechanics/table.js",
    "timer.js",
    "dialog.js",
    "frame.js",
    "start.js",
    "ended.js",
    "proven.js",
    "result.js",
    "keep.js",
    "main.js",
)


def page_of(blueprint: Blueprint, host: str = "browser", pass_mark: float = PASS_MARK) -> str:
    """The whole game as one HTML document, for one of the hosts."""
    about = {"language": escape(blueprint.language), "title": escape(blueprint.title)}
    return _filled(host, pass_mark, _json_in_html(blueprint), **about)


def page_without_game(placeholder: str) -> str:
    """The page with a word in place of the game, for whoever puts it there."""
    return _filled("browser", PASS_MARK, placeholder, language="en", title="A game")


def _filled(host: str, pass_mark: float, game: str, **about: str) -> str:
    style, script = _style(), script_of(scripts_for(host))
    return Template(_read("page.html")).substitute(
        host=host,
        pass_mark=pass_mark,
        policy=escape(_policy(style, script, SENT_TO.get(host, ""))),
        style=style,
        blueprint=game,
        script=script,
        **about,
    )


def policy() -> str:
    """What a browser may do with any such page, for whoever serves it with headers."""
    return _policy(_style(), script_of(scripts_for("browser")))


def scripts_for(host: str) -> tuple[str, ...]:
    return (*RULES, *HOSTS[host], *SCREENS)


@cache
def script_of(names: tuple[str, ...]) -> str:
    """Some scripts as one: their imports left out, their exports plain."""
    return "\n".join(_joined(_read(f"js/{name}")) for name in names)


def _joined(script: str) -> str:
    without_imports = re.sub(r"^import\b[^;]*;\n", "", script, flags=re.MULTILINE)
    return re.sub(r"^export ", "", without_imports, flags=re.MULTILINE).strip() + "\n"


@cache
def _style() -> str:
    return _read("player.css")


def _policy(style: str, script: str, sent_to: str = "") -> str:
    """Nothing may load, run or be sent but this style, this script and pictures inside the page;
    and what a host is told.
    """
    return (
        f"default-src 'none'; style-src '{_hash(style)}'; script-src '{_hash(script)}'; "
        f"{sent_to}img-src data:; base-uri 'none'; form-action 'none'"
    )


def _hash(text: str) -> str:
    return f"sha256-{b64encode(sha256(text.encode()).digest()).decode()}"


def _json_in_html(blueprint: Blueprint) -> str:
    """JSON that cannot end the element it stands in."""
    return json.dumps(blueprint.model_dump(mode="json"), ensure_ascii=False).replace("<", "\\u003c")


def _read(name: str) -> str:
    return (FOLDER / name).read_text(encoding="utf-8")
