"""A game from what a teacher types: written as knowledge, or as notes to fill in first."""

from __future__ import annotations

import codecs
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from dramaturg.app.authoring.drafting import id_from
from dramaturg.app.check.check import check_text
from dramaturg.content.yaml_writer import as_yaml
from dramaturg.engines.games.lessons.as_knowledge import knowledge_from
from dramaturg.engines.games.lessons.question import read_question
from dramaturg.engines.games.lessons.understanding import from_notes
from dramaturg.kernel.errors import BadInput, ContentError

SCHEMA_LINE = "# yaml-language-server: $schema=schemas/knowledge.schema.json"
MOST_NAMED = 12
TEMPLATE = """# {title}
{lines}
"""
EXAMPLE = (
    "[first term]: [what it is]",
    "[second term]: [what it is]",
    "[third term]: [what it is]",
)


@dataclass(frozen=True, slots=True)
class NewGame:
    """What was written: knowledge that games can be made of, or notes to be filled in first."""

    file: Path
    id: str
    is_notes: bool
    told: tuple[str, ...] = ()


def notes_in(data: bytes) -> str:
    """The text of notes, from whichever program they come: UTF-8, UTF-16 with its mark, or else as
    Windows and older programs write it.
    """
    if data.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        return data.decode("utf-16", "replace")
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError:
        return data.decode("cp1252", "replace")


def new_game(
    description: str, notes: str | None, file: Path | None, folders: Sequence[Path], force: bool
) -> NewGame:
    """Write knowledge of the notes, or of what the description itself says; else notes to fill in.
    Raises BadInput, ContentError.
    """
    if not description.strip():
        raise BadInput('say what the game is about: dramaturg new game "the parts of a flower"')
    id, lesson = id_from(description, "game"), read_question(description)
    if notes is None and not lesson.is_enough:
        named = lesson.names[:MOST_NAMED]
        lines = tuple(f"{name}: [what it is]" for name in named) if len(named) > 2 else EXAMPLE
        target = file or Path(f"{id}.txt")
        text = TEMPLATE.format(title=lesson.title or description, lines="\n".join(lines))
        _write(target, text, force)
        return NewGame(target, id, is_notes=True)
    if notes is None:
        knowledge, told = knowledge_from(lesson, id), lesson.left_out
    else:
        read = from_notes(notes, description, id)
        knowledge, told = read.knowledge, read.told
    target = file or Path(f"{id}.yaml")
    values = knowledge.model_dump(mode="json", exclude_defaults=True, exclude_none=True)
    text = as_yaml(values, SCHEMA_LINE)
    if faults := check_text(text, str(target), folders).faults:
        raise ContentError(faults)
    _write(target, text, force)
    return NewGame(target, id, is_notes=False, told=told)


def _write(file: Path, text: str, force: bool) -> None:
    if file.exists() and not force:
        raise BadInput(
            f"{file} is there already; name another with --out, or write over it with --force"
        )
    file.write_text(text, encoding="utf-8")
