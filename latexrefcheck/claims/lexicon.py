"""Words that say the same, words that say the opposite, and words that say little, in the English of papers."""

from __future__ import annotations

from functools import cache

_SAME = """
show demonstrate illustrate exhibit display reveal prove establish confirm document evidence indicate suggest report
find observe note detect see
propose present introduce describe develop design devise offer put-forward
use employ utilize utilise apply adopt leverage exploit harness
achieve attain reach obtain gain accomplish yield
method approach technique procedure strategy scheme methodology
model architecture framework system scheme
algorithm solver
improve enhance better boost strengthen refine ameliorate
increase rise grow raise elevate augment heighten escalate climb upregulate up-regulate
decrease reduce decline drop lower fall diminish lessen shrink cut downregulate down-regulate attenuate
large big huge sizable great substantial considerable sizeable vast massive enormous
small little tiny minor slight modest limited
fast quick rapid speedy swift
slow sluggish
high elevated raised
important significant crucial essential vital key critical central pivotal fundamental major
different distinct various diverse varied dissimilar
similar alike comparable analogous
problem issue challenge difficulty task
challenging demanding difficult hard tough
substantially significantly considerably markedly greatly notably
result finding outcome
however nevertheless nonetheless
quickly rapidly swiftly fast
field area domain
ability capability capacity
superior better
today nowadays currently
multiple several many numerous
hypothesis assumption
framework
extend expand
experimental empirical
effect impact influence consequence
cause induce trigger provoke elicit produce generate create evoke drive lead
prevent avert avoid preclude hinder
inhibit suppress block repress impede restrain antagonize
activate stimulate promote facilitate enhance
help aid assist support facilitate
allow enable permit let
need require demand necessitate
begin start commence initiate onset
end finish conclude terminate stop cease
change alter modify vary shift
analyse analyze examine investigate study explore assess evaluate inspect probe
measure quantify gauge
predict forecast anticipate
estimate approximate
compare contrast
associate link relate correlate connect
contain include comprise encompass involve
lack absence
patient participant subject volunteer case individual
people person human individual
child children pediatric paediatric
illness disease disorder condition
tumor tumour cancer neoplasm malignancy carcinoma
drug medication medicine pharmaceutical
treatment therapy intervention
death mortality
survive survival
infant baby newborn neonate
doctor physician clinician
cell cellular
gene genetic
protein peptide
mouse mice murine
rat rats
accuracy precision correctness
error mistake fault
performance effectiveness
effective efficacious successful
efficient economical
efficiency
robust stable reliable
novel new original innovative
first initial
second
previous prior earlier preceding past former
recent latest
current present existing contemporary
simple easy straightforward
complex complicated intricate
common frequent prevalent widespread
rare uncommon infrequent
often frequently commonly
usually typically generally normally
mainly mostly primarily chiefly predominantly largely
approximately about around roughly nearly almost circa
entire whole complete full total
part portion fraction component
amount quantity
number count
area region zone
dataset data corpus corpora
image picture photograph
video footage
text document
word term
language linguistic
speech spoken
train training
learn learning
neural neuronal
network networks net
deep
layer
object item
human
feature characteristic property attribute
class category type kind
example instance sample
cheap inexpensive low-cost
expensive costly
cost expense
benefit advantage merit
drawback disadvantage limitation shortcoming
author researcher scientist
paper article work study publication
experiment trial test
worldwide global globally
country nation
water aqueous
temperature thermal
strong robust powerful potent
weak feeble
correct right accurate
wrong incorrect inaccurate
detect identify recognize recognise discover
classify categorize categorise
choose select pick
combine merge integrate unite fuse
separate divide split partition
build construct assemble
remove delete eliminate discard
add append
provide supply deliver give furnish
keep maintain retain preserve
consider regard view
outperform surpass exceed beat
equal equivalent identical same
understand comprehend comprehension understanding
explain account-for clarify elucidate
solve resolve address tackle
connect link join
state-of-the-art sota
extensive comprehensive broad thorough wide
speed velocity
bottleneck obstacle
goal aim objective purpose target
role function
mechanism process
pathway route
receptor
blood serum plasma
brain cerebral
heart cardiac
kidney renal
liver hepatic
lung pulmonary
bone skeletal
skin dermal cutaneous
stomach gastric
women woman female
men man male
elderly old aged older
young juvenile
risk hazard danger
exposure
infection infected
virus viral
bacteria bacterial bacterium
vaccine vaccination immunization immunisation
hospital clinic
week weekly
year annual yearly
day daily
month monthly
"""

_UP = """
increase rise grow raise elevate augment heighten escalate climb upregulate gain improve enhance boost strengthen
higher high greater more larger faster longer better exceed outperform surpass upward accelerate expand amplify
stimulate activate promote potentiate exacerbate above stronger elevated positive positively activation stimulation
overexpression
"""
_DOWN = """
decrease reduce decline drop lower fall diminish lessen shrink downregulate attenuate lose worsen degrade weaken
impair low less fewer smaller slower shorter worse underperform downward decelerate contract inhibit suppress block
repress prevent below weaker reduced negative negatively inhibition suppression abolish mitigate alleviate depletion
"""

_OPPOSITE = """
increase|decrease
accelerate|decelerate
upregulate|downregulate
improve|worsen
improve|impair
improve|degrade
enhance|impair
enhance|suppress
enhance|reduce
activate|inhibit
stimulate|inhibit
stimulate|suppress
promote|inhibit
promote|prevent
promote|suppress
cause|prevent
positive|negative
high|low
higher|lower
greater|smaller
greater|less
more|less
more|fewer
larger|smaller
faster|slower
longer|shorter
stronger|weaker
better|worse
above|below
outperform|underperform
exceed|underperform
gain|lose
rise|fall
grow|shrink
expand|contract
strengthen|weaken
boost|reduce
raise|reduce
exacerbate|alleviate
exacerbate|mitigate
maximum|minimum
maximal|minimal
maximize|minimize
upper|lower
first|last
early|late
earlier|later
before|after
present|absent
presence|absence
sufficient|insufficient
necessary|unnecessary
significant|insignificant
effective|ineffective
able|unable
possible|impossible
safe|unsafe
stable|unstable
dependent|independent
supervised|unsupervised
linear|nonlinear
convex|nonconvex
reversible|irreversible
symmetric|asymmetric
common|rare
always|never
all|none
same|different
similar|different
easy|difficult
simple|complex
cheap|expensive
success|failure
succeed|fail
support|refute
confirm|refute
accept|reject
include|exclude
beneficial|harmful
protect|harm
agonist|antagonist
strong|weak
hot|cold
warm|cool
left|right
male|female
men|women
young|old
short|long
open|closed
local|global
online|offline
static|dynamic
acute|chronic
oral|intravenous
dominant|recessive
northern|southern
eastern|western
"""

_APART = """
mouse rat human monkey macaque rabbit pig zebrafish drosophila dog cat yeast chicken hamster sheep horse cow
child adult elderly adolescent infant
men women
winter summer spring autumn
monday tuesday wednesday thursday friday saturday sunday
january february march april june july august september october november december
europe africa asia america australia
china japan india germany france italy spain brazil canada korea russia england usa
english german french spanish chinese japanese arabic russian hindi
liver kidney lung heart brain skin stomach colon breast prostate pancreas ovary bladder thyroid
left right
north south east west
first second third fourth fifth
red green blue yellow
oral intravenous subcutaneous intramuscular topical
image video audio text speech
pytorch tensorflow keras
placebo
"""

_LITTLE = """
a an and are as at by can could do does did for from has have had having how in into is it its of on or that the their
them they this these those to was were be been being using via we our ours us i you he she his her what which who
whose whom with may might will would shall should must than then also such both there here between among while when
where all any each every more most other others another some several many much few only own just even still yet
already again however nevertheless nonetheless yet moreover furthermore additionally besides thus therefore hence
consequently accordingly although though but nor so if whether because since due owing during upon about over under
through throughout within across along against toward towards per et al etc ie eg cf vs versus respectively namely
indeed especially particularly notably specifically interestingly importantly overall finally firstly secondly lastly
instead rather quite very too well often usually typically generally mainly mostly largely usually frequently widely
commonly known considered regarded previous prior earlier recent recently new novel current first based one two way
approximately nearly almost roughly around
"""
"""Words without inflection that every paper has: one that is missing says nothing."""

_EVERYWHERE = """
show shown demonstrate report find found observe note suggest indicate reveal describe propose present introduce prove
argue claim state study paper work article author research researcher literature publication review result finding
evidence data analysis use make made take taken give given get become remain seem appear provide
"""
"""Words of what papers do, in any inflection; they say as little."""

_LIGHT = """
significant significantly substantial substantially considerable considerably important role effect impact potential
possible possibly likely able ability different various diverse wide broad large small high low level levels number
type form kind case example general common particular specific certain main major key critical crucial essential vital
strong strongly weak good better best effective efficient successful successfully simple easy difficult complex
complexity robust reliable additional further available method methods approach approaches technique techniques model
models system systems framework process processes function functions performance problem problems task tasks issue
challenge goal aim objective purpose application applications context field area domain aspect factor factors feature
features property properties set group groups sample samples experiment experiments trial trials test tests measure
measurement value values rate ratio amount degree extent range time times point points improve increase decrease
reduce change lead cause induce produce generate obtain achieve perform apply employ develop design allow enable
require need include contain consist involve associate relate link correlate compare evaluate assess investigate
examine explore identify detect determine estimate predict explain understand address solve help support consider play
serve act exist occur related associated involved compared similar similarly same equal respective individual single
multiple total whole entire part partly fully completely highly greatly rapidly quickly slowly directly indirectly
easily simply clearly strongly closely widespread numerous extensive comprehensive systematic detailed careful
original existing traditional conventional standard typical modern past future early late long short full open people
individual patient patients subject subjects participant participants understanding knowledge information insight
basis means mechanism structure structures
"""
"""Words that say little: one that is missing is forgiven, a few are."""

NEGATIONS = frozenset(
    "not no never neither nor without cannot lack lacks lacking lacked fail fails failed failing failure absent none nothing "
    "hardly scarcely barely unable nobody n't isn aren wasn weren doesn don didn hasn haven hadn won wouldn couldn".split()
)


@cache
def _stemmer() -> object:
    import snowballstemmer  # imported late: only claims need it

    return snowballstemmer.stemmer("english")


@cache
def stem(word: str) -> str:
    """The stem of a word in lower case (Porter 2)."""
    return str(_stemmer().stemWord(word))  # type: ignore[attr-defined]


@cache
def _groups() -> dict[str, tuple[str, ...]]:
    """The groups of words of one meaning that a stem is in, by their first word; some are in several."""
    found: dict[str, tuple[str, ...]] = {}
    for line in _SAME.strip().split("\n"):
        stems = dict.fromkeys(stem(word) for word in line.split())
        group = f"={line.split()[0]}"
        for one in stems:
            found[one] = (*found.get(one, ()), group)
    return found


@cache
def meanings(stemmed: str) -> frozenset[str]:
    """What a word may mean: itself, and each group of words that say the same."""
    return frozenset((stemmed, *_groups().get(stemmed, ())))


@cache
def sense(stemmed: str) -> str:
    """What stands for a word and the others of its first meaning."""
    return _groups().get(stemmed, (stemmed,))[0]


@cache
def _stems(words: str) -> frozenset[str]:
    return frozenset(stem(word) for word in words.split())


@cache
def _little() -> frozenset[str]:
    return frozenset(_LITTLE.split())


def is_little(stemmed: str, word: str) -> bool:
    """Whether a word is in every paper: by its stem, or itself where others share its stem ("largely" and "large")."""
    return word.lower() in _little() or stemmed in _stems(_EVERYWHERE)


def is_light(stemmed: str) -> bool:
    """Whether a word says little of its own."""
    return stemmed in _stems(_LIGHT)


def turn(stemmed: str) -> int:
    """1 for a word of more, -1 for one of less, else 0."""
    return 1 if stemmed in _stems(_UP) else -1 if stemmed in _stems(_DOWN) else 0


@cache
def opposites(stemmed: str) -> frozenset[str]:
    """The stems that say the opposite of a word."""
    return _opposite_table().get(stemmed, frozenset())


@cache
def _opposite_table() -> dict[str, frozenset[str]]:
    table: dict[str, set[str]] = {}
    for line in _OPPOSITE.split():
        one, other = (stem(word) for word in line.split("|"))
        table.setdefault(one, set()).add(other)
        table.setdefault(other, set()).add(one)
    return {word: frozenset(others) for word, others in table.items()}


@cache
def _apart_table() -> dict[str, tuple[int, ...]]:
    table: dict[str, tuple[int, ...]] = {}
    for number, line in enumerate(_APART.strip().split("\n")):
        for word in line.split():
            name = sense(stem(word))
            table[name] = (*table.get(name, ()), number)
    return table


def apart(sensed: str) -> tuple[int, ...]:
    """The kinds (species, ages, countries …) of which a word names one and so none of the others."""
    return _apart_table().get(sensed, ())
