"""The rows for the ear can be read, every one, and every label is one that the README names."""

from __future__ import annotations

import re

import pytest
from training.ear.written import ROWS, read

ACTS = "refuse|stop|bye|pause|skip|back|repair|correct|yes|no|unsure|answer"
KINDS, TIMES = "selfharm|abuse|medical|threat|distress", "now|past|none"
WHOM = "self|other|saying|story|work|idiom"
FORMS = "open|closed|none|leading|several|presupposing|pressing|judging|advising|interpreting"
LABELS = {
    "gates": "[adme]",
    "options": r"\d",
    "facts": r"\d",
    "acts": rf"(?:{ACTS})(?:[+~](?:{ACTS}))*",
    "requests": "decline|soft|accept|other",
    "danger": rf"(?:{KINDS})/(?:{TIMES})/(?:{WHOM})",
    "feeling": r"[+\-*][1-3]|00",
    "mood": "(?:warm|neutral|dismissive|hostile)[1-5]",
    "concepts": "t",
    "names": "t",
    "contradiction": "[cnr]",
    "same": "[sko]",
    "questions": rf"(?:{FORMS}|praising|plain)(?:\+(?:{FORMS}|praising|plain))*",
    "talk": "t",
    "languages": "[a-z]{2}|mixed|noise",
    "depth": "[1-5]{5}",
}


@pytest.mark.parametrize("family", sorted(LABELS))
def test_every_row_has_words_and_a_known_label(family: str) -> None:
    rows = list(read(family))
    strange = [
        (row.writer, row.block, row.label)
        for row in rows
        if not re.fullmatch(LABELS[family], row.label) or not row.text
    ]
    assert rows
    assert not strange


def test_every_family_has_its_labels() -> None:
    assert {folder.name for folder in ROWS.iterdir() if folder.is_dir()} == set(LABELS)


def test_marks_lie_on_their_words() -> None:
    for row in read("acts"):
        for mark in row.marks:
            assert 0 <= mark.start < mark.end <= len(row.text), row
