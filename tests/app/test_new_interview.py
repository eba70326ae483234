"""`dramaturg new interview`: a study to fill in, which cannot be opened before what stands in
brackets is filled in."""

from __future__ import annotations

from pathlib import Path

import pytest

from dramaturg.app.authoring.drafting import NO_SUBJECT, StudyWish, Written, new_interview
from dramaturg.app.check.check import check
from dramaturg.app.content.kinds import KINDS
from dramaturg.content.documents import Loaded, load
from dramaturg.content.library import Library, packaged
from dramaturg.kernel.errors import BadInput, ContentError, NotFound
from dramaturg.studies.base.document import Study
from dramaturg.studies.content import study_content


def study_in(file: Path) -> Study:
    found = load(file.read_bytes(), str(file), Study)
    assert isinstance(found, Loaded), found
    return found.document


@pytest.mark.parametrize("methodology", ["means_end_chain", "customer_journey"])
@pytest.mark.parametrize(
    ("description", "subject"),
    [
        ("houseplants in small flats", "houseplants in small flats"),
        ("oat_milk", "oat_milk"),
        ("night_shifts", "night shifts"),
        ("What do people want?", NO_SUBJECT),
        ("compare why small firms cancel our invoices with other reasons", NO_SUBJECT),
        (
            'a "quoted" #title: with {money}\n- and \\ $lines \x07.',
            'a "quoted" #title: with (money) - and \\ $lines',
        ),
        ("?!", NO_SUBJECT),
        ("面包店", "面包店"),
    ],
)
def test_the_template_lacks_nothing_but_what_stands_in_brackets(
    description: str, subject: str, methodology: str, tmp_path: Path
) -> None:
    wish = StudyWish(description, tmp_path / "new.yaml", methodology)
    assert new_interview(wish) == Written(wish.id, wish.target, 0)
    study = study_in(wish.target)
    assert (study.subject, study.methodology) == (subject, methodology)
    report = check([wish.target])
    assert {fault.code for fault in report.faults} == {"not-filled-in"}
    with pytest.raises(ContentError):
        study_content(Library(KINDS, (packaged(),)), str(wish.target))
    lines = wish.target.read_text(encoding="utf-8").splitlines()
    brackets = str.maketrans("[]", "()")
    filled = (line if "options:" in line else line.translate(brackets) for line in lines)
    wish.target.write_text("\n".join(filled), encoding="utf-8")
    assert len(check([wish.target]).proofs) == 3


def test_a_study_is_named_after_what_it_is_about() -> None:
    assert StudyWish("the taste of oat milk").target == Path("taste_oat_milk.yaml")
    assert StudyWish("3 wishes").id == "study_3_wishes"


@pytest.mark.parametrize(
    ("wish", "error", "told"),
    [
        (StudyWish(" "), BadInput, "in a few words"),
        (
            StudyWish("tea", methodology="means_end_chains"),
            NotFound,
            "Did you mean 'means_end_chain'",
        ),
        (StudyWish("tea", Path("nowhere/at/all.yaml")), NotFound, "there is no folder nowhere/at"),
    ],
    ids=str,
)
def test_a_wish_that_cannot_be_fulfilled_is_refused_by_name(
    wish: StudyWish, error: type[Exception], told: str
) -> None:
    with pytest.raises(error, match=told):
        new_interview(wish)


def test_a_file_that_is_there_is_written_over_only_with_force(tmp_path: Path) -> None:
    file = tmp_path / "tea.yaml"
    file.write_text("mine")
    with pytest.raises(BadInput, match="--force"):
        new_interview(StudyWish("tea", file))
    assert file.read_text() == "mine"
    new_interview(StudyWish("tea", file, force=True))
    assert study_in(file).id == "tea"
