"""Distress: is the speaker in acute distress or danger now: panic, breakdown, despair, violence, a wish to die?"""

from __future__ import annotations

from dramaturg.language.readers.danger import Expressions, alternatives, spoken

EXPRESSIONS: Expressions = {
    name: spoken(alternatives(*patterns))
    for name, patterns in {
        "panic": (
            r"(?:am|having|have|think i am having)~ (?:a|another|the worst|one of my|a bad|a full blown|a full-blown)~ (?:panic|anxiety) attacks?|hyperventilating",
            r"can not (?:breathe|catch my breath|calm down|feel my (?:legs|arms|hands|face)|get my breath)(?= [.,!]| and| i| please| oh| my)|am going to (?:faint|pass out)",
            r"chest is (?:so )?tight|throat is closing|heart will not (?:slow|stop)|am (?:freaking|spiralling|spiraling)~(?: (?:out|so bad))?(?= [.,!])",
        ),
        "breaking down": (
            r"can not (?:stop|quit)~ (?:crying|shaking|sobbing|trembling|weeping|screaming)",
            r"(?:am|i am|feel like i am|like i am)~ (?:falling (?:apart|to (?:bits|pieces))|coming (?:apart|undone)|breaking (?:down|apart)|going under|drowning here|about to (?:snap|break|crack))",
            r"(?:having|am having) a (?:\w+ )?(?:breakdown|meltdown)|at (?:my|the) (?:breaking point|end of my (?:tether|rope))|am (?:completely |totally |utterly )?(?:broken|hopeless|desperate|overwhelmed)(?= [.,!]| and i can)",
        ),
        "cannot go on": (
            r"can not (?:cope|go on|bear it|bear this|take it|take this|do this|do it|carry on|keep going|handle (?:it|this)|live like this|stand it)"
            r"(?: (?:any more|any longer|no more|much longer|like this))(?= [.,!?]| i| and| it| please)",
            r"can not (?:cope|go on)(?= [.,!])|not~ (?:know how|think i can)~(?: to)?~ (?:keep going|go on|get through (?:this|tonight|the night|the day)|make it through)|no way out(?= [.,!]| of this| for me)",
        ),
        "terror": (
            r"(?:i am|am)~ (?:so|really|too)~ (?:scared|frightened|terrified)(?= [.,!]| i| and| please| that he| he)|(?:i am|am) (?:absolutely |completely )?terrified(?= [.,!]| and| i)",
        ),
        "violence now": (
            r"(?:he|she|they|someone|somebody|my \w+) (?:is|are|has been|have been|keeps|just|will not stop)~ (?:hurting|beating|hitting|choking|touching|raping|attacking|hit|hurt|choked|punched|kicked|beat|strangling) (?:me|us|my (?:mum|mom|daughter|son|kids|children))",
            r"(?:going to|will|says he will|said he would) (?:kill|hurt|come for) (?:me|us)(?= [.,!]| if| and| tonight| when)|he has~ (?:got )?a (?:gun|knife)|trying to (?:get in|break in|kick the door)",
            r"(?:hiding|am hiding|locked myself|am locked) (?:in|under) (?:the|my|a) (?:\w+ )?(?:closet|bathroom|wardrobe|bedroom|cupboard|cellar|toilet|bed)|kicking the door|call (?:the police|911|999|an ambulance)|(?:please|somebody|someone)~ help (?:me|us)|^ help me",
        ),
    }.items()
}

IDIOMS = spoken(
    alternatives(
        r"laugh\w*|lmao\w*|haha\w*|😂|🤣|jeans|onions?|dress|printer|spreadsheets?|emails?|homework|coffee|traffic|excited|happy|happiness|so good|funny|joke|joking|diet|commute|rota",
        r"can not (?:go on|do this|do it) (?:holiday|about|without|on|until|at|with|stage)|help me (?:with|find|out|understand|choose|carry|move|to)|if (?:you|i|we) (?:do not|forget|scratch|miss|lose)",
    )
)
