"""An interview as a plain text, and where in it the respondent's words stand.

Positions count Unicode code points from 0, the end is the first that is not selected. The text is
UTF-8 without a byte order mark and its lines end in a line feed, as some programs count a carriage
return and some do not (docs/adr/0020-qdpx.md).
"""

from __future__ import annotations

from dataclasses import dataclass

from dramaturg.studies.base.evidence import InterviewEvidence, QuotedWords, Speaker
from dramaturg.studies.qdpx.markup import clean

NAMES: dict[Speaker, str] = {"interviewer": "Interviewer: ", "respondent": "Respondent: "}


@dataclass(frozen=True, slots=True)
class TranscriptAnswer:
    """What the respondent said in a turn, and where it begins in the transcript."""

    turn: int
    start: int
    said: str


@dataclass(frozen=True, slots=True)
class Transcript:
    text: str
    answers: tuple[TranscriptAnswer, ...]

    def place(self, words: QuotedWords) -> tuple[int, int] | None:
        """Where the words stand; None where they were not said so."""
        for answer in self.answers:
            spoken = answer.turn == words.turn and 0 <= words.start < words.end <= len(answer.said)
            if spoken and answer.said[words.start : words.end] == words.text:
                # the words' place once every line end is one character. One that is cut in two is
                # taken whole
                cut = words.start > 0 and answer.said[words.start - 1 : words.start + 1] == "\r\n"
                before, upto = answer.said[: words.start - cut], answer.said[: words.end]
                return answer.start + len(clean(before)), answer.start + len(clean(upto))
        return None

    def answers_in(self, text: str) -> dict[int, tuple[int, int]]:
        """By turn: where each answer stands in this transcript when others have edited it; what is
        not there is left out.
        """
        found: dict[int, tuple[int, int]] = {}
        at = 0
        for answer in self.answers:
            said = clean(answer.said)
            before = text.find(f"{NAMES['respondent']}{said}\n", at)
            if before >= 0:
                start = before + len(NAMES["respondent"])
                at = start + len(said)
                found[answer.turn] = (start, at)
        return found


def transcript_text(evidence: InterviewEvidence) -> Transcript:
    lines: list[str] = []
    answers: list[TranscriptAnswer] = []
    start = 0
    for line in evidence.lines:
        name = NAMES[line.speaker]
        if line.speaker == "respondent":
            answers.append(TranscriptAnswer(line.turn, start + len(name), line.text))
        lines.append(f"{name}{clean(line.text)}\n")
        start += len(lines[-1])
    return Transcript("".join(lines), tuple(answers))
