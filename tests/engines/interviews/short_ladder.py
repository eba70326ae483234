"""A small methodology without fault, as an author writes it, and ways to spoil it."""

from __future__ import annotations

from dramaturg.content.documents import Loaded, load
from dramaturg.engines.interviews.base.methodology import Methodology

TEXT = """
kind: methodology
id: short_ladder
version: "1"
title: A short ladder
goal: Find out what a thing is good for.
method: features, then reasons
jargon: [attribute, ladder]
ontology:
  concept_naming_convention: A few words, as the respondent says them.
  naming: noun_phrase
  extraction_guidelines: [Take what was said., Leave out the rest.]
  extractability_criteria: {extract: [features], skip: [greetings]}
  relationship_examples:
    - {text: It is light so I take it along., source: light, type: leads_to, target: taking it along}
    - {text: I take it along because I like the hills., source: taking it along, type: leads_to, target: the hills}
  concepts:
    - {type: feature, title: feature, description: What it has., examples: [light, red, new], level: 1}
    - {type: reason, title: reason, description: What it is for., examples: [joy, rest, pride], level: 2, terminal: true}
  edges:
    - {type: leads_to, description: The first is good for the second., permitted: [[feature, reason]], chain: true}
strategies:
  - name: why
    title: Ask why
    description: Ask what it is good for.
    signal_weights: {graph.node.has_upward.false: 1.0}
    templates: ["Why does {focus} matter?", "What is {focus} good for?", "What comes of {focus}?", "What does {focus} give you?"]
  - name: widen
    title: Ask for more
    description: Ask what else there is.
    signal_weights: {graph.node_count: -1.0}
    templates: ["What else is there?", "What more comes to mind?", "What else about {subject}?", "What have we left out?"]
  - name: close
    title: Close
    description: Ask for a last word.
    signal_weights: {meta.interview_progress: 1.0}
    ends_interview: true
    templates: ["What would you add?", "What did I not ask?", "What else should I know?", "What is left to say?"]
openings: ["What is {subject} to you?", "Tell me about {subject}.", "What comes to mind about {subject}?"]
acknowledgements: [I see., All right., Thank you., Okay., I understand., Good to know.]
thanks: [Thank you for your time., That was all. Thank you.]
"""


def loaded(old: str = "", new: str = "", more: str = "") -> Loaded[Methodology]:
    """The methodology with one thing written otherwise, and with more at its end."""
    assert old in TEXT
    found = load(
        (TEXT.replace(old, new, 1) if old else TEXT) + more, "short_ladder.yaml", Methodology
    )
    assert isinstance(found, Loaded), found
    return found


def methodology(old: str = "", new: str = "", more: str = "") -> Methodology:
    return loaded(old, new, more).document
