"""H5P: the page as a content type of its own, which comes with the package.

The content types that platforms bring along take no drawings and have no gates, hints or stories
that are judged; so the package brings one that has. Whoever uploads it must be allowed to add
content types.
"""

from __future__ import annotations

import json
from base64 import b64encode
from typing import Any

from dramaturg.engines.games.base.blueprint import Blueprint
from dramaturg.engines.games.exports.packages import zipped
from dramaturg.engines.games.page import FOLDER, page_without_game

LIBRARY = "H5P.DramaturgGame"
MAJOR, MINOR, PATCH = 1, 0, 0
PLACE = f"{LIBRARY}-{MAJOR}.{MINOR}"
LONGEST = 20_000_000  # letters of a game
PLACEHOLDER = "@game@"


def h5p(blueprint: Blueprint, pass_mark: float) -> bytes:
    game = b64encode(blueprint.model_dump_json().encode()).decode()
    return zipped(
        {
            "h5p.json": _json(_head(blueprint)),
            "content/content.json": _json({"game": game}),
            f"{PLACE}/library.json": _json(_library()),
            f"{PLACE}/semantics.json": _json(_semantics()),
            f"{PLACE}/game.js": _script(),
        }
    )


def _head(blueprint: Blueprint) -> dict[str, Any]:
    here = {"machineName": LIBRARY, "majorVersion": MAJOR, "minorVersion": MINOR}
    return {
        "title": blueprint.title,
        "language": blueprint.language,
        "mainLibrary": LIBRARY,
        "embedTypes": ["iframe"],
        "license": "U",
        "preloadedDependencies": [here],
    }


def _library() -> dict[str, Any]:
    return {
        "title": "Dramaturg game",
        "description": "A learning game that Dramaturg made.",
        "machineName": LIBRARY,
        "majorVersion": MAJOR,
        "minorVersion": MINOR,
        "patchVersion": PATCH,
        "runnable": 1,
        "author": "Dramaturg",
        "license": "MIT",
        "embedTypes": ["iframe"],
        "coreApi": {"majorVersion": 1, "minorVersion": 19},
        "preloadedJs": [{"path": "game.js"}],
    }


def _semantics() -> list[dict[str, Any]]:
    """The game as letters that no platform takes for markup."""
    game = {"name": "game", "type": "text", "label": "The game", "maxLength": LONGEST}
    return [game]


def _script() -> str:
    page = json.dumps(page_without_game(PLACEHOLDER)).replace("</", "<\\/")
    glue = (FOLDER / "h5p" / "game.js").read_text(encoding="utf-8")
    return f"(() => {{\nconst PAGE = {page};\n{glue}}})();\n"


def _json(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False)
