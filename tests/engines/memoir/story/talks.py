"""Whole talks written for tests: each passage with the thread it belongs to, as its writer meant
it.
"""

from __future__ import annotations

Talk = tuple[tuple[str, str], ...]

MILL_TALK: Talk = (
    (
        "farm",
        "I grew up on my grandfather's farm. We had cows and a big barn, and I fed the hens before school.",
    ),
    ("farm", "The barn smelled of hay and the cows were warm. In winter I put my hands on them."),
    ("farm", "Yes, every morning."),
    (
        "school",
        "Now school was something else. The teacher, Miss Price, hit us with a ruler if we got our letters wrong.",
    ),
    ("school", "I learned to read all the same, and Miss Price lent me books from her own shelf."),
    (
        "farm",
        "Going back to the farm, when the harvest came all the neighbours helped, and we ate in the barn at long tables.",
    ),
    (
        "mill",
        "At fifteen I started at the mill. The looms were so loud that you could not hear yourself speak.",
    ),
    (
        "mill",
        "There were forty looms in one shed and the weavers talked with their lips and their hands.",
    ),
    ("mill", "I don't know, really."),
    (
        "husband",
        "Let me tell you about my husband. I met Frank at a dance hall, he trod on my foot and bought me a lemonade.",
    ),
    ("husband", "Frank sang in the choir and he courted me for two years before he asked me."),
    (
        "mill",
        "Back to the mill for a minute: the strike, when the weavers all walked out and the looms stood still.",
    ),
)
FARM_TALK: Talk = (
    (
        "village",
        "Our village lay by the canal. My father had wheat and sugar cane, and two buffaloes for the milk.",
    ),
    (
        "village",
        "The wheat was cut by hand, the whole village together, and the women sang in the fields.",
    ),
    (
        "leaving",
        "Then came 1947. We left in the night on a bullock cart, with thousands of people on the road to the border.",
    ),
    (
        "leaving",
        "My grandmother carried the keys of the house. She kept those keys on the road and in the camp, as if we would go back.",
    ),
    ("leaving", "No. I'd rather not say more."),
    (
        "london",
        "Anyway, in 1962 I flew to London. I had three pounds and a cousin in Southall who worked at the bakery.",
    ),
    (
        "london",
        "The bakery took me on nights. The dough, the ovens, the heat, and outside that London cold.",
    ),
    (
        "village",
        "As I was saying about the village, in the fields by the canal we boys swam with the buffaloes.",
    ),
    (
        "wife",
        "I should tell you about my wife. Harbans came in 1965, we had seen one photograph of each other.",
    ),
    (
        "wife",
        "She was braver than me. Harbans learned English from the television and from the children.",
    ),
    (
        "london",
        "At the bakery they called me Charlie, because nobody could say my name. The night shift was all Punjabi men.",
    ),
)
BRONX_TALK: Talk = (
    (
        "street",
        "Fordham Road was my whole world. We played stickball between the parked cars till somebody's mother yelled.",
    ),
    (
        "street",
        "You knew everybody on the block, the Irish, the Jews, the Puerto Ricans, and everybody knew your business too.",
    ),
    (
        "store",
        "Mr. Feldman had the candy store on the corner. He let me read the comic books if I swept the floor.",
    ),
    (
        "store",
        "When Mr. Feldman's son was killed in Korea he closed the store for a week and put a black ribbon on the door.",
    ),
    (
        "father",
        "My father drove a bread truck. He left at two in the morning and he came home smelling of rye.",
    ),
    (
        "father",
        "He never talked much, my father. On Sundays he slept, and we had to tiptoe round the apartment.",
    ),
    ("father", "Sure. All the time."),
    (
        "army",
        "I was drafted in 1966. They sent me to Germany, to a base outside Frankfurt, and I fixed radios for two years.",
    ),
    (
        "army",
        "The sergeant was from Alabama and he could not understand one word I said. The other soldiers translated.",
    ),
    (
        "store",
        "You know, when I came back, the candy store was gone. Mr. Feldman had moved to Florida, and it was a laundromat.",
    ),
    (
        "wife",
        "I met Dolores on the D train. She was reading a book upside down, and she says it was so I would talk to her.",
    ),
    (
        "wife",
        "Dolores and I got married in that little church on Arthur Avenue, with a band that knew four songs.",
    ),
)
LAGOS_TALK: Talk = (
    (
        "market",
        "My mother traded cloth at Balogun market. She could tell the quality of lace with her eyes closed.",
    ),
    (
        "market",
        "The women of the market had their own bank, a box under a table, and my mother kept the key.",
    ),
    (
        "convent",
        "At twelve I was sent to the convent in Ibadan. The nuns were Irish and the porridge was terrible.",
    ),
    (
        "convent",
        "Sister Agnes had a red bicycle. She taught us Latin, and she rode round the convent wall every evening singing.",
    ),
    ("convent", "Oh yes, always."),
    (
        "war",
        "Then the war came in 1967 and my brother Emeka went to the front. We heard nothing of him for two years.",
    ),
    (
        "war",
        "My mother wrote letters to Emeka every Sunday though there was no post. She kept them in a biscuit tin.",
    ),
    (
        "hospital",
        "I qualified as a midwife in 1972. The maternity hospital had forty beds and sometimes eighty mothers.",
    ),
    (
        "hospital",
        "One night the generator failed and I delivered twins by the light of a taxi's headlamps.",
    ),
    (
        "market",
        "As for the market, it burned down twice, and twice my mother and the women built it up again.",
    ),
)

SEA_TALK: Talk = (
    (
        "harbour",
        "We lived over the chandler's shop on the harbour. My mother sold rope and paraffin to the herring boats.",
    ),
    (
        "harbour",
        "You could smell the tar and the fish in every room, and the boats knocked against the quay all night.",
    ),
    (
        "school",
        "At school I was no good. The master had a strap, and I spent my days looking out of the window at the sea.",
    ),
    (
        "navy",
        "I joined the merchant navy at sixteen. My first ship was a rusty old collier, and I was sick for a week.",
    ),
    (
        "navy",
        "The captain was a Norwegian. On that ship the crew slept in hammocks, six of us to a cabin.",
    ),
    ("navy", "Oh, aye."),
    (
        "harbour",
        "To go back to the harbour, my mother's shop burned down in 1938, rope and paraffin and all.",
    ),
    (
        "wife",
        "Then there was Jean. I met Jean in a hospital in Liverpool where she was a nurse, and I had broken my leg.",
    ),
    (
        "wife",
        "Jean and I were married inside three months, and her father would not come to the wedding.",
    ),
    (
        "navy",
        "After the wedding I went back on the ships, and that crew was the best I ever sailed with: the captain knew every star.",
    ),
)
HOSPITAL_TALK: Talk = (
    (
        "mother",
        "My mother was a seamstress. She made wedding dresses in our front room, and the whole room was white with silk.",
    ),
    ("mother", "She sewed by the window until it was dark, and the silk never once got dirty."),
    (
        "training",
        "I trained as a nurse in Manchester. The matron inspected our caps and our fingernails each morning.",
    ),
    ("training", "The matron once sent me off the ward because of a ladder in my stocking."),
    (
        "kenya",
        "In 1968 I went out to Kenya, to a mission hospital with one doctor and sixty beds and no electricity at night.",
    ),
    (
        "kenya",
        "We delivered babies by lamp light in that hospital, and the doctor slept in a chair.",
    ),
    ("kenya", "No, never."),
    (
        "mother",
        "Coming back to my mother, she made my own wedding dress too, by post, from measurements.",
    ),
    (
        "garden",
        "Nowadays it is the garden. I have roses along the wall and an old apple tree that the birds love.",
    ),
    ("garden", "The roses need pruning in March and my knees are not what they were."),
)
TEACHER_TALK: Talk = (
    (
        "father",
        "My father kept bees. Forty hives along the railway line, and he never once wore a veil.",
    ),
    (
        "father",
        "He used to say that a bee knows who is afraid. I was stung so often that I stopped counting.",
    ),
    (
        "war",
        "During the war we had evacuees, two brothers from Birmingham who had never seen a cow.",
    ),
    (
        "war",
        "They cried at night, those boys. My mother sat with them and sang until the planes had gone over.",
    ),
    ("war", "Yes, I suppose we were."),
    (
        "college",
        "I won a scholarship to the teacher training college in 1951. Nobody from our village had ever gone away to study.",
    ),
    (
        "college",
        "There were strict rules: no visitors after nine, and we had to be in chapel every single morning.",
    ),
    (
        "classroom",
        "My first class had forty-six children in it. I had one box of chalk and a stove that smoked.",
    ),
    (
        "classroom",
        "The little ones fell asleep after dinner, so I taught them sums in the morning while they were still awake.",
    ),
    (
        "father",
        "Going back to my father, he went on with the bees until he was ninety, and the hives were left to me.",
    ),
    (
        "husband",
        "George was the postman. He brought a letter that was not for me, and he knew perfectly well that it was not.",
    ),
    (
        "husband",
        "We were married for fifty-one years and he still whistled when he came up the path.",
    ),
)
MUSIC_TALK: Talk = (
    (
        "piano",
        "There was a piano in my aunt's flat in Warsaw, a black one with two brass candle holders.",
    ),
    (
        "piano",
        "Nobody was allowed to touch the piano but me. My aunt sat beside me with a ruler and counted.",
    ),
    (
        "ghetto",
        "In 1940 they built the wall. Suddenly we were eleven people in two rooms and the piano was firewood.",
    ),
    ("ghetto", "I don't want to talk about what we ate."),
    (
        "ghetto",
        "My brother Adam went out through a hole in the wall and came back with potatoes in his coat.",
    ),
    (
        "ship",
        "After the war an uncle in New York sent papers. We sailed from Bremerhaven, eleven days, and only I was not sick.",
    ),
    ("ship", "On deck a sailor gave me an orange. I did not know how to open it."),
    (
        "band",
        "At twenty I played in a dance band in the Catskills, every summer, weddings and anniversaries.",
    ),
    (
        "band",
        "The trumpet player, Lou, taught me to drive. The band had one car between six of us and a bass.",
    ),
    (
        "piano",
        "As I told you about the piano, my aunt counted; well, all my life I still hear her counting when I play.",
    ),
    (
        "students",
        "Now I have a few students. A girl of nine comes on Tuesdays, and she has better hands than I ever had.",
    ),
    ("students", "Their parents want them to practise. I want them to listen."),
)
RAILWAY_TALK: Talk = (
    (
        "house",
        "We had the gatekeeper's house at the crossing, my parents and the six of us. It shook when the express went through.",
    ),
    (
        "house",
        "You stopped hearing the trains after a while. It was the silence on Sundays that woke me.",
    ),
    (
        "grandfather",
        "My grandfather lived with us, a tall man with one arm. He peeled apples with a knife held between his knees.",
    ),
    (
        "grandfather",
        "He told us stories about Galicia, wolves and priests and a horse that could count.",
    ),
    (
        "locomotive",
        "In 1957 I started with the railway as a fireman. You shovelled four tons of coal on a night shift.",
    ),
    (
        "locomotive",
        "My driver was called Willi and he fried eggs on the shovel. Best eggs I ever had.",
    ),
    ("locomotive", "Of course."),
    (
        "accident",
        "The collision happened at Hallstadt on a foggy morning. I was not on that train, I should have been.",
    ),
    ("accident", "Willi was. I went to see his widow and neither of us could speak."),
    (
        "house",
        "To come back to the house at the crossing, they pulled it down when the line was electrified.",
    ),
    (
        "children",
        "Our daughter Sabine is a doctor now, and the boy builds bridges. They laugh at me and my model trains.",
    ),
)
KITCHEN_TALK: Talk = (
    (
        "kitchen",
        "Everything happened in my grandmother's kitchen. She rolled noodles on the table and hung them over the chairs.",
    ),
    (
        "kitchen",
        "If you were good you got the bowl to lick, and if you were bad you peeled the onions.",
    ),
    (
        "store",
        "My parents ran a grocery on Mott Street. They opened at six, every day, and I did my homework behind the rice sacks.",
    ),
    (
        "store",
        "Customers paid at the end of the month. My mother wrote it all down in a blue book in Chinese.",
    ),
    ("store", "I couldn't tell you."),
    (
        "san francisco",
        "When I was eighteen I took the bus to San Francisco, three days, with a cardboard suitcase and an address.",
    ),
    (
        "san francisco",
        "The address was a laundry. The owner gave me a cot next to the boiler and told me I was family.",
    ),
    (
        "restaurant",
        "Then Henry and I opened the restaurant. Eight tables, and a neon fish in the window that never worked.",
    ),
    (
        "restaurant",
        "On the first night the health inspector came to dinner and stayed until we closed.",
    ),
    (
        "kitchen",
        "You asked about my grandmother. She never wrote one recipe down; it was a bit of this and enough of that.",
    ),
    ("now", "These days my granddaughter makes noodles and puts it all on the internet."),
)
TALKS = (
    *(MILL_TALK, FARM_TALK, BRONX_TALK, LAGOS_TALK, SEA_TALK),
    *(HOSPITAL_TALK, TEACHER_TALK, MUSIC_TALK, RAILWAY_TALK, KITCHEN_TALK),
)

# Written before any result of theirs was seen; no rule was changed because of them.
ISLAND_TALK: Talk = (
    (
        "island",
        "I come from a small island, three miles by one. There was one road and everybody on it was your cousin.",
    ),
    ("island", "The boat came on Fridays with the post and the flour, if the sea let it."),
    (
        "mother",
        "My mother had eleven of us and buried two. She never sat down that I can remember.",
    ),
    ("mother", "She could say the whole rosary while gutting a fish."),
    (
        "boston",
        "I left in 1949, for Boston. My sister Bridie was there already, in service with a doctor's family.",
    ),
    (
        "boston",
        "I got work in the same street, minding three children who had more shoes than our whole island.",
    ),
    ("boston", "Ah, no."),
    (
        "dance",
        "On Thursdays we went dancing at the Hibernian Hall, and that is where I met Pat Feeney, who could not dance at all.",
    ),
    ("dance", "Pat drove a tram. He used to ring the bell when he passed the house."),
    (
        "island",
        "But back to the island: there is nobody left there now. The last of them were taken off in the fifties.",
    ),
)
PRINTER_TALK: Talk = (
    (
        "lessons",
        "An old Jesuit taught me English from a Bible and a seed catalogue. I could talk about leeks and about Moses.",
    ),
    ("lessons", "He walked up and down while I read, and if I made a mistake he stopped walking."),
    (
        "press",
        "My uncle Raj had a printing press in Bombay, in a lane behind the station. I was his errand boy from the age of ten.",
    ),
    (
        "press",
        "You set the type letter by letter, backwards. To this day I read faster in a mirror.",
    ),
    (
        "march",
        "In 1942 there was the march. My uncle printed the leaflets, and the police broke the press with hammers.",
    ),
    (
        "march",
        "They took him for fourteen months. My aunt brought him food every day and was sent away every day.",
    ),
    ("march", "I would rather leave it there."),
    ("shop", "I opened my own shop when I was twenty-six. Wedding cards, mostly, gold on red."),
    ("shop", "People cried in that shop, fathers of brides, when they saw the name in gold."),
    (
        "lessons",
        "Coming back to the Jesuit, he came to my shop once, very old, and found a misprint.",
    ),
)
ORCHARD_TALK: Talk = (
    (
        "orchard",
        "We had apples, that was all we had, eleven acres of them on a slope above the river.",
    ),
    (
        "orchard",
        "In a good year you could not see the ground for windfalls, and the wasps were drunk by noon.",
    ),
    ("orchard", "My uncle Perce did the grafting. He carried the knife in his hatband."),
    (
        "bus",
        "The school bus was an old milk lorry with benches. If you were last on you sat on a churn.",
    ),
    ("bus", "The driver sang hymns, and we had to join in at the crossroads or he would not turn."),
    ("typing", "I left at fifteen and learned shorthand and typing over a butcher's in Hereford."),
    ("typing", "Sixty words a minute, with the saw going underneath. I can still do it."),
    ("typing", "Oh, yes, every day."),
    ("ray", "Ray came in for chops and went out with me. He was in the air force, ground crew."),
    (
        "ray",
        "He wrote twice a week from Cyprus, and he could not spell, and I corrected them and posted them back.",
    ),
    (
        "orchard",
        "Uncle Perce left the trees to me, you know. By then nobody wanted that sort of apple.",
    ),
    (
        "orchard",
        "We grubbed up half of it in 1971 and I cried like a child. Cider pays, eating apples do not.",
    ),
    ("twins", "The twins came in a heatwave. There was one cot, so one of them slept in a drawer."),
    ("twins", "People could not tell them apart, but I could, in the dark, by the breathing."),
)
TAXI_TALK: Talk = (
    (
        "cairo",
        "My father had a tailor's shop in Cairo, in a street so narrow that you could shake hands across it.",
    ),
    (
        "cairo",
        "He cut suits for officers and never once wore one himself. In the evening we swept up the threads.",
    ),
    ("cairo", "The ice man came at four, and the whole street ran out with bowls."),
    (
        "leaving",
        "When we had to go it was one suitcase each. My mother put on three dresses, one over the other.",
    ),
    ("leaving", "On the boat she took them off one by one, and in Marseille she sold two."),
    (
        "taxi",
        "I drove a taxi in Montreal for thirty-one years, nights mostly. You hear everything.",
    ),
    (
        "taxi",
        "A woman gave birth on the back seat on the Jacques Cartier bridge. They named him after the bridge.",
    ),
    ("taxi", "In winter you kept a shovel, a candle and a bar of chocolate in the boot."),
    ("taxi", "No, not really."),
    (
        "leila",
        "Leila I met at a wedding where neither of us knew the bride. We had come for the food.",
    ),
    (
        "leila",
        "She taught mathematics and she laughed at my accounts. In the end she did them herself.",
    ),
    (
        "cairo",
        "That shop is still there, my cousin tells me. It sells telephones now, and the big mirror is the same.",
    ),
    (
        "garden",
        "Behind the house I grow mint and molokhia and one fig tree which I bury every November.",
    ),
    (
        "garden",
        "You lay it down in a trench and cover it with earth, and in April it gets up again like Lazarus.",
    ),
)
HELD_OUT_TALKS = (ISLAND_TALK, PRINTER_TALK, ORCHARD_TALK, TAXI_TALK)
