"""Layers of settings, where values came from, and what is refused with which sentence."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from latexrefcheck import registry
from latexrefcheck.errors import ConfigError
from latexrefcheck.model.finding import Severity
from latexrefcheck.settings import OPTIONS, Settings, load, rule_options, severities, thresholds
from latexrefcheck.settings._files import find
from latexrefcheck.settings.options import GROUPS
from latexrefcheck.settings.thresholds import DEFAULTS, MEANING
from latexrefcheck.system import tables
from latexrefcheck.verify import match


class Rule:
    """The parts of a rule module that settings look at."""

    def __init__(self, ID: str, SEVERITY: dict[str, str], OPTIONS: dict[str, object] | None = None) -> None:
        self.ID = ID
        self.SEVERITY = SEVERITY
        self.OPTIONS = OPTIONS or {}


def write(directory: Path, text: str, name: str = ".latexrefcheck.yml") -> Path:
    path = directory / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")
    return path


def test_defaults_come_from_the_declarations(tmp_path):
    settings = load({}, {}, tmp_path)
    assert {name: getattr(settings, option.attribute) for name, option in OPTIONS.items()} == {
        name: "default" if name == "profile" else dict(option.default) if option.is_mapping else option.default
        for name, option in OPTIONS.items()
    }
    assert set(settings.origins.values()) == {"default"}


def test_every_option_is_described_and_parses_its_default():
    for name, option in OPTIONS.items():
        assert option.help.endswith("."), name
        assert option.group in GROUPS
        if option.default is not None:
            assert option.parse(option.default) == option.default, name
    flags = [flag for option in OPTIONS.values() for flag in option.flags]
    assert len(flags) == len(set(flags))


def test_the_default_profile_file_holds_the_declared_defaults():
    table = tables.table("profiles", "default")
    assert {name: table["thresholds"][name] for name in table["thresholds"]} == {
        name: DEFAULTS[name] for name in table["thresholds"]
    }
    for name in set(table) - {"thresholds"}:
        assert table[name] == OPTIONS[name].default


def test_thresholds_are_those_of_matching():
    assert match.Thresholds()._asdict() == DEFAULTS
    assert MEANING.keys() == DEFAULTS.keys()


@pytest.mark.parametrize(
    ("name", "canonical"),
    [
        ("title_similarity", "title_similarity"),
        ("title-similarity", "title_similarity"),
        ("Title-Similarity", "title_similarity"),
        ("title", "title_similarity"),
        ("author", "author_similarity"),
        ("year", "year_tolerance"),
        ("verified", "high_confidence"),
        ("high-confidence", "high_confidence"),
        ("partial", "medium_confidence"),
        ("low", "low_confidence"),
        ("venue-weight", "venue_weight"),
        ("sources", "sources"),
    ],
)
def test_thresholds_go_by_several_names(tmp_path, name, canonical):
    value = 3 if canonical in ("year_tolerance", "sources") else 0.42
    write(tmp_path, f"thresholds:\n  {name}: {value}\n")
    settings = load({}, {}, tmp_path)
    assert settings.thresholds == {**DEFAULTS, canonical: value}
    assert settings.origins[f"thresholds.{canonical}"].endswith(":2")
    assert load({"thresholds": [f"{name}={value}"]}, {}, tmp_path).thresholds == {**DEFAULTS, canonical: value}
    assert thresholds.of({name: value})._asdict() == {**DEFAULTS, canonical: value}


@pytest.mark.parametrize(
    ("profile", "title", "author", "high"),
    [("lenient", 0.80, 0.60, 0.85), ("default", 0.85, 0.70, 0.90), ("strict", 0.90, 0.80, 0.95)],
)
def test_each_profile_has_its_own_thresholds(profile, title, author, high):
    held = Settings(profile=profile).thresholds
    assert (held["title_similarity"], held["author_similarity"], held["high_confidence"]) == (title, author, high)
    assert (held["year_tolerance"], held["medium_confidence"], held["low_confidence"]) == (1, 0.7, 0.5)


def test_each_layer_overrides_the_one_below(tmp_path):
    write(tmp_path, "profile: strict\nlock-max-age: 30\ntimeout: 5\nthresholds:\n  title: 0.5\n")
    environ = {"LATEXREFCHECK_TIMEOUT": "6", "LATEXREFCHECK_MAX_REQUESTS": "9"}
    settings = load({"max-requests": "10", "report": ["json:a.json,github", "text"]}, environ, tmp_path)
    seen = {
        name: (getattr(settings, OPTIONS[name].attribute), settings.origins[name])
        for name in ("profile", "fail-on", "lock-max-age", "timeout", "max-requests", "jobs")
    }
    file = (tmp_path / ".latexrefcheck.yml").as_posix()
    assert seen == {
        "profile": ("strict", f"{file}:1"),
        "fail-on": ("warning", "profile strict"),
        "lock-max-age": (30, f"{file}:2"),
        "timeout": (6.0, "LATEXREFCHECK_TIMEOUT"),
        "max-requests": (10, "--max-requests"),
        "jobs": (0, "default"),
    }
    assert settings.report == ("json:a.json", "github", "text")
    assert settings.thresholds == {**DEFAULTS, "high_confidence": 0.95, "title_similarity": 0.5, "author_similarity": 0.8}
    origins = {name: origin for name, origin in settings.origins.items() if name.startswith("thresholds.")}
    assert origins["thresholds.title_similarity"] == f"{file}:5"
    assert origins["thresholds.author_similarity"] == "profile strict"


def test_empty_variables_are_not_set(tmp_path):
    assert load({}, {"LATEXREFCHECK_FAIL_ON": "", "LATEXREFCHECK_REPORT": " "}, tmp_path).origins["fail-on"] == "default"


@pytest.mark.parametrize(
    ("text", "values"),
    [
        ("[tool.latexrefcheck]\nfail-on = 'warning'\n", {"fail_on": "warning"}),
        ("[tool.latexrefcheck]\nexclude = ['old/*']\n", {"exclude": ("old/*",)}),
        ("[tool.latexrefcheck.thresholds]\ntitle = 0.6\n", {"thresholds": {**DEFAULTS, "title_similarity": 0.6}}),
        ("[tool.other]\nfail-on = 'warning'\n", {"fail_on": "error"}),
    ],
)
def test_pyproject(tmp_path, text, values):
    write(tmp_path, text, "pyproject.toml")
    settings = load({}, {}, tmp_path)
    assert {name: getattr(settings, name) for name in values} == values


def test_a_pyproject_that_cannot_be_read_is_not_ours(tmp_path, monkeypatch):
    monkeypatch.setattr("latexrefcheck.settings._files.LIMIT", 10)
    write(tmp_path, "[tool.latexrefcheck]\nfail-on = 'warning'\n", "pyproject.toml")
    assert load({}, {}, tmp_path).fail_on == "error"


def test_pyproject_gives_lines(tmp_path):
    path = write(tmp_path, "[project]\nname = 'x'\n\n[tool.latexrefcheck]\n# a comment\nfail-on = 'never'\n", "pyproject.toml")
    assert load({}, {}, tmp_path).origins["fail-on"] == f"{path.as_posix()}:6"


@pytest.mark.parametrize(
    ("files", "start", "expected"),
    [
        ([".git/x", ".latexrefcheck.yml", "paper/x"], "paper", ".latexrefcheck.yml"),
        ([".git/x", ".latexrefcheck.yml", "paper/.latexrefcheck.yml"], "paper", "paper/.latexrefcheck.yml"),
        ([".latexrefcheck.yml", "paper/.git/x"], "paper", None),
        ([".latexrefcheck.yml", "paper/x"], "paper", None),
        ([".git/x", ".latexrefcheck.yaml"], ".", ".latexrefcheck.yaml"),
    ],
)
def test_the_search_ends_at_the_top_of_the_work_tree(tmp_path, files, start, expected):
    for name in files:
        write(tmp_path, "", name)
    found = find(tmp_path / start, tmp_path / start)
    assert found == (None if expected is None else tmp_path / expected)


def test_without_a_work_tree_the_search_ends_at_the_current_directory(tmp_path):
    write(tmp_path, "", ".latexrefcheck.yml")
    (tmp_path / "a" / "b").mkdir(parents=True)
    assert find(tmp_path / "a" / "b", tmp_path) == tmp_path / ".latexrefcheck.yml"


def test_the_file_is_searched_from_the_root_document(tmp_path):
    write(tmp_path, "fail-on: never\n", "paper/.latexrefcheck.yml")
    write(tmp_path, "", "paper/main.tex")
    assert load({"paths": [str(tmp_path / "paper" / "main.tex")]}, {}, tmp_path).fail_on == "never"


def test_paths_in_a_file_are_relative_to_it(tmp_path):
    write(tmp_path, "baseline: known.json\npaths: [a.tex, /b.tex]\n", "sub/.latexrefcheck.yml")
    settings = load({"config": str(tmp_path / "sub" / ".latexrefcheck.yml")}, {}, tmp_path)
    assert settings.baseline == tmp_path / "sub" / "known.json"
    assert settings.paths == (tmp_path / "sub" / "a.tex", Path("/b.tex"))


def test_a_profile_of_ones_own(tmp_path):
    write(tmp_path, "profile: strict\nfail-on: info\nrules:\n  bad-suppression: off\n", "house.yml")
    write(tmp_path, "profile: house.yml\n")
    settings = load({}, {}, tmp_path)
    assert (settings.fail_on, settings.rule_profile, settings.require_complete) == ("info", "strict", True)
    assert settings.rules == {"bad-suppression": {"severity": "off"}}


def test_source_settings_from_file_and_environment(tmp_path, monkeypatch):
    monkeypatch.setattr(registry, "sources", dict.fromkeys(("crossref", "semantic-scholar")))
    path = write(tmp_path, "source:\n  crossref:\n    url: https://mirror.example\n", "mine.yml")
    environ = {"LATEXREFCHECK_CROSSREF_KEY": "s3cret", "LATEXREFCHECK_SEMANTIC_SCHOLAR_URL": "http://127.0.0.1:8"}
    settings = load({"config": str(path)}, environ, tmp_path)
    assert settings.source == {
        "crossref": {"url": "https://mirror.example", "key": "s3cret"},
        "semantic-scholar": {"url": "http://127.0.0.1:8"},
    }
    assert settings.origins["source.crossref.key"] == "LATEXREFCHECK_CROSSREF_KEY"


@pytest.mark.parametrize("line", ["report: json:../x.json", "report: ['json:/x.json']", "evidence: ../x", "lock: a/../../x"])
def test_a_file_that_nobody_named_writes_in_its_directory_only(tmp_path, line):
    path = write(tmp_path, f"\n{line}\n", "paper/.latexrefcheck.yml")
    with pytest.raises(ConfigError, match=r"\.yml:2: .* lies outside of "):
        load({}, {}, path.parent)
    load({"config": str(path)}, {}, path.parent)


@pytest.mark.parametrize("line", ["extra-bib: ../x.bib", "shared: [a.bib, '/**/*.bib']", "shared: a/../../*/../x*.bib"])
def test_a_file_that_nobody_named_reads_libraries_of_its_project_only(tmp_path, line):
    path = write(tmp_path, f"\n{line}\n", "paper/.latexrefcheck.yml")
    with pytest.raises(ConfigError, match=r"\.yml:2: .* lies outside of the project"):
        load({}, {}, path.parent)
    load({"config": str(path)}, {}, path.parent)
    if "/**" not in line:
        (tmp_path / ".git").mkdir()
        load({}, {}, path.parent)


@pytest.mark.parametrize("name", ["a\nb.tex", " a.tex ", "a,b.tex", "\nb.tex"])
def test_paths_of_the_command_line_are_taken_as_they_stand(tmp_path, name):
    made = load({"paths": [name, "c.tex"], "extra-bib": [name], "baseline": f"{name}.json"}, {}, tmp_path)
    assert made.paths == (Path(name), Path("c.tex"))
    assert (made.extra_bib, made.baseline) == ((Path(name),), Path(f"{name}.json"))
    with pytest.raises(ConfigError, match="NUL"):
        load({"paths": [name + "\0"]}, {}, tmp_path)


def test_reports_of_a_file_are_relative_to_it(tmp_path):
    write(tmp_path, "report: [text, 'junit:out/junit.xml']\n", "paper/.latexrefcheck.yml")
    expected = ("text", f"junit:{tmp_path / 'paper' / 'out' / 'junit.xml'}")
    assert load({"paths": [str(tmp_path / "paper")]}, {}, tmp_path).report == expected


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("fial-on: error\n", ":1: unknown option 'fial-on'; did you mean 'fail-on'? (`latexrefcheck config` lists the options)"),
        ("\nfail-on: eror\n", ":2: fail-on must be one of info, warning, error, never, not 'eror'"),
        ("verify: maybe\n", ":1: verify must be true or false, not 'maybe'"),
        ("timeout: -1\n", ":1: timeout must be a number from 0 up, not -1"),
        ("max-file-size: big\n", ":1: max-file-size must be a whole number from 0 up (K, M and G may follow), not 'big'"),
        ("max-file-size: true\n", ":1: max-file-size must be a whole number from 0 up (K, M and G may follow), not True"),
        ("report: {a: b}\n", ":1: report must be a list of texts, not a table"),
        ("report: [[x]]\n", ":1: report must be a list of texts, without a list in it"),
        ("source: {nosuch: {contact: x}}\n", ":1: unknown source 'nosuch'"),
        ("suppress: [{reason: x, rule: 5}]\n", ":1: suppress, item 1: unknown rule '5'"),
        ("suppress: [{reason: x, key: [a, b]}]\n", ":1: suppress, item 1: key must be one text; write an item for each"),
        ("baseline: [x]\n", ":1: baseline must be a path, not a list"),
        ("fail-on: error\nfail-on: never\n", ":2: option 'fail-on' is given twice"),
        ("- a\n", ":1: must hold option names and values, like 'profile: strict'"),
        ("a: [\n", ":2: not valid YAML: did not find expected node content"),
        ("profile: lenint\n", "unknown profile 'lenint'; did you mean 'lenient'?"),
        ("rules:\n  bad-supression: off\n", ":2: unknown rule 'bad-supression'; did you mean 'bad-suppression'?"),
        ("rules:\n  bad-suppression: fatal\n", ":2: severity of bad-suppression must be one of off, info, warning"),
        ("rules:\n  bad-suppression: {limit: 3}\n", ":2: unknown option of bad-suppression 'limit'"),
        ("thresholds: {title: 7}\n", ":1: threshold title_similarity must be a number from 0 to 1, not 7"),
        ("thresholds: {titel: 0.7}\n", ":1: unknown threshold 'titel'; did you mean 'title'?"),
        ("suppress:\n  - rule: bad-suppression\n", ":1: suppress, item 1: give the reason"),
        ("suppress:\n  - reason: because\n", ":1: suppress, item 1: say what is accepted"),
        ("suppress:\n  - {reason: because, keys: x}\n", "unknown part of a suppression 'keys'; did you mean 'key'?"),
        ("suppress:\n  - {reason: because, rule: undefined-cite}\n", "unknown rule 'undefined-cite'"),
        ("max-not-found: many\n", ":1: max-not-found must be a number (3) or a share (10% or 0.1), not 'many'"),
        ("max-not-found: 120%\n", "max-not-found must be a number"),
        ("max-not-found: -1\n", "max-not-found must be a number"),
        ("max-not-found: 1.5\n", "max-not-found must be a number"),
        ("since: HEAD\n", ":1: unknown option 'since'"),
        ("a: &a [*a]\nb: " + "[" * 3000, "not valid YAML"),
    ],
)  # fmt: skip
def test_what_a_file_may_not_say(tmp_path, text, message):
    path = write(tmp_path, text)
    with pytest.raises(ConfigError) as caught:
        load({}, {}, tmp_path)
    assert message in str(caught.value)
    assert "\n" not in str(caught.value)
    if message.startswith(":"):
        assert str(caught.value).startswith(f"{path.as_posix()}{message[: message.index(' ')]}")


@pytest.mark.parametrize(
    ("environ", "message"),
    [
        (
            {"LATEXREFCHECK_FALI_ON": "x"},
            "unknown environment variable 'LATEXREFCHECK_FALI_ON'; did you mean 'LATEXREFCHECK_FAIL_ON'?",
        ),
        ({"LATEXREFCHECK_NOSUCH_KEY": "x"}, "unknown environment variable 'LATEXREFCHECK_NOSUCH_KEY'"),
        ({"LATEXREFCHECK_OFFLINE": "perhaps"}, "LATEXREFCHECK_OFFLINE: offline must be true or false, not 'perhaps'"),
        ({"LATEXREFCHECK_RULES": "bad-suppression"}, "LATEXREFCHECK_RULES: rules must have the form NAME=VALUE"),
        ({"LATEXREFCHECK_SELECT": "nosuch"}, "LATEXREFCHECK_SELECT: unknown rule 'nosuch'"),
    ],
)
def test_what_the_environment_may_not_say(tmp_path, environ, message):
    with pytest.raises(ConfigError) as caught:
        load({}, environ, tmp_path)
    assert str(caught.value).startswith(message)


@pytest.mark.parametrize(
    ("given", "expected"),
    [
        ({}, {"a": "warning", "b": "off"}),
        ({"profile": "strict"}, {"a": "error", "b": "info"}),
        ({"profile": "lenient"}, {"a": "info", "b": "off"}),
        ({"ignore": ["bad-suppression"]}, {"a": "off", "b": "off"}),
        ({"select": ["stale-baseline"]}, {"a": "off", "b": "info"}),
        ({"rules": {"bad-suppression": "error"}}, {"a": "error", "b": "off"}),
        ({"rules": {"bad-suppression": False}}, {"a": "off", "b": "off"}),
    ],
)
def test_severities(given, expected):
    a = Rule("bad-suppression", {"lenient": "info", "default": "warning", "strict": "error"})
    b = Rule("stale-baseline", {"lenient": "off", "default": "off", "strict": "info"})
    found = severities(Settings(**given), {a.ID: a.SEVERITY, b.ID: b.SEVERITY})
    assert found == {a.ID: Severity[expected["a"]], b.ID: Severity[expected["b"]]}


def test_rule_options_are_laid_over_the_defaults(monkeypatch):
    rule = Rule("bad-suppression", {}, {"limit": 3, "words": ("a",)})
    monkeypatch.setattr(registry, "rules", {rule.ID: rule})
    settings = Settings(rules={"bad-suppression": {"severity": "info", "limit": "4"}})
    assert rule_options(settings, [rule]) == {"bad-suppression": {"limit": 4, "words": ("a",)}}


def test_settings_are_read_only_and_replaced_in_a_copy():
    settings = Settings(profile="strict", paths=["a.tex"])
    with pytest.raises(AttributeError):
        settings.jobs = 3
    copy = settings.replace(jobs=3)
    assert (settings.jobs, copy.jobs, copy.fail_on, copy.paths) == (0, 3, "warning", (Path("a.tex"),))
    with pytest.raises(ConfigError, match="unknown option 'jbos'; did you mean 'jobs'"):
        Settings(jbos=1)


REPORT_OPTIONS = {"junit": {"positions": False}, "github": {"limit": 3}}


@pytest.mark.parametrize(
    ("flags", "environ", "file"),
    [
        ({"report-options": ["junit.positions=no", "github.limit=3"]}, {}, ""),
        ({}, {"LATEXREFCHECK_REPORT_OPTIONS": "junit.positions=false, github.limit=3"}, ""),
        ({}, {}, "report-options:\n  junit: {positions: false}\n  github: {limit: 3}\n"),
        ({}, {}, "report-options: {junit.positions: false, github.limit: 3}\n"),
        (
            {"report-options": ["github.limit=3"]},
            {"LATEXREFCHECK_REPORT_OPTIONS": "github.limit=4,junit.positions=off"},
            "report-options: {github: {limit: 5}, junit: {positions: true}}\n",
        ),
    ],
)
def test_options_of_reports_from_flag_variable_and_file(tmp_path, flags, environ, file):
    write(tmp_path, file)
    assert load(flags, environ, tmp_path).report_options == REPORT_OPTIONS


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ("junti.positions=no", "--report-option: unknown report 'junti'; did you mean 'junit'?"),
        ("junit.position=no", "--report-option: unknown option of report junit 'position'; did you mean 'positions'?"),
        ("junit.positions=perhaps", "--report-option: positions of junit must be a value like True, not 'perhaps'"),
        ("github.limit=ten", "--report-option: limit of github must be a value like 10, not 'ten'"),
        ("junit=no", "--report-option: report-options of junit must be a table"),
        ("gitlab.limit=1", "--report-option: the report gitlab has no options"),
    ],
)
def test_options_of_reports_that_do_not_exist(tmp_path, given, message):
    with pytest.raises(ConfigError, match=re.escape(message)):
        load({"report-options": [given]}, {}, tmp_path)


@pytest.mark.parametrize(
    ("option", "text", "values"),
    [
        ("paths", "a,b.tex", ("a,b.tex",)),
        ("paths", "a, b.tex\nc.tex", ("a, b.tex", "c.tex")),
        ("shared", "one,two.bib", ("one,two.bib",)),
        ("extra-bib", "one,two.bib", ("one,two.bib",)),
        ("exclude", "a*,b*", ("a*", "b*")),
        ("select", "bad-doi, bad-isbn", ("bad-doi", "bad-isbn")),
    ],
)
def test_a_name_of_a_file_may_hold_a_comma(tmp_path, option, text, values):
    settings = load({}, {OPTIONS[option].variable: text}, tmp_path)
    found = getattr(settings, OPTIONS[option].attribute)
    assert tuple(str(one) for one in found) == values
