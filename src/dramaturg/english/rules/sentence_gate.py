"""Listening to a line while it comes: sentence by sentence, each after its own check."""

from __future__ import annotations

from collections.abc import Callable

from dramaturg.english.prose import sentences
from dramaturg.turn.asks import Listener, following

# An answer that begins like this is not speech yet, and may never be: it is read as a whole.
_NOT_SPEECH = ("{", "[", "`", "#", "-", "*", "PART", "Part", "<")

SpeechOf = Callable[[str], tuple[str, bool]]
"""What of an answer is speech so far, and whether nothing more can follow."""


def all_speech(text: str) -> tuple[str, bool]:
    return text, False


class SentenceGate:
    """Shut for good by the first sentence that does not pass, and by the end of speech: what stands
    after it is never heard. `aloud` was heard before this answer began.
    """

    def __init__(
        self,
        listener: Listener,
        passes: Callable[[str], bool],
        speech_of: SpeechOf = all_speech,
        aloud: str = "",
    ) -> None:
        self._listener = listener
        self._passes = passes
        self._speech_of = speech_of
        self._before, self._answer = aloud, ""
        self._open = True
        self.aloud = aloud

    def __call__(self, piece: str) -> None:
        if not self._open:
            return
        self._answer += piece
        speech, is_whole = self._speech_of(following(self._before, self._answer))
        if speech.lstrip().startswith(_NOT_SPEECH):
            self._open = False
            return
        # the sentences that cannot change any more: all but the last, which may still be going on
        found = sentences(speech)
        self._let_through(found if is_whole else found[:-1])
        self._open = self._open and not is_whole

    def _let_through(self, found: tuple[str, ...]) -> None:
        said = len(sentences(self.aloud))
        for sentence in found[said:]:
            line = " ".join(f"{self.aloud} {sentence}".split())
            if not self._passes(line):
                self._open = False
                return
            self._listener(" ".join(sentence.split()))
            self.aloud = line
