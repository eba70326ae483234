"""The rows for the ear can be read, every one, and every label is one that the README names."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from training.ear.written import ROWS, read

ACTS = "refuse|stop|bye|pause|skip|back|repair|correct|yes|no|unsure|answer"
KINDS, TIMES = "selfharm|abuse|medical|threat|distress", "now|past|none"
WHOM = "self|other|saying|story|work|idiom"
FORMS = "open|closed|none|leading|several|presupposing|pressing|judging|advising|interpreting"
LABELS = {
    "gates": "[adme]",
    "options": r"\d",
    "facts": r"\d|10",
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


@pytest.mark.parametrize("family", ["acts", "concepts", "names"])
def test_marks_lie_on_words(family: str) -> None:
    rows = [row for row in read(family) if row.marks]
    assert rows
    for row in rows:
        for mark in row.marks:
            words = row.text[mark.start : mark.end]
            assert words, row
            assert words == words.strip(), row


@pytest.mark.parametrize("family", ["options", "facts"])
def test_what_is_meant_stands_above(family: str) -> None:
    lost = [row for row in read(family) if row.label != "0" and row.label not in row.above]
    assert not lost


def test_concepts_have_a_method_a_type_and_links_between_them() -> None:
    linked = 0
    for row in read("concepts"):
        assert row.above.get("method"), row
        assert all(mark.kind not in ("matter", "clause") for mark in row.marks), row
        ends = [int(end) for end in re.findall(r"\d+", row.links)]
        assert all(1 <= end <= len(row.marks) for end in ends), row
        linked += ">" in row.links
    assert linked


def test_marks_and_links_are_taken_out_of_the_words(tmp_path: Path) -> None:
    (tmp_path / "concepts").mkdir()
    written = (
        "method: means_end\nq: Why?\nt| It's [creamy:attribute], so [I like it:functional]. | 1>2\n"
    )
    (tmp_path / "concepts" / "a.txt").write_text(written, encoding="utf-8")
    (row,) = read("concepts", tmp_path)
    assert (row.text, row.links) == ("It's creamy, so I like it.", "1>2")
    assert [row.text[mark.start : mark.end] for mark in row.marks] == ["creamy", "I like it"]
    assert row.above == {"method": "means_end", "q": "Why?"}


def test_every_line_that_is_no_row_is_told_with_its_place(tmp_path: Path) -> None:
    (tmp_path / "acts").mkdir()
    (tmp_path / "acts" / "a.txt").write_text(
        "q: Why?\nno label here\nyes| Yes.\nnor here\n", "utf-8"
    )
    with pytest.raises(SystemExit, match=r"a\.txt:2: .*\n.*a\.txt:4: "):
        list(read("acts", tmp_path))
