"""What ideas lead to and come from, when they come together as codes."""

from __future__ import annotations

from dramaturg.app.config.providers import embedder
from dramaturg.app.content.kinds import KINDS
from dramaturg.content.library import Library, packaged
from dramaturg.engines.interviews.content import methodology_of
from dramaturg.studies.base.codes import CodeBook, Ref, coded
from dramaturg.studies.base.evidence import Idea, IdeaLink, InterviewEvidence, QuotedWords
from dramaturg.studies.coding.code_book import code_book
from dramaturg.studies.figures.ladders import ladders_of

ONTOLOGY = methodology_of(Library(KINDS, (packaged(),)), "means_end_chain").document.ontology


def interview(who: str, *steps: tuple[str, str, str, str]) -> InterviewEvidence:
    """Steps from a label of a type to a label of a type."""
    ideas: dict[str, Idea] = {}
    links = []
    for source, first, target, second in steps:
        for label, type in ((source, first), (target, second)):
            words = QuotedWords(1, 0, len(label), label)
            ideas.setdefault(label, Idea(label, label, type, 1, (words,)))
        links.append(IdeaLink(source, target, "leads_to", ()))
    return InterviewEvidence(who, who, tuple(ideas.values()), tuple(links))


def book(*interviews: InterviewEvidence) -> CodeBook:
    return code_book(interviews, (), embedder(), ONTOLOGY)


def test_a_cause_and_its_effect_are_never_one_code_however_near_they_lie() -> None:
    kinds = "functional_consequence", "psychosocial_consequence"
    step = ("being relaxed", kinds[0], "feeling calm", kinds[1])
    together = book(interview("R001", step))
    assert together.code_of(Ref("R001", step[0])) != together.code_of(Ref("R001", step[2]))


def test_contraries_are_never_one_code() -> None:
    kind = "psychosocial_consequence"
    found = book(
        interview("R001", ("the price", "attribute", "caring about the climate", kind)),
        interview("R002", ("the price", "attribute", "not caring about the climate", kind)),
    )
    codes = {found.code_of(ref) for ref in found.joined if "caring" in ref.idea}
    assert len(codes) == 2


def test_no_step_of_a_ladder_goes_down_the_rungs() -> None:
    down = interview("R001", ("peace of mind", "terminal_value", "low price", "attribute"))
    up = interview("R002", ("low price", "attribute", "peace of mind", "terminal_value"))
    found = book(down, up)
    ladders = [ladder for each in (down, up) for ladder in ladders_of(coded(each, found, ONTOLOGY))]
    assert [ladder.respondent for ladder in ladders] == ["R002"]
