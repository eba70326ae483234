"""Words that speak against one another: opposites by table and by form, and how far a sentence says
all, some or none.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import lru_cache

from dramaturg.english.prose import table

TABLE = """
    accept: refuse reject decline; admire: despise; adopted: birth; adore: hate detest; agree: disagree; alive: dead; all:
    none; allow: forbid ban; ally: enemy; alone: together crowd company; always: never rarely seldom; approve: object; army:
    civilian; arrive: leave; begin: end finish; believe: doubt; believer: atheist; best: worst; better: worse; big: small
    tiny; borrow: lend; boss: employee; both: neither; brave: afraid scared; bright: stupid; brilliant: useless terrible;
    build: destroy; buried: cremated; bury: cremate; busy: idle free quiet empty; buy: sell rent; calm: nervous anxious
    angry frantic scared; careful: careless reckless; certain: doubtful; change: constant; cheerful: miserable; choose:
    force; city: village farm countryside; clean: dirty filthy; clear: confusing; clever: stupid thick; close: distant;
    confident: nervous shy; correct: wrong; costly: free; crowded: empty deserted; daily: never; dark: bright; dear: cheap;
    deep: shallow; defend: attack; deliberate: accident; difficult: easy; divorced: widowed; dry: wet soaked; early: late;
    east: west; easy: impossible; elder: younger; eldest: youngest; employed: unemployed retired; employee: employer;
    encourage: discourage; enjoy: hate dread suffer detest; enormous: tiny; enough: lack; ever: never; everybody: nobody;
    everyone: nobody; everything: nothing; everywhere: nowhere; excellent: poor awful; excited: bored; exciting: dull;
    expensive: cheap; expert: beginner clueless; fair: unfair; faith: atheist; faithful: cheat; famous: unknown; fast: slow;
    fat: thin; favorite: worst; favourite: worst; fearless: afraid; fit: ill; fix: break; fluent: beginner struggle; fond:
    hate; forever: temporary; forgive: resent; fresh: stale; friend: enemy stranger; friendly: hostile; full: empty;
    fulltime: parttime; fun: boring; gain: lose; generous: mean stingy tight; gentle: rough strict; give: take; glad: sorry;
    good: bad terrible awful poor hopeless useless; great: terrible awful bad; grow: shrink; guilty: innocent; handy:
    useless; happy: sad miserable unhappy lonely; hard: easy soft; harmless: dangerous; heal: worsen; healthy: ill sick;
    help: hurt hinder; high: low; hire: fire sack; honest: lie liar; hope: despair; hot: cold freezing; huge: tiny small;
    husband: single; identical: different; improve: worsen; increase: decrease; indoor: outdoor; inside: outside;
    interesting: boring; introvert: outgoing; job: unemployed retire; join: leave; junior: senior; keen: bored; keep: lose
    sell quit leave; kind: cruel nasty; know: forget; large: small; laugh: cry; lazy: hardworking busy; legal: illegal;
    like: hate dislike; live: die; long: short; lots: few; love: hate loathe despise detest; lovely: horrible; loyal:
    betray; manager: junior; many: few; married: single divorced unmarried widowed; marry: divorce single; mend: break;
    mild: freezing; military: civilian; modern: old; most: few; natural: artificial; near: far; neat: messy; new: old; nice:
    horrible nasty rude; none: plenty; north: south; often: never rarely seldom; older: younger; oldest: youngest; once:
    never; open: close shut; own: rent; packed: empty; pass: fail; patient: impatient; peace: war; peaceful: noisy;
    permanent: temporary brief; planned: accident; pleased: angry; plenty: short hungry scarce; polite: rude; popular:
    unpopular; possible: impossible; praise: blame criticise; prefer: avoid; protect: attack; proud: ashamed; public:
    private; purpose: accident; push: pull; quick: slow; quiet: loud noisy; raise: lower; raw: cooked; real: fake;
    recommend: avoid warn; recover: relapse; regularly: never; relaxed: nervous; relaxing: stressful; reliable: crash break;
    religious: atheist; remember: forget; respect: despise; rich: poor; rise: fall; safe: dangerous risky; same: different;
    satisfied: disappointed; save: spend waste lose; seek: avoid; send: receive; separate: together shared; shy: outgoing;
    silence: noise; silent: loud; similar: different; simple: complicated difficult; single: double; skilled: clumsy
    hopeless; smart: stupid; smile: frown; smoke: quit; smoker: nonsmoker; sober: drunk; solo: together team; sometimes:
    never; stable: crash; staff: solo; start: stop finish; stay: leave quit move; strange: familiar; strict: easy soft
    lenient; strong: weak; succeed: fail; sunny: rainy; support: oppose fight; sure: unsure; survive: die; sweet: bitter
    sour; tall: short small; teetotal: drink beer wine; thick: thin; tidy: messy mess; town: village farm; true: false lie;
    trust: doubt distrust; upstairs: downstairs; urban: rural; useful: useless; usually: never rarely; vegan: meat cheese
    egg chicken; vegetarian: meat beef steak bacon chicken; volunteer: conscript forced; wake: sleep; want: avoid reject;
    warm: cold freezing; wealthy: poor; welcome: dread; well: ill sick badly; wide: narrow; wife: single; willing: forced;
    win: lose; wonderful: awful terrible; work: retire unemployed; worsen: recover; young: old
"""

NONE = table(
    "never no none nobody nothing nowhere neither without hardly barely rarely seldom scarcely zero"
)
ALL = table(
    "always every everyone everybody everything everywhere all whole entire entirely both"
    " constantly daily each completely"
)
SOME = table(
    "sometimes often once twice couple few some several occasionally regularly usually many lots"
    " plenty"
)

PREFIXES = ("un", "dis", "in", "im", "ir", "il", "non", "mis")
SHORTEST_STEM = 4  # letters: a shorter rest is chance, as in un-it


def _both_ways(written: str) -> Mapping[str, frozenset[str]]:
    found: dict[str, set[str]] = {}
    for entry in written.split(";"):
        word, others = entry.split(":")
        for other in others.split():
            found.setdefault(word.strip(), set()).add(other)
            found.setdefault(other, set()).add(word.strip())
    return {word: frozenset(others) for word, others in found.items()}


OPPOSITES = _both_ways(TABLE)


@lru_cache(8192)
def opposites(word: str) -> frozenset[str]:
    """The words that say the opposite, by table and by form; those made by form need not exist."""
    return OPPOSITES.get(word, frozenset()) | frozenset(_by_form(word))


def _by_form(word: str) -> Iterator[str]:
    for prefix in PREFIXES:
        if word.startswith(prefix) and len(word) - len(prefix) >= SHORTEST_STEM:
            yield word.removeprefix(prefix)
        if len(word) >= SHORTEST_STEM:
            yield prefix + word
    if word.endswith("less"):
        yield from (word.removesuffix("less"), word.removesuffix("less") + "ful")
    elif word.endswith("ful"):
        yield word.removesuffix("ful") + "less"
    elif len(word) >= SHORTEST_STEM:
        yield word + "less"
