"""Manners: what somebody who interviews must never do, as a table of rules over the words of a
sentence.

In a pattern `~` stands for up to three small words; every mark but `?` is written as a comma, and
contractions are written out.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal, TypeAlias

Kind: TypeAlias = Literal["diagnosis", "therapy", "coercion", "accusation", "leading", "advice"]

CLEAR, LIKELY, HINT = 4.0, 2.5, 1.2  # log-odds

SMALL = (
    "(?: (?:just|really|also|even|only|still|ever|always|actually|honestly|definitely|probably|simply|quite|maybe|now|then|so|"
    "very|all|please|kind|of|sort|absolutely|surely|certainly|clearly|obviously|truly|seriously|first|basically|pretty|too|"
    ",)){0,3}"
)


def said(*patterns: str) -> re.Pattern[str]:
    """One of the patterns, as whole words."""
    return re.compile(rf"(?<= )(?:{'|'.join(patterns).replace('~', SMALL)})(?= )")


def ordered(*patterns: str) -> re.Pattern[str]:
    """One of the patterns where an order would stand: at the start, or after words that only lead
    in.
    """
    lead = (
        "(?:(?:and|so|but|now|well|okay|ok|right|then|please|just|look|come"
        " on|no|yes|all|alright|,) ){0,5}"
    )
    return re.compile(rf"(?<=^ , ){lead}(?:{'|'.join(patterns).replace('~', SMALL)})(?= )")


@dataclass(frozen=True, slots=True)
class Rule:
    """A pattern against good manners, and what makes it innocent where it stands.

    `of_others`: it is as bad after "they say". `on_request`: it is no breach when the person had
    asked something. `named`: nor when the person had used one of these words.
    """

    kind: Kind
    worth: float
    pattern: re.Pattern[str]
    unless: re.Pattern[str] | None = None
    of_others: bool = False
    on_request: bool = False
    named: re.Pattern[str] | None = None


# ── words that several rules share ────────────────────────────────────────────────────────────────

DUTY = "(?:need to|have to|have got to|got to|must|should|ought to|had better|'d better|better)"
DEEDS = (
    "(?:not~"
    " )?(?:stop|quit|cut|lose|give|take|tell|start|change|accept|admit|understand|realize|listen|decide|make|eat|exercise|check|come|ring|apologi[sz]e|grow|get|move|forget|calm|think"
    " about|consider|do (?:it|something|that|this|what|more|better)|go|leave|see|try|be"
    " (?:more|careful|honest|realistic|responsible|taking|doing|putting)|put|follow|work"
    " on|show|prove|pull|face|learn|call|talk|keep)"
)
OUTCOMES = (
    r"(?:die|dies|dead|death|cancer|strokes?|attacks?|diabetes|emphysema|blind|overdose|amputat\w+|kill\w*|coma|infertile|"
    r"dialysis|jail|prison|homeless|regret\w*|suffer\w*|sick|sorry|fail|expelled|suspended|fired|arrested|diseases?|liver|"
    r"lungs?|hospital|ruin\w*|damag\w+|trouble|consequences|grave|surgery|crippled|lose"
    r" (?:your|a|the|that|those|him|her|them|"
    r"everything))"
)
CONDITIONS = (
    r"(?:depressed|depression|depressive|ptsd|addicts?|addicted|addiction|alcoholic|alcoholism|bipolar|ocd|adhd|autis\w+|"
    r"narcissis\w+|disorder|syndrome|co-?dependen\w+|denial|dementia|alzheimer\w*|psychosis|psychotic|paranoi\w+|phobia|"
    r"phobic|agoraphobi\w+|dissociat\w+|neurotic|neurosis|traumati[sz]ed|schizophreni\w+|anorexi\w+|bulimi\w+|"
    r"hypochondriac\w*|sociopath\w*|psychopath\w*|anxiety|burnout|spectrum|obsessive|compulsive|catastrophi[sz]ing|repress\w+|"
    r"overcompensating|compensating|delusion\w*|manic|dysfunction\w*|trauma"
    r" (?:bond\w*|response)|(?:attachment|anger|"
    r"abandonment) issues|avoidant|hypervigilan\w+|borderline|asperger\w*|post-?traumatic|postnatal"
    r" depression|insomnia)"
)
FAULTS = (
    r"(?:irresponsible|selfish|lazy|stupid|ridiculous|immature|careless|reckless|pathetic|foolish|weak|a"
    r" liar|lying|childish|"
    r"ungrateful|spoiled|spoilt|rude|disrespectful|unreasonable|dramatic|naive|disgusting|heartless|neglectful|a"
    r" hypocrite|"
    r"a coward|a thief|stubborn|kidding yourself|not fooling|deluded|making excuses|making"
    r" (?:that|this|it) up|exaggerating|"
    r"overreacting|dodging|as bad as|contradicting yourself|out of control)"
)
HARMING = (
    "(?:hurting|harming|poisoning|damaging|ruining|risking|destroying|killing|throwing|wasting|neglecting|endangering|"
    r"putting (?:\w+ ){1,3}(?:at risk|in danger)|letting (?:\w+ ){1,4}down|falsifying)"
)
FEELINGS = (
    r"(?:abandoned|ashamed|guilty|angry|furious|lonely|worthless|useless|betrayed|devastated|humiliated|resentful|jealous|"
    r"scared|terrified|frightened|afraid|unloved|rejected|broken|awful|terrible|horrible|traumatic|dreadful|bitter|helpless|"
    r"hopeless|hated?|resent\w*|crushed|forced|blamed?)"
)
HARMS = (
    r"(?:hurt|hurting|hit|hitting|beat|beating|abus\w+|touch\w*|bully\w*|bullied|harm\w*|damage\w*|mistreat\w*|neglect\w*|"
    r"cheat\w*|ruined|destroyed|treat(?:ed)?)"
)
THIRD = r"(?:he|she|they|that|this|it|your \w+(?: \w+)?|the \w+)"
NAMING = (
    "(?:you have|you have got|you are|you were|that is|that was|this is|it is|describing(?: there)?"
    " is|had was|suffer from|suffering from|looking at|sounds like|looks like|seems like|could"
    " be|start of|makes you|you may have|you might have|you could have|stage of|comes"
    " from|typical|he is|she is|he has|she has|he was|she was|signs? of|symptoms?"
    " of|called|your|stuck in|come across as|say|stress|people with|some undiagnosed|money on)"
)
KIN = (
    "(?:kids|children|family|wife|husband|mother|father|mum|mom|dad|parents|baby|daughter|son|little"
    " one)"
)

HARMLESS_DUTY = said(
    r"(?:to|must|should|better)~"
    r" (?:know|hear|press|click|sign|speak|hold|scroll|log|remember|laugh|wonder|meet|answer|worry|"
    r"rush|say \?|see \?|do \?|be"
    r" (?:over|proud|able|tired|pleased|glad|delighted|very|so|a|an|the|in|really|used|quite)|have|"
    r"bring|wait|fill|use the|picture|try (?:one|this|these|some)|get (?:the|a)"
    r" (?:parcel|letter|email)|feel|not feel)",
    r"should (?:be|have)|need to (?:talk|take a|have a|stop (?:for|at)|go now)",
    r"(?:call|contact|check|talk)(?: with| to)? (?:dr|either|us|me|myself)",
    r"(?:call|contact|check with|talk to|tell|see) (?:the|your|a)"
    r" (?:doctor|pharmacist|nurse|surgery|clinic)",
    r"better (?:, ,|if|than|for|with|known|off)",
)
HARMLESS_WISH = said(
    r"you~ to (?:tell|describe|think|imagine|know|take|say (?:a|what|in|how)|feel"
    r" free|have|picture|go back|look|remember|"
    r"walk|help|share|stop me|be (?:as|comfortable)|see|choose|try to"
    r" remember|read|show|rate|put|give|start|talk|come|meet|"
    r"listen|answer as)",
    r"telling you~(?: and| this| that|$)",
)
HARMLESS_ORDER = said(
    r"stop (?:me|there|here|for|it there|any)|get (?:comfortable|back to|your breath|us|me|in"
    r" touch|outside)|be (?:as|sure|"
    r"my guest)|be honest with me , is|forget (?:about )?(?:the|me|my|it|i)|answer"
    r" (?:as|in|any|however|only|when|if|whatever|"
    r"it)|listen (?:to|, (?:i am|i|thank))|leave (?:it|that|the|a|out|anything|me|any)|call"
    r" (?:me|us|it|a)|change (?:it|"
    r"anything|the)|move (?:on|along|to)|do not"
    r" (?:worry|apologi[sz]e|be|hesitate|rush|feel|mind|forget|tell|let|answer|think|"
    r"know|you|have|i|we|they|want|remember|need|see|like|get"
    r" me|hurry|stop|hold|really|even|quite)|never (?:mind|really|"
    r"heard|had|been|again|\w+ed)"
)

# ── the rules ─────────────────────────────────────────────────────────────────────────────────────

COERCION: Mapping[str, Rule] = {
    "it says what the person has to do": Rule(
        "coercion",
        LIKELY,
        said(rf"you~ {DUTY}~ {DEEDS}", rf"you {DUTY} not"),
        HARMLESS_DUTY,
        on_request=True,
    ),
    "it speaks of duty": Rule(
        "coercion",
        HINT,
        said(rf"you~ {DUTY}", r"we~ (?:need to|have to|have got to|must)(?: [\w',]+){1,6} your"),
        HARMLESS_DUTY,
        on_request=True,
    ),
    "it says that this cannot go on": Rule(
        "coercion",
        CLEAR,
        said(
            r"you~ can not~ (?:keep~ \w+ing|go on|carry on|continue|afford|just stop|leave here)",
            "(?:has|have|needs|got)(?: got)? to~ (?:stop|change)(?= (?:now|today|right|,))",
        ),
    ),
    "it says what the asker wants done": Rule(
        "coercion",
        LIKELY,
        said(
            "i~ (?:want|need|expect|am going to need|am ordering)~(?: that)? you~ (?:to|will|are"
            " going to)",
            "i am telling you~ (?:to|,)",
            "(?:will|am going to) have to ask you to|do as (?:you are|i)|i expect to see",
        ),
        HARMLESS_WISH,
    ),
    "it decides for the person": Rule(
        "coercion",
        LIKELY,
        said(
            r"you (?:are|are not) going to~"
            r" (?:stop|quit|ring|call|tell|sign|cut|throw|write|apologi[sz]e|promise|answer|"
            r"decide|talk about|be brave|do as)",
            "you will~ (?:not )?(?:stop|quit|apologi[sz]e|promise|do as|thank me)|here is what is"
            " going to",
            "nobody leaves|not moving on",
            "no exceptions|(?:will|am|are) not (?:take|taking) no for",
            "(?:will|can) not~ (?:break|move on|stop|let you)~(?: \\w+){0,3}"
            " (?:until|till|skip|unless)",
            "like a man|not negotiable|not optional|not really optional|can not let you",
            "end of (?:story|discussion)",
        ),
        said("going to~ tell me if"),
    ),
    "it threatens": Rule(
        "coercion",
        CLEAR,
        said(
            r"if you~ (?:do not|will not|refuse|keep|carry on|continue|go on)(?: [\w',]+){1,14}"
            r" (?:i|you|we|they|he|"
            r"she)~ (?:will|am going to|are going to|have to|are looking)",
            r"if you~ (?:do not|will not)(?: [\w',]+){0,6} i will(?= ,)|will happen if you do"
            r" not|or else|last chance",
            r"there (?:will|are going to) be consequences",
            "out of my hands|(?:report|write) (?:you|this|that) up|or (?:it is"
            " )?(?:jail|prison|court)",
            "i suggest you (?:start|tell|think)",
            "otherwise~ you (?:will|are going to)|get you~"
            " (?:suspended|expelled|fired|arrested|killed)|one more \\w+ and",
        ),
        said(
            "if you~ (?:do not (?:want|mind|know|have|remember|understand|feel|like|need)|keep"
            " (?:the|your|that|it))"
        ),
    ),
    "it warns of harm": Rule(
        "coercion",
        LIKELY,
        said(
            rf"you~ (?:will|are going to|could|might|may|can|are looking at|run the risk of|"
            rf"are at risk of)~(?: [\w',]+){{0,5}} {OUTCOMES}",
            "(?:will|going to|is|could|can|would|might)~"
            " (?:kill|destroy|ruin|wreck|harm|hurt|damage)(?:ing)?~ (?:you|your|yourself)",
            "doing to (?:your"
            " (?:body|lungs|liver|heart|health|brain|teeth|family|kids|children|baby)|yourself)",
            "(?:bad|terrible|dangerous|harmful|unhealthy) for (?:you|your)(?! to)|(?:leading|number"
            " one|major|biggest) cause",
            "just as bad",
            r"causes? (?:of )?(?:lung |mouth |liver )?(?:cancer|disease|strokes?)|own grave|early"
            r" grave|not going to be around",
        ),
        said(
            "(?:could|can|would|might)~ you|you can"
            " (?:ring|call|see|tell|stop|take|always)|told you"
        ),
        on_request=True,
    ),
    "it asks whether the person knows the harm": Rule(
        "coercion",
        CLEAR,
        said(
            "(?:do|did) you~ (?:know|understand|appreciate)~ (?:what|how|that)(?: [\\w',]+){0,4}"
            " (?:doing to|does to|bad|dangerous|harmful|damaging|serious|risky|many"
            " people|selfish|worried)",
            "(?:do|did) you~ (?:realize|have any idea)|(?:do you understand|is that clear|made"
            " myself clear)(?: me)? ?\\?",
            "does not (?:that|it|this)~ (?:concern|worry|bother|scare|frighten) you",
            "(?:that|it) ought to (?:bother|worry|concern) you",
        ),
        said(
            "(?:realize|idea) (?:at|then|that (?:you|it) (?:was|were|would|wanted|had)|when|what"
            " you|how (?:big|important|lucky|special|many|much))"
        ),
    ),
    "it presses for a yes": Rule(
        "coercion",
        LIKELY,
        said(
            "do not you~ (?:want|think|care|see|agree|feel|understand|believe|know|owe|get)",
            "would not you~ (?:agree|rather|want|like|feel)|can not you~ see",
            "(?:would|do) you not (?:agree|think|want|care)|why not (?:just|now|try|today|all|go"
            " ahead)",
            "you (?:would|do|have to|must)~ (?:agree|admit)",
            "can we~ (?:agree|take it)|that is a yes|just say (?:yes|it|so)|, say (?:so|it) ,|is"
            " that what you want",
            "yes or no|agreed \\?|give me your word",
            "what are you~ (?:waiting for|afraid of)|what is stopping you|going to do about"
            " (?:it|that|this)",
            "you owe (?:it|me|them|us)|promise me",
            "(?:really is not|is no|not one)(?: good| single)* (?:reason|point)(?="
            " (?:to|not|for|why|in|you))",
            "every(?:one|body) (?:else|in the group) (?:answered|has|did|manages)|for your own"
            " good",
            "(?:you|and you) will , will not you",
        ),
    ),
    "it presses for disclosure": Rule(
        "coercion",
        CLEAR,
        said(
            "(?:tell|give) me the truth|the truth this time|out with it|answer (?:the|my) question",
            "be honest with (?:me|yourself)|let us be honest",
            "what are you~ (?:hiding|not telling)|you are (?:holding|keeping) (?:something )?back",
            "(?:stop|quit) (?:avoiding|dodging|lying|stalling|changing)",
            "i need (?:to know|an answer|a number|the name)|you do remember|there is more , i",
            "you~ (?:have|need|are going|have got|got) to (?:tell|answer|talk|talk to)"
            " (?:me|it|that|about|about it)",
            "we~ (?:have|need) to go into|the subject again|off the hook|push through|look at"
            " me|off you go",
            "he will never know|no(?:body|thing) is private",
        ),
        said(
            "do not (?:have|need) to|without|honest with me , is|need to know"
            " (?:how|if|whether|about) (?:the|to|many)"
        ),
    ),
    "it gives orders": Rule(
        "coercion",
        LIKELY,
        ordered(
            "stop|quit|admit|answer|promise|calm down|grow|man"
            " up|prove|get|listen|lose|cut|sue|ditch|dump|face|accept",
            "behave|snap|confess|swear|obey",
            "cheer up|forget|leave|be (?:honest|realistic|reasonable|sensible|a"
            " man|strong|brave|serious)|pull|say it",
            "do (?:it|as)|try (?:harder|again)|tell me$",
            r"make (?:up your|an effort)|own up|eat|drink|change|call|move|deal with|do not"
            r" (?!you)\w+|never \w+",
            r"take (?:it|them) (?:off|to)|try again",
        ),
        HARMLESS_ORDER,
        on_request=True,
    ),
}

ACCUSATION: Mapping[str, Rule] = {
    "it asks why not, or how anybody could": Rule(
        "accusation",
        CLEAR,
        said(
            "why~ (?:did|do|have|would|are|could|will|were|can) (?:not you|you not)",
            "why would you~ (?:stay|do|say|even|let|want to|go)",
            "how (?:could|dare) you|how can you~ (?:not|say|live|sit|stand|be"
            " so|possibly|expect|call)",
            "what were you~ thinking|what (?:is|was) wrong with you",
            "(?:what|why|how) on earth",
            "what (?:kind|sort) of (?:a |an"
            " )?(?:mother|father|parent|person|man|woman|son|daughter|friend|wife|husband)",
            "(?:can not|do not) understand (?:how|why) (?:you|any)|you are~ doing wrong",
            "how do you (?:expect|justify|live with|get to)|, what , again ,",
            r"how do you think (?:\w+ ){1,3}(?:feels?|felt)|(?:did|do|could|have) you~ (?:even|not"
            r" even|not be bothered)",
            r"does that make it right|any chance at all",
        ),
        said(
            "why~ (?:do|did) not you~ (?:take|tell|have|start|sit|go"
            " ahead|come|show|give|walk|begin|grab|pick|read|pop|say a)|how can you not love|even"
            " (?:remember|know|have|get)|how could you (?:tell|see|make|use|improve|help)"
        ),
    ),
    "it says what the person always or never does": Rule(
        "accusation",
        HINT,
        said(
            r"you~ (?:always|never|constantly) (?!really|had|got|were|knew|\w+ed )\w+|you keep"
            r" (?!the )\w+ing",
            r"you are~ (?:always|never) \w+|you do not~ (?:care|listen|even|bother to)",
            "always something with you|you think~ (?:the world|you can|you are|everyone)",
        ),
    ),
    "it finds fault with the person": Rule(
        "accusation",
        CLEAR,
        said(
            r"(?:you are|you were|that is|being|how|frankly)~(?: being)?(?: a bit| a little|"
            rf" rather)? {FAULTS}",
            rf"you are~ {HARMING}",
            r"you have~ (?:lied|let (?:\w+ ){1,3}down|ruined|been (?:lying|dodging|getting"
            r" away|falsifying)|failed)",
            r"you let (?:\w+ ){1,3}down",
            "you are the (?:reason|problem)|(?:is|was|all|entirely) your (?:own )?fault|your"
            " attitude",
            "(?:ashamed|disappointed) (?:of|in|with) you(?:rself)?|shame on you",
            "(?:bad|terrible) example|know better",
            "you should (?:not )?have"
            " (?:known|thought|told|asked|done|called|come|gone|said|listened|tried|let|left|been"
            " (?:more|watching))",
            "late for that|you gave up(?= (?:on|before|like|,))|can not say i am surprised|expected"
            " more",
            "deserves better than you|because you (?:kept|did not|thought)",
            "you were supposed to|a responsible (?:parent|mother|father|person|adult)|there is"
            " always a choice",
            "is not the same as loving|covered up",
        ),
        said(
            "not your|nothing to be|not (?:being"
            " )?(?:lazy|weak|stupid)|(?:feel|feeling|felt|saying)~ (?:ashamed|disappointed)|how"
            " (?:\\w+ )?(?:did|do|was|were)|supposed to (?:do|be|go|get)"
        ),
    ),
    "it calls it an excuse": Rule(
        "accusation",
        CLEAR,
        said(
            "(?:no|an|any|your|another|more|just|making|lame|poor) excuses?|excuses , excuses|you"
            " can blame|(?:stop|quit|not) blam(?:e|ing) (?:the|it|others|everyone|your)"
        ),
    ),
    "it does not believe the person": Rule(
        "accusation",
        CLEAR,
        said(
            "i~ (?:do not|can not)~ (?:believe|buy) (?:you|that|a word)(?="
            " (?:,|for|\\?|at|you|of))",
            "(?:find|found) (?:it|that)~ hard to believe|not buying",
            "you expect me to|do you expect me|(?:that is|is) not what you (?:told|said|say)|which"
            " (?:one )?is the lie",
            "which of your|supposed to believe|can not be (?:true|right) ,|that is not true",
            "they all say|are you~ (?:telling me|kidding)|from where i am sitting|have you ,"
            " though",
            "we both know (?:you|it is|that is|why|what)|who are you trying",
            "you say that ,? ?but|oh come on|come on , (?:you|every|that|it|no|was)|do not give me"
            " that",
            "i was not born yesterday|is that so \\?|funny how|no , you have not",
            "i am~ (?:shocked|appalled|surprised) (?:that you|by that|at you|you)",
        ),
    ),
    "it makes the person responsible for others": Rule(
        "accusation",
        LIKELY,
        said(
            "(?:you need to|ever|even|and|,)~ (?:think|thought) (?:of|about) (?:your|those)"
            f" (?:poor )?{KIN}",
            f"in front of (?:your|the) {KIN}|with (?:your|the) {KIN} in|matters? more to you",
            "you could not~ (?:sit|be bothered|wait|manage)|and you~ (?:smoke|drink|hit|drove)",
            "imagine how (?:he|she|they|your)|more than your (?:kids|children|family|health)",
        ),
    ),
}

LEADING: Mapping[str, Rule] = {
    "it says what the person must have felt": Rule(
        "leading",
        LIKELY,
        said(
            rf"you must~ (?:have|feel|be)(?: \w+){{0,3}} {FEELINGS}",
            r"(?:that|it|this) must~ (?:have been|be)(?: \w+){0,3}"
            r" (?:traumatic|devastating|humiliating|scarring|damaging)",
            rf"(?:so|because) you~ (?:were|felt|are|feel)~ {FEELINGS}(?="
            rf" (?:of|,|at|by|into|with))|were you not {FEELINGS}",
            "deep down|somewhere you know|you have pushed|you would rather not look|in your heart",
            "what you~ really (?:mean|want|feel|need)|never got over",
        ),
    ),
    "it takes harm for granted": Rule(
        "leading",
        CLEAR,
        said(
            rf"when did~ {THIRD}~ (?:first |start |begin |start to )?{HARMS}",
            rf"how (?:badly|much) (?:did|has|have|does)~ {THIRD}~ {HARMS}|because of what {THIRD}~"
            r" did to you",
            rf"what~ (?:else )?did {THIRD}~ (?:do to you|make you do|want from you)",
            rf"{THIRD}~ (?:beat|hit|hurt|abused|bullied) you(?= (?:,|too|did|didn))|was done"
            r" to you",
            rf"(?:so|and|but)~ {THIRD}~ (?:was|were)~ (?:cruel|abusive|violent|a bully)|the"
            r" trauma|who hurt you",
            r"(?:lost?|loss) (?:\w+ ){1,4}ruined",
        ),
        of_others=True,
    ),
}

DIAGNOSIS: Mapping[str, Rule] = {
    "it gives a state a clinical name": Rule(
        "diagnosis",
        CLEAR,
        said(
            rf"{NAMING}(?: (?!if|when)\w+){{0,3}} {CONDITIONS}|clinically \w+",
            r"(?:classic|typical|textbook) (?:case|sign|symptom|narcissist|survivor)|defen[cs]e"
            r" mechanism|coping mechanism",
            "(?:is not|not) normal(?= (?:,|to|behaviou?r))|part of your"
            " (?:illness|condition|disease)",
            "low self ?-? ?,? ?(?:worth|esteem)|unresolved|(?:father|mother)"
            " wound|unprocessed|depression talking|in denial",
            "all the symptoms|flat affect|an unhealthy (?:way|relationship|attachment)|the denial"
            " stage|complicated grief",
            "(?:you are|he is|she is)~ (?:dissociating|projecting|repressing|self-medicating)",
        ),
        said(
            "(?:were|are|have|has) (?:you|he|she) (?:ever )?(?:been )?(?:told|diagnosed|called)|you"
            " (?:call|called|were told)|your (?:\\w+ )?calls?|wondered|whether"
        ),
        on_request=True,
        named=said(CONDITIONS),
    ),
    "it names a condition and no more": Rule(
        "diagnosis",
        LIKELY,
        ordered(rf"(?!the )(?:\w+ ){{0,2}}{CONDITIONS} ,"),
        on_request=True,
        named=said(CONDITIONS),
    ),
}

THERAPY: Mapping[str, Rule] = {
    "it speaks as a therapist": Rule(
        "therapy",
        CLEAR,
        said(
            r"inner (?:child|critic)|wounded (?:little )?\w+|(?:safe|healing) space|healing"
            r" (?:journey|process|around)",
            r"(?:order to|can|start to|begin to|help you) heal|your healing|do some healing",
            "sit with (?:that|it|the|this|your)(?="
            " (?:feeling|,|pain|for|discomfort|and|sadness|grief))",
            "stay with (?:the|that|this) (?:feeling|pain|sadness|anger)|breathe"
            " (?:it|into|that|with)|deep breaths?",
            "close your eyes|follow my finger|shake out|(?:it|that|this) in your body|where in your"
            " body|empty chair",
            "hold(?:ing)? (?:the )?space|let us (?:unpack|process|work (?:on|through))|nervous"
            " system",
            "work through (?:it|this|that|your)",
            "process(?:ing)? (?:that|this|your|the)"
            " (?:grief|loss|feelings?|emotions?|pain|anger|trauma)|need closure",
            "let (?:him|her|them) go|letting go|core beliefs|own that",
            "coping (?:strategies|skills)|(?:for|your) homework (?:is|,|i)|as your"
            " (?:therapist|counsell?or)",
            "(?:next|today is) session|noticing~ (?:some )?(?:resistance|tension)",
            "sensing~ (?:a lot|some|resistance|your|unprocessed)",
            "feeling the pain you|keeping you stuck|younger self (?:needs|wants)|permission to"
            " (?:feel|grieve|cry)",
            "your (?:true|authentic) self|trying to tell you|self-care|gratitude journal|hand it"
            " back",
            "invite you to (?:close|breathe|imagine|feel|notice|let|sit|hand)|repeat after me|i am"
            " enough|let the tears",
            "honou?r (?:that|the|your) (?:old|feeling|pain|grief)|reflect back|in the room ,",
        ),
        said(
            "(?:did|does|had|have|has|was|were|helped?)(?: at all)?"
            " (?:that|it|you|he|she|they|him|her)|let (?:him|her|them) go (?:to|for|at|out|in|on)"
        ),
        on_request=True,
    )
}

ADVICE: Mapping[str, Rule] = {
    "it gives advice": Rule(
        "advice",
        LIKELY,
        said(
            r"if i (?:were|was) you|in your (?:place|shoes|position) i",
            r"i~ (?:would|'d|will|strongly)~ (?:advise|recommend|urge|see a|get it|come off|leave)",
            r"i (?:recommend|advise) (?:you|that you|against|\w+ing)|my advice",
            "what you (?:want to|need to|should|ought to)?~ ?do is|that is what you do",
            "you (?:would|'d|will) (?:be|do|feel)~ (?:much |far |a lot |a whole lot )?better",
            "best thing (?:you can|to do|for you)|you could do with",
            "get (?:yourself )?(?:a|an|some) (?:lawyer|solicitor|divorce|haircut|second"
            " opinion|scan|certificate)",
            "contest the will|strong case|change the locks|press charges|legally|illegal|entitled"
            " to|tribunal",
            "that is the law",
            r"(?:ought to|should|want to|you) (?:tried|try) \w+ing|come off (?:those|them|it|the)",
            r"take (?:two|some|a couple of)"
            r" (?:ibuprofen|aspirin|paracetamol|tablets|pills|vitamin\w*|supplement\w*)",
            r"half the dose",
            "get out more|trust me|drink (?:more|less|three|two) ?(?:water|litres)?",
            "you want to (?:lose|get (?:a|that|your|off)|stop|watch|cut|be careful|see a)",
            "(?:cut|cutting) out (?:the|wheat|sugar|dairy|carbs|gluten)",
            r"life is too short|try (?:fasting|yoga|meditat\w+|mindfulness|turmeric)",
            r"have you tried (?!to |the |any |it |that )\w+|you have got rights",
            r"(?:he|they|she) can not (?:do|touch|enforce|make) (?:that|you)",
        ),
        said(
            "(?:would|do|could|can|did|should|must) you|better (?:if i|for me|with|known)|suggest"
            " (?:we|a break|a short)"
        ),
        on_request=True,
    ),
    "it lectures": Rule(
        "advice",
        LIKELY,
        said(
            "let me (?:tell you (?:a few things|something|about smoking|how)|explain something)",
            "the thing about (?!it|him|her|that)|people do not realize|people always say",
            "it is about (?:priorities|choices|discipline|what you choose)",
            "that is a choice|you have to (?:understand|realize|look at|ask yourself)",
            "(?:every expert|any \\w+) (?:knows?|agrees?)|studies (?:show|say|have)",
            "been (?:shown|proven|studied) (?:over|that|to)|your generation",
            "plenty of (?:studies|research)|a lot of research|we know so much more now|people"
            " died for",
        ),
        said("(?:do|did|would) you|what (?:you|is)"),
        on_request=True,
    ),
}

RULES: Mapping[str, Rule] = {**COERCION, **ACCUSATION, **LEADING, **DIAGNOSIS, **THERAPY, **ADVICE}
