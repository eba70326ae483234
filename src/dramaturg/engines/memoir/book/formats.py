"""A memoir rendered: the book in each form it can have, and the timeline by itself."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import asdict
from typing import Literal

from dramaturg.engines.memoir.book.draft import BookDraft
from dramaturg.engines.memoir.book.epub import epub
from dramaturg.engines.memoir.book.html import html
from dramaturg.engines.memoir.book.markdown import markdown, timeline_lines, words
from dramaturg.engines.memoir.book.timeline import Timeline

Form = Literal["md", "html", "epub"]
FORMS: Mapping[Form, Callable[[BookDraft], bytes]] = {"md": markdown, "html": html, "epub": epub}
"""The same bytes for the same draft."""


def timeline_markdown(timeline: Timeline) -> str:
    return "\n".join((f"# {words(timeline.title)}", "", *timeline_lines(timeline))).rstrip() + "\n"


def timeline_json(timeline: Timeline) -> str:
    return json.dumps(asdict(timeline), ensure_ascii=False, indent=2) + "\n"
