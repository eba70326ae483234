"""The readers behind their port: every text is parsed once, vectors are computed beside the
parsing, then every reader reads.
"""

from __future__ import annotations

import os
from collections.abc import Collection, Iterator, Sequence
from concurrent.futures import Executor, Future, ThreadPoolExecutor, wait
from dataclasses import dataclass
from functools import cached_property
from hashlib import sha256
from importlib.resources import files
from itertools import islice
from math import ceil
from threading import Lock
from typing import Any

from dramaturg.kernel.text import storable
from dramaturg.language.person_names import find_people
from dramaturg.language.readers.claims import claims
from dramaturg.language.readers.clashes import clash
from dramaturg.language.readers.contradiction import StatementConflict, conflicts
from dramaturg.language.readers.frames import frames
from dramaturg.language.readers.parsed_text import ParsedText, SeenTurn
from dramaturg.language.readers.reader import Reader
from dramaturg.language.readers.recent_texts import RecentTexts
from dramaturg.language.readers.relations import relations
from dramaturg.language.readers.signals_ask import LONGEST, SignalsAsk
from dramaturg.language.readers.table import READERS
from dramaturg.turn.ports import Embedder, Syntax
from dramaturg.turn.readings import Claim, Frame, Reading, Readings, Relation, Said, Span

WINDOW = 16  # texts whose vectors are computed together, while the next ones are parsed


class LocalReaders:
    """Reads without a model. What is read depends on the turn alone, never on its neighbours or on
    the number of threads.
    """

    def __init__(
        self,
        embedder: Embedder,
        syntax: Syntax,
        readers: tuple[Reader, ...] = READERS,
        threads: int | None = None,
    ) -> None:
        self._embedder = embedder
        self._syntax = syntax
        self._readers = readers
        self._threads = threads or min(4, os.cpu_count() or 1)
        self._shelf = RecentTexts()
        self._looking = Lock()

    @cached_property
    def name(self) -> str:
        return f"readers@{_weights()}, {self._embedder.name}, {self._syntax.name}"

    def read(self, said: Sequence[Said], only: Collection[str] | None = None) -> list[Readings]:
        wanted = [reader for reader in self._readers if only is None or reader.signal in only]
        return [_readings(seen, wanted) for seen in self._look(said)]

    def ask(self, said: Said, longest: int = LONGEST) -> SignalsAsk:
        (local,) = self.read([said])
        return SignalsAsk(_clean(said), local, self._readers, longest)

    def relations(self, text: str) -> tuple[Relation, ...]:
        seen = self._seen(Said(text)).text
        return relations(seen.text, seen.sentences)

    def frames(self, text: str) -> tuple[Frame, ...]:
        seen = self._seen(Said(text)).text
        return frames(seen.text, seen.sentences)

    def claims(self, text: str) -> tuple[Claim, ...]:
        return claims(self._seen(Said(text)).text)

    def clash(self, now: Claim, then: Claim) -> tuple[str, float] | None:
        return clash(now, then)

    def people(self, text: str) -> tuple[Span, ...]:
        text = storable(text)
        return tuple(Span(text[start:end], start) for start, end in find_people(text, self._syntax))

    def conflicts(self, said: Said) -> tuple[StatementConflict, ...]:
        return conflicts(self._seen(said))

    # ── making ready ──────────────────────────────────────────────────────────────────────────────

    def _seen(self, said: Said) -> SeenTurn:
        (seen,) = self._look([said])
        return seen

    def _look(self, said: Sequence[Said]) -> Iterator[SeenTurn]:
        """The turns, each as soon as it can be read, while vectors of the later ones are still
        being computed.
        """
        clean = [_clean(one) for one in said]
        with self._looking, ThreadPoolExecutor(self._threads) as pool:
            coming = self._coming(list(dict.fromkeys(_texts(clean))), pool)
            for one in clean:
                earlier = tuple(coming[text].arrived() for text in one.earlier)
                yield SeenTurn(coming[one.text].arrived(), coming[one.context].arrived(), earlier)

    def _coming(self, texts: Sequence[str], pool: Executor) -> dict[str, _Coming]:
        found = {text: self._shelf.take(text) for text in texts}
        coming = {text: _Coming(known) for text, known in found.items() if known}
        unknown = [text for text in texts if text not in coming]
        parsed = (
            ParsedText(*new, self._embedder)
            for new in zip(unknown, self._syntax.read_all(unknown), strict=True)
        )
        while window := list(islice(parsed, WINDOW)):
            vectors = [
                pool.submit(self._embedder.embed, share) for share in _shares(window, self._threads)
            ]
            for new in window:
                self._shelf.put(new)
                coming[new.text] = _Coming(new, vectors)
        return coming


@dataclass(frozen=True, slots=True)
class _Coming:
    """A text whose vectors are being computed beside its neighbours', for the embedder to remember.

    What fails does so again for the reader that needs it, and is reported there.
    """

    text: ParsedText
    vectors: Sequence[Future[Any]] = ()

    def arrived(self) -> ParsedText:
        wait(self.vectors)
        return self.text


def _shares(window: Sequence[ParsedText], threads: int) -> Iterator[list[str]]:
    """The passages of some texts, dealt out to threads. The embedder is quickest with passages of
    equal length.
    """
    passages = sorted((passage.text for text in window for passage in text.passages), key=len)
    size = max(1, ceil(len(passages) / threads))
    yield from (passages[start : start + size] for start in range(0, len(passages), size))


def _readings(seen: SeenTurn, readers: Sequence[Reader]) -> Readings:
    found: dict[str, Reading] = {}
    degraded: dict[str, str] = {}
    for reader in readers:
        try:
            reading = reader.read(seen)
            if not 0 <= reading.value <= 1:
                raise ValueError(f"{reading.value} is no value from 0 to 1")
            found[reader.signal] = reading
        except Exception as error:
            degraded[reader.signal] = f"{type(error).__name__}: {error}"
    return Readings(found, degraded)


def _texts(said: Sequence[Said]) -> Iterator[str]:
    for one in said:
        yield from (one.text, one.context, *one.earlier)


def _clean(said: Said) -> Said:
    return Said(storable(said.text), storable(said.context), tuple(map(storable, said.earlier)))


def _weights() -> str:
    """What stands for all weights: the heads' files, by their names."""
    heads = sorted(
        (files("dramaturg.language.readers") / "heads").iterdir(), key=lambda file: file.name
    )
    whole = sha256()
    for file in heads:
        whole.update(file.name.encode() + b"\0" + file.read_bytes())
    return whole.hexdigest()[:12]
