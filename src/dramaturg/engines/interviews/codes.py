"""Every fault that methodologies, guides and studies can have beyond their form and the names in
them, with its meaning.

Each code has a page under docs/faults/.
"""

from __future__ import annotations

from collections.abc import Mapping

CODES: Mapping[str, str] = {
    "closing-out-of-reach": "The strategy that ends the interview can never be chosen late in it.",
    "jargon-heard": "A respondent would hear one of the method's own words.",
    "no-chain-edge": "No type of edge is a step of a chain.",
    "no-part-of-a-sentence": "A title cannot stand in the middle of a sentence.",
    "no-single-closing": "No strategy ends the interview, or more than one does.",
    "no-terminal-type": "No type of concept ends a chain.",
    "nobody-accepted": "No answers to a study's screener lead to an interview.",
    "norm-missing": "A signal is counted above 1 and has no norm.",
    "nothing-to-ask": "There are situations in which no strategy is valid.",
    "off-the-ladder": "No permitted chain leads through a type of concept to the end.",
    "quota-never-filled": (
        "A quota can never be filled, or all of them together never fit the wanted number of"
        " respondents."
    ),
    "unknown-placeholder": "A question has a placeholder that nobody fills in.",
}
