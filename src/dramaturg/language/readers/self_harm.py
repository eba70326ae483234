"""Self-harm: does the speaker wish, think of, intend or plan to die or to hurt themself, or do so
now?
"""

from __future__ import annotations

from dramaturg.language.readers import danger
from dramaturg.language.readers.danger import Expressions, Table, alternatives, spoken
from dramaturg.language.readers.heads import head
from dramaturg.language.readers.parsed_text import Seen
from dramaturg.language.readers.reader import Reader
from dramaturg.turn.readings import Reading

# ── parts of expressions ──────────────────────────────────────────────────────────────────────────

_DEATH = alternatives(
    r"die|be dead|be dying|be in the ground|be done with (?:life|living|this life)|be no more|be"
    r" finished with life|death",
    r"not~ (?:to )?(?:be(?= (?:[.,!?;]|any|anymore|here|alive|around|on this|in this|at"
    r" all))|exist|live|wake up)(?: any more)?|"
    r"never~ (?:wake up|have been born|open my eyes)",
    r"stop (?:existing|living|being alive|breathing|being here|being)|cease to exist|disappear"
    r" (?:forever|for good|completely|"
    r"from this)",
    r"(?:go to |fall a)?sleep (?:forever|and (?:not|never) wake)|go to sleep and"
    r" (?:not|never)|leave this (?:world|earth|life|"
    r"planet)",
)
_ACT = alternatives(
    r"(?:kill|hang|shoot|drown|starve|poison|gas|top|off|unalive|murder|hurt|harm|cut|injure|burn|stab|neck|end|delete|finish|"
    r"destroy|do away with|suffocate|strangle|mutilate|punish) (?:myself|my self|meself|me"
    r" self|mysel)|do myself in|"
    r"do myself a mischief",
    r"end (?:my (?:own )?(?:life|existence|suffering|misery)|it all|this life|my days|me)|take my"
    r" (?:own )?life|die by my own",
    r"commit suicide|kms|sewerslide|unalive|self[- ]?harm|self - harm|overdose|od",
    r"slit my (?:wrists?|throat)|cut my (?:wrists?|arms?|legs?|thighs?)|blow my (?:brains|head)|put"
    r" a bullet (?:in|"
    r"through) (?:my|me)",
    r"jump (?:off (?:a|the|this|that) (?:bridge|roof|building|balcony|ledge|overpass)|in front of"
    r" (?:a|the) (?:train|bus|car|"
    r"truck|lorry))",
    r"(?:step|walk|jump|throw myself) (?:out )?(?:in front of|into|under) (?:a|the)"
    r" (?:train|bus|car|truck|lorry|traffic|sea|"
    r"river|ocean)",
    r"drive (?:my car |the car )?(?:off|into) (?:a|the)"
    r" (?:bridge|wall|tree|road|cliff|river|lake|ditch)|drink (?:bleach|poison|"
    r"pesticide|sniper)",
    r"(?:take|swallow|down) (?:all|every|the (?:whole|lot|entire)|a"
    r" (?:whole|load|bunch|handful))(?: (?:the|my|these|those|of|"
    r"bottle|packet|box)){0,4}"
    r" (?:pills|tablets|meds|medication|packet|bottle|lot|paracetamol|tylenol|insulin|prescription)",
)
_ACTING = alternatives(
    r"(?:killing|hanging|shooting|drowning|starving|poisoning|offing|unaliving|hurting|harming|cutting|injuring|burning|"
    r"stabbing|topping|necking|ending|doing away with|finishing|punishing) (?:myself|my"
    r" self|meself)|doing myself in|dying|"
    r"being dead|my own death",
    r"(?:ending|taking) (?:my (?:own )?life|it all|this life|my suffering|my misery)|committing"
    r" suicide|suicide|"
    r"self[- ]?harm(?:ing)?|self - harm(?:ing)?|overdosing|(?:slitting|cutting) my"
    r" (?:wrists?|throat|arms?)",
    r"jumping (?:off (?:a|the|this|that) \w+|in front of (?:a|the) \w+)|taking (?:all|the"
    r" (?:whole|lot))(?: (?:the|my|these|"
    r"those|of)){0,3} (?:pills|tablets|meds|packet|bottle|lot)",
    r"(?:stepping|walking|throwing myself) (?:out )?(?:in front of|into) (?:a|the)"
    r" (?:train|bus|car|truck|lorry|traffic|sea|"
    r"river|ocean)",
)
_WISHING = (
    r"(?:want|wants|wanting|wanted|need|needing|like|love|long|longing|ready|prefer|beg|begging|desperate|hope|hoping|pray|"
    r"praying|ask|asking|wish|wishing|crave|craving|rather|sooner|feel|deserve)"
)
_INTENDING = (
    r"(?:going|fixing|gone|will|ill|shall|plan|planning|planned|intend|intending|mean|decided|chosen|trying|tried|try|tempted|"
    r"might|may|should|could|can|ought|have|need|want|wanted|wanting|would|urge|urges|ready|able|about|courage|guts|nerve|"
    r"strength|ways?|how|day|date|reason|easier|option|and|or|well|home|better)"
)
_THINKING = (
    r"(?:think|thinking|thought|thoughts|consider|considering|contemplate|contemplating|fantasise|fantasising|fantasize|"
    r"fantasizing|dream|dreaming|feel like|feels like|feeling"
    r" like|idea|ideas|plans?|planning|obsessed|stop|urges?|imagine|"
    r"imagining|googling|researching|verge|close|closer|ways?|keep|scared|afraid|frightened|ones|attracted|forward)"
)

EXPRESSIONS: Expressions = {
    name: spoken(alternatives(*patterns))
    for name, patterns in {
        "wish to die": (
            rf"{_WISHING}~(?: to)?~ {_DEATH}",
            r"(?:plan|plans|ways?|decided|intend|easy|easier|best|better|time) (?:for me )?to~"
            r" (?:die|not be here|"
            r"stop being here)|me dying|dying is all",
        ),
        "wish to be dead": (
            r"(?:wish|wishing|wished|hope|hoping|hoped|pray|praying|prayed|if only)~ (?:that"
            r" )?(?:i|god|the lord|someone|"
            r"something|to god i|it|they|he|she|the \w+)~(?:"
            r" (?:was|were|could|would|had|will|did|do|does|might|can|am|get|gets|"
            r"got|to))?~ (?:dead|die|died|dying|be dead|not wake up|never wake up|never been"
            r" born|not been born|never woke up|"
            r"not woken up|not (?:be )?(?:here|alive)|not exist|killed me|kills me|take me|takes"
            r" me|finishes me|be (?:hit|"
            r"killed)|hit by|not (?:saved|found|stopped|pulled))",
            r"(?:should|supposed to) (?:have died|be dead|have been me)|(?:sorry|regret|mistake)~"
            r" (?:i|not)~ (?:did not die|"
            r"dying|to die|killing)",
            r"(?:sleep|asleep)(?: tonight)? and (?:never|not) wake|would be dead (?:already|by"
            r" now)|(?:regret|hate|angry|mad|"
            r"sorry|pissed)~(?: that)? i~ (?:survived|woke up|wake up|am still (?:here|alive))",
            r"want~ (?:my life to (?:be over|end|stop)|out of (?:this|my) life|it (?:all )?to be"
            r" over|it over)|"
            r"get out of this life|stop waking up|leaving (?:this world|this earth|it) tonight",
            (
                r"pray(?:ing)? for (?:a heart attack|death|the end)|ask(?:ed|ing)? (?:god|the lord)"
                r" to (?:take|let) me"
            ),
        ),
        "intent": (rf"{_INTENDING}~(?: to)?~(?: not)?(?: up and)? {_ACT}",),
        "ending it": (
            r"(?:going to|will|want to|chosen to|ready to|might|decided to|could|should|may as"
            r" well|just)~ end (?:it|everything|"
            r"things)(?="
            r" (?:tonight|today|now|soon|this|before|tomorrow|here|there|right|\.|!|,|because|and))",
            r"i am~ ending (?:it|everything|things)|thinking (?:of|about)~ ending"
            r" (?:it|everything|things)|feel like~"
            r" ending (?:it|everything|things)",
            (
                r"(?:end|ending|take|taking|took) my (?:own )?life|end(?:ing)? it"
                r" all|finish(?:ing)? myself off"
            ),
        ),
        "thoughts of it": (
            (
                rf"{_THINKING}~(?: (?:about|of|on|up|it|to|too much|back to|how|things)){{0,2}}~"
                rf" {_ACTING}"
            ),
        ),
        "hurting oneself": (
            r"kms|set(?:ting)? myself on fire|still self[- ]?harm|still self - harm|want to hurt"
            r" me(?= [.,!])|(?:about|want|me|"
            r"going|ready|need) to jump(?= [.,!])",
            r"(?:burn|burned|burnt|cut|scratch|scratched|carve|carved)~ my"
            r" (?:arms?|wrists?|legs?|thighs?|skin|stomach)~"
            r" (?:again|because|until|on purpose|last night|today)",
            r"(?:kill|hang|shoot|drown|starve|unalive|hurt|harm|cut|burn|scratch|punch|hit|bite|off|top|end|slap)"
            r" (?:myself|"
            r"my self|meself)",
            r"(?:cutting|killing|hurting|harming|burning|starving|injuring|unaliving|offing|hitting|punching|"
            r"scratching) (?:myself|my self|meself)",
            r"(?:still|been|started|back to|i am|keep)~ (?:cutting|self[- ]?harming|self -"
            r" harming|burning my \w+)(?= (?:again|"
            r"since|every|and|\.|,|!|at|when|because|to|right|my))",
            r"i~ (?:cut|self[- ]?harm|self - harm)(?: (?:and|again|every|when|to feel|to cope|at"
            r" night|last night|because|most|"
            r"too|deep\w*))",
        ),
        "suicidal": (
            r"(?:i"
            r" am|am|feel|feeling|felt|been|was|being|got|get|getting|bit|little|so|very|still|actively|passively)~"
            r"(?: a bit)? suicidal",
            (
                r"suicidal~ (?:again|thoughts?|right"
                r" now|ideation|feelings|urges|teen|since|lately|tonight)"
            ),
        ),
        "thoughts of suicide": (
            r"(?:thoughts?|thinking|think|ideas?|plans?|planning|considering|contemplating|way|option|answer|solution|attempted|"
            r"attempting|than|failed|towards?|closer to|commit|eventual|between me and)~(?:"
            r" (?:of|about|is|to|for|on|too much|"
            r"my|commit)){0,2}~ (?:\* \* )?suicide",
            r"suicide (?:is|seems|looks|feels|sounds|was)~(?: (?:the|my|like|an?|better|easier))*~"
            r" (?:only|best|option|answer|"
            r"way|solution|painless|easy|peace)",
            r"my (?:own )?suicide(?: (?:note|letter|plan))?|suicide plan",
            (
                r"(?:thoughts?|urges?|thinking)~ (?:of|about|to) (?:self[- ]?harm\w*|self -"
                r" harm\w*|harming myself|hurting myself)"
            ),
        ),
        "no wish to live": (
            r"(?:not|never|no longer)~"
            r" (?:want|wanting|wish|wanted|care|like|plan|intend|mean|going|need|make me want|"
            r"enough to make me want|deserve|think i can|think)~(?: (?:to|on|of|if))?~ (?:keep on"
            r" |go on |keep |"
            r"continue )?(?:live|living|be alive|exist|wake up(?: tomorrow| again| any more)?|be"
            r" here (?:any|no) (?:more|"
            r"longer)|be on this (?:earth|planet)|be around any (?:more|longer)|being alive|stay"
            r" alive|survive(?: any)?)",
            r"not want (?:to )?live|no (?:wish|desire) to (?:live|wake|open|be alive|go on)|hate"
            r" (?:being alive|living|existing|"
            r"that i am (?:still )?alive)",
            r"(?:tired|sick|done|fed up|weary|had enough) (?:of|with)~ (?:living|being"
            r" alive|existing|this life|life|breathing|"
            r"surviving|my life)",
            r"(?:no|any|lost the|lost my|lost all|a single|one|not see the|not see a|what)~"
            r" (?:reason|point|purpose|will|use|"
            r"sense|desire)~ (?:to|in|for|of)~ (?:me )?(?:live|living|going on living|being"
            r" alive|be alive|stay alive|"
            r"staying alive|waking up|exist|existing|being here|keep living)",
            (
                r"no (?:reason|point) (?:to|in) (?:go|going|carry|carrying) on(?= [.,!?]| any| and|"
                r" like)"
            ),
            r"(?:nothing|nobody|no one|anything|no body)~(?: left)?(?: worth)? (?:to"
            r" )?(?:live|living|stay alive|be alive|"
            r"stay) for",
            r"life~ (?:is |are )?not~ (?:even )?worth (?:living|it)|not worth living|nothing~"
            r" keeping me (?:here|alive|on this|"
            r"going)",
            (
                r"what is the (?:point|use) (?:in|of) (?:living|being alive|life|existing|me)(?="
                r" [.,!?]| any| if| when)"
            ),
            r"(?:can|could) not (?:live|keep living|keep on living|go on living)(?= like this| any|"
            r" with this| [.,!])|"
            r"give up on (?:living|life)(?! \w+ing)|why am i (?:still )?alive|pretending (?:that"
            r" )?i want to (?:be alive|live)|"
            r"wish i (?:was|were) not alive",
        ),
        "better off without me": (
            r"(?:better|happier|easier|relieved|a favour|a favor)~(?: off)?(?: place)? (?:without"
            r" me(?! \w+ing| (?:on|at|in|"
            r"there))|if i (?:was|were|died|did not exist|just died|disappeared|am gone)|when i am"
            r" (?:gone|dead)|"
            r"with me (?:gone|dead))|(?:be|am)~ better~(?: off)? (?:dead|deid)|^ better off dead",
            r"(?:nobody|no one|noone|anyone|anybody|who|none of them|they)~"
            r" (?:would|will|notice|care|miss|cry)~(?: (?:care|"
            r"notice|miss me|cry|mind|realise|realize|come))?~ (?:if|when) i~ (?:die|died|was"
            r" dead|were dead|was gone|killed|"
            r"disappeared|am gone|am dead|vanished)",
        ),
        "dead soon": (
            r"(?:i will|i shall|will|shall|going to)~ be~ dead(?="
            r" (?:by|tonight|tomorrow|soon|before (?:the )?(?:morning|"
            r"weekend)|\.))",
            r"(?:will|shall|going to|might|may|would|to) not~ be alive|not (?:going to|plan"
            r" to|planning to|plan on|planning on)~"
            r" (?:be|being) alive",
            (
                r"(?:will|shall|going to|might|may) not~ be (?:here|around)~ (?:any more|much"
                r" longer|any longer|no more)"
            ),
            r"last (?:night|day|message|goodbye)~ (?:alive|on (?:this )?earth|ever|on this"
            r" planet|in this life)|"
            r"not make it (?:through|past|to) (?:tonight|the night|tomorrow|morning)",
        ),
        "asking to die": (
            r"let me die|(?:please|someone|somebody)~ kill me|kill me(?: now)?~ (?:please|pls|i am"
            r" (?:serious|begging))|(?:can|"
            r"could|may) i (?:please )?die",
        ),
        "unsafe with oneself": (
            r"danger to myself(?! in| with| on)|not (?:be |feel |feeling )?safe"
            r" (?:with|from|by|around|on) myself|not (?:keep|"
            r"keeping) myself safe",
            r"not trust myself (?:near|alone|not to|around|tonight|to"
            r" be)|(?:scared|afraid|frightened) (?:of what )?i (?:will|"
            r"might|may|am going to)~ (?:do|hurt)~(?: to)? myself",
        ),
        "urge to be hurt": (
            r"(?:urge|urges|need|want|craving|itching)~ to~ (?:cut(?= [.,!?]| again| so| deeper|"
            r" right| is| my arm)|bleed|"
            r"feel (?:the )?(?:blade|razor)|self[- ]?harm|self - harm)",
            r"(?:cut|cutting|self[- ]?harmed|self - harmed|relapsed)~ (?:again|last night|this"
            r" morning|today)(?= [.,!]| and|"
            r" because)",
        ),
        "means at hand": (
            r"(?:saving|saved|stockpiling|stockpiled|hoarding|hoarded|putting"
            r" by|collecting|collected|stashing|stashed)~"
            r"(?: up)?~ (?:my|the|all|enough)~(?: (?:my|the|sleeping|all))*"
            r" (?:pills|tablets|meds|medication|insulin|"
            r"painkillers|paracetamol)",
            r"(?:took|taken|swallowed|downed)~ (?:a (?:load|lot|bunch|handful|whole"
            r" bottle|bottle|pile|heap|fistful)|all|"
            r"too many|the whole)(?: (?:of|the|my|bottle|packet|box|those|these)){0,3}"
            r" (?:pills|tablets|meds|medication|"
            r"painkillers|paracetamol|tylenol|xanax)",
            r"(?:blade|razor|noose|rope|gun|knife)~ (?:to|in|against|on|at|around) my"
            r" (?:wrist|arm|throat|neck|head|hand|mouth|"
            r"lap|chest|skin)",
            r"(?:written|wrote|writing|finished|got)~ (?:my|the|a|all my|out my)?~"
            r" ?(?:goodbye|suicide|farewell) (?:note|notes|"
            r"letter|letters|message|messages)|written my (?:note|goodbyes)",
        ),
    }.items()
}

IDIOMS = spoken(
    alternatives(
        r"(?:die|dying|died|dead) (?:of|from)"
        r" (?:shame|laughter|laughing|embarrassment|boredom|curiosity|shock|hunger|thirst|"
        r"heat|cringe|happiness|old age|excitement)",
        r"die (?:on (?:that|this) hill|laughing|alone|in my (?:own )?bed|at home|trying)|dying"
        r" (?:to(?! die| be dead| kill)|"
        r"for)|kill(?:ed|ing)? for|to die for",
        r"(?:kill|killing|killed) myself (?:laughing|over|working|trying|at the gym|with|in the"
        r" gym|to (?:get|make|finish))",
        r"(?:cut|cutting) myself (?:shaving|off|some"
        r" slack|a|loose|short|on|chopping|slicing|opening|while|peeling|down|back)",
        r"(?:hurt|hurting|injure|injuring|burn|burning|burned|hit) myself (?:at|playing|on"
        r" the|falling|lifting|doing|climbing|"
        r"skiing|running|while|cooking|working|making|ironing|moving|by accident)",
        r"shoot myself in the foot|(?:kick|kicking|beat|beating) myself|starv\w+ myself (?:for|to"
        r" fit|before)|(?:cliff|bridge|"
        r"train|bullet) for (?:him|her|you|that|them|my|this)",
        r"(?:rather|sooner) (?:die|be dead) than(?! live| go on| keep| spend| face| wake| stay|"
        r" carry)|if i (?:hear|see|"
        r"watch)(?: \w+){0,4} one more",
        r"live (?:forever|to be|past)|kept alive|die (?:at home|in my|some day|one"
        r" day|before)|ready to die (?:happy|for)|"
        r"(?:tired|sick) of life \w+ [,.]",
        r"suicide"
        r" (?:squad|mission|prevention|watch|helpline|bomber|bombers|bombing|pact|rates?|awareness)|kill"
        r" me (?:if|when|"
        r"for)",
        r"want to live (?:in|near|with|past|there|next|by|on my own|abroad|together)|wake up"
        r" (?:early|at|so|before|late)|"
        r"lmao\w*|lmfao|haha\w*|😂|🤣",
        r"not (?:be|exist|live) (?:perfect|rude|funny|late|a|the|that|in|with|like|mean|so|too|on)",
    )
)

SIGNS = {
    "means": (
        spoken(
            r"pills|tablets|meds|morphine|insulin|rope|noose|gun|pistol|rifle|shotgun|bullet|razor|blades?|knife|knives|belt|"
            r"pesticide|bleach|sniper|poison|bridge|roof|rooftop|ledge|balcony|cliffs?|railing|tracks?|platform|river|canal|"
            r"reservoir|garage|edge|overpass|window"
        ),
        1.0,
    ),
    "decision": (
        spoken(
            r"decided|made (?:up my mind|my"
            r" (?:mind|choice|peace))|plan|planned|planning|picked|chosen|settled|arrange\w+|ready|"
            r"sorted|see to it|seen to|mean to|do it|doing it|done it|try again|this"
            r" time|nerve|courage|guts|way out|"
            r"not (?:be )?needing|stop me|talk me out"
        ),
        0.8,
    ),
    "farewell": (
        spoken(
            r"goodbyes?|farewell|bye|letters?|notes?|funeral|grave|coroner|hymns|be sorry|looke?d?"
            r" after|tell (?:my|them)|"
            r"remember me|finds? me|found me|forgive me|love you all|sorry for"
            r" everything|passwords|gave (?:my|the|away)|"
            r"giving away"
        ),
        0.5,
    ),
    "soon": (
        spoken(
            r"tonight|tomorrow|by (?:morning|then|friday|monday|sunday|the weekend)|this"
            r" (?:week|weekend|evening|sunday|month)|"
            r"soon|after today|the day|date|(?:mon|tues|wednes|thurs|fri|satur|sun)day|before"
            r" (?:the )?(?:spring|summer|winter|"
            r"weekend)"
        ),
        0.4,
    ),
}
"""What lends weight to words of death or harm; each is innocent alone."""

WORDS = spoken(
    r"die|dies|died|dying|dead|deid|death|kill\w*|suicid\w*|alive|living|live|pills?|tablets|morphine|rope|noose|gun|pistol|"
    r"rifle|shotgun|razor|blades?|pesticide|bleach|sniper|ledge|balcony|jump|jumping|bleed\w*|wrists?|scars?|goodbyes?|funeral|"
    r"grave|coroner|unalive\w*|kms|kys|overdos\w*|burden|worthless|cutting|hurt myself|harm\w*|end"
    r" it|ending it|exist\w*"
)

START = 0.4  # rather an alarm too many: the head is heard a little below its own even odds
TABLE = Table(
    EXPRESSIONS,
    IDIOMS,
    frozenset({"better off without me"}),
    SIGNS,
    WORDS,
    without=1.0,
    start=START,
)


def read(seen: Seen) -> Reading:
    return danger.read(seen.text, head("self_harm"), TABLE)


READER = Reader(
    "self_harm",
    "Whether the speaker wishes, thinks of, intends or plans to die or to hurt themself, or does so"
    " now. History, other people, denial, fiction, figures of speech and natural death are not"
    " meant.",
    read,
    rubric=(
        "nothing of the kind, or plainly history, somebody else, a figure of speech or a denial",
        "death or self-injury is spoken of, with no sign that the speaker is in danger now",
        "unclear: it could be a wish to die or to be hurt, or despair that comes near it",
        "an indirect or passive wish: better off without me, not waking up, saying goodbye",
        "an outright wish, thought, plan or intention to die or to hurt themself, or doing so now",
    ),
)
