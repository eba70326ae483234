"""Self-harm: does the speaker wish, think of, intend or plan to die or to hurt themself, or do so now?"""

from __future__ import annotations

from collections.abc import Mapping

from dramaturg.language.readers.danger import Expressions, alternatives, spoken

# ── parts of expressions ──────────────────────────────────────────────────────────────────────────────────────────────────────

_DEATH = alternatives(
    r"die|be dead|be dying|be in the ground|be done with (?:life|living|this life)|be no more|be finished with life|death",
    r"not~ (?:to )?(?:be|exist|live|wake up|be (?:here|alive|around|on this \w+))(?: any more)?|never~ (?:wake up|have been born|open my eyes)",
    r"stop (?:existing|living|being alive|breathing|being here|being)|cease to exist|disappear (?:forever|for good|completely|from this)",
    r"(?:go to |fall a)?sleep (?:forever|and (?:not|never) wake)|go to sleep and (?:not|never)|leave this (?:world|earth|life|planet)",
)
_ACT = alternatives(
    r"(?:kill|hang|shoot|drown|starve|poison|gas|top|off|unalive|murder|hurt|harm|cut|injure|burn|stab|neck|end|delete|finish|destroy|"
    r"do away with|suffocate|strangle|mutilate|punish) (?:myself|my self|meself|me self|mysel)|do myself in|do myself a mischief",
    r"end (?:my (?:own )?(?:life|existence|suffering|misery)|it all|this life|my days|me)|take my (?:own )?life|die by my own",
    r"commit suicide|kms|sewerslide|unalive|self[- ]?harm|self - harm|overdose|od",
    r"slit my (?:wrists?|throat)|cut my (?:wrists?|arms?|legs?|thighs?)|blow my (?:brains|head)|put a bullet (?:in|through) (?:my|me)",
    r"jump (?:off (?:a|the|this|that) (?:bridge|roof|building|balcony|ledge|overpass)|in front of (?:a|the) (?:train|bus|car|truck|lorry))",
    r"(?:step|walk|jump|throw myself) (?:out )?(?:in front of|into|under) (?:a|the) (?:train|bus|car|truck|lorry|traffic|sea|river|ocean)",
    r"drive (?:my car |the car )?(?:off|into) (?:a|the) (?:bridge|wall|tree|road|cliff|river|lake|ditch)|drink (?:bleach|poison|pesticide|sniper)",
    r"(?:take|swallow|down) (?:all|every|the (?:whole|lot|entire)|a (?:whole|load|bunch|handful))(?: (?:the|my|these|those|of|bottle|packet|box)){0,4} "
    r"(?:pills|tablets|meds|medication|packet|bottle|lot|paracetamol|tylenol|insulin|prescription)",
)
_ACTING = alternatives(
    r"(?:killing|hanging|shooting|drowning|starving|poisoning|offing|unaliving|hurting|harming|cutting|injuring|burning|stabbing|topping|necking|"
    r"ending|doing away with|finishing|punishing) (?:myself|my self|meself)|doing myself in|dying|being dead|my own death",
    r"(?:ending|taking) (?:my (?:own )?life|it all|this life|my suffering|my misery)|committing suicide|suicide|self[- ]?harm(?:ing)?|"
    r"self - harm(?:ing)?|overdosing|(?:slitting|cutting) my (?:wrists?|throat|arms?)",
    r"jumping (?:off (?:a|the|this|that) \w+|in front of (?:a|the) \w+)|taking (?:all|the (?:whole|lot))(?: (?:the|my|these|those|of)){0,3} "
    r"(?:pills|tablets|meds|packet|bottle|lot)",
    r"(?:stepping|walking|throwing myself) (?:out )?(?:in front of|into) (?:a|the) (?:train|bus|car|truck|lorry|traffic|sea|river|ocean)",
)
_WISHING = (
    r"(?:want|wants|wanting|wanted|need|needing|like|love|long|longing|ready|prefer|beg|begging|desperate|hope|hoping|pray|praying|"
    r"ask|asking|wish|wishing|crave|craving|rather|sooner|feel|deserve)"
)
_INTENDING = (
    r"(?:going|fixing|gone|will|ill|shall|plan|planning|planned|intend|intending|mean|decided|chosen|trying|tried|try|tempted|might|may|should|"
    r"could|can|ought|have|need|want|wanted|wanting|would|urge|urges|ready|able|about|courage|guts|nerve|strength|ways?|how|day|date|"
    r"reason|easier|option|and|or|well|home|better)"
)
_THINKING = (
    r"(?:think|thinking|thought|thoughts|consider|considering|contemplate|contemplating|fantasise|fantasising|fantasize|fantasizing|dream|"
    r"dreaming|feel like|feels like|feeling like|idea|ideas|plans?|planning|obsessed|stop|urges?|imagine|imagining|googling|researching|verge|close|closer|"
    r"ways?|keep|scared|afraid|frightened|ones|attracted|forward)"
)

EXPRESSIONS: Expressions = {
    name: spoken(alternatives(*patterns))
    for name, patterns in {
        "wish to die": (
            rf"{_WISHING}~(?: to)?~ {_DEATH}",
            r"(?:plan|plans|ways?|decided|intend|easy|easier|best|better|time) (?:for me )?to~ (?:die|not be here|stop being here)|me dying|dying is all",
        ),
        "wish to be dead": (
            r"(?:wish|wishing|wished|hope|hoping|hoped|pray|praying|prayed|if only)~ (?:that )?(?:i|god|the lord|someone|something|to god i|it|they|he|she|the \w+)~"
            r"(?: (?:was|were|could|would|had|will|did|do|does|might|can|am|get|gets|got|to))?~ (?:dead|die|died|dying|be dead|not wake up|never wake up|"
            r"never been born|not been born|never woke up|not woken up|not (?:be )?(?:here|alive)|not exist|killed me|kills me|take me|takes me|"
            r"finishes me|be (?:hit|killed)|hit by|not (?:saved|found|stopped|pulled))",
            r"(?:should|supposed to) (?:have died|be dead|have been me)|(?:sorry|regret|mistake)~ (?:i|not)~ (?:did not die|dying|to die|killing)",
            r"(?:sleep|asleep)(?: tonight)? and (?:never|not) wake|would be dead (?:already|by now)|(?:regret|hate|angry|mad|sorry|pissed)~(?: that)? i~ (?:survived|woke up|wake up|am still (?:here|alive))",
            r"want~ (?:my life to (?:be over|end|stop)|out of (?:this|my) life|it (?:all )?to be over|it over)|get out of this life|stop waking up|leaving (?:this world|this earth|it) tonight",
            r"pray(?:ing)? for (?:a heart attack|death|the end)|ask(?:ed|ing)? (?:god|the lord) to (?:take|let) me",
        ),
        "intent": (rf"{_INTENDING}~(?: to)?~(?: not)?(?: up and)? {_ACT}",),
        "ending it": (
            r"(?:going to|will|want to|chosen to|ready to|might|decided to|could|should|may as well|just)~ end (?:it|everything|things)"
            r"(?= (?:tonight|today|now|soon|this|before|tomorrow|here|there|right|\.|!|,|because|and))",
            r"i am~ ending (?:it|everything|things)|thinking (?:of|about)~ ending (?:it|everything|things)|feel like~ ending (?:it|everything|things)",
            r"(?:end|ending|take|taking|took) my (?:own )?life|end(?:ing)? it all|finish(?:ing)? myself off",
        ),
        "thoughts of it": (rf"{_THINKING}~(?: (?:about|of|on|up|it|to|too much|back to|how|things)){{0,2}}~ {_ACTING}",),
        "hurting oneself": (
            r"kms|set(?:ting)? myself on fire|still self[- ]?harm|still self - harm|want to hurt me(?= [.,!])|(?:about|want|me|going|ready|need) to jump(?= [.,!])",
            r"(?:burn|burned|burnt|cut|scratch|scratched|carve|carved)~ my (?:arms?|wrists?|legs?|thighs?|skin|stomach)~ (?:again|because|until|on purpose|last night|today)",
            r"(?:kill|hang|shoot|drown|starve|unalive|hurt|harm|cut|burn|scratch|punch|hit|bite|off|top|end|slap) (?:myself|my self|meself)",
            r"(?:cutting|killing|hurting|harming|burning|starving|injuring|unaliving|offing|hitting|punching|scratching) (?:myself|my self|meself)",
            r"(?:still|been|started|back to|i am|keep)~ (?:cutting|self[- ]?harming|self - harming|burning my \w+)(?= (?:again|since|every|and|\.|,|!|at|when|because|to|right|my))",
            r"i~ (?:cut|self[- ]?harm|self - harm)(?: (?:and|again|every|when|to feel|to cope|at night|last night|because|most|too|deep\w*))",
        ),
        "suicidal": (
            r"(?:i am|am|feel|feeling|felt|been|was|being|got|get|getting|bit|little|so|very|still|actively|passively)~(?: a bit)? suicidal",
            r"suicidal~ (?:again|thoughts?|right now|ideation|feelings|urges|teen|since|lately|tonight)",
        ),
        "thoughts of suicide": (
            r"(?:thoughts?|thinking|think|ideas?|plans?|planning|considering|contemplating|way|option|answer|solution|attempted|attempting|than|failed|"
            r"towards?|closer to|commit|eventual|between me and)~(?: (?:of|about|is|to|for|on|too much|my|commit)){0,2}~ (?:\* \* )?suicide",
            r"suicide (?:is|seems|looks|feels|sounds|was)~(?: (?:the|my|like|an?|better|easier))*~ (?:only|best|option|answer|way|solution|painless|easy|peace)",
            r"my (?:own )?suicide(?: (?:note|letter|plan))?|suicide plan",
            r"(?:thoughts?|urges?|thinking)~ (?:of|about|to) (?:self[- ]?harm\w*|self - harm\w*|harming myself|hurting myself)",
        ),
        "no wish to live": (
            r"(?:not|never|no longer)~ (?:want|wanting|wish|wanted|care|like|plan|intend|mean|going|need|make me want|enough to make me want|deserve|think i can|think)~"
            r"(?: (?:to|on|of|if))?~ (?:keep on |go on |keep |continue )?(?:live|living|be alive|exist|wake up(?: tomorrow| again| any more)?|"
            r"be here (?:any|no) (?:more|longer)|be on this (?:earth|planet)|be around any (?:more|longer)|being alive|stay alive|survive(?: any)?)",
            r"not want (?:to )?live|no (?:wish|desire) to (?:live|wake|open|be alive|go on)|hate (?:being alive|living|existing|that i am (?:still )?alive)",
            r"(?:tired|sick|done|fed up|weary|had enough) (?:of|with)~ (?:living|being alive|existing|this life|life|breathing|surviving|my life)",
            r"(?:no|any|lost the|lost my|lost all|a single|one|not see the|not see a|what)~ (?:reason|point|purpose|will|use|sense|desire)~ (?:to|in|for|of)~ "
            r"(?:me )?(?:live|living|going on living|being alive|be alive|stay alive|staying alive|waking up|exist|existing|being here|keep living)",
            r"no (?:reason|point) (?:to|in) (?:go|going|carry|carrying) on(?= [.,!?]| any| and| like)",
            r"(?:nothing|nobody|no one|anything|no body)~(?: left)?(?: worth)? (?:to )?(?:live|living|stay alive|be alive|stay) for",
            r"life~ (?:is |are )?not~ (?:even )?worth (?:living|it)|not worth living|nothing~ keeping me (?:here|alive|on this|going)",
            r"what is the (?:point|use) (?:in|of) (?:living|being alive|life|existing|me)(?= [.,!?]| any| if| when)",
            r"(?:can|could) not (?:live|keep living|keep on living|go on living)(?= like this| any| with this| [.,!])|give up on (?:living|life)(?! \w+ing)|"
            r"why am i (?:still )?alive|pretending (?:that )?i want to (?:be alive|live)|wish i (?:was|were) not alive",
        ),
        "better off without me": (
            r"(?:better|happier|easier|relieved|a favour|a favor)~(?: off)?(?: place)? (?:without me(?! \w+ing| (?:on|at|in|there))|if i (?:was|were|died|did not exist|just died|disappeared|am gone)|"
            r"when i am (?:gone|dead)|with me (?:gone|dead))|(?:be|am)~ better~(?: off)? (?:dead|deid)|^ better off dead",
            r"(?:nobody|no one|noone|anyone|anybody|who|none of them|they)~ (?:would|will|notice|care|miss|cry)~(?: (?:care|notice|miss me|cry|mind|realise|realize|come))?~ "
            r"(?:if|when) i~ (?:die|died|was dead|were dead|was gone|killed|disappeared|am gone|am dead|vanished)",
        ),
        "dead soon": (
            r"(?:i will|i shall|will|shall|going to)~ be~ dead(?= (?:by|tonight|tomorrow|soon|before (?:the )?(?:morning|weekend)|\.))",
            r"(?:will|shall|going to|might|may|would|to) not~ be alive|not (?:going to|plan to|planning to|plan on|planning on)~ (?:be|being) alive",
            r"(?:will|shall|going to|might|may) not~ be (?:here|around)~ (?:any more|much longer|any longer|no more)",
            r"last (?:night|day|message|goodbye)~ (?:alive|on (?:this )?earth|ever|on this planet|in this life)|not make it (?:through|past|to) (?:tonight|the night|tomorrow|morning)",
        ),
        "asking to die": (
            r"let me die|(?:please|someone|somebody)~ kill me|kill me(?: now)?~ (?:please|pls|i am (?:serious|begging))|(?:can|could|may) i (?:please )?die",
        ),
        "unsafe with oneself": (
            r"danger to myself(?! in| with| on)|not (?:be |feel |feeling )?safe (?:with|from|by|around|on) myself|not (?:keep|keeping) myself safe",
            r"not trust myself (?:near|alone|not to|around|tonight|to be)|(?:scared|afraid|frightened) (?:of what )?i (?:will|might|may|am going to)~ (?:do|hurt)~(?: to)? myself",
        ),
        "urge to be hurt": (
            r"(?:urge|urges|need|want|craving|itching)~ to~ (?:cut(?= [.,!?]| again| so| deeper| right| is| my arm)|bleed|feel (?:the )?(?:blade|razor)|self[- ]?harm|self - harm)",
            r"(?:cut|cutting|self[- ]?harmed|self - harmed|relapsed)~ (?:again|last night|this morning|today)(?= [.,!]| and| because)",
        ),
        "means at hand": (
            r"(?:saving|saved|stockpiling|stockpiled|hoarding|hoarded|putting by|collecting|collected|stashing|stashed)~(?: up)?~ (?:my|the|all|enough)~"
            r"(?: (?:my|the|sleeping|all))* (?:pills|tablets|meds|medication|insulin|painkillers|paracetamol)",
            r"(?:took|taken|swallowed|downed)~ (?:a (?:load|lot|bunch|handful|whole bottle|bottle|pile|heap|fistful)|all|too many|the whole)"
            r"(?: (?:of|the|my|bottle|packet|box|those|these)){0,3} (?:pills|tablets|meds|medication|painkillers|paracetamol|tylenol|xanax)",
            r"(?:blade|razor|noose|rope|gun|knife)~ (?:to|in|against|on|at|around) my (?:wrist|arm|throat|neck|head|hand|mouth|lap|chest|skin)",
            r"(?:written|wrote|writing|finished|got)~ (?:my|the|a|all my|out my)?~ ?(?:goodbye|suicide|farewell) (?:note|notes|letter|letters|message|messages)|written my (?:note|goodbyes)",
        ),
    }.items()
}

IDIOMS = spoken(
    alternatives(
        r"(?:die|dying|died|dead) (?:of|from) (?:shame|laughter|laughing|embarrassment|boredom|curiosity|shock|hunger|thirst|heat|cringe|happiness|old age|excitement)",
        r"die (?:on (?:that|this) hill|laughing|alone|in my (?:own )?bed|at home|trying)|dying (?:to(?! die| be dead| kill)|for)|kill(?:ed|ing)? for|to die for",
        r"(?:kill|killing|killed) myself (?:laughing|over|working|trying|at the gym|with|in the gym|to (?:get|make|finish))",
        r"(?:cut|cutting) myself (?:shaving|off|some slack|a|loose|short|on|chopping|slicing|opening|while|peeling|down|back)",
        r"(?:hurt|hurting|injure|injuring|burn|burning|burned|hit) myself (?:at|playing|on the|falling|lifting|doing|climbing|skiing|running|while|cooking|working|making|ironing|moving|by accident)",
        r"shoot myself in the foot|(?:kick|kicking|beat|beating) myself|starv\w+ myself (?:for|to fit|before)|(?:cliff|bridge|train|bullet) for (?:him|her|you|that|them|my|this)",
        r"(?:rather|sooner) (?:die|be dead) than(?! live| go on| keep| spend| face| wake| stay| carry)|if i (?:hear|see|watch)(?: \w+){0,4} one more",
        r"suicide (?:squad|mission|prevention|watch|helpline|bomber|bombers|bombing|pact|rates?|awareness)|kill me (?:if|when|for)",
        r"want to live (?:in|near|with|past|there|next|by|on my own|abroad|together)|wake up (?:early|at|so|before|late)|lmao\w*|lmfao|haha\w*|😂|🤣",
        r"not (?:be|exist|live) (?:perfect|rude|funny|late|a|the|that|in|with|like|mean|so|too|on)",
    )
)
MINE_ANYWAY = frozenset({"better off without me", "dead soon"})

SIGNS: Expressions = {
    name: spoken(alternatives(*patterns))
    for name, patterns in {
        "means": (r"pills|tablets|meds|morphine|insulin|rope|noose|gun|pistol|rifle|shotgun|bullet|razor|blades?|knife|knives|belt|pesticide|bleach|sniper|poison",
                  r"bridge|roof|rooftop|ledge|balcony|cliffs?|railing|rail|tracks?|platform|river|canal|reservoir|garage|edge|car park|overpass|window|freight"),
        "farewell": (r"goodbyes?|farewell|bye|letters?|notes?|funeral|grave|coroner|hymns|will be sorry|look after|looked after|tell my|tell them|remember me|find me|finds me|found me|forgive me|love you all|sorry for everything|thanks? (?:you )?for|passwords|gave (?:my|the|away)|giving away",),
        "decision": (r"decided|decision|made up my mind|made my (?:mind|choice|peace)|plan|planned|planning|picked|chosen|settled|arrangements|arranged|ready|sorted|see to it|seen to|mean to|going to do it|do it|doing it|did it|done it|try again|this time|nerve|courage|guts|my way out|way out|not (?:be )?needing|no one can stop|stop me|talk me out",),
        "soon": (r"tonight|tomorrow|by (?:morning|then|friday|monday|sunday|the weekend)|this (?:week|weekend|evening|time|sunday|month)|next (?:week|month|year)|soon|after today|the day|date|thursday|friday|saturday|sunday|monday|tuesday|wednesday|before (?:the )?(?:spring|summer|winter|weekend)",),
        "end": (r"die|dying|dead|death|gone|end it|ending it|finish it|finished|over|be here|be around|leave|leaving|go with|join (?:him|her|them)|be with (?:him|her|them|my)|alive|exit|last (?:time|night|day|walk|person)|the end|disappear|sleep|rest|stop|follow (?:him|her|them)|suicide",),
        "despair": (r"no point|pointless|nothing left|nobody|no one|burden|worthless|useless|hate myself|hate my life|tired of|so tired|can not (?:do|take|go|cope|bear)|hopeless|had enough|i am done|am done|failure|deserve|lost everything|ashamed|nothing (?:to|for|holding|keeping)|no future|give up|had my (?:fill|turn)",),
    }.items()
}
