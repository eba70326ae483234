"""The readers behind their port: people's words are heard by the ear, an interviewer's lines are
read by the rules of questions.
"""

from __future__ import annotations

import os
from collections.abc import Collection, Sequence
from concurrent.futures import ThreadPoolExecutor
from threading import Lock

from dramaturg.kernel.text import storable
from dramaturg.language.ear.network import Network
from dramaturg.language.ear.signals import SIGNALS, HeardTurn, Signal
from dramaturg.language.person_names import find_people
from dramaturg.language.readers.claims import claims
from dramaturg.language.readers.clashes import clash
from dramaturg.language.readers.frames import frames
from dramaturg.language.readers.line_readers import LINE_READERS
from dramaturg.language.readers.parsed_text import ParsedText, SeenTurn
from dramaturg.language.readers.recent_texts import RecentTexts
from dramaturg.language.readers.relations import relations
from dramaturg.language.readers.signals_ask import LONGEST, SignalsAsk
from dramaturg.turn.ports import Embedder, Syntax
from dramaturg.turn.readings import Claim, Frame, Reading, Readings, Relation, Span, Utterance


class LocalReaders:
    """Reads without a model. What is read depends on the turn alone, never on its neighbours or on
    the number of threads.
    """

    def __init__(
        self, network: Network, embedder: Embedder, syntax: Syntax, threads: int | None = None
    ) -> None:
        self._network = network
        self._embedder = embedder
        self._syntax = syntax
        self._threads = threads or min(4, os.cpu_count() or 1)
        self._shelf = RecentTexts()
        self._looking = Lock()

    @property
    def name(self) -> str:
        return f"{self._network.name}, {self._embedder.name}, {self._syntax.name}"

    def read(
        self, said: Sequence[Utterance], only: Collection[str] | None = None
    ) -> list[Readings]:
        wanted = [signal for signal in SIGNALS if only is None or signal.name in only]

        def reading(one: Utterance) -> Readings:
            return self._readings(_clean(one), wanted)

        if len(said) == 1:
            return [reading(said[0])]
        with ThreadPoolExecutor(self._threads) as pool:
            return list(pool.map(reading, said))

    def _readings(self, said: Utterance, signals: Sequence[Signal]) -> Readings:
        turn = HeardTurn(said, self._network, self._embedder)
        found: dict[str, Reading] = {}
        degraded: dict[str, str] = {}
        for signal in signals:
            try:
                by_rules = LINE_READERS.get(signal.name)
                found[signal.name] = (
                    by_rules.read(self._seen(said)) if by_rules else signal.read(turn)
                )
            except Exception as error:
                degraded[signal.name] = f"{type(error).__name__}: {error}"
        return Readings(found, degraded)

    def _seen(self, said: Utterance) -> SeenTurn:
        """The turn taken apart, for the rules."""
        earlier = tuple(map(self._parsed, said.earlier))
        return SeenTurn(self._parsed(said.text), self._parsed(said.context), earlier)

    def ask(
        self, said: Utterance, longest: int = LONGEST, only: Collection[str] | None = None
    ) -> SignalsAsk:
        (local,) = self.read([said])
        return SignalsAsk(_clean(said), local, longest=longest, only=only)

    def relations(self, text: str) -> tuple[Relation, ...]:
        seen = self._parsed(text)
        return relations(seen.text, seen.sentences)

    def frames(self, text: str) -> tuple[Frame, ...]:
        seen = self._parsed(text)
        return frames(seen.text, seen.sentences)

    def claims(self, text: str) -> tuple[Claim, ...]:
        return claims(self._parsed(text))

    def clash(self, now: Claim, then: Claim) -> tuple[str, float] | None:
        return clash(now, then)

    def people(self, text: str) -> tuple[Span, ...]:
        text = storable(text)
        return tuple(Span(text[start:end], start) for start, end in find_people(text, self._syntax))

    def _parsed(self, text: str) -> ParsedText:
        text = storable(text)
        with self._looking:
            known = self._shelf.take(text)
            if known is None:
                known = ParsedText(text, self._syntax.read(text), self._embedder)
                self._shelf.put(known)
        return known


def _clean(said: Utterance) -> Utterance:
    return Utterance(
        storable(said.text), storable(said.context), tuple(map(storable, said.earlier))
    )
