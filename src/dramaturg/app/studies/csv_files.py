"""CSV files from anywhere, read with all their faults told at once."""

from __future__ import annotations

import csv
import io
import sys
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from dramaturg.kernel.errors import BadInput, did_you_mean

MOST_TOLD = 20
MARKED = ("'=", "'+", "'-", "'@")


@dataclass(frozen=True, slots=True)
class CsvRow:
    """`line` is where it ends in the file, counted from 1."""

    line: int
    values: Mapping[str, str]


def read_csv(path: Path, columns: Sequence[str]) -> list[CsvRow]:
    """The rows of a file with these columns, perhaps among others; `-` is standard input.
    Semicolons and tabs are understood.

    Raises BadInput that names every row with an empty or missing value.
    """
    return rows_of(text_of(path), columns, str(path))


def rows_of(
    text: str, columns: Sequence[str], name: str, perhaps: Collection[str] = ()
) -> list[CsvRow]:
    """The same of CSV that is at hand; faults go by `name`. Columns that are `perhaps` there may be
    left empty.
    """
    reader = csv.DictReader(io.StringIO(text, newline=""), dialect=_dialect(text), restkey="")
    try:
        header = [column.strip().lower() for column in reader.fieldnames or ()]
        reader.fieldnames = header
        if not header:
            raise BadInput(
                f"{name} is empty: its first line names the columns, {', '.join(columns)}"
            )
        if missing := [column for column in columns if column not in header]:
            raise BadInput(
                "\n".join(
                    f"{name}:1: there is no column {each!r}. {did_you_mean(each, header)}"
                    for each in missing
                )
            )
        wanted = (*columns, *(each for each in header if each in perhaps))
        rows = [
            CsvRow(reader.line_num, {column: _cell(row[column]) for column in wanted})
            for row in reader
        ]
    except csv.Error as error:
        raise BadInput(f"{name}:{reader.line_num}: this is not CSV: {error}") from error
    refuse(name, list(_empty(rows, columns)))
    return rows


def refuse(name: str, faults: Sequence[tuple[int, str]]) -> None:
    """Raises BadInput with all faults, each under its line, if there are any."""
    if faults:
        told = [f"{name}:{line}: {what}" for line, what in faults[:MOST_TOLD]]
        more = len(faults) - MOST_TOLD
        raise BadInput("\n".join((*told, *((f"and {more} more like these",) if more > 0 else ()))))


def is_file(source: Path) -> bool:
    """Whether a file is meant, be it there or not; - is standard input. Names of studies have
    neither endings nor folders.
    """
    return str(source) == "-" or source.is_file() or bool(source.suffix) or len(source.parts) > 1


def text_of(path: Path) -> str:
    """A file, or with `-` standard input. Raises BadInput."""
    try:
        data = sys.stdin.buffer.read() if str(path) == "-" else path.read_bytes()
    except OSError as error:
        raise BadInput(f"{path} cannot be read: {str(error.strerror).lower()}") from error
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise BadInput(f"{path} is not UTF-8 (byte {error.start}): save it as UTF-8") from error


def _dialect(text: str) -> type[csv.Dialect]:
    """What separates the columns is what the first line has most of."""
    first = text.partition("\n")[0]
    separator = max(",;\t", key=first.count)

    class Found(csv.excel):
        delimiter = separator
        strict = True

    return Found


def _cell(written: str | None) -> str:
    """What the cell says, without the mark that keeps spreadsheets from running it."""
    said = (written or "").strip()
    return said[1:] if said.startswith(MARKED) else said


def _empty(rows: Sequence[CsvRow], columns: Sequence[str]) -> Iterator[tuple[int, str]]:
    for row in rows:
        if blank := [name for name in columns if not row.values[name]]:
            yield row.line, f"{' and '.join(blank)} left empty"
