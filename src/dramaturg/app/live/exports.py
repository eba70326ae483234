"""A session as a file to take along: everything in the log, the conversation as text, or a
walkthrough that plays it again.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from typing import Literal

from dramaturg.app.views.views import SessionShown, SessionViews
from dramaturg.app.walkthroughs.writing import as_walkthrough
from dramaturg.content.library import Library
from dramaturg.drawing.markdown import markdown_words
from dramaturg.turn.local_models import LocalModels
from dramaturg.turn.ports import EventLog, SessionInfo, StoredTurn

Form = Literal["json", "markdown", "walkthrough"]

FILES: dict[Form, tuple[str, str]] = {
    "json": ("json", "application/json"),
    "markdown": ("md", "text/markdown"),
    "walkthrough": ("walkthrough.yaml", "application/yaml"),
}


@dataclass(frozen=True, slots=True)
class Exported:
    name: str
    media_type: str
    text: str


@dataclass(frozen=True, slots=True)
class SessionExports:
    """What an export is made from."""

    log: EventLog
    views: SessionViews
    library: Library
    models: LocalModels

    async def exported(self, info: SessionInfo, form: Form) -> Exported:
        """Raises BadInput where something was removed, so that it cannot be played again."""
        ending, media_type = FILES[form]
        match form:
            case "json":
                text = await asyncio.to_thread(as_json, info, await self.log.turns(info.id))
            case "markdown":
                text = as_markdown(await self.views.session(info))
            case "walkthrough":
                text = await as_walkthrough(self.log, info.id, self.library, self.models)
        return Exported(f"session-{info.id}.{ending}", media_type, text)


def as_json(info: SessionInfo, turns: Sequence[StoredTurn]) -> str:
    """Everything recorded."""
    told = [
        {"turn": each.turn, "key": each.key, "at": each.at, "record": json.loads(each.record)}
        for each in turns
    ]
    return json.dumps({"session": asdict(info), "turns": told}, ensure_ascii=False, indent=1)


def as_markdown(shown: SessionShown) -> str:
    """Who said what; a passage that was removed says so and nothing else."""
    opened = datetime.fromtimestamp(shown.head.opened_at, UTC)
    lines = [
        f"# {markdown_words(shown.head.title)}",
        "",
        f"{opened:%Y-%m-%d}. {markdown_words(shown.notice)}",
        "",
    ]
    for line in shown.lines:
        name = markdown_words(line.name or ("You" if line.by == "person" else "Program"))
        said = (
            "*A passage was removed here.*"
            if line.removed
            else "\n\n".join(markdown_words(part) for part in line.text.splitlines() if part)
        )
        lines += [f"**{line.turn} {name}:** {said}", ""]
    return "\n".join(lines)
