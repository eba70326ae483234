"""A small ladder of three rungs, and answers as they come out of extraction."""

from __future__ import annotations

from dramaturg.engines.interviews.base.extraction import (
    ExtractedConcept,
    ExtractedRelationship,
    Extraction,
    Quote,
)
from dramaturg.engines.interviews.base.methodology import (
    ConceptType,
    EdgeType,
    Extractability,
    Ontology,
    RelationshipExample,
)

ONTOLOGY = Ontology(
    concept_naming_convention="Short noun phrases: 'creamy texture', not 'it is creamy'.",
    naming="noun_phrase",
    extraction_guidelines=("Take what is said.", "Leave out what is meant."),
    extractability_criteria=Extractability(extract=("what matters to them",), skip=("greetings",)),
    relationship_examples=tuple(
        RelationshipExample(
            text=text, source="creamy texture", type="leads_to", target="good start"
        )
        for text in ("It is creamy, so I start well.", "Creamy, and the day begins well.")
    ),
    concepts=(
        ConceptType(
            type="attribute",
            title="attribute",
            description="a feature",
            examples=("a", "b", "c"),
            level=1,
        ),
        ConceptType(
            type="consequence",
            title="consequence",
            description="what follows",
            examples=("a", "b", "c"),
            level=2,
        ),
        ConceptType(
            type="value",
            title="value",
            description="what matters",
            examples=("a", "b", "c"),
            level=3,
            terminal=True,
            support=3,
        ),
    ),
    edges=(
        EdgeType(
            type="leads_to",
            description="One thing leads to another.",
            permitted=(
                ("attribute", "consequence"),
                ("consequence", "consequence"),
                ("consequence", "value"),
                ("attribute", "value"),
            ),
            chain=True,
        ),
        EdgeType(
            type="goes_with",
            description="They come together.",
            permitted=(("attribute", "attribute"),),
        ),
    ),
)


def quote(text: str = "said", start: int = 0) -> Quote:
    return Quote("u1", start, start + len(text), text)


def answer(concepts: str, *relationships: str) -> Extraction:
    """`attribute: foam; value: calm` and relationships as `foam > calm`, or `foam
    goes_with cup`.
    """
    pairs = [each.split(": ") for each in concepts.split("; ") if each]
    return Extraction(
        tuple(
            ExtractedConcept(label, type, quote(label, place))
            for place, (type, label) in enumerate(pairs)
        ),
        tuple(_relationship(each) for each in relationships),
    )


def _relationship(text: str) -> ExtractedRelationship:
    for sign, type in (
        (" > ", "leads_to"),
        (" goes_with ", "goes_with"),
        (" revises ", "revises"),
        (" likes ", "likes"),
    ):
        if sign in text:
            source, target = text.split(sign)
            return ExtractedRelationship(source, target, type, quote(text))
    raise ValueError(text)
