"""`dramaturg interview rank`: every strategy on every concept, from signals alone, as JSON lines,
best first.
"""

from __future__ import annotations

import json
import sys
from dataclasses import asdict
from pathlib import Path
from typing import Any

from dramaturg.app.config.settings import Settings
from dramaturg.app.content.kinds import library_of
from dramaturg.engines.interviews.rank import EXAMPLE, find_methodology, rank, read_situation
from dramaturg.kernel.errors import BadInput, NotFound


def run_rank(methodology: str, signals: Path) -> None:
    found = find_methodology(library_of(Settings()), methodology).document
    try:
        situation = read_situation(_json(signals), found)
    except BadInput as error:
        raise BadInput(
            "\n".join(f"{signals}: {fault}" for fault in str(error).splitlines())
        ) from error
    for pair in rank(found, situation):
        told = asdict(pair)
        print(
            json.dumps(
                {
                    key: told[key]
                    for key in ("strategy", "node_id", "score", "parts", "multiplier", "bonus")
                },
                ensure_ascii=False,
            )
        )


def _json(path: Path) -> Any:
    try:
        data = sys.stdin.buffer.read() if str(path) == "-" else path.read_bytes()
    except OSError as error:
        raise NotFound(f"{path} cannot be read: {str(error.strerror).lower()}") from error
    try:
        return json.loads(data)
    except (ValueError, RecursionError) as error:
        raise BadInput(f"this is not JSON; write it like {EXAMPLE}") from error
