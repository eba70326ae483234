"""Distress: is the speaker in acute distress or danger now: panic, breakdown, despair, violence, a
wish to die?
"""

from __future__ import annotations

from dramaturg.language.readers import danger, self_harm
from dramaturg.language.readers.danger import Expressions, Table, alternatives, spoken
from dramaturg.language.readers.heads import head
from dramaturg.language.readers.parsed_text import Seen
from dramaturg.language.readers.reader import Reader
from dramaturg.turn.readings import Reading

EXPRESSIONS: Expressions = {
    name: spoken(alternatives(*patterns))
    for name, patterns in {
        "panic": (
            r"(?:am|having|have|think i am having)~ (?:a|another|the worst|one of my|a bad|a full"
            r" blown|a full-blown)~ (?:panic|"
            r"anxiety) attacks?|hyperventilating",
            r"can not (?:breathe|catch my breath|calm down|feel my (?:legs|arms|hands|face)|get my"
            r" breath)(?= [.,!]| and| i|"
            r" please| oh| my)|am going to (?:faint|pass out)",
            r"chest is (?:so )?tight|throat is closing|heart will not (?:slow|stop)|am"
            r" (?:spiralling|spiraling)~"
            r"(?: so bad)?(?= [.,!])",
        ),
        "breaking down": (
            r"can not (?:stop|quit)~ (?:crying|shaking|sobbing|trembling|weeping|screaming)",
            r"(?:am|i am|feel like i am|like i am)~ (?:falling (?:apart|to (?:bits|pieces))|coming"
            r" (?:apart|undone)|"
            r"breaking (?:down|apart)|going under|drowning here|about to (?:snap|break|crack))",
            r"(?:having|am having) a (?:\w+ )?(?:breakdown|meltdown)|at (?:my|the) (?:breaking"
            r" point|end of my (?:tether|rope))|"
            r"am (?:completely |totally |utterly )?(?:broken|hopeless|desperate)(?= [.,!]| and i"
            r" can)",
        ),
        "cannot go on": (
            r"can not (?:cope|go on|bear it|bear this|take it|take this|do this|do it|carry on|keep"
            r" going|handle (?:it|this)|"
            r"live like this|stand it)(?: (?:any more|any longer|no more|much longer|like this))(?="
            r" [.,!?]| i| and| it| please)",
            r"can not (?:cope|go on)(?= [.,!])|not~ (?:know how|think i can)~(?: to)?~ (?:keep"
            r" going|go on|get through (?:this|"
            r"tonight|the night|the day)|make it through)|no way out(?= [.,!]| of this| for me)",
        ),
        "terror": (
            r"(?:i am|am)~ (?:so|really|too)~ (?:scared|frightened|terrified)(?= [.,!]| i| and|"
            r" please| that he| he)|(?:i am|"
            r"am) (?:absolutely |completely )?terrified(?= [.,!]| and| i)",
        ),
        "violence now": (
            r"(?:he|she|they|someone|somebody|my \w+) (?:is|are|has been|have been|keeps|just|will"
            r" not stop)~ (?:hurting|"
            r"beating|hitting|choking|touching|raping|attacking|hit|hurt|choked|punched|kicked|beat|strangling)"
            r" (?:me|us|"
            r"my (?:mum|mom|daughter|son|kids|children))",
            r"(?:going to|will|says he will|said he would) (?:kill|hurt|come for) (?:me|us)(?="
            r" [.,!]| if| and| tonight| when)|"
            r"he has~ (?:got )?a (?:gun|knife)|trying to (?:get in|break in|kick the door)",
            r"(?:hiding|am hiding|locked myself|am locked) (?:in|under) (?:the|my|a) (?:\w+"
            r" )?(?:closet|bathroom|wardrobe|"
            r"bedroom|cupboard|cellar|toilet|bed)|kicking the door|call (?:the police|911|999|an"
            r" ambulance)|(?:please|somebody|"
            r"someone)~ help (?:me|us)|^ help me",
        ),
    }.items()
}

IDIOMS = spoken(
    alternatives(
        r"laugh\w*|lmao\w*|haha\w*|😂|🤣|jeans|onions?|dress|printer|spreadsheets?|emails?|homework|coffee|traffic|excited|happy|"
        r"happiness|so good|funny|joke|joking|diet|commute|rota",
        r"can not (?:go on|do this|do it) (?:holiday|about|without|on|until|at|with|stage)|help me"
        r" (?:with|find|out|understand|"
        r"choose|carry|move|to)|if (?:you|i|we) (?:do not|forget|scratch|miss|lose)",
    )
)

ANY_WORD = spoken(r"\S+")

TABLE = Table(
    EXPRESSIONS, IDIOMS, frozenset({"violence now"}), {}, ANY_WORD, without=0.0, start=-1.5
)


def read(seen: Seen) -> Reading:
    """Whoever is in danger of self-harm is in distress."""
    own = danger.read(seen.text, head("distress"), TABLE)
    other = self_harm.read(seen)
    return other if other.value > own.value else own


READER = Reader(
    "distress",
    "Whether the speaker is in acute distress or danger now: panic, breakdown, despair, violence, a"
    " wish to die. A sad memory, grief one lives with and everyday stress are not meant.",
    read,
    rubric=(
        "calm, or a hard time told as past and over",
        "ordinary sadness, worry, grief or stress that the speaker carries",
        "strained: upset while speaking, but able to go on",
        "close to the limit: hopeless, overwhelmed, frightened, or unsafe",
        (
            "acute now: panic, breakdown, despair, being hurt or threatened, or any wish to die or"
            " to hurt themself"
        ),
    ),
)
