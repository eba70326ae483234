"""Evidence: what the teller has said and named, as far as a line may take it up; and which words of a line it does not cover."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property, lru_cache

from dramaturg.engines.memoir.directive import MemoirDirective
from dramaturg.engines.memoir.state import MemoirState
from dramaturg.engines.memoir.story.story import Story
from dramaturg.kernel.figures import unknown_figures
from dramaturg.kernel.prose import plain, sentences, table, words

SMALL = table(
    """
    a about above across after again against all along also although am among an and any are aren't around as at away back be
    became because been before behind being below beside between both but by can can't could couldn't did didn't do does
    doesn't doing don't done down each either else even ever every few for from had hadn't has hasn't have haven't having he
    her here hers herself him himself his how i i'd i'll i'm i've if in inside instead into is isn't it it's its itself just let
    let's like many may maybe me might more most much my near neither never next no nor not now of off often on once one only
    onto or other others our ours out over own perhaps please quite rather really same she should since so some somebody
    someone something still such than that that's the their theirs them themselves then there there's these they they'd they're
    this those though through to together too toward towards under until up upon us very was wasn't we we'd we'll we're were
    weren't what what's whatever when whenever where wherever whether which whichever while who who's whoever whom whose will
    with within without won't would wouldn't yes yet you you'd you'll you're you've your yours yourself he's she's it'd how's
    two anything everything nothing anybody everybody nobody anyone everyone ago shall somewhere anywhere everywhere almost we've
    they've who'd where's what'd how'd there'd that'd else's
    """
)
"""Words that carry no matter of their own."""

LIGHT = SMALL | table(
    """
    say says said saying tell tells told telling speak spoke spoken talk talked mention mentioned call called come comes came
    coming go goes going went gone get got make made take took taken give gave see saw seen know knew think thought want wanted
    look looked use used time times day days year years moment part thing things way place first last long little old good well
    remember remembered earlier later today life story word words back turn turned bit lot
    """
)
"""Words in which something is told again without adding to it."""

_ENDINGS = (
    *(("ies", "y"), ("ied", "y"), ("ing", ""), ("ing", "e"), ("ed", ""), ("ed", "e"), ("es", ""), ("es", "e"), ("s", "")),
    *(("er", ""), ("er", "e"), ("est", ""), ("ly", ""), ("or", ""), ("ion", ""), ("ion", "e"), ("ment", ""), ("ery", "e")),
)
_IRREGULAR = {
    form: forms.split()[0]
    for forms in """
    begin began begun|bite bit bitten|blow blew blown|break broke broken|bring brought|build built|buy bought|catch caught
    choose chose chosen|come came|dig dug|do did done|draw drew drawn|drink drank drunk|drive drove driven|eat ate eaten
    fall fell fallen|feed fed|feel felt|fight fought|find found|fly flew flown|forget forgot forgotten|freeze froze frozen
    get got gotten|give gave given|go went gone|grow grew grown|hang hung|hear heard|hide hid hidden|hold held|keep kept
    know knew known|lay laid|lead led|leave left|lend lent|light lit|lose lost|make made|mean meant|meet met|pay paid
    ride rode ridden|ring rang rung|rise rose risen|run ran|say said|see saw seen|sell sold|send sent|sew sewed sewn|shake shook shaken
    shine shone|shoot shot|show shown|sing sang sung|sink sank sunk|sit sat|sleep slept|speak spoke spoken|spend spent
    stand stood|steal stole stolen|stick stuck|sweep swept|swim swam swum|swing swung|take took taken|teach taught|tear tore torn
    tell told|think thought|throw threw thrown|wake woke woken|wear wore worn|weave wove woven|win won|write wrote written
    child children|man men|woman women|foot feet|tooth teeth|goose geese|mouse mice|life lives|wife wives|knife knives
    leaf leaves|loaf loaves|shelf shelves|half halves|calf calves|wolf wolves""".replace("\n", "|").split("|")
    for form in forms.split()[1:]
}
_SHORTEST_BASE = 4  # `hated` must not become a hat
_CAPITALISED = re.compile(r"[^\W\d_a-z][\w'’]*(?: [^\W\d_a-z][\w'’]*)*")
_TURNED = {
    "you": ("i", "me"),
    "your": ("my",),
    "yours": ("mine",),
    "yourself": ("myself",),
    "you're": ("i'm",),
    "you'd": ("i'd",),
}
_QUOTED = re.compile(r"\"([^\"]{1,600})\"|“([^”]{1,600})”")
_COURTESY = re.compile(
    r"\b(?:i'd|i would) (?:also |really )?love to\b|\bi love (?=how|that|the|this|hearing)|\byou(?:'d| would) love to\b"
)
_AGED = re.compile(r"[ -]old\b")
_FIGURE = re.compile(
    r"\d|\b(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|\w+teen\w*|twent\w+|thirt\w+|fort(?:y|ies|ieth)\w*|fift\w+"
    r"|sixt\w+|sevent\w+|eight\w+|ninet\w+|hundred\w*|thousand\w*|million\w*|billion\w*|dozens?|score|half|halves|quarters?|thirds?"
    r"|first|second|fourth|\w+th|twice|thrice|double|triple|couple|percent|january|february|march|april|may|june|july|august|september"
    r"|october|november|december|noon|midnight|mid|early|late|zero|nil)\b"
)
"""Without any of these there is no figure to be read."""
IT = "it"
"""What stands for the teller's words where they are quoted."""
_NAMED: tuple[str, ...] = ("person", "place", "thing", "year")


@lru_cache(maxsize=8192)
def bases(word: str) -> frozenset[str]:
    """What a word may be a form of: `walking` of walk, `stories` of story."""
    word = word.removesuffix("'s")
    cut = {word.removesuffix(end) + put for end, put in _ENDINGS if word.endswith(end)}
    single = {base[:-1] for base in cut if base[-1:] == base[-2:-1]}
    return frozenset({word, _IRREGULAR.get(word, word), *(base for base in cut | single if len(base) >= _SHORTEST_BASE)})


def bases_of(text: str) -> frozenset[str]:
    return frozenset[str]().union(*map(bases, words(text)))


@dataclass(frozen=True)
class Evidence:
    """`texts` are the teller's words as they stand: their last lines, what is quoted, what fills the holes of a template."""

    texts: tuple[str, ...]
    story: Story

    @cached_property
    def plain(self) -> str:
        return f" {' '.join(word for text in self.texts for word in words(text))} "

    @cached_property
    def words(self) -> frozenset[str]:
        return frozenset[str]().union(*map(bases_of, self.texts))

    @cached_property
    def tokens(self) -> frozenset[str]:
        """Words with every mark they are written with."""
        return frozenset(token.strip(".,;:!?\"'“”‘’()…") for text in self.texts for token in text.split())

    def covers(self, word: str) -> bool:
        return not self.words.isdisjoint(bases(word)) or self._is_name(word)

    def _is_name(self, key: str) -> bool:
        """Whether somebody, some place or some year of the story is known by it."""
        return key in self.story.known_as or any(f"{kind}:{key}" in self.story.mentions for kind in _NAMED)

    def told(self, phrase: str) -> bool:
        """Whether the teller said these words of themself: `hurt you` is covered by `hurt me`."""
        said = words(phrase)
        return any(self.said(" ".join(way)) for way in _turned(said))

    def without_quotes(self, line: str) -> str:
        """The line with the teller's words, where it quotes them as they are, taken out; what it only pretends to quote stays."""
        return _QUOTED.sub(lambda quote: IT if self.said(quote[1] or quote[2]) else quote[0], line)

    def said(self, text: str) -> bool:
        """Whether these words stand there as they are."""
        return f" {' '.join(words(text))} " in self.plain

    def names(self, name: str) -> bool:
        """Whether a name was said, or is in the story."""
        return self._is_name(plain(name)) or all(map(self.covers, words(name)))

    def unknown(self, sentence: str, allowed: frozenset[str]) -> tuple[str, ...]:
        """The words that are neither allowed nor the teller's."""
        spoken = words(_COURTESY.sub(" ", plain(sentence)))
        return tuple(word for word in spoken if word not in SMALL and allowed.isdisjoint(bases(word)) and not self.covers(word))

    def strange_figures(self, text: str) -> Iterator[str]:
        """The figures that nobody has said; somebody who was eleven may be called eleven years old."""
        if not _FIGURE.search(plain(text)):
            return
        for figure in unknown_figures(text, self.texts):
            number = words(figure.text)[0] if words(figure.text) else ""
            is_age = _AGED.match(text, figure.span[1]) is not None
            if not (is_age and self.said(number)):
                yield figure.text

    def strange_names(self, line: str) -> Iterator[str]:
        """Capitalised words inside a sentence, where they are names, that nobody has said."""
        for sentence in sentences(line):
            first = len(sentence) - len(sentence.lstrip("\"'“‘("))
            for match in _CAPITALISED.finditer(sentence):
                name = match.group() if match.start() > first else " ".join(match.group().split()[1:])
                yield from self._strange(name)

    def _strange(self, name: str) -> Iterator[str]:
        parts = [part for part in name.split() if plain(part) not in SMALL]
        if parts and not self.names(" ".join(parts)):
            yield from (part for part in parts if not self.names(part))


def evidence_of(seen: MemoirState, directive: MemoirDirective) -> Evidence:
    told = (line.text for line in seen.lines if line.speaker == "teller")
    quoted = (quote.span.text for quote in directive.about)
    thread = seen.story.thread(directive.conduct.topic)
    topic = (thread.title, " ".join(thread.keys)) if thread else ()
    born = (str(seen.story.born),) if seen.story.born else ()
    return Evidence((*told, *quoted, *directive.holes.values(), *topic, *born), seen.story)


def _turned(said: tuple[str, ...]) -> Iterator[tuple[str, ...]]:
    """The words as the teller would say them of themself."""
    for place in (0, 1):
        yield tuple(_TURNED.get(word, (word,))[min(place, len(_TURNED.get(word, (word,))) - 1)] for word in said)
