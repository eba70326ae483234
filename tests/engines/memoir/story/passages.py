"""Passages written for tests, in several voices, with what should be heard in each."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Case:
    """`claims` as slot:value, for years, ages, counts, places and names; `before` was told earlier;
    `corrected` is old > new.

    `clash`: it does not go together with what was told before.
    """

    text: str
    periods: tuple[str, ...] = ()
    people: tuple[str, ...] = ()
    places: tuple[str, ...] = ()
    claims: tuple[str, ...] = ()
    born: int | None = None
    before: tuple[str, ...] = ()
    corrected: tuple[str, ...] = ()
    clash: bool = False
    loose: bool = False
    off_record: bool = False
    move: str = ""


def words(text: str) -> tuple[str, ...]:
    return tuple(text.split())


MILL = (
    Case(
        "I was born in 1938 in a back-to-back in Leeds.",
        ("childhood",),
        (),
        words("leeds"),
        words("year:1938 place:leeds"),
    ),
    Case(
        "My mam worked at Hirst's mill, and my gran minded us, me and my brother Tom.",
        ("work",),
        words("mother grandmother tom"),
        words("hirst's-mill"),
    ),
    Case(
        "When I was nine we moved to Bradford.",
        ("childhood",),
        (),
        words("bradford"),
        words("age:9"),
    ),
    Case(
        "I started in the mill at fifteen, on the looms, same as me mam.",
        ("youth", "work"),
        words("mother"),
        words("mill"),
        words("age:15"),
    ),
    Case("The noise! You learned to lip-read. Nobody talked, we mouthed.", (), (), ()),
    Case(
        "We got married in 1959, at St Mary's, and it snowed.",
        ("family",),
        (),
        words("st-mary's"),
        words("year:1959"),
    ),
    Case(
        "It was 1960, not 59.",
        before=("We got married in 1959, at St Mary's.",),
        corrected=("1959 > 1960",),
        claims=words("year:1960"),
    ),
    Case(
        "I've been retired since 1998, and I grow dahlias.",
        ("later_years",),
        (),
        (),
        words("year:1998"),
    ),
    Case(
        "Anyway, after the war my dad came home and nobody knew him.",
        (),
        words("father"),
        (),
        move="turn",
    ),
    Case(
        "Going back to the mill, there was a foreman called Harry who frightened all of us.",
        ("work",),
        words("harry"),
        words("mill"),
        move="return",
    ),
    Case("There was a lot of trouble at home then, but that's another story.", loose=True),
    Case(
        "My grandparents came from Mayo, long before I was born.",
        ("origins",),
        words("grandparents"),
        words("mayo"),
        words("place:mayo"),
    ),
)
FARM = (
    Case(
        "We had four brothers in the house and two buffaloes, and my father's fields went down to the canal.",
        (),
        words("father"),
        words("house fields canal"),
        words("count:4 count:2"),
    ),
    Case(
        "I was six when we left our village near Lahore.",
        ("childhood",),
        (),
        words("lahore village"),
        words("age:6"),
    ),
    Case(
        "In 1947 everything was on the road. My uncle Gurdial carried me on his shoulders.",
        ("childhood",),
        words("gurdial"),
        (),
        born=1941,
    ),
    Case("My grandmother never spoke of Lahore again.", (), words("grandmother"), words("lahore")),
    Case("As a boy I took the animals out before sunrise.", ("childhood",), (), ()),
    Case(
        "I came to Southall in 1962 with three pounds.",
        ("early_adulthood",),
        (),
        words("southall"),
        words("year:1962"),
        born=1941,
    ),
    Case(
        "I came to Southall in 1965.",
        before=("I came to Southall in 1962.",),
        clash=True,
        places=words("southall"),
        claims=words("year:1965"),
    ),
    Case(
        "I said 1962 but it was 1963.",
        before=("I came to Southall in 1962.",),
        corrected=("1962 > 1963",),
        claims=words("year:1963"),
    ),
    Case(
        "My wife Harbans came two years later, with our first baby.",
        ("family",),
        words("harbans baby"),
        (),
        words("name:harbans"),
    ),
    Case(
        "Please don't write that down, it would shame my brother.",
        (),
        words("brother"),
        (),
        off_record=True,
    ),
    Case(
        "To return to the farm, the canal was where we swam.",
        (),
        (),
        words("farm canal"),
        move="return",
    ),
    Case("That was before the accident.", loose=True),
)
BRONX = (
    Case(
        "I grew up in the Bronx, on Fordham Road, five kids in three rooms.",
        ("childhood",),
        (),
        words("bronx fordham-road"),
        words("place:bronx"),
    ),
    Case("My sister Rosa was two years older than me.", (), words("rosa"), ()),
    Case("My old man drove a bread truck, nights.", ("work",), words("father"), ()),
    Case(
        "Let me tell you about Mr. Feldman, he had the candy store on the corner.",
        (),
        words("feldman"),
        words("candy-store"),
        move="turn",
    ),
    Case("In high school I ran track, and I met Dolores.", ("youth",), words("dolores"), ()),
    Case(
        "I got drafted in sixty-six and they sent me to Germany, not Vietnam, thank God.",
        ("early_adulthood",),
        (),
        words("germany"),
        words("year:1966"),
        born=1946,
    ),
    Case(
        "No, I mean Vinny.",
        before=("My brother was called Frank.",),
        corrected=("frank > vinny",),
        claims=words("name:vinny"),
        people=words("vinny"),
    ),
    Case("We had three girls, and then the twins, so five.", ("family",), (), (), words("count:3")),
    Case(
        "I have two brothers.",
        before=("I have four brothers.",),
        clash=True,
        claims=words("count:2"),
        people=(),
    ),
    Case(
        "These days I sit on the stoop with my grandson.",
        ("now", "later_years"),
        words("grandson"),
        words("stoop"),
    ),
    Case("Off the record? My cousin Sal ran numbers.", (), words("sal"), (), off_record=True),
    Case("Yes.", (), (), ()),
)
LAGOS = (
    Case(
        "My mother traded cloth at Balogun market, and my auntie Bisi sold fish.",
        ("work",),
        words("mother bisi"),
        words("balogun-market"),
    ),
    Case(
        "I was ten when Independence came, so 1960.",
        ("childhood",),
        (),
        (),
        words("age:10 year:1960"),
        born=1950,
    ),
    Case(
        "My father was from Abeokuta.",
        (),
        words("father"),
        words("abeokuta"),
        words("place:abeokuta"),
    ),
    Case(
        "I went to the convent school in Ibadan from the age of twelve.",
        ("childhood",),
        (),
        words("ibadan convent-school"),
        words("age:12"),
    ),
    Case(
        "Sister Agnes taught us Latin. She had a red bicycle, and nobody else in town had a bicycle.",
        ("childhood",),
        words("agnes"),
        (),
    ),
    Case(
        "I married Tunde in 1974 and our son Femi was born in 1976.",
        ("family",),
        words("tunde femi"),
        (),
        words("year:1974 year:1976"),
    ),
    Case(
        "Our son Femi was born in 1979.",
        ("family",),
        words("femi"),
        (),
        words("year:1979"),
        before=("Our son Femi was born in 1976.",),
        clash=True,
    ),
    Case(
        "Sorry, I got that wrong: our son Femi was born in 1977.",
        ("family",),
        words("femi"),
        (),
        words("year:1977"),
        before=("Our son Femi was born in 1976.",),
        corrected=("1976 > 1977",),
    ),
    Case(
        "As I was saying about my auntie, she could carry forty fish on her head.",
        (),
        words("aunt"),
        (),
        move="return",
    ),
    Case("But I will tell you about the war another day.", loose=True),
)
GERMANY = (
    Case(
        "I was born in Dresden in 1936, so I was eight when the city burned.",
        ("childhood",),
        (),
        words("dresden city"),
        words("year:1936 place:dresden age:8"),
    ),
    Case(
        "After the war there was nothing, and my mother sewed coats from blankets.",
        (),
        words("mother"),
        (),
    ),
    Case(
        "We lived in Kassel with my grandmother Ilse, all in one kitchen.",
        (),
        words("ilse"),
        words("kassel"),
        words("place:kassel"),
    ),
    Case("I learned bookbinding as an apprentice.", ("youth", "work"), (), ()),
    Case(
        "In 1958 I crossed over to the West with one suitcase.",
        ("early_adulthood",),
        (),
        words("west"),
        words("year:1958"),
        born=1936,
    ),
    Case(
        "My husband Karl was a printer, he died in 1991.",
        ("family",),
        words("karl"),
        (),
        words("year:1991 name:karl"),
    ),
    Case("He died in 1993, my Karl.", (), words("karl"), (), ()),
    Case(
        "That stays between us, please, that with my father and the Party.",
        (),
        words("father"),
        (),
        off_record=True,
    ),
    Case(
        "I was seven when the city burned.",
        ("childhood",),
        (),
        words("city"),
        words("age:7"),
        before=("I was eight when the city burned.",),
    ),
)
NURSE = (
    Case(
        "I trained as a nurse at Guy's in 1961, under Sister Doyle.",
        ("early_adulthood", "work"),
        words("doyle"),
        words("guy's"),
        words("year:1961"),
        born=1942,
    ),
    Case(
        "On the children's ward we had a boy called Peter with a wooden train.",
        ("work",),
        words("peter"),
        words("ward"),
    ),
    Case(
        "I was twenty-two when I went to Kenya.",
        ("early_adulthood",),
        (),
        words("kenya"),
        words("age:22"),
    ),
    Case(
        "I was thirty when I went to Kenya.",
        ("middle_years",),
        (),
        words("kenya"),
        words("age:30"),
        before=("I was twenty-two when I went to Kenya.",),
        clash=True,
    ),
    Case(
        "My mother died when I was four, and my aunt Peg brought me up.",
        ("childhood",),
        words("mother peg"),
        (),
        words("age:4"),
    ),
    Case(
        "Now my father, he was a different matter altogether.", (), words("father"), (), move="turn"
    ),
    Case(
        "I worked nights for thirty years and I retired in 2002.",
        ("work", "later_years"),
        (),
        (),
        words("year:2002"),
    ),
)
SAILOR = (
    Case(
        "I joined the navy at sixteen and saw Valparaiso before I saw London.",
        ("youth", "work"),
        (),
        words("valparaiso london"),
        words("age:16"),
    ),
    Case(
        "I joined the navy in 1960.",
        before=("I was born in 1940.", "I joined the navy at sixteen."),
        clash=True,
        claims=words("year:1960"),
        periods=("early_adulthood", "work"),
    ),
    Case(
        "I joined the navy in 1957.",
        before=("I was born in 1940.", "I joined the navy at sixteen."),
        claims=words("year:1957"),
        periods=("youth", "work"),
    ),
    Case(
        "The cook, old Mendes, kept a parrot. That parrot swore in Portuguese.",
        ("work",),
        words("mendes"),
        (),
    ),
    Case(
        "We lay three weeks off Cape Town waiting for a propeller.",
        ("work",),
        (),
        words("cape-town"),
    ),
    Case("Let me go back to the parrot for a minute.", move="return"),
)
TERSE = (
    Case("Farm. Outside Ames.", (), (), words("farm ames")),
    Case("Two brothers. Both dead."),
    Case("Not much to tell."),
    Case("Married Ellen in 1955.", ("family",), words("ellen"), (), words("year:1955")),
    Case("I'd rather not go into that."),
    Case("Dad died in '49.", (), words("father"), (), words("year:1949")),
    Case(
        "1948, sorry.",
        before=("Dad died in 1949.",),
        corrected=("1949 > 1948",),
        claims=words("year:1948"),
    ),
    Case("You can put that in after all."),
)
CASES = (*MILL, *FARM, *BRONX, *LAGOS, *GERMANY, *NURSE, *SAILOR, *TERSE)

# Written before any result was seen, and never looked at while the rules were made.
HELD_OUT = (
    Case(
        "I was born on a croft outside Ullapool in 1931, the third of seven.",
        ("childhood",),
        (),
        words("croft ullapool"),
        words("year:1931"),
    ),
    Case(
        "My brother Angus and I walked four miles to school, in all weathers.",
        ("childhood",),
        words("angus"),
        words("school"),
    ),
    Case(
        "At fourteen I left school and went to the herring.",
        ("youth", "work"),
        (),
        words("school"),
        words("age:14"),
    ),
    Case(
        "My mother's people were from Lewis, and she never lost the Gaelic.",
        ("origins",),
        words("mother"),
        words("lewis"),
    ),
    Case(
        "We were wed in 1954 in the free church, and my sister Morag sang.",
        ("family",),
        words("morag"),
        words("free-church"),
        words("year:1954"),
    ),
    Case(
        "I moved to Glasgow in 1950.",
        (),
        (),
        words("glasgow"),
        words("year:1950"),
        before=("I moved to Glasgow in 1948.",),
        clash=True,
    ),
    Case(
        "No, that's not right, it was 1951 that we moved to Glasgow.",
        (),
        (),
        words("glasgow"),
        words("year:1951"),
        before=("We moved to Glasgow in 1948.",),
        corrected=("1948 > 1951",),
    ),
    Case("I was a welder in the yards for twenty-six years.", ("work",), (), words("yards")),
    Case(
        "Did I ever tell you about Jimmy McPhail? He fell in the dock.",
        ("work",),
        words("jimmy-mcphail"),
        words("dock"),
        move="turn",
    ),
    Case(
        "But to get back to my father, he never forgave me for leaving.",
        (),
        words("father"),
        (),
        move="return",
    ),
    Case("Well, that's a story for another time.", loose=True),
    Case("Leave that out of the book, will you.", off_record=True),
    Case(
        "I have three daughters, the eldest is called Catriona.",
        ("family",),
        words("catriona"),
        (),
        words("count:3"),
    ),
    Case(
        "I've two daughters.",
        before=("I have three daughters.",),
        clash=True,
        claims=words("count:2"),
    ),
    Case(
        "When my granddaughter comes on Sundays we bake scones.",
        ("later_years", "now"),
        words("granddaughter"),
        (),
    ),
    Case(
        "At university in Edinburgh I shared a room with a girl from Ghana named Ama.",
        ("early_adulthood",),
        words("ama"),
        words("edinburgh ghana"),
    ),
    Case(
        "I was eleven when my wee brother drowned.",
        ("childhood",),
        words("brother"),
        (),
        words("age:11"),
    ),
    Case("Since my husband passed I talk to the dog.", ("later_years",), words("husband"), ()),
    Case(
        "Uh, so, I-- I mean, we had, uh, a shop, my parents had a shop, in Perth.",
        (),
        words("parents"),
        words("shop perth"),
    ),
    Case(
        "It wasn't Perth, it was Dundee.",
        (),
        (),
        words("dundee"),
        words("place:dundee"),
        before=("My father was born in Perth.",),
        corrected=("perth > dundee",),
    ),
    Case("Aye, maybe so.", (), (), ()),
    Case(
        "She had these enormous copper pans, and the copper pans came all the way from Genoa.",
        (),
        (),
        words("genoa"),
    ),
)
