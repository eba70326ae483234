"""Claims: who, when, where, how many and whether, as the speaker states it, each with its words."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from dramaturg.english.figures import Figure
from dramaturg.english.figures import read as figures_in
from dramaturg.english.prose import table
from dramaturg.language.readers.parsed_text import ParsedText, once
from dramaturg.language.readers.subjects import KIN, UNTOLD, SubjectClause, below, clauses, who
from dramaturg.turn.ports import Sentence
from dramaturg.turn.readings import Amount, Claim, ClaimSlot, ClaimValue


@dataclass(frozen=True, slots=True)
class _Said:
    """A clause, the text it stands in, and the text's figures by the place where they begin."""

    clause: SubjectClause
    text: str
    figures: dict[int, Figure]

    def claim(
        self,
        slot: ClaimSlot,
        predicate: str,
        value: ClaimValue,
        subject: str = "",
        always: bool = False,
    ) -> Claim:
        clause = self.clause
        return Claim(
            subject or clause.subject,
            predicate,
            slot,
            value,
            clause.span(self.text),
            clause.past,
            always or clause.never,
            clause.hedged,
        )

    def figure_at(self, place: int) -> Figure | None:
        """The figure that begins at a token, or at a part of it: twenty-two."""
        starts = [self.clause.sentence[part].start for part in (place, *self.clause.below[place])]
        return next(
            (self.figures[start] for start in sorted(starts) if start in self.figures), None
        )


@once  # what was said earlier is compared again in every turn
def claims(text: ParsedText) -> tuple[Claim, ...]:
    """What the speaker claims, in order. Questions, wishes and plans claim nothing; nor does
    anybody unknown (he, they).
    """
    figures = {figure.span[0]: figure for figure in figures_in(text.text)}
    told = [_Said(clause, text.text, figures) for clause in clauses(text.sentences)]
    stated = [
        claim
        for said in told
        if not said.clause.supposed
        for find in FINDERS
        for claim in find(said)
        if claim.subject.split()[0] not in UNTOLD
    ]
    return (*dict.fromkeys(stated), *_mentioned(text, figures))


# ── when ──────────────────────────────────────────────────────────────────────────────────────────

ONCE = {
    "bear": "born",
    "die": "die",
    "marry": "marry",
    "retire": "retire",
    "graduate": "graduate",
    "emigrate": "emigrate",
}
"""What happens to somebody once, and so in one year and one place."""
SHORT_YEARS = range(31, 100)  # `in sixty-two`; lower ones may be of either century


def _year(said: _Said) -> Iterator[Claim]:
    event = _event(said.clause)
    subject = "I" if event == "marry" and said.clause.subject == "we" else ""
    for place in said.clause.behind("in", "since", "around") if event else ():
        figure = said.figure_at(place)
        if figure and not said.clause.negated and (years := _years(figure)):
            yield said.claim("year", event, years, subject=subject)


def _event(clause: SubjectClause) -> str:
    if clause.lemma in ("be", "get") and any(
        clause.sentence[place].lemma == "marry" for place in clause.children("acomp", "attr")
    ):
        return "marry"
    if clause.lemma in ("come", "arrive") and any(
        clause.sentence[place].text == "along" for place in clause.children("prt", "advmod")
    ):
        return "born"
    return ONCE.get(clause.lemma, "")


def _years(figure: Figure) -> Amount | None:
    loose = 2.0 if figure.sense else 0.0
    if figure.kind == "date" and figure.days[0][0]:
        return float(figure.days[0][0]), float(figure.days[0][0])
    if figure.kind == "year" and figure.unit != "short":
        return figure.low - loose, figure.high + loose
    short = figure.unit == "short" or (figure.kind == "count" and figure.bare)
    if short and figure.low in SHORT_YEARS:
        return 1900 + figure.low - loose, 1900 + figure.high + loose
    return None


# ── how old, how many ─────────────────────────────────────────────────────────────────────────────

HAVING = table("have own raise")
MORE = table("other more another extra further such next last first")


def _age(said: _Said) -> Iterator[Claim]:
    clause = said.clause
    if clause.lemma != "be" or clause.negated or clause.past:
        return
    for place in clause.children("attr", "acomp"):
        of_years = [
            far
            for near in clause.children("npadvmod", of=place)
            for far in clause.children("nummod", of=near)
        ]
        if clause.sentence[place].pos == "NUM" and not clause.children("prep", of=place):
            of_years = [place]
        for found in filter(None, map(said.figure_at, of_years)):
            if 3 <= found.number <= 110 and (found.bare or found.unit == "time"):
                yield said.claim("age", "age", _widened(found, found.number, found.number))


def _count(said: _Said) -> Iterator[Claim]:
    clause = said.clause
    if not _holds(clause) or clause.negated:
        return
    for place in clause.children("dobj"):
        thing = _thing(clause, place)
        if thing and (amount := _amount(said, place)):
            yield said.claim("count", thing, amount)


def _amount(said: _Said, place: int) -> Amount | None:
    clause = said.clause
    found = next(
        filter(None, (said.figure_at(number) for number in clause.children("nummod", of=place))),
        None,
    )
    parted = any(clause.sentence[child].lemma.lower() in MORE for child in clause.below[place])
    return (
        _widened(found, found.low, found.high)
        if found and found.kind == "count" and not parted
        else None
    )


def _widened(figure: Figure, low: float, high: float) -> Amount:
    share = 0.25 if figure.sense else 0.0
    return low * (1 - share), high * (1 + share)


# ── where ─────────────────────────────────────────────────────────────────────────────────────────


def _place(said: _Said) -> Iterator[Claim]:
    clause = said.clause
    home = _home(clause)
    if not home or clause.negated:
        return
    for place in clause.behind("in", "from", "near", "at"):
        names = _names(clause, place)
        if names:
            yield said.claim("place", home, names, always=home != "live")


def _home(clause: SubjectClause) -> str:
    particles = {clause.sentence[place].text.lower() for place in clause.children("prt", "advmod")}
    prepositions = {clause.sentence[place].text.lower() for place in clause.children("prep")}
    raised = clause.lemma == "raise" and bool(clause.children("nsubjpass"))
    if raised or (clause.lemma == "grow" and "up" in particles):
        return "grow up"
    if (
        clause.lemma in ("be", "come")
        and "from" in prepositions
        and not clause.children("attr", "acomp")
    ):
        return "be from"
    return {"bear": "born", "live": "live"}.get(clause.lemma, "")


def _names(clause: SubjectClause, place: int) -> str:
    """The names at a place and below it, in order: leeds yorkshire."""
    places = [
        place,
        *(
            child
            for child in clause.below[place]
            if clause.sentence[child].dep in ("compound", "appos", "conj")
        ),
    ]
    return " ".join(
        clause.sentence[one].text.lower()
        for one in sorted(places)
        if clause.sentence[one].pos == "PROPN"
    )


# ── what somebody is called, and is ───────────────────────────────────────────────────────────────

UNMARRIED = table("single unmarried bachelor spinster")
SPOUSES = ("husband", "wife")
SIBLINGS = ("brother", "sister")


def _name(said: _Said) -> Iterator[Claim]:
    clause = said.clause
    called = clause.lemma in ("call", "name", "christen", "baptise") and clause.children(
        "nsubjpass"
    )
    if clause.negated or not (
        called or (clause.lemma == "be" and clause.subject.endswith(" name"))
    ):
        return
    subject = (
        "I"
        if clause.subject == "my name"
        else clause.subject.removesuffix(" name").removesuffix("'s")
    )
    for place in clause.children("attr", "oprd", "dobj"):
        names = _names(clause, place)
        if names:
            yield said.claim("name", "name", names, subject=subject, always=True)


def _role(said: _Said) -> Iterator[Claim]:
    clause = said.clause
    places = (
        clause.children("attr", "acomp")
        if clause.lemma == "be"
        else clause.behind("as")
        if clause.lemma == "work"
        else ()
    )
    for place in places:
        token = clause.sentence[place]
        word = token.lemma.lower()
        if (
            word in UNMARRIED
            or token.lemma in ("marry", "married")
            or token.text.lower() == "married"
        ):
            married = (word not in UNMARRIED) != clause.negated
            yield from (said.claim("has", spouse, False) for spouse in SPOUSES if not married)
        elif word == "child" and any(
            clause.sentence[child].text.lower() == "only" for child in clause.below[place]
        ):
            yield from (
                said.claim("has", sibling, clause.negated, always=True) for sibling in SIBLINGS
            )
        elif token.pos == "NOUN" and any(
            clause.sentence[child].text.lower() in ("a", "an") for child in clause.below[place]
        ):
            yield said.claim("role", word, not clause.negated)


# ── whether ───────────────────────────────────────────────────────────────────────────────────────

LIKING = dict.fromkeys(table("like love enjoy adore"), True) | dict.fromkeys(
    table("hate loathe dislike detest despise"), False
)
BEARING = table("stand bear stomach abide")
VAGUE = table(
    "lot bit thing stuff time idea problem kind sort way couple one chance question point reason"
    " sense part"
)
LIGHT = table(
    "be do get go say know think make take come mean want let put tell try feel look give have"
)


def _likes(said: _Said) -> Iterator[Claim]:
    clause = said.clause
    likes = LIKING.get(clause.lemma)
    if clause.lemma in BEARING and clause.negated:
        likes = True  # not to be able to bear it is not to like it
    if likes is None:
        return
    for place in clause.children("dobj", "xcomp"):
        thing = _thing(clause, place)
        if thing:
            yield said.claim("likes", thing, likes != clause.negated)


def _has(said: _Said) -> Iterator[Claim]:
    clause = said.clause
    if _holds(clause):
        for place in clause.children("dobj"):
            nothing = any(
                clause.sentence[child].text.lower() == "no" for child in clause.below[place]
            )
            if thing := _thing(clause, place):
                yield said.claim("has", thing, not (nothing or clause.negated))
    if clause.lemma == "marry" and clause.never:
        yield from (said.claim("has", spouse, False) for spouse in SPOUSES)


def _ever(said: _Said) -> Iterator[Claim]:
    """Done or never done, where it is said to what, so that the two can be compared."""
    clause = said.clause
    done = clause.past or clause.token.tag == "VBN"
    if clause.lemma in LIGHT - {"be", "go"} or not done or (clause.negated and not clause.never):
        return
    if clause.lemma in ("be", "go"):
        things = [name for place in clause.behind("to") if (name := _names(clause, place))]
    else:
        things = [thing for place in clause.children("dobj") if (thing := _thing(clause, place))]
    verb = "go" if clause.lemma == "be" else clause.lemma
    yield from (said.claim("ever", f"{verb} {thing}", not clause.negated) for thing in things)


def _holds(clause: SubjectClause) -> bool:
    return clause.lemma in HAVING or clause.has_got


def _thing(clause: SubjectClause, place: int) -> str:
    """The noun or doing at a place with what describes it: older sister, swimming; nothing for
    pronouns.
    """
    token = clause.sentence[place]
    if token.lemma.lower() in VAGUE or (token.pos not in ("NOUN", "PROPN") and token.tag != "VBG"):
        return ""
    described = [
        clause.sentence[child].lemma.lower()
        for child in clause.children("amod", "compound", of=place)
        if child < place
    ]
    return " ".join([*described, KIN.get(token.lemma.lower(), token.lemma.lower())])


FINDERS: Sequence[Callable[[_Said], Iterator[Claim]]] = (
    _year,
    _age,
    _count,
    _place,
    _name,
    _role,
    _likes,
    _has,
    _ever,
)


# ── what is said by naming it ─────────────────────────────────────────────────────────────────────

UNIQUE = table("husband wife mother father")


def _mentioned(text: ParsedText, figures: dict[int, Figure]) -> Iterator[Claim]:
    """`My husband Tom` is of one who has a husband, called Tom; `my three sisters` are three."""
    for sentence in text.sentences:
        hanging = below(sentence)
        for place, token in enumerate(sentence):
            if (
                token.pos == "NOUN"
                and token.lemma.lower() in KIN
                and _is_mine(sentence, hanging[place])
            ):
                noun = SubjectClause(sentence, hanging, place, who(sentence, hanging, place))
                yield from _of_kin(_Said(noun, text.text, figures))


def _is_mine(sentence: Sentence, parts: Sequence[int]) -> bool:
    return any(sentence[part].text.lower() == "my" for part in parts)


def _of_kin(said: _Said) -> Iterator[Claim]:
    noun = said.clause
    place = noun.verb
    yield said.claim("has", KIN[noun.lemma], True, subject="I")
    if amount := _amount(said, place):
        yield said.claim("count", _thing(noun, place), amount, subject="I")
    name = next((_names(noun, part) for part in noun.children("appos")), "")
    if name and noun.subject.removeprefix("my ") in UNIQUE:
        yield said.claim("name", "name", name, always=True)
