"""The control graphs that a text makes, before it is saved: of a backbone itself, or of everybody
in a scenario.
"""

from __future__ import annotations

from typing import cast

from dramaturg.app.content.kinds import KINDS
from dramaturg.content.documents import Loaded, load_text
from dramaturg.content.library import Library
from dramaturg.engines.sims.base.backbone import Backbone
from dramaturg.engines.sims.base.scenario import Scenario
from dramaturg.engines.sims.content import backbones_of
from dramaturg.engines.sims.control_graph import ControlGraphShown, backbone_shown, part_graph
from dramaturg.engines.sims.engine import part_of


def graphs_of(text: str, library: Library) -> tuple[ControlGraphShown, ...]:
    """Of a text without fault; of any other kind of document there are none."""
    loaded = load_text(text, "", KINDS)
    document = loaded.document if isinstance(loaded, Loaded) else None
    match document:
        case Backbone():
            return (backbone_shown(document),)
        case Scenario():
            names = backbones_of(document)
            backbones = {
                name: cast(Backbone, library.get("backbone", name).document) for name in names
            }
            return tuple(
                part_graph(part_of(document, person, backbones)) for person in document.people
            )
    return ()
