"""A text that is no YAML: what the parser stumbled over, in words an author knows."""

from __future__ import annotations

import re
from collections.abc import Mapping

from ruamel.yaml.error import MarkedYAMLError
from ruamel.yaml.reader import ReaderError

from dramaturg.content.positions import FilePlace
from dramaturg.kernel.errors import Fault

LINE_BREAK = re.compile(r"\r\n|\r|\n")

# Every text of the parser that an author could not know is put in other words; the rest is already
# plain.
PLAIN: Mapping[str, str] = {
    "<block end>": "the end of this block",
    "<block mapping start>": "a key that is indented further",
    "<block sequence start>": "a list",
    "<stream end>": "the end of the file",
    "<document start>": "a new document (---)",
    "<document end>": "the end of the document (...)",
    "<scalar>": "text",
    "<alias>": "an alias (*name)",
    "<anchor>": "an anchor (&name)",
    "<tag>": "a tag (!name)",
    "<directive>": "a directive (%)",
    "end of stream": "end of the file",
    "the node content": "a value",
    "mapping values are not allowed here": "': ' cannot stand here",
    "mapping keys are not allowed here": "a key cannot stand here",
    "sequence entries are not allowed here": "a list item cannot stand here",
    "could not find expected ':'": "this line has no ': '",
    "that cannot start any token": "at the beginning of a value",
    "block scalar": "block of text",
    "quoted scalar": "quoted text",
    "plain scalar": "text",
    "simple key": "key",
    "flow sequence": "list in brackets",
    "flow mapping": "mapping in braces",
    "flow node": "value",
    "block node": "value",
    "block mapping": "mapping",
    "block collection": "list",
    "while scanning for the next token, ": "",
    "'?'": "a key",
    "scanning": "reading",
    "parsing": "reading",
}

REMEDIES: Mapping[str, str] = {
    "end of the file": "Close the quote or bracket that opens here.",
    "': ' cannot stand": (
        "Put text that has ': ' in it in quotes; a key's colon needs a space after it, even in the"
        " line above."
    ),
    "has no ': '": "Write 'key: value', with a space after the colon.",
    "at the beginning of a value": "Put text that begins with this character in quotes.",
    "escape": "Write the backslash twice, or use single quotes.",
}
LOOK_HERE = "Check the indentation, quotes and brackets here."


def syntax_fault(text: str, error: Exception, reached: FilePlace, file: str) -> Fault:
    """The fault for whatever the parser raised; `reached` is where it was when it did not say so
    itself.
    """
    if isinstance(error, ReaderError):
        place = place_of(text, error.position)
        return _bad_character(error).at(file, *place)
    if isinstance(error, MarkedYAMLError):
        lines = LINE_BREAK.split(text)
        place = _place(lines, error)
        line = lines[place.line - 1]
        return (_tab(line, place.column) or _not_yaml(error)).at(file, *place)
    # On some torn texts the parser fails with an error of Python's own that says nothing to an
    # author.
    return Fault("not-yaml", "This is not YAML: it cannot be read any further.", LOOK_HERE).at(
        file, *reached
    )


def place_of(text: str, index: int) -> FilePlace:
    """The place of the character at `index`."""
    breaks = [match.end() for match in LINE_BREAK.finditer(text, 0, index)]
    return FilePlace(len(breaks) + 1, index - (breaks[-1] if breaks else 0) + 1)


def _bad_character(error: ReaderError) -> Fault:
    message = f"The character U+{error.character:04X} cannot stand in a YAML file."
    return Fault("bad-character", message, "Take it out; it may be invisible.")


def _tab(line: str, column: int) -> Fault | None:
    if "\t" in line[: len(line) - len(line.lstrip(" \t"))]:
        return Fault("tab-refused", "This line is indented with a tab.", "Indent with spaces.")
    if line[column - 1 : column] == "\t":
        return Fault(
            "tab-refused",
            "A tab stands in a text without quotes.",
            "Write a space, or put the text in quotes.",
        )
    return None


def _not_yaml(error: MarkedYAMLError) -> Fault:
    problem = _plain(", ".join(part for part in (error.context, error.problem) if part))
    return Fault("not-yaml", f"This is not YAML: {problem}.", _remedy(problem))


def _place(lines: list[str], error: MarkedYAMLError) -> FilePlace:
    """Where the author should look: where something opened, when the parser only noticed at the end
    of the file.
    """
    mark = error.problem_mark or error.context_mark
    if "stream end" in str(error.problem) or "end of stream" in str(error.problem):
        mark = error.context_mark or mark
    last = len(lines) - 1 if len(lines) > 1 and not lines[-1] else len(lines)
    if mark.line >= last:
        return FilePlace(last, min(mark.column, len(lines[last - 1])) + 1)
    return FilePlace(mark.line + 1, mark.column + 1)


def _plain(problem: str) -> str:
    problem = re.sub(r"\(?'(<[a-z ]+>)',?\)?", r"\1", problem)
    for theirs, ours in PLAIN.items():
        problem = problem.replace(theirs, ours)
    return problem


def _remedy(problem: str) -> str:
    return next((remedy for sign, remedy in REMEDIES.items() if sign in problem), LOOK_HERE)
