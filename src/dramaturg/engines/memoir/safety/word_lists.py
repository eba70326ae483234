"""Words by what they do in a line: those that say nothing, those in which one listens, those that
already say too much.
"""

from __future__ import annotations

from dramaturg.data_files import Words, load

_WORDS = load(__file__, "words.yaml", dict[str, dict[str, Words]])["word_lists"]

SMALL = _WORDS["small"]
"""Words that carry no matter of their own."""

LIGHT = SMALL | _WORDS["light"]
"""Words in which something is told again without adding to it."""

OPENINGS = SMALL | _WORDS["openings"]
"""How a sentence may begin that orders nobody about."""

ANYBODYS = _WORDS["anybodys"]
"""What a life has without being told."""

PLAIN_TALK = LIGHT | _WORDS["plain_talk"]
"""In which one thanks, listens and offers."""

LISTENING = PLAIN_TALK | ANYBODYS
SLANTED = _WORDS["slanted"]
"""Words that say how it was; in a statement they must be the teller's."""
