"""What a word of a reference looks like, for telling which field it belongs to.

The features are those of a linear-chain model (Lafferty, McCallum and Pereira 2001) whose weights
:mod:`latexrefcheck.reading.references.fields` holds. They name shapes, marks and small classes of words rather than words,
so that a name or a title that was never met is read as well as a known one.
"""

from __future__ import annotations

from latexrefcheck.text.fold import fold
from latexrefcheck.text.patterns import lazy

_YEAR = lazy(r"(?:1[4-9]|20)\d\d[a-z]?")
_DIGITS = lazy(r"\d+")
_RANGE = lazy(r"[A-Za-z]?\d+\s*[-–—‐]+\s*[A-Za-z]?\d+")
_INITIALS = lazy(r"(?:[^\W\d_]\.[-‐]?){1,4}|[^\W\d_]")
_CAPS = lazy(r"[A-ZÀ-Þ]{2,3}")
_ADDRESS = lazy(r"https?:|www\.|doi|10\.\d{4}|arxiv|isbn|issn|pmid|pmc", 0x2)
_MARKS = "([{“\"„«‘'’»”.,;:!?)]}"

_CLASSES = {
    "month": "january february march april may june july august september october november december jan feb mar apr jun jul aug "
    "sep sept oct nov dec spring summer autumn fall winter janvier fevrier mars avril mai juin juillet aout septembre octobre "
    "novembre decembre januar februar marz juni juli oktober dezember enero febrero marzo abril mayo junio julio agosto "
    "septiembre octubre noviembre diciembre",
    "volume": "vol vols volume volumes no nos number nr numero num issue iss bd band heft tome tom t part pt supplement "
    "suppl n jg",
    "pages": "p pp pages page pgs s ss seiten seite pag",
    "editor": "ed eds edited editor editors hrsg hg herausgegeben dir coord orgs org ediciones translated trans "
    "translator by dirs "
    "redactor",
    "edition": "edition edn aufl auflage rev revised edicion 1st 2nd 3rd 4th 5th ed",
    "in": "in dans en nel em",
    "and": "and & und et y e og och en",
    "others": "al others colleagues",
    "particle": "van von de der den del della di da du la le el al bin ten ter dos das zu",
    "journal": "journal j proceedings proc conference conf review rev annals ann transactions trans letters lett bulletin bull "
    "revue revista rivista zeitschrift archiv archives acta advances annual quarterly magazine newsletter gazette symposium "
    "workshop international handbook encyclopedia dictionary studies science sciences research nature lecture notes icml nips "
    "ieee acm meeting cahiers annales times post news",
    "subject": "medicine biology chemistry physics phys chem biol med engineering psychology sociology history "
    "economics computer "
    "comput mathematics math neuroscience clinical surgery education management political theory applied social ecology",
    "publisher": "press publishers publishing publications verlag springer elsevier wiley sage routledge university universite "
    "univ institute editions ediciones editora edizioni books house sons co inc ltd company association society academic "
    "mit oxford cambridge harvard princeton mcgraw hill prentice norton penguin gallimard seuil puf hachette kluwer blackwell "
    "crc francis taylor addison wesley harper macmillan palgrave publ",
    "place": "london paris york new berlin cambridge oxford chicago boston amsterdam washington dc ma ny ca nj uk usa münchen "
    "munich leipzig heidelberg stuttgart frankfurt wien vienna zurich toronto montreal sydney madrid barcelona milano roma rome "
    "tokyo beijing los angeles san francisco philadelphia baltimore princeton stanford berkeley thousand oaks hillsdale france "
    "germany canada australia netherlands hoboken upper saddle river englewood cliffs dordrecht lisboa",
    "genre": "thesis dissertation phd ph.d master's masters master doctoral report technical unpublished manuscript paper "
    "presented working diss memoire these poster manual online retrieved accessed available from cited internet press preprint "
    "forthcoming submitted dvd cd film",
    "of": "of the on for a an from with to des der die das une un les",
}
_CLASS_OF: dict[str, tuple[str, ...]] = {}


def _classes(word: str) -> tuple[str, ...]:
    if not _CLASS_OF:
        table: dict[str, list[str]] = {}
        for name, words in _CLASSES.items():
            for one in words.split():
                table.setdefault(fold(one), []).append(name)
        _CLASS_OF.update({one: tuple(names) for one, names in table.items()})
    return _CLASS_OF.get(word, ())


def _shape(bare: str) -> str:
    """The form of a word without the marks around it."""
    if not bare:
        return "mark"
    if _YEAR.fullmatch(bare):
        return "year"
    if _DIGITS.fullmatch(bare):
        return f"digits{min(len(bare), 5)}"
    if _RANGE.fullmatch(bare):
        return "range"
    if _INITIALS.fullmatch(bare) and bare[0].isupper():
        return "initial"
    if _CAPS.fullmatch(bare):
        return "caps"
    if any(one.isdigit() for one in bare):
        return "mixed"
    if bare.isupper():
        return "upper"
    if bare[0].isupper():
        return "camel" if any(one.isupper() for one in bare[1:]) else "title"
    return "lower"


def features(words: list[str]) -> list[list[str]]:
    """The features of each word of a reference, in order; ``words`` are parted by blanks."""
    count = len(words)
    bare = [word.strip(_MARKS) for word in words]
    folded = [fold(one) for one in bare]
    local: list[list[str]] = []
    quoted = False
    depth = 0
    seen_year = 0
    for place, word in enumerate(words):
        one = bare[place]
        opens, closes = word[:1] in '“"„«‘' and bool(one), word.rstrip(".,;:")[-1:] in '”"»'
        if opens:
            quoted = True
        depth += word.count("(") + word.count("[")
        shape = "address" if _ADDRESS.match(one) else _shape(one)
        end = word[len(word.rstrip(_MARKS)) :] or "-"
        found = [f"s={shape}", f"e={end}", f"b={word[:1] if word[:1] in _MARKS else '-'}"]
        found += [f"c={name}" for name in _classes(folded[place])]
        found.append(f"q={int(quoted)}d={min(depth, 1)}")
        found.append(f"y={seen_year}")
        if shape in ("title", "lower", "camel", "upper") and len(folded[place]) > 3:
            found.append(f"x={folded[place][-3:]}")
        if len(folded[place]) > 1 and not one.isdigit():
            found.append(f"w={folded[place][:12]}")
        local.append(found)
        if shape == "year":
            seen_year = 1
        if closes:
            quoted = False
        depth = max(0, depth - word.count(")") - word.count("]"))
    made = []
    for place, found in enumerate(local):
        every = list(found)
        every.append(f"p={min(9, 10 * place // count)}")
        for step in (-2, -1, 1, 2):
            at = place + step
            if 0 <= at < count:
                every += [f"{step}{name}" for name in local[at] if name[0] in ("scewqb" if abs(step) == 1 else "sce")]
            else:
                every.append(f"{step}none")
        every.append(f"{found[0]}{found[1]}{local[place - 1][1] if place else 'e=^'}")
        if place + 1 < count:
            every.append(f"n{found[0]}{found[1]}{local[place + 1][0]}")
        made.append(every)
    return made
