"""Words by what they do in a line: those that say nothing, those in which one listens, those that
already say too much.
"""

from __future__ import annotations

from dramaturg.english.prose import table

SMALL = table("""
    a about above across after again against ago all almost along also although am among an and any anybody anyone anything
    anywhere are aren't around as at away back be became because been before behind being below beside between both but by can
    can't could couldn't did didn't do does doesn't doing don't done down each either else else's even ever every everybody
    everyone everything everywhere few for from had hadn't has hasn't have haven't having he he's her here hers herself him
    himself his how how'd how's i i'd i'll i'm i've if in inside instead into is isn't it it'd it's its itself just let let's
    like many may maybe me might more most much my near neither never next no nobody nor not nothing now of off often on once
    one only onto or other others otherwise our ours out over own perhaps please quite rather really same shall she she's
    should since so some somebody someone something somewhere still such than that that'd that's the their theirs them
    themselves then there there'd there's these they they'd they're they've this those though through to together too toward
    towards two under until up upon us very was wasn't we we'd we'll we're we've were weren't what what'd what's whatever when
    whenever where where's wherever whether which whichever while who who'd who's whoever whom whose why will with within
    without won't would wouldn't yes yet you you'd you'll you're you've your yours yourself
    """)
"""Words that carry no matter of their own."""

LIGHT = SMALL | table("""
    back bit call called came come comes coming day days earlier first gave get give go goes going gone good got knew know
    last later life little long look looked lot made make mention mentioned moment old part place remember remembered said saw
    say saying says see seen speak spoke spoken story take taken talk talked tell telling tells thing things think thought
    time times today told took turn turned use used want wanted way well went word words year years
    """)
"""Words in which something is told again without adding to it."""

OPENINGS = SMALL | table("""
    absolutely ah apart aside beautiful begin besides bring certainly charming choose days dear describe earlier enough
    exactly fair fascinating first funny gladly go good great hello help imagine indeed interesting last leave lighter listen
    looking lovely marvellous memories memory names nothing oh okay otherwise pause pick picture rest say shall sometimes
    sorry start stay stories take tell thank thanks think thinking times today understood walk welcome wonderful words years
    """)
"""How a sentence may begin that orders nobody about."""

ANYBODYS = table("""
    afternoon age arrival birthday birthdays childhood class classes classmates classroom country day days door earliest early
    ears evening experience eyes family family's father father's favorite favourite feet first friend friends front generation
    grandfather grandmother grandparents grandparents' hand hands head home hometown house impression impressions job kitchen
    last life memories memory mind morning mother mother's name neighborhood neighbors neighbourhood neighbours next night own
    pace parents parents' path people place road room roots school schooldays side stories story street studies summer sunday
    surroundings table teacher teachers thoughts time town training turn upbringing very view village voice way weekend window
    winter word words work working years youth
    """)
"""What a life has without being told."""

PLAIN_TALK = LIGHT | table("""
    absolutely acknowledge add afternoon ahead almost always another answer aside autumn beautiful begin big break care
    certain certainly change choose clear comes comfortable course curious dawn dear decade decide different easier easily
    easy else end enjoy enough evening exactly fair far few fine follow free full further gently glad gladly go gone great
    happen happened hear heard hello help hour hours hurry image indeed interest interesting keep kept kind leave less let
    light lighter like listen listening lot love lovely matter mean memory mind minute moment month months more morning move
    need next nice night noon note nothing okay open order otherwise pace part particular path pause perfect perfectly picture
    please point prefer press push quick quickly quiet ready respect rest right room scene season seem sense set short side
    silence simply skip slow slowly small somehow something somewhere sorry sound sounds special spring start stay step still
    stop subject suits summer sunday take thank thanks there today trust trusting understand understood until version versions
    very wait want week weeks welcome whatever whenever wherever whole winter wish wonder wonderful world
    """)
"""In which one thanks, listens and offers."""

LISTENING = PLAIN_TALK | ANYBODYS
SLANTED = table(
    "hard heavy cold dark poor late rich old able unable strange silent tired hungry thirsty true"
    " real shy raw"
)
"""Words that say how it was; in a statement they must be the teller's."""
