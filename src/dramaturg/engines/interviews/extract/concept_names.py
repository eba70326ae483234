"""Names of concepts: the respondent's own words, as few of them as say it. Nothing is inflected,
and what was denied, wanted or feared stays so: 'not starving at eleven', 'afraid of losing her'.
"""

from __future__ import annotations

import re
from dataclasses import replace

from dramaturg.engines.interviews.extract.phrases import Phrase
from dramaturg.english.prose import content_words, plain_word, table

MOST_WORDS = 8
ARTICLES = table("a an the")
PRONOUNS = table(
    "i you he she it we they me him us them this that these those there who which to and but or so"
)
COPULAS = table("is are was were be been being there's it's that's")
CONTRACTED = re.compile(r"(?i)^(?:i|you|he|she|it|we|they|that|there|who)['’](?:m|s|re|ve|d|ll)$")
PREPOSITIONS = table(
    "of in on at for with about from by without into like than during through over until after"
    " before near because when if while so as"
)
NEVER_LAST = (
    ARTICLES
    | PREPOSITIONS
    | table(
        "to and or but very too my your his her their our i we you he she they"
        " that which who where what just even"
    )
)
DENIALS = re.compile(
    r"(?i)\b(?:not|no|never|nobody|nothing|none|hardly|without|no[- ]one)\b|\w+n['’]t\b"
)
HELPED = re.compile(
    r"(?i)\b(?:do|does|did|is|are|was|were|am|be|been|have|has|had|can|could|will|would|should)\s+$"
)
DENIED_FROM = 40  # letters before a phrase in which its denial stands
NAMED = table(
    "be have like love enjoy prefer appreciate mean find get give bring contain include notice"
)
"""What one does with a thing that is only named."""
FILLERS = re.compile(
    r"(?i)(?:,\s*)?\b(?:um+|uh+|erm?|like|you know|i mean|sort of|kind of|well)\b,"
)
STOPS = re.compile(r"[.!?;:,\n–—]")
WORD = re.compile(r"[^\W_]+(?:[-'’&./][^\W_]+)*['’]?")


def in_own_words(phrase: Phrase, text: str) -> Phrase:
    """The phrase with all that its name needs: what denies it, and what is wanted or feared."""
    start = phrase.start
    verb = phrase.verb
    if verb is not None and verb.start < start and _leads(phrase):
        start = verb.start
    if phrase.negated:
        clause = max(phrase.clause[0], start - DENIED_FROM)
        if not DENIALS.search(text, start, phrase.end):
            denials = list(DENIALS.finditer(text, clause, start))
            start = denials[-1].start() if denials else start
        if helped := HELPED.search(text[phrase.clause[0] : start]):
            start = phrase.clause[0] + helped.start()
    while start and (text[start - 1].isalnum() or text[start - 1] in "'’"):
        start -= 1
    return replace(phrase, start=start)


def _leads(phrase: Phrase) -> bool:
    """Whether the verb before it says more than that there is such a thing."""
    assert phrase.verb is not None
    if phrase.shape in ("quality", "feeling"):
        return phrase.shape == "feeling" and not phrase.bearer
    return phrase.verb.lemma != "be" and (phrase.negated or phrase.verb.lemma not in NAMED)


def name_of(phrase: Phrase, text: str) -> str:
    """What a phrase is called: its words, at most eight, none before the first or after the last
    that says nothing.
    """
    said = FILLERS.sub(" ", text[phrase.start : phrase.end]).strip(' .,;:!?"“”()-–—…')
    pieces = [each for each in STOPS.split(said) if content_words(each)] or [said]
    said = max(pieces, key=lambda each: len(content_words(each)))
    is_thing = phrase.shape == "thing"
    kept = " ".join(said.split()).strip(' .,;:!?"“”()-–—').split()
    while len(kept) > 1 and (_opens(kept[0]) or (is_thing and plain_word(kept[0]) in COPULAS)):
        kept.pop(0)
    kept = _shortened(kept)
    while (
        len(kept) > 1
        and kept[-1].lower().strip(",") in NEVER_LAST
        and phrase.words[-1].dep != "prt"
    ):
        kept.pop()
    return _small(" ".join(kept).strip(" ,;"), phrase)


def _opens(word: str) -> bool:
    return plain_word(word).strip(",") in ARTICLES | PRONOUNS or bool(CONTRACTED.match(word))


def _shortened(words: list[str]) -> list[str]:
    """Without its last parts, if it is too long."""
    if len(words) <= MOST_WORDS:
        return words
    cuts = [place for place in range(3, MOST_WORDS + 1) if words[place].lower() in PREPOSITIONS]
    return words[: cuts[-1]] if cuts else words[:MOST_WORDS]


def _small(label: str, phrase: Phrase) -> str:
    """In a small letter, unless it begins with a name, with I or with an abbreviation."""
    first = label.split(maxsplit=1)[0] if label else ""
    token = next((each for each in (*phrase.bearer, *phrase.words) if each.text == first), None)
    alone = len(phrase.words) == 1 and not phrase.bearer and phrase.start == 0
    is_name = token is not None and token.pos == "PROPN" and not (alone and token.dep == "ROOT")
    keeps = is_name or (len(first) > 1 and first.isupper()) or plain_word(first)[:2] in ("i", "i'")
    return label if keeps else f"{label[:1].lower()}{label[1:]}"


def is_name(label: str) -> bool:
    """Whether a label is short enough to be a name, and one piece."""
    words = WORD.findall(label)
    if not 1 <= len(words) <= MOST_WORDS or label != label.strip() or STOPS.search(label):
        return False
    return words[0].lower() not in ARTICLES and words[-1].lower() not in ARTICLES
