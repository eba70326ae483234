"""The shelf: what is authored can be changed by many hands, and nothing is lost, and nothing
outside its folders is touched.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from dramaturg.app.authoring.editor import Shelf
from dramaturg.app.config.settings import Settings
from dramaturg.app.content.kinds import library_of
from dramaturg.app.views.catalogue import catalogue_of
from dramaturg.content.library import packaged
from dramaturg.kernel.errors import BadInput, ConflictError, ContentError, NotFound

SUBJECT = (
    "kind: subject\nid: {id}\ntitle: bread in the morning\nobjective: What it means to people.\n"
)
BROKEN = SUBJECT.replace("objective", "objektive").format(id="bread")


@pytest.fixture
def shelf(tmp_path: Path) -> Shelf:
    settings = Settings(store=str(tmp_path / "s.db"))
    settings.own_folder.mkdir()
    return Shelf(library_of(settings), settings.own_folder)


def test_without_a_content_folder_the_one_beside_the_store_is_read_and_written(
    tmp_path: Path,
) -> None:
    settings = Settings(store=str(tmp_path / "s.db"))
    assert (settings.own_folder, settings.content_folders) == (tmp_path / "content", ())
    settings.own_folder.mkdir()
    assert settings.content_folders == (tmp_path / "content",)
    assert Settings(store=settings.store, content="/one:/two").own_folder == Path("/one")


def test_a_new_document_is_found_at_once(shelf: Shelf) -> None:
    saved = shelf.save("subject", "bread", SUBJECT.format(id="bread"), None)
    assert (saved.head.title, saved.head.own, saved.head.shipped, saved.head.file) == (
        "bread in the morning",
        True,
        False,
        "subject/bread.yaml",
    )
    assert shelf.library.get("subject", "bread").id == "bread"


def test_no_head_tells_where_on_this_machine_a_document_lies(shelf: Shelf) -> None:
    shelf.save("subject", "bread", SUBJECT.format(id="bread"), None)
    files = [head.file for head in shelf.all()]
    assert len(files) > 60
    assert not [file for file in files if Path(file).is_absolute()]


def test_saving_over_what_is_shipped_makes_a_copy_that_wins_until_it_is_thrown_away(
    shelf: Shelf,
) -> None:
    shipped = shelf.read("subject", "oat_milk")
    mine = shelf.save(
        "subject",
        "oat_milk",
        shipped.text.replace("oat milk in coffee", "oat milk in tea"),
        shipped.tag,
    )
    assert (mine.head.title, mine.head.own, mine.head.shipped) == ("oat milk in tea", True, True)
    shelf.delete("subject", "oat_milk", mine.tag)
    assert shelf.read("subject", "oat_milk") == shipped


@pytest.mark.parametrize(
    ("written", "title"),
    [
        ("plain words # and a comment", "plain words"),
        ("'quoted: words' # and a comment", "quoted: words"),
        ('"a # in quotes"', "a # in quotes"),
        ("x" + " " * 400_000 + "#", "x"),
        ("\n" * 400_000 + "title: late", "late"),
    ],
    ids=["plain", "in quotes", "a mark in quotes", "much room", "many lines"],
)
def test_a_title_is_found_at_once_however_it_is_written(
    shelf: Shelf, written: str, title: str
) -> None:
    text = f"kind: subject\nid: bread\ntitle: {written}\n"
    assert shelf.save("subject", "bread", text, None, draft=True).head.title.strip() == title


def test_of_two_who_save_the_same_version_the_second_is_told_and_nothing_is_lost(
    shelf: Shelf,
) -> None:
    first = shelf.save("subject", "bread", SUBJECT.format(id="bread"), None)
    theirs = shelf.save("subject", "bread", first.text.replace("people", "bakers"), first.tag)
    with pytest.raises(ConflictError, match="somebody else has saved"):
        shelf.save("subject", "bread", first.text.replace("people", "children"), first.tag)
    with pytest.raises(ConflictError, match="somebody else has saved"):
        shelf.delete("subject", "bread", first.tag)
    assert shelf.read("subject", "bread") == theirs


def test_a_new_document_never_takes_the_place_of_another(shelf: Shelf) -> None:
    with pytest.raises(ConflictError, match="there is a subject oat_milk already"):
        shelf.save("subject", "oat_milk", SUBJECT.format(id="oat_milk"), None)
    (shelf.own / "subject").mkdir()
    (shelf.own / "subject" / "bread.yaml").write_text("something else entirely")
    with pytest.raises(ConflictError, match=r"a file subject/bread\.yaml already"):
        shelf.save("subject", "bread", SUBJECT.format(id="bread"), None)


def test_what_was_thrown_away_is_not_saved_by_accident(shelf: Shelf) -> None:
    saved = shelf.save("subject", "bread", SUBJECT.format(id="bread"), None)
    shelf.delete("subject", "bread", saved.tag)
    with pytest.raises(ConflictError, match="thrown away in the meantime"):
        shelf.save("subject", "bread", saved.text, saved.tag)


def test_a_text_with_faults_is_kept_only_as_a_draft_which_cannot_be_opened(shelf: Shelf) -> None:
    with pytest.raises(ContentError, match=r"bread\.yaml:4:1: The key 'objektive'"):
        shelf.save("subject", "bread", BROKEN, None)
    assert shelf.save("subject", "bread", BROKEN, None, draft=True).text == BROKEN
    assert [(each.id, each.faults) for each in shelf.faulty()] == [("bread", 2)]
    with pytest.raises(ContentError):
        shelf.library.get("subject", "bread")


@pytest.mark.parametrize(
    ("kind", "id", "text"),
    [
        ("subject", "../bread", SUBJECT.format(id="../bread")),
        ("subject", "..", SUBJECT.format(id="..")),
        ("subject", "bread\0", SUBJECT.format(id="bread")),
        ("subject", "b" * 81, SUBJECT.format(id="b" * 81)),
        ("router_policy", "../memoir", '{"kind": "router_policy", "id": "../memoir"}'),
        ("subject", "bread", SUBJECT.format(id="rolls")),
        ("subject", "bread", "no header at all"),
        ("subject", "bread", SUBJECT.format(id="bread") + "#" * 1_000_001),
    ],
)
def test_nothing_is_written_under_a_name_that_leads_elsewhere(
    shelf: Shelf, kind: str, id: str, text: str
) -> None:
    with pytest.raises(BadInput):
        shelf.save(kind, id, text, None, draft=True)
    assert not list(shelf.own.rglob("*"))


def test_a_text_is_not_checked_under_a_name_that_leads_elsewhere(shelf: Shelf) -> None:
    with pytest.raises(BadInput):
        shelf.check("{}", "router_policy", "../../memoir")
    with pytest.raises(NotFound):
        shelf.check("{}", "no_such_kind", "mine")


@pytest.mark.slow
def test_an_interviewer_is_copied_checked_and_thrown_away_as_a_whole(shelf: Shelf) -> None:
    copy = shelf.copy("depth_governor", "origins", "mine")
    assert len(list((shelf.own / "mine").iterdir())) == 7
    renamed = copy.text.replace('"id": "mine"', '"id": "theirs"', 1)
    assert [fault.code for fault in shelf.check(renamed, "depth_governor", "mine").faults] == [
        "ids-differ"
    ]
    shelf.delete("depth_governor", "mine", copy.tag)
    assert not list((shelf.own / "mine").iterdir())


def test_knowledge_takes_its_pictures_along(shelf: Shelf) -> None:
    shelf.copy("knowledge", "cell", "my_cell")
    assert {file.name for file in (shelf.own / "knowledge").iterdir()} == {
        "my_cell.yaml",
        "cell.svg",
        "cell_animal.svg",
    }


def test_nothing_that_is_shipped_is_ever_written_or_thrown_away(shelf: Shelf) -> None:
    before = {file: file.stat().st_mtime_ns for file in packaged().rglob("*.yaml")}
    shipped = shelf.read("scenario", "night_shift")
    with pytest.raises(BadInput, match="comes with Dramaturg"):
        shelf.delete("scenario", "night_shift", shipped.tag)
    shelf.copy("scenario", "night_shift", "my_shift")
    assert {file: file.stat().st_mtime_ns for file in packaged().rglob("*.yaml")} == before


@pytest.mark.parametrize(("kind", "code"), [("scenario", "unfilled"), ("study", "not-filled-in")])
def test_a_template_lacks_nothing_but_what_is_to_be_filled_in(
    shelf: Shelf, kind: str, code: str
) -> None:
    made = shelf.new(kind, "a bakery must decide whether to recall a batch")  # type: ignore[arg-type]
    assert made.head.id == "bakery_recall_batch"
    assert {fault.code for fault in shelf.check(made.text, kind, made.head.id).faults} == {code}


@pytest.mark.slow
def test_the_catalogue_says_who_you_are_and_whom_you_meet_and_leaves_drafts_out(
    shelf: Shelf,
) -> None:
    shelf.save("subject", "bread", BROKEN, None, draft=True)
    catalogue = catalogue_of(shelf.library, "offline")
    assert "bread" not in {each.id for each in catalogue.subjects}
    sim = next(each for each in catalogue.sims if each.id == "launch_decision")
    assert sim.learner == "a Machine Learning Engineer brought in to make the call"
    assert "qa_lead" in {person.id for person in sim.people}
