"""Conversations in other languages, held with a scripted voice that speaks as a strong model does."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

import yaml
from tests.support.model_talks import filled

from dramaturg.content.library import Library
from dramaturg.engines.interviews.content import interview_content
from dramaturg.engines.memoir.content import memoir_content
from dramaturg.engines.sims.content import sim_content
from dramaturg.kernel.text import storable
from dramaturg.turn.ports import OnText, Prompt, Reply, StoredContent

LANGUAGES = ("es", "de", "ar", "zh")
ENGINES = ("sim", "interview", "memoir")
HERE = Path(__file__).parent / "talks"
SCORES = {"refusal": 1, "stop": 1, "distress": 1, "self_harm": 1}
REPORT = {"detour_detected": False}


@cache
def talk(language: str) -> Mapping[str, Any]:
    written: Mapping[str, Any] = yaml.safe_load(
        (HERE / f"{language}.yaml").read_text(encoding="utf-8")
    )
    return written


def turns(language: str, engine: str) -> list[Mapping[str, Any]]:
    told = talk(language)[engine]
    return list(told["turns"] if engine == "interview" else told)


def content(library: Library, engine: str) -> tuple[StoredContent, str | None]:
    match engine:
        case "sim":
            return sim_content(library, "launch_decision"), "qa_lead"
        case "interview":
            return interview_content(library, "means_end_chain", "oat_milk"), None
        case _:
            return memoir_content(library, "origins"), None


@dataclass
class GoodVoice:
    """Answers what it is asked about the turn that is being played. `instead` are lines that it
    says first, one a question; `silent`: it translates nothing.
    """

    language: str
    engine: str
    turn: Mapping[str, Any] = field(default_factory=dict)
    instead: list[str] = field(default_factory=list)
    silent: bool = False
    name: str = "good"
    asked: list[Prompt] = field(default_factory=list)

    @property
    def translated(self) -> list[str]:
        """Every text that it was asked to translate."""
        wanted = (json.loads(each.user) for each in self.asked if each.ask == "translate")
        return [text for each in wanted for text in each["texts"]]

    async def say(self, prompt: Prompt, on_text: OnText | None = None) -> Reply | None:
        self.asked.append(prompt)
        text = self._answer(prompt)
        if text is None:
            return None
        if on_text is not None:
            for place in range(0, len(text), 12):
                on_text(text[place : place + 12])
        return Reply(text, self.name)

    def _answer(self, prompt: Prompt) -> str | None:
        if prompt.ask == "translate":
            texts = json.loads(prompt.user)["texts"]
            return None if self.silent else json.dumps({"said": [*map(self._put, texts)]})
        if prompt.schema is not None:
            return json.dumps(filled(prompt.schema, self._found), ensure_ascii=False)
        line = self.instead.pop(0) if self.instead else self._line(prompt)
        if self.engine != "sim":
            return line
        told = self.turn
        report = {
            **REPORT,
            "node_satisfied": told["satisfied"],
            "engagement_score": told["engagement"],
        }
        return f"{line}\n---END---\n{json.dumps(report)}"

    def _line(self, prompt: Prompt) -> str:
        is_opening = prompt.ask == "interviews.opening"
        return str(talk(self.language)["interview"]["opening"] if is_opening else self.turn["line"])

    def _put(self, text: str) -> str:
        """In its language, with the long numbers that stand in it."""
        numbers = " ".join(word for word in text.split() if sum(map(str.isdigit, word)) > 2)
        return f"{talk(self.language)['translated']} {storable(numbers)}".strip()

    @property
    def _found(self) -> dict[str, Any]:
        told = self.turn
        concepts = [
            dict(zip(("label", "type", "quote", "name"), row, strict=True))
            for row in told.get("concepts", ())
        ]
        links = [
            dict(zip(("source", "target", "quote", "type"), row, strict=True))
            for row in told.get("links", ())
        ]
        people = [
            dict(zip(("name", "role", "quote"), row, strict=True)) for row in told.get("people", ())
        ]
        scores = {name: {"why": "", "score": score} for name, score in SCORES.items()}
        return {
            **scores,
            "concepts": concepts,
            "relationships": links,
            "people": people,
            "refused": [],
            "does": [],
            "thread": "new" if told.get("title") else "",
            "title": told.get("title", ""),
            "periods": ["childhood"],
            "claims": [],
            "places": [],
            "loose_ends": [],
            "corrections": [],
        }
