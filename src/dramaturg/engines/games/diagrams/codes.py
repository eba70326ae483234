"""Every issue a diagram and its zones can have, with its meaning."""

from __future__ import annotations

from collections.abc import Mapping

CODES: Mapping[str, str] = {
    "caption-names-label": (
        "The clue that stands in a zone says one of the labels that are asked for."
    ),
    "diagram-incomplete": (
        "A diagram of the knowledge lacks what its form is drawn from, or some of the labels."
    ),
    "diagram-unclear": (
        "Two zones of a drawing look the same, so that nobody could know which is which."
    ),
    "file-missing": "The file of a diagram is not there.",
    "file-unreadable": "The file of a diagram is no picture that can be used.",
    "file-unsafe": "The file of a diagram is built to do harm, or as if it were.",
    "label-in-picture": (
        "A label that is asked for can be read in the picture or in its description."
    ),
    "label-twice": "A label has two zones.",
    "label-without-zone": "A label has no zone.",
    "no-diagram": "No chain can make a diagram with all the labels.",
    "part-missing": "An SVG has no part with a label's name.",
    "point-outside": "A zone's own point does not lie in it, or lies in a smaller zone.",
    "unknown-label": "A zone has a label that nobody asked for.",
    "unknown-parent": "A zone lies in a zone that does not exist, or in itself.",
    "zone-id-twice": "Two zones have the same id.",
    "zone-outside": "A zone reaches beyond the picture.",
    "zone-too-small": "A zone is too small to be hit with a finger.",
    "zone-without-area": (
        "A zone has no area: fewer than three corners, all in one line, or no numbers."
    ),
    "zones-overlap": "Two zones lie over one another, and neither is part of the other.",
}
