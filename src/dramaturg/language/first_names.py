"""First names people are often called by, of many languages, sorted by what else the word
can be.
"""

from __future__ import annotations


def listed(words: str) -> frozenset[str]:
    """A table of words, written as a text."""
    return frozenset(words.split())


# hardly ever anything but a person
NAMES = listed("""
    aaron abby abdul abdullah abena abigail adam adebayo adele adrian adriana agnes agnieszka ahmed ahmet aidan aiden aiko
    aino aisha akira alan albert alejandra alejandro aleksandra alessandra alessandro alex alexander alexandra alfred alfredo
    ali alice alicia alina alison alistair allen allison alvin alyssa amanda amelia amina aminata amir amit amy ana ananya
    anastasia anders andre andrea andreas andrei andrew andriy andrzej angela angelica anita anja anjali anna annabelle anne
    annette annie anthony antje antoine anton antonia antonio anya arjun arlene arnold arthur arturo arun asha ashley astrid
    audrey ava ayesha ayse ayşe barbara barry beatrice beatriz becky belinda ben benedikt benjamin bernadette bernard bernice
    bert bertha beth betty beverly bianca bilal birgit bjorn björn blake bob bogdan bonnie brad brandon brenda brendan brent
    brett brian bridget britta bruce bruno burak byron caitlin callum calvin camila camille carl carla carlos carmen caroline
    carolyn casey cassandra catalina catherine cathy cecilia cedric celeste chantal charlene charles charlie chen cheryl
    chiara chidi chinedu chioma chloe chloé chris christa christina christine christoph christopher ciaran cindy claire clara
    clarence claudia claudio clemens clifford clyde colleen connor conny constance corinna cory craig curtis cynthia dagmar
    damian damien dan daniel daniela daniele danielle danny daria darlene darren darryl dave david debbie deborah declan
    deepak denise deniz dennis derek desmond dexter diana diane diego dieter dilip dimitri dmitri dmitry dmytro dominic
    dominik dominique donald donna doris dorothy doug douglas duncan dustin dwayne ebony eddie edith edna eduardo edward edwin
    eileen elaine eleanor elena eleni elif elijah elisa elisabeth elise elizabeth ella ellen elsa emeka emil emily emma
    emmanuel emre enrico enrique eric erica erik erika ernest ernesto ernie esther ethan ethel eugene eva evelyn fabian fabio
    farah farid fatima fatma fatou faye federico felicia felicity felipe felix femi feng ferdinand fernando fiona floyd
    francesca francesco francine francis francisco franz françois freddy frederick freya frida frieda friedrich fritz gabriel
    gabriela gabriele gareth gary gavin geoff geoffrey george gerald geraldine gerard gerda gianluca giorgio giovanni giulia
    giuseppe glenn gloria gonzalo gordon graham greg gregor gregory greta gretchen guido guillaume guillermo gustav gwen hamid
    hamza hana hannah hans hao harold harriet harry haruto harvey hassan hector heidi heike heinz helen helena helga helmut
    henrik henry hermann hilda hiroko hiroshi horst howard hugh hugo hui huong hussein ian ibrahim ida igor ilse imogen imran
    ines ingrid inês ioana irena irene irina isaac isabel isabella isabelle ivan ivana jacob jacqueline jacques jaime jake
    jakob jakub jamal james jamie jana jane janet janice janine jared jasmin jason javier jeannie jeff jeffrey jennifer jenny
    jens jeremy jermaine jerome jerry jesper jesse jessica jill jillian jim jimmy jing jisoo joachim joan joana joanna joanne
    joaquin jocelyn jochen jodie joe joel johan johann johanna johannes john johnny jolanta jolene jon jonas jonathan joost
    jorge jose josef joseph josephine joshua josie josé joão juan juanita judith judy jukka julia julian juliana julie
    juliette julio julius jurgen justin jürgen kamal karen karim karin karina karl karla karolina kasia katarina katarzyna
    kate katerina katharina katherine kathleen kathryn kathy katie katja katrin kavita kayla keisha keith kelly ken kendra
    kenji kenneth kenny kenta kerry kevin khadija khaled khalid kim kimberly kiran kirk kirsten kirsty klaus kofi krishna
    kristin kristina krzysztof kurt kwame kyle lakisha lakshmi lars latisha latoya laura lauren laurent layla leah leila lena
    leo leon leonard leonardo lerato leroy leslie lewis leyla liam lidia lillian linda lindsay linh lisa liz logan lois
    lorenzo lorraine lotte louis louise luca lucas lucia lucie lucy lucía luigi luis luisa lukas luke lydia lynn maciej
    mackenzie magda magdalena maggie mahmoud malik mamadou manfred manoj manuel manuela marc marcel marcela marcia marco
    marcos marcus mareike margaret margarita margot maria mariam marian mariana marianne marie marijke marina mario marion
    marissa marta martha martin martina marvin mary maryam mason mateo mateusz mathilde matt matteo matthew matthias maureen
    maurice maya małgorzata meera megan mehdi mehmet mei melanie melissa micha michael michaela michał michel michelle miguel
    mikael mikhail mikko mildred mina mindy ming minh minji miriam mitchell mohamed mohammad mohammed moira monica monika
    monique morgan moritz moussa muhammad murat mustafa nadia nadine naoko naomi nasser natalia natalie natasha nathalie
    nathan nathaniel neha neil ngozi nguyen nia niamh nicholas nicola nicolas nicole niels nigel nikhil nikita nikki nikola
    nikos nils nina nisha noah noor nora norbert norma norman nour oksana olaf oleg olena olga oliver olivia oluwaseun omar
    oscar oskar osman otto owen pablo paige pamela paola paolo patricia patrick paul paula pauline pavel pawel pedro peggy
    peter petra phil philip philipp philippe phillip phyllis pierre pieter pilar piotr polly pooja preeti preston priya
    priyanka rachel rafael rahul raj rajesh ralf ralph ramesh ramon randy rania raquel rashid raul ravi raymond raúl rebecca
    regina reinhard renata renate rené reza rhonda rhys ricardo richard rita robert roberta roberto rocío rodney rodrigo roger
    rohan roland rolf ronald ronnie rosa rosemary roxanne roy rudolf rupert ruth ryan sabine sabrina sadia sally salma sam
    samantha samir samira samuel sandeep sandra sanjay sanna sanne santiago sara sarah sasha saskia satoshi scott seamus sean
    sebastian selena selin sergei sergey sergio seth shane shannon sharon shaun shawn sheila shelly sherry sheryl shirley
    shreya sibylle sigrid silke silvia simon simone siobhan sipho sofia sofie sofía sonia sonja sophia sophie stacey stacy
    stanley stefan stefania stefanie stella stephan stephanie stephen steve steven stuart sunil sunita suresh susan susanne
    suzanne sven svetlana sylvia sylvie tabitha takeshi tamara tamika tania tanja tanya tara taras tariq tatiana ted terence
    teresa terry thabo thelma theodore theresa thiago thomas thorsten tiffany tim timothy tina tobias tom tomas tomasz tommy
    toni tony tonya torsten tracey tracy travis trent trevor tristan tunde tyler uche ulrich ulrike ursula uwe valentina
    valeria valerie vanessa vera veronica vicky vijay vikram viktor vincent vincenzo vivian vivienne vladimir walter waltraud
    wanda wayne wei wendy werner whitney wilhelm wilma wladimir wolfgang xavier xiao ximena yara yasmin yoko yosef yosuf
    youssef yuki yulia yuri yusuf yvonne zachary zahra zainab zanele zara zbigniew zehra zeynep zoe zofia zoë álvaro
    """)

# ordinary words too: a person inside a sentence, written large; at its beginning only when a verb
# follows
WORDS_TOO = listed("""
    amber angel art autumn bill brook carol chad charity chase chuck clay crystal daisy dale dawn dean dick dolly drew earl
    eve faith frank gene ginger grace grant guy hank hazel heather holly hope hunter iris ivy jack jade jan jasmine joy kitty
    lan lance lily luz marigold mark max mercy mike miles nelly nick norm olive parker pat patience pearl peg penny per pierce
    pip poppy ray rich rob robin rocky rod rose ruby rusty sandy skip sky sue summer tad tanner teddy till trinity victor
    violet wade ward will
    """)

# places, months, peoples, makers and machines too: a person only where something says so
OTHERS_TOO = listed("""
    adelaide alexa april asia august austin bella brooklyn carolina charlotte chelsea christian dakota dallas devon dior
    florence georgia houston india israel jackson jesus jordan june kent lincoln lorena louisiana lourdes madison malta may
    mercedes milan montana nancy nike orlando paris phoenix reading roman salem savannah sierra siri sydney troy valencia
    venice victoria vienna virginia washington
    """)
