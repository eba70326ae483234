"""Flows from elsewhere: which files are such, and what can be proven of each."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path

from dramaturg.content.documents import read_bytes, readable
from dramaturg.content.flows.flow import Flow, FlowRead, unreadable
from dramaturg.content.flows.flowchart import is_flowchart, read_flowchart
from dramaturg.content.flows.ink import is_ink, read_ink
from dramaturg.content.flows.json_text import parse_json
from dramaturg.content.flows.mermaid import is_state_diagram, read_mermaid
from dramaturg.content.flows.pipecat import is_pipecat, read_pipecat
from dramaturg.content.flows.proofs import name_faults, prove_flow, shape_faults
from dramaturg.content.flows.rasa import is_rasa, read_rasa
from dramaturg.content.flows.yarn import read_yarn
from dramaturg.content.library import everything_in
from dramaturg.content.positions import START
from dramaturg.content.yaml import Parsed, decoded, parse
from dramaturg.engines.kit import Judged
from dramaturg.kernel.errors import ContentError, Fault

ENDINGS = frozenset({".mmd", ".mermaid", ".yarn", ".ink"})
"""Files that can only be flows. JSON and YAML may be anybody's, and are looked into."""

FLOW_JSON = re.compile(r'"(?P<key>inkVersion|initial_node|edges)"\s*:')
FLOW_YAML = re.compile(r"^(?:initial_node|flows)\s*:", re.MULTILINE)
OWN_YAML = re.compile(r"^kind\s*:", re.MULTILINE)


def flows_in(paths: Sequence[Path]) -> Iterator[Path]:
    """The flows among some files and in some folders. YAML is only taken for a flow when it is
    named itself.
    """
    for path in paths:
        if path.is_dir():
            inside = (
                file for file in everything_in(path) if file.suffix not in (".yaml", ".yml", ".ink")
            )
            yield from (file for file in inside if file.is_file() and _is_flow(file))
        elif path.suffix in ENDINGS or (path.is_file() and _is_flow(path)):
            yield path


def judge_flow(file: Path) -> Judged:
    """What is wrong with a flow, and what was proven of it."""
    text = _text(file)
    if isinstance(text, Fault):
        return Judged((text,))
    read = _read(text, file)
    faults = (*read.faults, *name_faults(read.flow)) or shape_faults(read.flow)
    return Judged(readable(faults)) if faults else _proven(read.flow)


def _proven(flow: Flow) -> Judged:
    try:
        proofs, faults, unproven = prove_flow(flow)
    except ContentError as error:
        return Judged(tuple(fault.at(flow.file, *START) for fault in error.faults))
    return Judged(
        readable(faults), proofs, (*(f"{flow.id}, {note}" for note in flow.loose), *unproven)
    )


# ── which format ──────────────────────────────────────────────────────────────────────────────────


def _is_flow(file: Path) -> bool:
    looks_like = LOOKS_LIKE.get(file.suffix)
    text = _text(file) if looks_like else ""
    return looks_like is not None and isinstance(text, str) and looks_like(text)


def _is_flow_json(text: str) -> bool:
    """Whether it is a flow, or would be one if it could be read to its end."""
    mark = FLOW_JSON.search(text)
    if mark is None:
        return False
    parsed = parse_json(text, "")
    return (
        is_ink(parsed.value)
        or is_pipecat(parsed.value)
        or (not parsed.complete and mark["key"] != "edges")
    )


def _is_flow_yaml(text: str) -> bool:
    return bool(FLOW_YAML.search(text)) and not OWN_YAML.search(text)


LOOKS_LIKE: Mapping[str, Callable[[str], bool]] = {
    ".mmd": lambda text: is_state_diagram(text) or is_flowchart(text),
    ".mermaid": lambda text: is_state_diagram(text) or is_flowchart(text),
    ".yarn": bool,
    ".json": _is_flow_json,
    ".yaml": _is_flow_yaml,
    ".yml": _is_flow_yaml,
}


def _text(file: Path) -> str | Fault:
    data = read_bytes(file)
    return data if isinstance(data, Fault) else decoded(data, str(file))


# ── reading ───────────────────────────────────────────────────────────────────────────────────────


def _read(text: str, file: Path) -> FlowRead:
    name, place = file.name, str(file)
    if not text.strip():
        return _nothing(
            Fault(
                "empty", "There is nothing in this file.", "Write a flow into it, or delete it."
            ).at(place, *START)
        )
    match file.suffix:
        case ".yarn":
            return read_yarn(text, name, place, tuple(_beside(file)))
        case ".json":
            return _read_value(parse_json(text, place), name, place)
        case ".yaml" | ".yml":
            return _read_value(parse(text, place), name, place)
        case ".ink":
            return _nothing(
                unreadable(
                    "this is the source of a story",
                    "Compile it, and check the JSON that comes of it.",
                    place,
                    START,
                )
            )
    reads = read_flowchart if is_flowchart(text) else read_mermaid
    return reads(text, name, place)


def _read_value(parsed: Parsed, name: str, file: str) -> FlowRead:
    if not parsed.complete:
        return _nothing(*parsed.faults)
    if is_rasa(parsed.value):
        return read_rasa(parsed, name, file)
    return (
        read_ink(parsed, name, file) if is_ink(parsed.value) else read_pipecat(parsed, name, file)
    )


def _nothing(*faults: Fault) -> FlowRead:
    return FlowRead(Flow("", "mermaid", "", (), (), ()), faults)


def _beside(file: Path) -> Iterator[tuple[str, str]]:
    """The other files of a Yarn project: those that lie in the same folder."""
    for other in sorted(file.parent.glob("*.yarn")):
        text = _text(other) if other.name != file.name else ""
        if isinstance(text, str) and text:
            yield other.name, text
