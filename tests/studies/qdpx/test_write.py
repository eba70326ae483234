"""The project file: valid by the standard's schema, opened by a reader that is not ours, and exact
about words.
"""

from __future__ import annotations

import os
import subprocess
import sys
from dataclasses import replace
from hashlib import sha256
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.studies.qdpx.projects import (
    CODES,
    QDA,
    book,
    exported,
    faults,
    faults_of_xml,
    files,
    independent_reader,
    interview,
    qde,
    ridden,
    selections,
    with_variables,
)

from dramaturg.studies.base import evidence
from dramaturg.studies.base.codes import Code, CodeBook, CodedInterview
from dramaturg.studies.base.evidence import IdeaLink
from dramaturg.studies.figures.value_map import MapEdge, ValueMap
from dramaturg.studies.qdpx.project import unlike_names

MAP = ValueMap(2, (MapEdge("c1", "c2", 4), MapEdge("c1", "c3", 2), MapEdge("c1", "gone", 2)), ())

SAID = {
    "emoji": interview("So light 🚲🏽 I fly 👨‍👩‍👧!", ("light 🚲🏽", "c1"), ("fly 👨‍👩‍👧", "c2")),
    "line ends": interview(
        "It is\r\nlight,\r\nvery\rlight.", ("light,\r\nvery", "c1"), ("light.", "c2")
    ),
    "accents": interview(
        "Très léger, cafe\u0301 compris.", ("Très léger", "c1"), ("cafe\u0301", "c2")
    ),
    "beginning and end": interview("Light it is", ("Light", "c1"), ("is", "c2")),
    "all of it": interview("Light", ("Light", "c1")),
    "overlapping": interview("a light frame here", ("a light", "c1"), ("light frame", "c2")),
    "the same for two codes": interview("so light", ("light", "c1"), ("light", "c2")),
    "markup": interview(
        "He said \"<b>light</b> & 'quick'\" ]]>", ("\"<b>light</b> & 'quick'\" ]]>", "c1")
    ),
}
CLEAN = {"line ends": [("light,\nvery", "light frame"), ("light.", "joy")]}


@pytest.mark.parametrize("name", SAID)
def test_what_is_selected_is_exactly_the_quote(name: str) -> None:
    said = SAID[name]
    names = {code.id: code.name for code in CODES}
    quoted = [(idea.words[0].text, names[said.code_of[idea.id]]) for idea in said.evidence.ideas]
    assert selections(exported([said])) == CLEAN.get(name, quoted)


@pytest.mark.parametrize("name", SAID)
def test_every_way_of_speaking_is_valid(name: str) -> None:
    assert faults(exported([SAID[name]], value_map=MAP)) == []


EMPTY = {
    "nothing": ([], CodeBook(), None),
    "no interviews": ([], book(*CODES), MAP),
    "no codes": ([interview("Hello.")], CodeBook(), MAP),
    "nothing said": (
        [CodedInterview(evidence.InterviewEvidence("R001", "s"), {})],
        book(*CODES),
        ValueMap(1, (), ()),
    ),
    "odd names": (
        [ridden()],
        book(Code("c1", "\x00", "feature"), Code("c2", "", "nonsense", description="\ud800<")),
        MAP,
    ),
}


@pytest.mark.parametrize("case", EMPTY)
def test_a_project_with_little_in_it_is_valid(case: str) -> None:
    interviews, codes, value_map = EMPTY[case]
    assert faults(exported(interviews, codes, value_map)) == []


@pytest.mark.slow
@settings(max_examples=40, deadline=None)
@given(
    st.text(max_size=40),
    st.text(max_size=20),
    st.dictionaries(st.text(max_size=5), st.text(max_size=5) | st.floats() | st.booleans()),
)
def test_any_words_names_and_values_are_valid(
    said: str, name: str, variables: dict[str, str | float | bool]
) -> None:
    quotes = [(said, "c1")] if said else []
    about = {**variables, "age": next(iter(variables.values()), 0)}
    project = exported(
        [interview(said, *quotes, variables=about)],
        book(Code("c1", name, "reason", description=name)),
    )
    assert faults(project) == []


@pytest.mark.parametrize(
    ("ours", "wrong"),
    [
        (b"isCodable", b"codable"),
        (b'startPosition="', b'startPosition="x'),
        (b"<Users>", b"<Users/><Users>"),
    ],
)
def test_the_schema_would_find_faults(ours: bytes, wrong: bytes) -> None:
    xml = files(exported([ridden()]))["project.qde"]
    assert ours in xml
    assert faults_of_xml(xml.replace(ours, wrong))


# ── opened by another program ─────────────────────────────────────────────────────────────────────


def test_an_independent_reader_finds_codes_in_their_hierarchy(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    project = opened(exported([ridden()]), tmp_path)
    tree = {
        code.name: (code.parent.name if code.parent else None, code.is_codable)
        for code in project.codes.values()
    }
    assert tree == {
        "feature": (None, False),
        "light frame": ("feature", True),
        "reason": (None, False),
        "joy": ("reason", True),
        "rest": ("reason", True),
    }
    assert project.find_code("feature").description == "What it has."
    assert (
        project.find_code("light frame").description
        == "Not heavy.\n\nIn this study: 2 respondents, 3 mentions."
    )
    assert "Warning" not in capsys.readouterr().out


def test_an_independent_reader_finds_sources_and_what_was_coded_by_whom(tmp_path: Path) -> None:
    project = opened(
        exported([ridden(), interview("Quick.", ("Quick", "c3"), respondent="R002")]), tmp_path
    )
    found = {
        (source.name, selection.text, selection.code.name, selection.user.name)
        for source in project.sources.values()
        for selection in source.coded_selections.values()
    }
    assert found == {
        ("R001", "frame is light", "light frame", "Dramaturg"),
        ("R001", "a joy", "joy", "Dramaturg"),
        ("R002", "Quick", "rest", "Dramaturg"),
    }


def opened(project: bytes, folder: Path):  # type: ignore[no-untyped-def]  # the reader has no types
    path = folder / "study.qdpx"
    path.write_bytes(project)
    return independent_reader().QDPX(str(path)).get_project()


# ── what it holds ─────────────────────────────────────────────────────────────────────────────────


def test_the_same_study_gives_the_same_bytes() -> None:
    assert exported([ridden()], value_map=MAP) == exported([ridden()], value_map=MAP)


@pytest.mark.slow
def test_the_bytes_do_not_depend_on_the_run() -> None:
    program = (
        "from hashlib import sha256; from tests.studies.qdpx.test_write import *\n"
        "print(sha256(exported(several(), value_map=MAP)).hexdigest())"
    )
    ours = sha256(exported(several(), value_map=MAP)).hexdigest()
    for seed in ("1", "2"):
        there = subprocess.run(
            [sys.executable, "-c", program],
            env={**os.environ, "PYTHONHASHSEED": seed},
            capture_output=True,
            text=True,
            check=True,
        )
        assert there.stdout.strip() == ours


def several() -> list[CodedInterview]:
    ways = [(source, target) for source in "123" for target in "123"]
    links = tuple(IdeaLink(f"s{source}", f"s{target}", "leads_to", ()) for source, target in ways)
    webbed = interview(
        "light joy rest", ("light", "c1"), ("joy", "c2"), ("rest", "c3"), links=links
    )
    return [
        CodedInterview(replace(each.evidence, respondent=f"R{number:03d}"), each.code_of)
        for number, each in enumerate((*SAID.values(), webbed, ridden()), start=1)
    ]


def test_interviews_lie_beside_the_project_as_text_with_the_method_note() -> None:
    held = files(exported([ridden()]))
    texts = [content.decode() for name, content in held.items() if name.endswith(".txt")]
    assert (
        "Interviewer: What is it to you?\nRespondent: The frame is light, so it is a joy.\nInterviewer: Thanks.\n"
        in texts
    )
    note = next(text for text in texts if text.startswith("Bicycles"))
    assert "Interviews: 1; answers: 1; words: 9" in note
    assert "Language models: m-1" in note
    assert "Why interviews ended: max_turns 1" in note


def test_what_the_screener_learned_is_in_the_case() -> None:
    root = qde(exported([ridden()]))
    kinds = {
        each.get("name"): (each.get("guid"), each.get("typeOfVariable"))
        for each in root.iter(f"{QDA}Variable")
    }
    case = next(root.iter(f"{QDA}Case"))
    values = {
        ref.get("targetGUID"): (value.tag.removeprefix(QDA), value.text)
        for ref, value in case.iter(f"{QDA}VariableValue")
    }
    assert {name: (kind, values.get(guid)) for name, (guid, kind) in kinds.items()} == {
        "town": ("Text", ("TextValue", "city")),
        "age": ("Float", ("FloatValue", "41")),
        "rides": ("Boolean", ("BooleanValue", "true")),
        "brand": ("Text", ("TextValue", "Möwe")),
        "Answers": ("Integer", ("IntegerValue", "1")),
        "Termination": ("Text", ("TextValue", "max_turns")),
    }
    source = next(root.iter(f"{QDA}TextSource"))
    assert [each.get("targetGUID") for each in case.iter(f"{QDA}SourceRef")] == [source.get("guid")]


@pytest.mark.parametrize("value", [float("nan"), float("inf"), "old", True])
def test_a_value_that_is_no_number_is_left_out_of_a_number(value: float | str | bool) -> None:
    project = exported([with_variables(age=value)])
    assert not list(qde(project).iter(f"{QDA}FloatValue"))
    assert faults(project) == []


@pytest.mark.parametrize(
    ("value", "written"), [(0.1, "0.1"), (1e22, "1" + "0" * 22), (1e-7, "0.0000001"), (-3, "-3")]
)
def test_numbers_are_written_without_exponents(value: float, written: str) -> None:
    assert [
        each.text for each in qde(exported([with_variables(age=value)])).iter(f"{QDA}FloatValue")
    ] == [written]


def test_links_lead_from_code_to_another_code_once() -> None:
    said = (IdeaLink("s1", "s2", "leads_to", ()), IdeaLink("s1", "s3", "leads_to", ()))
    again = interview(
        "Light. Joy. Airy.",
        ("Light", "c1"),
        ("Joy", "c2"),
        ("Airy", "c1"),
        respondent="R002",
        links=said,
    )
    root = qde(exported([ridden(), again]))
    codes = {code.get("guid"): code.get("name") for code in root.iter(f"{QDA}Code")}
    links = [
        (
            codes[link.get("originGUID")],
            link.get("name"),
            codes[link.get("targetGUID")],
            link.get("direction"),
        )
        for link in root.iter(f"{QDA}Link")
    ]
    assert links == [("light frame", "leads_to", "joy", "OneWay")]


def test_the_map_stands_with_reasons_above_features() -> None:
    root = qde(exported([ridden()], value_map=MAP))
    vertices = {vertex.get("name"): vertex for vertex in root.iter(f"{QDA}Vertex")}
    assert set(vertices) == {"light frame", "joy", "rest"}
    assert int(vertices["joy"].get("secondY", "")) < int(vertices["light frame"].get("firstY", ""))
    names = {vertex.get("guid"): name for name, vertex in vertices.items()}
    edges = [
        (names[edge.get("sourceVertex")], names[edge.get("targetVertex")], edge.get("name"))
        for edge in root.iter(f"{QDA}Edge")
    ]
    assert edges == [("light frame", "joy", "4"), ("light frame", "rest", "2")]
    link = next(root.iter(f"{QDA}Link")).get("guid")
    assert [edge.get("representedGUID") for edge in root.iter(f"{QDA}Edge")] == [link, None]


def test_codes_of_the_same_name_are_told_apart() -> None:
    codes = book(
        Code("c1", "joy", "reason"),
        Code("c2", "Joy", "feature"),
        Code("c3", "joy", "reason"),
        Code("c4", " ", "reason"),
    )
    assert unlike_names(codes) == {"c1": "joy", "c2": "Joy (2)", "c3": "joy (3)", "c4": "c4"}


def test_words_in_a_code_that_the_book_does_not_have_are_not_selected() -> None:
    assert selections(exported([interview("so light", ("light", "c9"))])) == []
