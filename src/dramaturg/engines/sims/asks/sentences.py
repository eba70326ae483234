"""Speech that is listened to while it comes: a sentence goes through when all that was said with it
passes the rules.
"""

from __future__ import annotations

from collections.abc import Callable

from dramaturg.engines.sims.asks.two_parts import pieces_of
from dramaturg.english.prose import sentences
from dramaturg.turn.asks import Listener

# An answer that begins like this is not speech yet, and may never be: it is read as a whole.
_NOT_SPEECH = ("{", "[", "`", "#", "-", "*", "PART", "Part")


class SentenceGate:
    """Shut for good by the first sentence that does not pass, and by the separator: metadata is
    never heard.
    """

    def __init__(self, listener: Listener, passes: Callable[[str], bool]) -> None:
        self._listener = listener
        self._passes = passes
        self._text = ""
        self._open = True
        self.aloud = ""

    def __call__(self, piece: str) -> None:
        if not self._open:
            return
        self._text += piece
        speech, *after = pieces_of(self._text)
        if speech.lstrip().startswith(_NOT_SPEECH):
            self._open = False
            return
        self._let_through(self._complete(speech, whole=bool(after)))
        self._open = self._open and not after

    def _complete(self, speech: str, whole: bool) -> tuple[str, ...]:
        """The sentences that cannot change any more: all but the last, which may still be
        going on.
        """
        found = sentences(speech)
        return found if whole else found[:-1]

    def _let_through(self, found: tuple[str, ...]) -> None:
        said = len(sentences(self.aloud))
        for sentence in found[said:]:
            line = " ".join(f"{self.aloud} {sentence}".split())
            if not self._passes(line):
                self._open = False
                return
            self._listener(" ".join(sentence.split()))
            self.aloud = line
