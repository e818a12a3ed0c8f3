"""Names and titles in other scripts and transliterations: nobody is accused of what cannot be read."""

from __future__ import annotations

from dataclasses import replace

import pytest

from latexrefcheck.model.record import Evidence, Query, Record, Reference
from latexrefcheck.text.names import parse_names
from latexrefcheck.text.person import Person
from latexrefcheck.verify.match import judge
from latexrefcheck.verify.match.people import compare

P = Person


def state(bib: str, *record: Person) -> str:
    cited, cut = parse_names(bib)
    return compare(cited, cut, record, False).state


@pytest.mark.parametrize(
    ("cited", "record"),
    [
        ("Lyapunov, A. M.", P("Liapounoff", "A. M.")),
        ("Ljapunov, A.", P("Lyapunov", "Aleksandr")),
        ("Chebyshev, P. L.", P("Tchebychef", "P. L.")),
        ("Tschebyscheff, P.", P("Chebyshev", "Pafnuty")),
        ("Čebyšev, P.", P("Chebyshev", "P. L.")),
        ("Dostoyevsky, Fyodor", P("Dostoevskii", "F. M.")),
        ("Tikhonov, A. N.", P("Tychonoff", "A.")),
        ("Vygotsky, Lev", P("Vygotskij", "L. S.")),
        ("Rachmaninoff, Sergei", P("Rakhmaninov", "S.")),
        ("Khinchin, A.", P("Khintchine", "A.")),
        ("Zhukovsky, N.", P("Joukowski", "N.")),
        ("Kantorovich, L.", P("Kantorovitch", "L.")),
        ("Tchaikovsky, P.", P("Čajkovskij", "P.")),
        ("Mendeleev, D.", P("Mendelejew", "D.")),
        ("Popov, A.", P("Popoff", "A.")),
        ("Ohno, T.", P("Ōno", "Taiichi")),
        ("Itoh, K.", P("Itô", "Kiyosi")),
        ("Tolstoy, Leo", P("Tolstoy", "Lev")),
        ("Leo Tolstoy", P("Tolstoi", "Lev N.")),
        ("Ali, Muhammad", P("Ali", "Mohammed")),
        ("Muhammad, Ali", P("Mohammed", "Ali")),
        ("Hussain, Omar", P("Hussein", "Umar")),
        ("Nesterov, Y.", P("Nesterov", "Iu. E.")),
        ("Lifshitz, Evgenii", P("Lifshits", "Y. M.")),
        ("Aliyev, Ilham", P("Əliyev", "İlham")),
    ],
)
def test_transliterations_agree(cited: str, record: Person) -> None:
    assert state(cited, record) in ("agree", "minor")


@pytest.mark.parametrize(
    ("cited", "record"),
    [
        ("Ivanov, Ivan", P("Иванов", "Иван")),
        ("Ivanov, I.", P(literal="И. И. Иванов")),
        ("Иванов, Иван", P("Ivanov", "Ivan")),
        ("Ivanenko, Nataliia", P("Іваненко", "Наталія")),
        ("Kolmogorov, A. N.", P("Колмогоров", "А. Н.")),
        ("Nesterov, Yurii", P("Нестеров", "Ю. Е.")),
        ("Heisenberg, Werner", P("Гейзенберг", "В.")),
        ("Hawking, Stephen", P("Хокинг", "Стивен")),
        ("Papadopoulos, Georgios", P("Παπαδόπουλος", "Γεώργιος")),
        ("Papadopoulos, G.", P("Παπαδόπουλος", "Γ.")),
        ("Zhang, Wei", P("张", "伟")),
        ("Wei Zhang", P("张", "伟")),
        ("W. Zhang", P(literal="张伟")),
        ("张伟", P("Zhang", "Wei")),
        ("Wang, Xiaoming", P("王小明")),
        ("Wang, X.-M.", P("王", "小明")),
        ("Zeng, Min", P("曾", "敏")),
        ("Chan, Siu Ming", P("陳", "小明")),
        ("Yamada, Taro", P("ヤマダ", "タロウ")),
        ("Kim, Chul-Soo", P("김", "철수")),
        ("Lee, J.-Y.", P(literal="이재용")),
        ("Mohammed, Ali", P("محمد", "علي")),
        ("Zhang, Wei", P("Zhang Wei (张伟)")),
        ("Ivanov", P("Иванов", "Иван")),
    ],
)
def test_names_in_another_script_agree(cited: str, record: Person) -> None:
    assert state(cited, record) in ("agree", "minor")


@pytest.mark.parametrize(
    ("cited", "record"),
    [
        ("Sato, Takeshi", P("佐藤", "健")),
        ("Sato", P(literal="佐藤健")),
        ("Watanabe, K.", P(literal="渡辺謙")),
        ("Haddad, Karim", P("حداد", "كريم")),
        ("Srivastava, A.", P("श्रीवास्तव", "अ")),
        ("佐藤健", P("Sato", "Takeshi")),
    ],
)
def test_what_cannot_be_read_accuses_nobody(cited: str, record: Person) -> None:
    assert state(cited, record) in ("agree", "minor", "unknown")


@pytest.mark.parametrize(
    ("cited", "record"),
    [
        ("Okonjo, Marta", P("Иванов", "Иван")),
        ("Brightwater", P("Παπαδόπουλος", "Γεώργιος")),
        ("Cheng, Wei", P("Zheng", "Wei")),
        ("Chang, Wei", P("Zhang", "Wei")),
        ("Shen, Li", P("Chen", "Li")),
        ("Pavlov, I.", P("Petrov", "I.")),
        ("Ivanenko, I.", P("Ivanov", "I.")),
        ("Nakagawa, T.", P("Nakamura", "T.")),
    ],
)
def test_other_people_stay_other_people(cited: str, record: Person) -> None:
    assert state(cited, record) == "differ"


CITED = Reference(
    key="k",
    type="article",
    titles=("Spectral Properties of Graph Laplacians on Random Trees",),
    authors=(P("Ivanov", "Ivan"), P("Petrov", "Petr")),
    years=(2015,),
    venues=("Mathematical Notes",),
    identifiers={"doi": "10.99999/mzm.1"},
)
NATIVE = Record(
    source="crossref",
    titles=("Спектральные свойства лапласианов графов на случайных деревьях",),
    authors=(P("Иванов", "Иван"), P("Петров", "Пётр")),
    years=(2015,),
    identifiers={"doi": "10.99999/mzm.1"},
)
HAN = replace(NATIVE, titles=("随机树上图拉普拉斯算子的谱性质",), authors=(P("佐藤", "健"), P("渡辺", "謙")))


@pytest.mark.parametrize(
    ("reference", "record", "status"),
    [
        (CITED, NATIVE, "verified"),
        (CITED, replace(NATIVE, titles=(CITED.title,)), "verified"),
        (CITED, replace(NATIVE, years=(2014,)), "verified"),
        (CITED, replace(NATIVE, authors=()), "verified"),
        (CITED, HAN, "verified"),
    ],
)
def test_a_title_in_another_script_is_not_another_work(reference: Reference, record: Record, status: str) -> None:
    verdict = judge(reference, [Evidence("crossref", Query("doi", "10.99999/mzm.1"), "found", (record,))])
    assert verdict.status != "wrong-identifier"
    assert not [judgement for judgement in verdict.judgements if judgement.state == "differ"]


def test_somebody_elses_work_in_another_script_is_another_work() -> None:
    other = replace(NATIVE, authors=(P("Сидоренко", "Олег"),), years=(1987,))
    verdict = judge(CITED, [Evidence("crossref", Query("doi", "10.99999/mzm.1"), "found", (other,))])
    assert verdict.status == "wrong-identifier"
