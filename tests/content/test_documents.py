"""Loading documents: every fault in plain words at its place, and what a document without fault
carries.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Annotated, Literal

import pytest
from pydantic import BaseModel, ConfigDict, Field

from dramaturg.content.documents import Kinds, Loaded, load, load_any, load_text
from dramaturg.content.limits import MAX_FAULTS
from dramaturg.kernel.errors import Fault


@pytest.fixture
def faults(recipe: type[BaseModel]) -> Callable[[str], list[str]]:
    def of(text: str) -> list[str]:
        loaded = load(text, "soup.yaml", recipe)
        assert not isinstance(loaded, Loaded)
        return [str(fault) for fault in loaded]

    return of


def test_a_document_without_fault_carries_its_header_and_its_hash(
    soup: str, recipe: type[BaseModel]
) -> None:
    loaded = load(soup, "soup.yaml", recipe)
    assert isinstance(loaded, Loaded)
    assert (loaded.kind, loaded.id, loaded.version, loaded.file) == (
        "recipe",
        "carrot-soup",
        "1.2",
        "soup.yaml",
    )
    assert loaded.document.model_dump()["ingredients"]["carrots"] == {"number": 500.0, "unit": "g"}
    assert len(loaded.hash) == 64


def test_the_hash_is_of_what_is_said_and_not_of_the_layout(
    soup: str, recipe: type[BaseModel]
) -> None:
    first = load(soup, "a.yaml", recipe)
    turned = "oven:\n- 180 # hot\n- fan\n" + soup.replace("oven: [180, fan]\n", "").replace(
        "# a soup\n", ""
    )
    same = load(turned, "b.yaml", recipe)
    other = load(soup.replace("servings: 4", "servings: 5"), "c.yaml", recipe)
    assert isinstance(first, Loaded) and isinstance(same, Loaded) and isinstance(other, Loaded)
    assert same.hash == first.hash
    assert other.hash != first.hash


def test_the_body_is_a_text_that_loads_to_the_same_document(
    soup: str, recipe: type[BaseModel]
) -> None:
    loaded = load(soup, "soup.yaml", recipe)
    assert isinstance(loaded, Loaded)
    again = load(loaded.body, "stored", recipe)
    assert isinstance(again, Loaded)
    assert (again.document, again.hash, again.body) == (loaded.document, loaded.hash, loaded.body)


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        (
            "rating: 4.5",
            "ratings: 4.5",
            "8:1: The key 'ratings' is not known here. [unknown-key] Did you mean 'rating'?",
        ),
        (
            "servings: 4\n",
            "",
            "2:1: The key 'servings' is missing here. [missing-key] Add it. How many people it feeds.",
        ),
        (
            "servings: 4",
            "servings: four",
            "7:11: 'servings' should be a whole number, but it is the text 'four'. [wrong-type] Write a whole number without",
        ),
        (
            "servings: 4",
            "servings: 4.0",
            "7:11: 'servings' should be a whole number, but it is the number 4.0. [wrong-type] Write a whole",
        ),
        (
            "servings: 4",
            "servings:",
            "7:1: 'servings' should be a whole number, but it is empty. [wrong-type] Give it a whole number,",
        ),
        (
            "servings: 4",
            "servings: true",
            "7:11: 'servings' should be a whole number, but it is true. [wrong-type]",
        ),
        (
            "servings: 4",
            "servings: 0",
            "7:11: 'servings' should be at least 1, but it is 0. [out-of-range] Write a number that is at least 1.",
        ),
        (
            "servings: 4",
            "servings: 4\nspicy: yes",
            "8:8: 'spicy' should be true or false, but it is the text 'yes'. [wrong-type]",
        ),
        (
            'version: "1.2"',
            "version: 1.2",
            "4:10: 'version' should be text, but it is the number 1.2. [wrong-type] Write it as text, in quotes",
        ),
        (
            "difficulty: easy",
            "difficulty: eassy",
            "6:13: 'difficulty' cannot be the text 'eassy'. [wrong-choice] Did you mean 'easy'?",
        ),
        (
            "difficulty: easy",
            "difficulty: 3",
            "6:13: 'difficulty' cannot be the number 3. [wrong-choice] Known: easy, hard, medium.",
        ),
        (
            "title: Carrot soup",
            "title: So",
            "5:8: 'title' should have at least 3 characters, but it has 2. [wrong-length] Make it longer.",
        ),
        (
            "title: Carrot soup",
            f"title: {'so ' * 20}",
            "5:8: 'title' should have at most 40 characters, but it has 59. [wrong-length]",
        ),
        (
            "id: carrot-soup",
            "id: Carrot",
            "3:5: 'Carrot' is not written as 'id' has to be. [wrong-form] Small letters, digits,",
        ),
        (
            "rating: 4.5",
            "rating: 4.7",
            "8:9: 'rating': a rating goes in halves, like 3.5. [wrong-value] Change it",
        ),
        (
            "salt: a pinch",
            "SALT: a pinch",
            "11:3: 'SALT' is not written as 'SALT' has to be. [wrong-form] It has to match ^[a-z ]+$",
        ),
        (
            "tool: knife",
            "tool: knive",
            "14:11: 'tool' cannot be the text 'knive'. [wrong-choice] Did you mean 'knife'?",
        ),
        (
            "tool: knife",
            "tools: knife\n    tool: knife",
            "14:5: The key 'tools' is not known here. [unknown-key] Did you mean 'tool'?",
        ),
        (
            "minutes: 30",
            "minuts: 30, minutes: 3",
            "15:16: The key 'minuts' is not known here. [unknown-key] Did you mean 'minutes'?",
        ),
        (
            "do: cut",
            "do: cutt",
            "13:9: 'do' cannot be the text 'cutt'. [wrong-choice] Did you mean 'cut'?",
        ),
        (
            "  - do: cut\n    tool",
            "  - tool",
            "13:5: The key 'do' is missing here. [missing-key] Add it. Known: cook, cut.",
        ),
        (
            "{do: cook, minutes: 30}",
            "cook",
            "15:5: Item 2 of 'steps' should be keys and values, but it is the text 'cook'. [wrong-type]",
        ),
        (
            "tags: [warm, orange]",
            "tags: warm",
            "16:7: 'tags' should be a list, but it is the text 'warm'. [wrong-type] Write a list:",
        ),
        (
            "oven: [180, fan]",
            "oven: [180]",
            "17:7: Item 2 of 'oven' is missing: the list is too short. [wrong-length] Add it.",
        ),
        (
            "oven: [180, fan]",
            "oven: [180, fan, up]",
            "17:7: 'oven' should have at most 2 items, but it has 3. [wrong-length]",
        ),
        (
            "oven: [180, fan]",
            "oven: [hot, fan]",
            "17:8: Item 1 of 'oven' should be a whole number, but it is the text 'hot'. [wrong-type]",
        ),
    ],
)
def test_a_fault_says_where_what_and_what_to_do(
    old: str, new: str, expected: str, soup: str, faults: Callable[[str], list[str]]
) -> None:
    (fault,) = faults(soup.replace(old, new))
    assert fault.startswith(f"soup.yaml:{expected}")


@pytest.mark.parametrize(
    ("amount", "expected"),
    [
        (
            "[1]",
            "10:12: 'carrots' should be text or keys and values, but it is a list. [wrong-type]",
        ),
        (
            "{number: many, unit: g}",
            "10:21: 'number' should be a number, but it is the text 'many'. [wrong-type]",
        ),
        (
            "{number: 1, unit: g, form: raw}",
            "10:33: The key 'form' is not known here. [unknown-key] Known: number, unit.",
        ),
        (
            "{number: 1, unit: gg}",
            "10:30: 'unit' cannot be the text 'gg'. [wrong-choice] Did you mean 'g'?",
        ),
    ],
)
def test_of_a_value_with_alternatives_only_the_one_meant_is_spoken_of(
    amount: str, expected: str, soup: str, faults: Callable[[str], list[str]]
) -> None:
    (fault,) = faults(soup.replace("{number: 500, unit: g}", amount))
    assert fault.startswith(f"soup.yaml:{expected}")


def test_faults_in_a_document_within_a_document_are_placed_there(
    soup: str, faults: Callable[[str], list[str]]
) -> None:
    variant = "variants:\n- {kind: recipe, id: cold, version: '1', title: Cold soup, servings: 2, steps: [{do: wait}]}\n"
    assert faults(soup + variant) == [
        "soup.yaml:19:86: 'do' cannot be the text 'wait'. [wrong-choice] Known: cook, cut."
    ]


def test_all_faults_are_told_at_once_in_the_order_of_the_file(
    soup: str, faults: Callable[[str], list[str]]
) -> None:
    text = (
        soup.replace("servings: 4", "servings: 0\nservings: 3")
        .replace("tool: knife", "tool: spoon")
        .replace("carrot-soup", "&a soup")
    )
    text = text.replace("salt: a pinch", "salt: *a").replace("title: Carrot soup\n", "")
    codes = [fault.split("[")[1].split("]")[0] for fault in faults(text)]
    assert codes == [
        "missing-key",
        "alias-refused",
        "out-of-range",
        "duplicate-key",
        "alias-refused",
        "wrong-choice",
    ]


def test_what_stands_in_for_a_refused_value_is_not_found_fault_with(
    soup: str, faults: Callable[[str], list[str]]
) -> None:
    assert [
        fault.split("[")[1][:13]
        for fault in faults(soup.replace("title: Carrot soup", "title: *name"))
    ] == ["alias-refused"]


def test_hundreds_of_faults_are_cut_and_said_to_be_cut(soup: str, recipe: type[BaseModel]) -> None:
    loaded = load(soup + "variants:\n" + "  - {}\n" * 2000, "soup.yaml", recipe)
    assert not isinstance(loaded, Loaded)
    assert len(loaded) == MAX_FAULTS + 1
    assert loaded[-1].code == "too-many-faults"
    assert {fault.code for fault in loaded[:-1]} == {"missing-key"}


def test_a_path_from_an_engine_is_turned_into_a_place(soup: str, recipe: type[BaseModel]) -> None:
    loaded = load(soup, "soup.yaml", recipe)
    assert isinstance(loaded, Loaded)
    fault = Fault("too-hot", "The soup is too hot.", "Wait.", ("steps", 1, "minutes"))
    assert loaded.locate(fault).place == "soup.yaml:15:25"
    assert (
        loaded.locate(Fault("no-salt", "", "", ("steps", 1, "salt", "grains"))).place
        == "soup.yaml:15:5"
    )


# ── unions within unions ──────────────────────────────────────────────────────────────────────────


class AnyOf(BaseModel):
    model_config = ConfigDict(extra="forbid")
    any: Annotated[list[Condition], Field(min_length=1)]


class Fact(BaseModel):
    model_config = ConfigDict(extra="forbid")
    fact: str
    is_: int | Literal["high", "low"] = Field(alias="is")


Condition = str | Fact | AnyOf


class Rule(BaseModel):
    model_config = ConfigDict(extra="forbid")
    kind: Literal["rule"]
    id: str
    version: str
    when: Condition


@pytest.mark.parametrize(
    ("when", "expected"),
    [
        (
            "{fact: mood, is: hihg}",
            ["'is' cannot be the text 'hihg'. [wrong-choice] Did you mean 'high'?"],
        ),
        ("{fact: mood, is: [1]}", ["'is' cannot be a list. [wrong-choice] Known: high, low."]),
        (
            "{any: [always, {fact: mood, is: 3}, {fact: mood, iz: 3}]}",
            ["The key 'is' is missing", "The key 'iz' is not known here."],
        ),
        (
            "{any: [3]}",
            ["Item 1 of 'any' should be text or keys and values, but it is the number 3."],
        ),
    ],
)
def test_nested_alternatives_are_untangled(when: str, expected: list[str]) -> None:
    loaded = load(f"kind: rule\nid: a\nversion: '1'\nwhen: {when}\n", "rule.yaml", Rule)
    assert not isinstance(loaded, Loaded)
    assert len(loaded) == len(expected)
    for fault, start in zip(loaded, expected, strict=True):
        assert str(fault).split(": ", 1)[1].startswith(start)


# ── the header ────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("kind: recip\n", "1:7: There is no kind 'recip'. [unknown-kind] Did you mean 'recipe'?"),
        (
            "id: a\n",
            "1:1: The key 'kind' is missing here. [missing-key] Add it. Known: backbone, cohort,",
        ),
        ("kind: 3\n", "1:7: 'kind' should be text, but it is the number 3. [wrong-type]"),
        ("- a\n", "1:1: The document should be keys and values, but it is a list. [wrong-type]"),
        ("kind: *a\n", "1:7: The alias '*a' is used. [alias-refused]"),
    ],
)
def test_a_header_that_names_no_kind_is_told_so(text: str, expected: str, kinds: Kinds) -> None:
    loaded = load_text(text, "x.yaml", kinds)
    assert not isinstance(loaded, Loaded)
    (fault,) = loaded
    assert str(fault).startswith(f"x.yaml:{expected}")


def test_a_file_is_loaded_as_the_kind_its_header_names(
    soup: str, kinds: Kinds, tmp_path: Path
) -> None:
    file = tmp_path / "soup.yaml"
    file.write_text(soup)
    loaded = load_any(file, kinds)
    assert isinstance(loaded, Loaded)
    assert isinstance(loaded.document, kinds["recipe"])
    assert loaded.file == str(file)


def test_a_file_that_is_not_there_is_a_fault(kinds: Kinds, tmp_path: Path) -> None:
    loaded = load_any(tmp_path / "soup.yaml", kinds)
    assert not isinstance(loaded, Loaded)
    assert [fault.code for fault in loaded] == ["unreadable-file"]
