"""One concept against 50,000: one product with the rows that are kept, beside loading all vectors
of the session and a loop.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path

import numpy as np

from bench.measure import Cost, folders, in_rounds, metered
from bench.report import Finding, at_most, millis
from dramaturg.engines.interviews.base.vectors import Matrix, Rows, Vector

COUNTS = (500, 5_000, 50_000)
WIDTH = 384
ASKED = 2  # concepts looked for in a round
ROUNDS = 3
DUPLICATE = 0.8  # seed 004, path 12

Find = Callable[[Vector], str]


def findings() -> Iterator[Finding]:
    with folders("sessions") as (folder,):
        for count in COUNTS:
            vectors = _vectors(count)
            kept, session = Kept(vectors), Session(folder / f"{count}.db", vectors)
            finders: tuple[Find, ...] = (kept.find, session.in_a_loop, session.at_once)
            ours, loop, at_once = in_rounds(ROUNDS, *(_looking(find, vectors) for find in finders))
            yield Finding(
                f"one concept among {count:,}, beside a loop of cosines",
                ours.wall,
                loop.wall,
                millis,
                at_most(1 / 20),
            )
            yield Finding(
                "the same, beside loading all and one product", ours.wall, at_once.wall, millis
            )


def _vectors(count: int) -> Matrix:
    vectors = np.random.default_rng(6).standard_normal((count, WIDTH)).astype(np.float32)
    return np.asarray(vectors / np.linalg.norm(vectors, axis=1, keepdims=True), dtype=np.float32)


def _looking(find: Find, vectors: Matrix) -> Callable[[], Cost]:
    """Looks for concepts that are there, one in the middle and one at the end."""
    places = [len(vectors) // 2, len(vectors) - 1][:ASKED]

    def contender() -> Cost:
        with metered() as cost:
            found = [find(vectors[place]) for place in places]
        if found != [f"c{place}" for place in places]:
            raise AssertionError("The concept was not found.")
        return cost.over(len(places))

    return contender


class Kept:
    """Our way: rows that grow with the session."""

    def __init__(self, vectors: Matrix) -> None:
        self._rows = Rows()
        for place, vector in enumerate(vectors):
            self._rows = self._rows.with_row(f"c{place}", vector)

    def find(self, vector: Vector) -> str:
        return next(
            (id for id, nearness in self._rows.nearest(vector) if nearness >= DUPLICATE), ""
        )


class Session:
    """The seeds' way: vectors as blobs in `kg_nodes`, all of the session loaded for each
    concept.
    """

    def __init__(self, file: Path, vectors: Matrix) -> None:
        self._file = file
        with closing(sqlite3.connect(file)) as database, database:
            database.execute(
                "CREATE TABLE kg_nodes (id TEXT PRIMARY KEY, session TEXT, node_type TEXT, embedding BLOB)"
            )
            rows = (
                (f"c{place}", "s", "attribute", vector.tobytes())
                for place, vector in enumerate(vectors)
            )
            database.executemany("INSERT INTO kg_nodes VALUES (?, ?, ?, ?)", rows)
            database.execute("CREATE INDEX of_session ON kg_nodes (session)")

    def in_a_loop(self, vector: Vector) -> str:
        best, found = 0.0, ""
        for id, blob in self._loaded():
            other = np.frombuffer(blob, np.float32)
            cosine = float(np.dot(vector, other) / (np.linalg.norm(vector) * np.linalg.norm(other)))
            if cosine >= DUPLICATE and cosine > best:
                best, found = cosine, id
        return found

    def at_once(self, vector: Vector) -> str:
        """The same rows, and the loop left to numpy."""
        ids, blobs = zip(*self._loaded(), strict=True)
        cosines = np.frombuffer(b"".join(blobs), np.float32).reshape(-1, WIDTH) @ vector
        best = int(cosines.argmax())
        return ids[best] if cosines[best] >= DUPLICATE else ""

    def _loaded(self) -> list[tuple[str, bytes]]:
        with closing(sqlite3.connect(self._file)) as database:
            return database.execute(
                "SELECT id, embedding FROM kg_nodes WHERE session = 's' AND node_type = 'attribute'"
            ).fetchall()
