"""A small study about tea, and changes to it."""

from __future__ import annotations

from typing import Any

from dramaturg.studies.base.document import Study

TEA: dict[str, Any] = {
    "kind": "study",
    "id": "tea_at_work",
    "version": "1",
    "title": "Tea at work",
    "methodology": "means_end_chain",
    "subject": "tea at work",
    "respondents": 5,
    "consent": {
        "version": "1",
        "text": "We ask what tea at work is to you, and delete what you say when you withdraw.",
    },
    "screener": [
        {"id": "age", "question": "How old are you?", "answer": "number"},
        {
            "id": "tea",
            "question": "What do you drink?",
            "options": ["black", "green", "both_kinds"],
        },
        {"id": "at_work", "question": "Do you drink it at work?", "answer": "yes_no"},
        {"id": "trade", "question": "What do you do?", "answer": "text"},
    ],
    "rules": [
        {"when": "age < 18", "message": "We can only talk with adults."},
        {"when": "at_work == no", "message": "We are looking for people who drink tea at work."},
    ],
    "quotas": [
        {"id": "black", "title": "Black tea", "when": "tea in (black, both_kinds)", "target": 2},
        {"id": "green", "title": "Green tea", "when": "tea in (green, both_kinds)", "target": 3},
    ],
}
KNOWN = {
    "methodology": {"means_end_chain", "jobs_to_be_done"},
    "subject": {"oat_milk"},
    "guide": {"oat_milk_guide"},
}


def tea(**changes: Any) -> Study:
    return Study.model_validate({**TEA, **changes})


def quotas(*conditions: tuple[str, int]) -> list[dict[str, Any]]:
    return [
        {"id": f"q{at}", "title": "Some", "when": when, "target": target}
        for at, (when, target) in enumerate(conditions)
    ]


def rules(*conditions: str) -> list[dict[str, str]]:
    return [{"when": when, "message": "Thank you."} for when in conditions]
