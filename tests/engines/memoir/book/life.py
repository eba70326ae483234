"""A made-up life, told in four sittings: hesitations, corrections, a refusal, words off the record,
and a grief.
"""

from __future__ import annotations

from tests.engines.memoir.book.told_lives import Claimed, Said, World

WORLD = World(
    threads={
        "t1": "Quarry Street",
        "t2": "my grandfather",
        "t3": "the mill",
        "t4": "the war",
        "t5": "Arthur",
        "t6": "the house in Otley",
        "t7": "your family",
        "t8": "my brother Tom",
        "t9": "the allotment",
        "t10": "Whitby",
        "t11": "school",
    },
    people={
        "Jean": "my sister",
        "Arthur": "",
        "Tom": "my brother",
        "Mr Hartley": "",
        "Susan": "our eldest",
        "Peter": "",
        "Miss Crabtree": "my teacher",
        "Edna": "",
        "Nora": "",
    },
    places=("Leeds", "Quarry Street", "Otley", "Whitby", "Bradford", "Malta", "Harrogate"),
)

FIRST = (
    Said("Hello. Yes, I can hear you fine.", "t1"),
    Said(
        "Well, I was born in 1931, in Leeds, in, uh, in the back bedroom of a house on Quarry Street.",
        "t1",
        ("childhood",),
        claims=(Claimed("c1", "year", "born", (1931.0, 1931.0), "I was born in 1931"),),
        born=1931,
    ),
    Said(
        "It was a back-to-back, you know, one room down and two up. We-- we shared the privy with the Dawsons next door. "
        "My mother scrubbed the step every Saturday, and you could have eaten off it.",
        "t1",
        ("childhood",),
    ),
    Said("Yes, she did.", "t1"),
    Said(
        "There were four of us. There was Tom, he was the eldest, then me, then my sister Jean, and um the baby who "
        "didn't live. "
        "Jean and I slept top to tail in the one bed until I was fourteen.",
        "t1",
        ("childhood",),
    ),
    Said(
        "She was a terror, was Jean. She once put a live eel in the milk jug.",
        "t1",
        ("childhood",),
        asked="Jean",
    ),
    Said("I don't know.", "t1"),
    Said(
        "My grandfather came over from Mayo in the eighties with nothing but a spade. That's what he always said, anyway. "
        "He dug half the drains in Leeds.",
        "t2",
        ("origins",),
    ),
    Said(
        "He had a great white beard, and he smelled of pipe smoke and-- and peppermints.",
        "t2",
        ("origins",),
    ),
    Said("What was your question again?", "t2"),
    Said(
        "So, school was St Anne's, at the bottom of the hill. Miss Crabtree had us all terrified. She had a ruler, and "
        "she used it.",
        "t11",
        ("childhood",),
    ),
    Said(
        "I was good at sums. Miss Crabtree told my mother I should sit for the scholarship. But there was the uniform "
        "to buy, and "
        "that was that.",
        "t11",
        ("childhood",),
    ),
    Said("No, never. I never held it against them.", "t11", ("childhood",)),
    Said(
        "When I was eight the war came. They sent us to Harrogate with labels on our coats, Jean and me, and we lasted, "
        "oh, three "
        "weeks before my mother came and fetched us home.",
        "t4",
        ("childhood",),
    ),
    Said(
        "She said if we were going to be bombed we'd be bombed together.",
        "t4",
        ("childhood",),
        asked="my mother",
    ),
    Said("That's about it for today. Thank you.", "t4"),
)

SECOND = (
    Said("Good afternoon. Yes, I've had my tea.", "t3"),
    Said(
        "I started at the mill in 1945. I was fourteen. It was Hartley's, on the Kirkstall Road, and the noise of it, I "
        "mean, the "
        "noise hit you like a wall.",
        "t3",
        ("work",),
    ),
    Said(
        "You learned to lip-read. All of us girls could. We'd be forty feet apart and having a-- having a proper "
        "conversation about "
        "somebody's wedding.",
        "t3",
        ("work",),
    ),
    Said(
        "Mr Hartley walked through at ten every morning in a bowler hat. He knew every one of us by name. When my "
        "mother was ill he "
        "sent a basket of eggs.",
        "t3",
        ("work",),
    ),
    Said(
        "I was a mender. You ran your hands over the cloth and you found the fault before you saw it.",
        "t3",
        ("work",),
    ),
    Said("Two pounds eleven.", "t3"),
    Said(
        "I was paid two pounds and eleven shillings a week, and two pounds of that went on the kitchen table. My mother "
        "gave me back "
        "five shillings.",
        "t3",
        ("work",),
        claims=(
            Claimed("c2", "count", "paid", (2.0, 2.0), "two pounds and eleven shillings a week"),
        ),
    ),
    Said(
        "Edna stood at the next table to mine for eleven years. She had a laugh like a drain. We went dancing at the Mecca on "
        "Saturdays, Edna and me, in shoes we'd dyed ourselves.",
        "t3",
        ("work",),
    ),
    Said("Can we have a little break?", "t3"),
    Said(
        "That's where I met Arthur. It was 1950, at the Mecca, and he trod on my foot. He'd just come back from Malta, "
        "he was brown "
        "as a nut, and he couldn't dance to save his life.",
        "t5",
        ("early_adulthood",),
    ),
    Said(
        "He walked me home, all the way up Kirkstall Road, and he never stopped talking. I thought, I thought, well, "
        "here's one who'll "
        "never be dull.",
        "t5",
        ("early_adulthood",),
        asked="Arthur",
    ),
    Said(
        "We were married in 1952, at St Anne's. It rained. Edna was my bridesmaid, and Jean wouldn't speak to me "
        "because she had to "
        "wear green.",
        "t5",
        ("early_adulthood",),
        claims=(Claimed("c3", "year", "marry", (1952.0, 1952.0), "We were married in 1952"),),
    ),
    Said(
        "Don't put this in the book, but Edna had been engaged to him first.",
        "t5",
        ("early_adulthood",),
        mark="off_record",
    ),
    Said(
        "We had one week in Whitby for the honeymoon. We ate kippers every morning, and the landlady counted the spoons.",
        "t10",
        ("early_adulthood",),
    ),
    Said("I'd rather not talk about that.", "t8", level=1, refused=True),
    Said("It's enough for today, I'm tired, let's stop.", "t8", level=0, stopped="stop_requested"),
)

THIRD = (
    Said(
        "We moved to Otley in 1963, with two children and a piano. Arthur had found the house in Otley through a man at "
        "work, and he "
        "hadn't told me about the roof.",
        "t6",
        ("family",),
        claims=(
            Claimed("c4", "year", "move to otley", (1963.0, 1963.0), "We moved to Otley in 1963"),
        ),
    ),
    Said(
        "It let in the rain in four places. We had a bucket on the stairs, and-- and the children called it the weather "
        "forecast.",
        "t6",
        ("family",),
        asked="the house in Otley",
    ),
    Said(
        "Susan was born in 1954, and she came three weeks early, on the kitchen floor. Peter was born in 1958, in the "
        "hospital, like a "
        "gentleman.",
        "t7",
        ("family",),
        claims=(
            Claimed(
                "c5", "year", "child born", (1958.0, 1958.0), "Peter was born in 1958", hedged=False
            ),
        ),
    ),
    Said(
        "Susan sang before she could talk. Arthur bought the piano for her, from a chapel that was closing, and it took "
        "six men to get "
        "it up the steps.",
        "t7",
        ("family",),
    ),
    Said("Peter was the quiet one. He took clocks to bits.", "t7", ("family",)),
    Said(
        "Every August we had a week in Whitby, in the same boarding house. Peter was sick on the bus every single year. "
        "Rain or shine.",
        "t10",
        ("family",),
    ),
    Said(
        "Tom was killed at the pit in 1949. He was twenty-one. They brought him home on a door.",
        "t8",
        ("youth",),
        mark="sensitive",
        level=3,
        emotion=0.8,
    ),
    Said(
        "I can still hear my mother. I have never told anybody that.",
        "t8",
        ("youth",),
        level=3,
        emotion=0.85,
    ),
    Said("Yes. Let's talk about something else.", "t8", level=1),
    Said(
        "No, it was 1962, not 63. It was the winter before the big snow.",
        "t6",
        ("family",),
        claims=(Claimed("c6", "year", "move to otley", (1962.0, 1962.0), "1962", corrects="c4"),),
    ),
    Said(
        "The big snow of 1963, we were cut off for nine days. Arthur walked to Bradford for paraffin. He was gone so long I'd "
        "started planning the funeral, uh, and then in he came with the can and a bag of oranges.",
        "t6",
        ("family",),
    ),
    Said("Mm-hmm.", "t6"),
    Said(
        "I went back to the mill in 1965, part time, when Peter was at school. It wasn't the same. Half the looms were "
        "gone, and Mr "
        "Hartley was dead by then.",
        "t3",
        ("work",),
    ),
    Said(
        "The mill closed in 1971. They let us each take something home, and I took my mending table. It's in the hall "
        "now, with the "
        "telephone on it.",
        "t3",
        ("work",),
    ),
    Said("Do you want me to go on?", "t3"),
    Said(
        "I've told you I had a good wage, but it was three pounds eleven, I got that wrong.",
        "t3",
        ("work",),
        claims=(Claimed("c7", "count", "paid", (3.0, 3.0), "three pounds eleven", corrects="c2"),),
    ),
)

FOURTH = (
    Said(
        "Arthur retired in 1989, and he got the allotment the same week. He'd had his name down for it for eleven "
        "years. I said, you'll "
        "be under my feet, and he said, no, I'll be up at the allotment, and he was.",
        "t9",
        ("later_years",),
    ),
    Said(
        "He grew leeks. Nothing but leeks. We gave leeks to people we didn't even like.",
        "t9",
        ("later_years",),
        asked="Arthur",
    ),
    Said(
        "I was sixty when I learned to swim. Edna dared me. We went down to the baths in Otley in two rubber caps, and the "
        "young lad asked if we were lost.",
        "t9",
        ("later_years",),
    ),
    Said(
        "It's not something I want to say much about, but I nursed him at home, at the end.",
        "t5",
        ("later_years",),
        mark="sensitive",
    ),
    Said(
        "Susan teaches music in Harrogate. She has the piano. Peter mends clocks, of course, what else would he do?",
        "t7",
        ("now",),
    ),
    Said(
        "There's a great-granddaughter now, Nora. She's four, and she has Jean's eyes. I watch her with the milk jug, I "
        "can tell you.",
        "t7",
        ("now",),
    ),
    Said("Is that all right?", "t7"),
    Said(
        "I keep the allotment on. My knees won't have it, but I go up on a Sunday and sit on his bench, and somebody's "
        "always left me a "
        "leek.",
        "t9",
        ("now",),
    ),
    Said("My mother called me bold as brass, and she was right, mostly.", "t1", ("childhood",)),
    Said(
        "I think I've been lucky. I had work I could do with my hands, and I had a man who couldn't dance, and I had Jean.",
        "t7",
        ("now",),
    ),
    Said(
        "Jean rings every night at six. She still hasn't forgiven me for the green dress.",
        "t1",
        ("now",),
    ),
    Said("Thank you, dear. Goodbye.", ""),
)

SITTINGS = (FIRST, SECOND, THIRD, FOURTH)
