"""Forms of a word: `walked` and `walking` are walk, `slept` is sleep, `stories` are a story."""

from __future__ import annotations

from functools import lru_cache

from dramaturg.kernel.prose import words

_ENDINGS = (
    *(
        ("ies", "y"),
        ("ied", "y"),
        ("ing", ""),
        ("ing", "e"),
        ("ed", ""),
        ("ed", "e"),
        ("es", ""),
        ("es", "e"),
        ("s", ""),
    ),
    *(
        ("er", ""),
        ("er", "e"),
        ("est", ""),
        ("ly", ""),
        ("or", ""),
        ("ion", ""),
        ("ion", "e"),
        ("ment", ""),
        ("ery", "e"),
    ),
)
_SHORTEST_BASE = 4  # `hated` must not become a hat
_FORMS = """
    begin began begun | bite bit bitten | blow blew blown | break broke broken | bring brought | build built | buy bought |
    calf calves | catch caught | child children | choose chose chosen | come came | dig dug | do did done | draw drew drawn |
    drink drank drunk | drive drove driven | eat ate eaten | fall fell fallen | feed fed | feel felt | fight fought |
    find found | fly flew flown | foot feet | forget forgot forgotten | freeze froze frozen | get got gotten | give gave given |
    go went gone | goose geese | grow grew grown | half halves | hang hung | hear heard | hide hid hidden | hold held |
    keep kept | knife knives | know knew known | lay laid | lead led | leaf leaves | leave left | lend lent | life lives |
    light lit | loaf loaves | lose lost | make made | man men | mean meant | meet met | mouse mice | pay paid |
    ride rode ridden | ring rang rung | rise rose risen | run ran | say said | see saw seen | sell sold | send sent |
    sew sewed sewn | shake shook shaken | shelf shelves | shine shone | shoot shot | show shown | sing sang sung |
    sink sank sunk | sit sat | sleep slept | speak spoke spoken | spend spent | stand stood | steal stole stolen | stick stuck |
    sweep swept | swim swam swum | swing swung | take took taken | teach taught | tear tore torn | tell told | think thought |
    throw threw thrown | tooth teeth | wake woke woken | wear wore worn | weave wove woven | wife wives | win won |
    wolf wolves | woman women | write wrote written
"""
_IRREGULAR = {form: base for base, *others in map(str.split, _FORMS.split("|")) for form in others}


@lru_cache(maxsize=8192)
def bases(word: str) -> frozenset[str]:
    """What a word may be a form of: `walking` of walk, `stories` of story."""
    word = word.removesuffix("'s")
    cut = {word.removesuffix(end) + put for end, put in _ENDINGS if word.endswith(end)}
    single = {base[:-1] for base in cut if base[-1:] == base[-2:-1]}
    return frozenset(
        {
            word,
            _IRREGULAR.get(word, word),
            *(base for base in cut | single if len(base) >= _SHORTEST_BASE),
        }
    )


def bases_of(text: str) -> frozenset[str]:
    return frozenset[str]().union(*map(bases, words(text)))
