"""The library: documents by kind and id, from several folders."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

import pytest
from pydantic import BaseModel

from dramaturg.content import documents
from dramaturg.content.documents import Kinds, Loaded
from dramaturg.content.library import Library, packaged
from dramaturg.content.yaml import Parsed, parse
from dramaturg.kernel.errors import ContentError, Fault, NotFound, SettingsError


@pytest.fixture
def ours(tmp_path: Path) -> Path:
    return folder(tmp_path / "ours")


@pytest.fixture
def theirs(tmp_path: Path) -> Path:
    return folder(tmp_path / "theirs")


def folder(path: Path) -> Path:
    path.mkdir()
    return path


def write(file: Path, soup: str, id: str, title: str = "Soup") -> Path:
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(soup.replace("carrot-soup", id).replace("Carrot soup", title))
    return file


def test_a_document_is_found_by_kind_and_id_wherever_it_lies(
    soup: str, kinds: Kinds, ours: Path
) -> None:
    file = write(ours / "warm" / "deep" / "whatever.yml", soup, "leek-soup")
    assert Library(kinds, (ours,)).get("recipe", "leek-soup").file == str(file)


def test_a_later_folder_wins(soup: str, kinds: Kinds, ours: Path, theirs: Path) -> None:
    write(ours / "a.yaml", soup, "leek-soup", "Packaged soup")
    write(theirs / "b.yaml", soup, "leek-soup", "My own soup")
    both = Library(kinds, (ours, theirs))
    assert both.get("recipe", "leek-soup").document.model_dump()["title"] == "My own soup"
    assert [entry.file for entry in both.entries("recipe")] == [theirs / "b.yaml"]
    assert both.check().faults == ()


def test_the_same_id_twice_in_one_folder_is_a_fault_that_names_both_files(
    soup: str, kinds: Kinds, ours: Path
) -> None:
    first, second = (
        write(ours / "a.yaml", soup, "leek-soup"),
        write(ours / "b.yaml", soup, "leek-soup"),
    )
    (fault,) = Library(kinds, (ours,)).check().faults
    assert fault.code == "duplicate-id"
    assert fault.place == f"{second}:3:5"
    assert str(first) in fault.message
    with pytest.raises(ContentError) as raised:
        Library(kinds, (ours,)).get("recipe", "leek-soup")
    assert raised.value.faults == (fault,)


def test_an_unknown_id_is_answered_with_the_nearest_and_with_all(
    soup: str, kinds: Kinds, ours: Path
) -> None:
    write(ours / "a.yaml", soup, "leek-soup")
    write(ours / "b.yaml", soup, "toast")
    with pytest.raises(
        NotFound,
        match=r"There is no recipe 'leak-soup'. Did you mean 'leek-soup'\? Known: leek-soup, toast.",
    ):
        Library(kinds, (ours,)).get("recipe", "leak-soup")
    with pytest.raises(NotFound, match=r"There is no recipe 'zzz'. Known: leek-soup, toast.$"):
        Library(kinds, (ours,)).get("recipe", "zzz")


def test_an_unknown_kind_is_answered_with_the_known_ones(kinds: Kinds, ours: Path) -> None:
    with pytest.raises(NotFound, match=r"There is no kind 'recipes'. Did you mean 'recipe'\?"):
        Library(kinds, (ours,)).get("recipes", "toast")


def test_a_broken_neighbour_does_not_keep_a_document_from_loading_but_is_reported(
    soup: str, kinds: Kinds, ours: Path
) -> None:
    write(ours / "good.yaml", soup, "leek-soup")
    (ours / "broken.yaml").write_text("kind: [")
    (ours / "bytes.yaml").write_bytes(b"\xff\xfe\x00")
    (ours / "folder.yaml").mkdir()
    (ours / "nowhere.yaml").symlink_to(ours / "gone.yaml")
    shelf = Library(kinds, (ours,))
    assert shelf.get("recipe", "leek-soup").id == "leek-soup"
    checked = shelf.check()
    assert [loaded.id for loaded in checked.documents] == ["leek-soup"]
    assert [fault.code for fault in checked.faults] == [
        "not-yaml",
        "not-utf-8",
        "unreadable-file",
        "unreadable-file",
    ]


def test_a_document_with_faults_is_found_and_its_faults_are_raised(
    soup: str, kinds: Kinds, ours: Path
) -> None:
    (ours / "a.yaml").write_text(soup + "broken: [\n")
    with pytest.raises(ContentError) as raised:
        Library(kinds, (ours,)).get("recipe", "carrot-soup")
    assert [fault.code for fault in raised.value.faults] == ["not-yaml"]


@pytest.mark.parametrize(
    "header",
    [
        "kind: recipe\nid: toast\n",
        "id: 'toast' # quoted\nkind: \"recipe\"\n",
        '"kind": recipe\n"id": toast\n',
        "kind:\n  recipe\nid: toast\n",
        "{kind: recipe, id: toast}\n",
        "notes: 'a text in which there is\n\nid: none\n'\nkind: recipe\nid: toast\n",
        "kind: recipe\r\nid: toast\r\n",
        '{"kind": "recipe", "id": "toast"}',
        '{\n  "$schema": "../recipe.json",\n  "kind": "recipe",\n  "id": "toast",\n  "with": {"id": "none"}\n}\n',
        '{"with": {"kind": "recipe", "id": "none"}, "kind": "recipe", "id": "toast"}',
    ],
)
def test_a_header_is_found_however_it_is_written(header: str, kinds: Kinds, ours: Path) -> None:
    (ours / "a.yaml").write_bytes(header.encode())
    (entry,) = Library(kinds, (ours,)).entries("recipe")
    assert entry.id == "toast"
    assert entry.place == parse(header, "").positions.value(("id",)), (
        "where the whole document would have it"
    )


def test_finding_a_document_does_not_parse_the_others(
    soup: str, kinds: Kinds, ours: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for number in range(5):
        write(ours / f"{number}.yaml", soup, f"soup-{number}")
    (ours / "5.yaml").write_text('{"kind": "recipe", "id": "soup-5", "steps": []}')
    parsed: list[str] = []

    def noting(text: bytes, file: str) -> Parsed:
        parsed.append(file)
        return parse(text, file)

    monkeypatch.setattr(documents, "parse", noting)
    Library(kinds, (ours,)).get("recipe", "soup-3")
    assert parsed == [str(ours / "3.yaml")]


def test_a_file_that_is_as_it_was_is_not_parsed_again(
    soup: str, kinds: Kinds, ours: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write(ours / "a.yaml", soup, "leek-soup")
    first = Library(kinds, (ours,)).get("recipe", "leek-soup")
    monkeypatch.delattr(documents, "parse")
    assert Library(kinds, (ours,)).get("recipe", "leek-soup") == first


def test_an_edited_file_is_seen_at_once(soup: str, kinds: Kinds, ours: Path) -> None:
    shelf = Library(kinds, (ours,))
    file = write(ours / "a.yaml", soup, "leek-soup")
    first = shelf.get("recipe", "leek-soup")
    write(file, soup, "leek-soup", "Another soup")
    assert shelf.get("recipe", "leek-soup").hash != first.hash


def test_hidden_folders_and_other_files_are_left_alone(soup: str, kinds: Kinds, ours: Path) -> None:
    write(ours / ".git" / "a.yaml", soup, "leek-soup")
    write(ours / "notes.txt", soup, "leek-soup")
    assert Library(kinds, (ours,)).entries("recipe") == ()


def test_further_faults_are_given_their_place(soup: str, kinds: Kinds, ours: Path) -> None:
    def too_long(loaded: Loaded[BaseModel]) -> Iterable[Fault]:
        yield Fault("too-long", "Nobody waits that long.", "Cook faster.", ("steps", 1, "minutes"))

    file = write(ours / "a.yaml", soup, "leek-soup")
    (fault,) = Library(kinds, (ours,)).check(too_long).faults
    assert fault.place == f"{file}:15:25"


def test_a_single_file_can_be_checked(soup: str, kinds: Kinds, ours: Path) -> None:
    file = write(ours / "a.yaml", soup, "leek-soup")
    write(ours / "b.yaml", soup, "toast")
    assert [loaded.id for loaded in Library(kinds, (file,)).check().documents] == ["leek-soup"]


def test_a_folder_that_is_not_there_is_named(kinds: Kinds, ours: Path) -> None:
    with pytest.raises(SettingsError, match=r"no folder or file .*elsewhere"):
        Library(kinds, (ours / "elsewhere",)).check()


def test_the_content_that_comes_with_the_package_has_a_folder() -> None:
    assert packaged().is_dir()
