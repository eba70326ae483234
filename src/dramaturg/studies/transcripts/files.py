"""Files of transcripts: txt, docx, vtt, srt, csv and qdpx, read to lines with who spoke. Every
fault of every file is told at once.
"""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path

from dramaturg.kernel.errors import BadInput
from dramaturg.studies.qdpx.container import project_part, source_text
from dramaturg.studies.qdpx.events import events
from dramaturg.studies.transcripts.labels import Numbered, spoken
from dramaturg.studies.transcripts.recording import Recording, SpokenLine
from dramaturg.studies.transcripts.word_file import paragraphs

MOST_BYTES = 32 * 2**20  # of one file; an hour of talk is 60 kB of text
CUE = re.compile(r"\s*(?:\d+:)?\d+:\d{2}[.,]\d{1,3}\s*-->")
VOICE = re.compile(r"<v(?:\.[^\s>]*)?\s+([^>]+)>")
TAG = re.compile(r"</?[a-zA-Z][^>]*>|<\d[\d:.]*>")
MARKS = {b"\xef\xbb\xbf": "utf-8-sig", b"\xff\xfe": "utf-16", b"\xfe\xff": "utf-16"}
INTERNAL = "internal://"
FEW = 12  # different entries of a column that may say who speaks


def read_files(paths: Sequence[Path]) -> list[Recording]:
    """The interviews in these files. Raises BadInput with what is wrong with each."""
    found: list[Recording] = []
    faults: list[str] = []
    for path in paths:
        try:
            found += _recordings(path)
        except BadInput as fault:
            faults.append(str(fault))
    taken = [each.name for each in found]
    twice = sorted({name for name in taken if taken.count(name) > 1})
    faults += [f"{name} is there twice: give each file a name of its own" for name in twice]
    if faults:
        raise BadInput("\n".join(faults))
    return found


def _recordings(path: Path) -> list[Recording]:
    read = FORMATS.get(path.suffix.lower())
    if read is None:
        kinds = ", ".join(FORMATS)
        raise BadInput(f"{path} is none of {kinds}. Save it as one of these.")
    try:
        size = path.stat().st_size
        if size > MOST_BYTES:
            raise BadInput(f"{path} has more than {MOST_BYTES // 2**20} MB. Part it in two.")
        found = read(path)
    except OSError as error:
        raise BadInput(f"{path} cannot be read: {str(error.strerror).lower()}") from error
    faults = [fault for each in found for fault in _faults(path, each)]
    if faults or not found:
        raise BadInput("\n".join(faults) or f"{path} holds no interview: it has no text")
    return found


def _faults(path: Path, recording: Recording) -> list[str]:
    where = f"{path}" if recording.name == path.name else f"{path} ({recording.name})"
    speakers = {each.speaker for each in recording.lines}
    if not recording.lines:
        return [f"{where} holds no text"]
    if len(speakers) == 1:
        line = recording.lines[0].line
        who = next(iter(speakers))
        told = f"only {who} speaks in it" if who else "it does not say who speaks"
        return [f"{where}:{line}: {told}. Begin what each says with a name and a colon."]
    return []


# ── text ──────────────────────────────────────────────────────────────────────────────────────────


def text_of(path: Path) -> str:
    """A text in whatever it is encoded: by its mark, else UTF-8, else what Windows writes."""
    data = path.read_bytes()
    encoding = next((name for mark, name in MARKS.items() if data.startswith(mark)), "utf-8")
    for attempt in (encoding, "cp1252"):
        try:
            text = data.decode(attempt)
        except (UnicodeDecodeError, UnicodeError):
            continue
        if "\0" not in text:
            return text
    raise BadInput(f"{path} is no text. Save it as UTF-8.")


def _numbered(path: Path) -> list[Numbered]:
    return list(enumerate(text_of(path).splitlines(), 1))


def _one(path: Path, lines: Iterable[SpokenLine]) -> list[Recording]:
    """Without what stands before the first name: a title, a date."""
    found = tuple(lines)
    named = next((at for at, each in enumerate(found) if each.speaker), 0)
    return [Recording(path.name, found[named:])]


def read_text(path: Path) -> list[Recording]:
    return _one(path, spoken(_numbered(path)))


def read_word(path: Path) -> list[Recording]:
    return _one(path, spoken(paragraphs(path)))


def read_subtitles(path: Path) -> list[Recording]:
    """Cues of .vtt and .srt: what stands below a line of times, up to an empty one."""
    lines: list[Numbered] = []
    within = False
    for number, text in _numbered(path):
        if CUE.match(text):
            within = True
        elif not text.strip():
            within = False
        elif within:
            said = TAG.sub("", VOICE.sub(lambda found: f"{found[1].strip()}: ", text))
            lines.append((number, said))
    if not lines:
        raise BadInput(f"{path} has no cues: a line of times, and below it what is said")
    return _one(path, spoken(lines))


# ── tables ────────────────────────────────────────────────────────────────────────────────────────


def read_table(path: Path) -> list[Recording]:
    """A row for each thing said. Columns called `speaker` and `text`, and perhaps `interview`; else
    who speaks is the column of few different entries before the one with the longest.
    """
    text = text_of(path)
    first = text.partition("\n")[0]
    rows = list(csv.reader(io.StringIO(text, newline=""), delimiter=max(",;\t", key=first.count)))
    if len(rows) < 3:  # a heading and two who speak
        raise BadInput(f"{path} has no rows below its heading")
    head = [name.strip().casefold() for name in rows[0]]
    who, said = _columns(path, head, rows[1:])
    part = head.index("interview") if "interview" in head else None
    found: dict[str, list[SpokenLine]] = {}
    faults: list[str] = []
    for number, row in enumerate(rows[1:], 2):
        if not any(cell.strip() for cell in row):
            continue
        if len(row) <= max(who, said) or not row[who].strip():
            faults.append(f"{path}:{number}: it does not say who speaks here")
            continue
        name = f"{path.name}: {row[part].strip()}" if part is not None else path.name
        line = SpokenLine(" ".join(row[who].split()), row[said].strip(), number)
        found.setdefault(name, []).extend([line] if line.text else [])
    if faults:
        raise BadInput("\n".join(faults[:20]))
    return [Recording(name, tuple(lines)) for name, lines in found.items()]


def _columns(path: Path, head: Sequence[str], rows: Sequence[Sequence[str]]) -> tuple[int, int]:
    if {"speaker", "text"} <= {*head}:
        return head.index("speaker"), head.index("text")
    cells = [[row[at] for row in rows if len(row) > at] for at in range(len(head))]
    said = max(range(len(head)), key=lambda at: sum(map(len, cells[at])))
    few = [
        at
        for at in range(len(head))
        if at != said and 2 <= len({*cells[at]}) <= min(FEW, len(rows) // 2) and all(cells[at])
    ]
    if not few:
        raise BadInput(f"{path}:1: there is no column of who speaks: call it speaker, and text")
    return few[-1] if all(at < said for at in few) else few[0], said


# ── projects ──────────────────────────────────────────────────────────────────────────────────────


def read_project(path: Path) -> list[Recording]:
    """Every text of a REFI-QDA project is an interview; what was coded in it stays there."""
    texts: dict[str, tuple[str, str]] = {}
    with project_part(path) as part:
        name = ""
        for event in events(part):
            match event.what, event.name:
                case "begin", "TextSource":
                    name = event.attributes.get("name", "") or f"text {len(texts) + 1}"
                    texts[name] = (event.attributes.get("plainTextPath", ""), "")
                case "text", "PlainTextContent":
                    texts[name] = (texts[name][0], texts[name][1] + event.text)
    found = []
    for name, (place, inside) in texts.items():
        text = source_text(path, place.removeprefix(INTERNAL)) if place else inside
        if text is None:
            raise BadInput(f"{path} ({name}): its text is not in the project. Export it with it.")
        lines = spoken(enumerate(text.splitlines(), 1))
        found.append(Recording(f"{path.name}: {name}", lines))
    return found


FORMATS: Mapping[str, Callable[[Path], list[Recording]]] = {
    ".txt": read_text,
    ".docx": read_word,
    ".vtt": read_subtitles,
    ".srt": read_subtitles,
    ".csv": read_table,
    ".qdpx": read_project,
}
