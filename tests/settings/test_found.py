"""What a configuration file may set that came with a paper: every option, with a value it may give and one it may not."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import pytest

from latexrefcheck.errors import ConfigError
from latexrefcheck.settings import OPTIONS, load
from latexrefcheck.settings._option import Found

OUT = "../outside"
TABLE: dict[str, tuple[Found, str | None, str | None]] = {
    "paths": (Found.inside, "[main.tex]", f"[{OUT}/main.tex]"),
    "base": (Found.nothing, None, "."),
    "build": (Found.anything, "off", None),
    "aux": (Found.nothing, None, "main.aux"),
    "fls": (Found.nothing, None, "main.fls"),
    "out-dir": (Found.inside, "build", OUT),
    "aux-dir": (Found.inside, "a/../b", "/"),
    "extra-bib": (Found.inside, "[a.bib]", f"[{OUT}/a.bib]"),
    "shared": (Found.inside, "['lib/*.bib']", "['lib/../../*.bib']"),
    "tex-tree": (Found.anything, "false", None),
    "cite-commands": (Found.anything, "{mycite: '{k}'}", None),
    "backend": (Found.anything, "biber", None),
    "exclude": (Found.anything, "['old/*']", None),
    "max-file-size": (Found.lower, "1M", "10G"),
    "profile": (Found.inside, "house.yml", f"{OUT}/house.yml"),
    "config": (Found.nothing, None, "other.yml"),
    "fail-on": (Found.anything, "info", None),
    "select": (Found.anything, "[undefined-citation]", None),
    "ignore": (Found.anything, "[undefined-citation]", None),
    "rules": (Found.anything, "{undefined-citation: error}", None),
    "suppress": (Found.anything, "[{key: a, reason: b}]", None),
    "baseline": (Found.inside, "known.json", f"{OUT}/known.json"),
    "write-baseline": (Found.nothing, None, "true"),
    "require-complete": (Found.anything, "true", None),
    "since": (Found.nothing, None, "HEAD"),
    "changed-only": (Found.nothing, None, "true"),
    "report": (Found.inside, "['json:out/r.json', text]", f"['json:{OUT}/r.json']"),
    "color": (Found.anything, "never", None),
    "quiet": (Found.anything, "true", None),
    "verbose": (Found.anything, "true", None),
    "trace": (Found.anything, "true", None),
    "progress": (Found.anything, "off", None),
    "verify": (Found.anything, "false", None),
    "cited-only": (Found.anything, "false", None),
    "retractions": (Found.nothing, None, "rw.csv"),
    "thresholds": (Found.anything, "{title: 0.9}", None),
    "offline": (Found.anything, "true", None),
    "refresh": (Found.nothing, None, "['*']"),
    "sources": (Found.anything, "[crossref]", None),
    "without-sources": (Found.anything, "[crossref]", None),
    "source": (Found.parts, "{crossref: {contact: a@example.org}}", "{crossref: {url: 'http://127.0.0.1:1'}}"),
    "contact": (Found.anything, "a@example.org", None),
    "cache": (Found.nothing, None, "c"),
    "timeout": (Found.anything, "3", None),
    "max-requests": (Found.anything, "3", None),
    "uncited": (Found.anything, "list", None),
    "require-sources": (Found.anything, "2", None),
    "max-not-found": (Found.anything, "3", None),
    "report-options": (Found.anything, "{junit: {positions: false}}", None),
    "show": (Found.anything, "error", None),
    "confirmations": (Found.anything, "false", None),
    "max-seconds": (Found.anything, "30", None),
    "jobs": (Found.anything, "1", None),
    "lock": (Found.inside, "x.lock", f"{OUT}/x.lock"),
    "write-lock": (Found.nothing, None, "true"),
    "frozen": (Found.anything, "true", None),
    "lock-max-age": (Found.anything, "30", None),
    "evidence": (Found.inside, "asked.jsonl", f"{OUT}/asked.jsonl"),
}


@pytest.fixture
def paper(tmp_path: Path) -> Path:
    """A paper's folder in a work tree of its own, beside a folder that is none of its business."""
    folder = tmp_path / "paper"
    (folder / ".git").mkdir(parents=True)
    (tmp_path / "outside").mkdir()
    for place in (folder, tmp_path / "outside"):
        (place / "house.yml").write_text("fail-on: info\n")
        (place / "main.tex").write_text("")
    return folder


def loaded(folder: Path, text: str, flags: dict[str, Any] | None = None, environ: dict[str, str] | None = None) -> Any:
    (folder / ".latexrefcheck.yml").write_text(text)
    return load(flags or {}, environ or {}, folder)


def test_every_option_is_in_the_table() -> None:
    assert {name: option.found for name, option in OPTIONS.items() if name in TABLE} == {n: row[0] for n, row in TABLE.items()}
    # An option that is new here is safe by its type, and belongs into the table all the same.
    for name in OPTIONS.keys() - TABLE.keys():
        assert "Path" not in OPTIONS[name].type or OPTIONS[name].found in (Found.inside, Found.nothing), name


@pytest.mark.parametrize("name", [name for name, row in TABLE.items() if row[1] is not None])
def test_what_a_found_file_may_set(name: str, paper: Path) -> None:
    settings = loaded(paper, f"\n{name}: {TABLE[name][1]}\n")
    assert any(origin.endswith(".latexrefcheck.yml:2") for origin in settings.origins.values())


@pytest.mark.parametrize("name", [name for name, row in TABLE.items() if row[2] is not None])
def test_what_a_found_file_may_not_set(name: str, paper: Path) -> None:
    with pytest.raises(ConfigError, match=r"\.latexrefcheck\.yml:2: ") as caught:
        loaded(paper, f"\n{name}: {TABLE[name][2]}\n")
    said = str(caught.value)
    assert "\n" not in said
    if OPTIONS[name].file:
        assert "beside a paper" in said
        assert "--config" in said
        (paper / "mine.yml").write_text(f"{name}: {TABLE[name][2]}\n")
        (paper / ".latexrefcheck.yml").unlink()
        load({"config": str(paper / "mine.yml")}, {}, paper)
        if TABLE[name][0] is Found.nothing:
            assert f"--{name}" in said
            assert f"LATEXREFCHECK_{name.upper().replace('-', '_')}" in said


HARMFUL = {
    "an address": "source: {crossref: {url: 'https://elsewhere.example'}}",
    "a key": "source: {crossref: {key: theirs}}",
    "an address among others": "source: {dblp: {contact: a@b.c}, doiorg: {contact: a@b.c, url: 'http://10.0.0.1'}}",
    "the root as base": "base: /",
    "a folder as base": "base: evil",
    "a cache of its own": "cache: c",
    "a lock written unasked": "write-lock: true",
    "every file of the machine": "shared: ['/**/*.bib']",
    "another paper": "paths: [../../outside]",
    "a build elsewhere": "out-dir: ../../outside",
    "a report in the home": "report: ['html:~/report.html', 'json:/tmp/x.json']",
    "a retraction list": "retractions: /etc/passwd",
    "a link": "baseline: ../link/known.json",
}


@pytest.mark.parametrize("name", ["given.yml", "LATEXREFCHECK_x.yml", "given/profile.yaml", "link/house.yml"])
@pytest.mark.parametrize("what", HARMFUL)
def test_a_profile_that_a_found_file_names_may_not_say_more(what: str, name: str, paper: Path) -> None:
    (paper / "link").symlink_to("../outside")
    (paper / name).parent.mkdir(exist_ok=True)
    (paper / name).write_text(f"{HARMFUL[what]}\n")
    key = {"LATEXREFCHECK_CROSSREF_KEY": "s3cret"}
    for text in (f"profile: {name}", HARMFUL[what]):
        with pytest.raises(ConfigError, match="beside a"):
            loaded(paper, text + "\n", environ=key)


@pytest.mark.parametrize("what", [what for what in HARMFUL if what not in ("an address", "a key", "an address among others")])
def test_the_same_in_a_pyproject(what: str, paper: Path) -> None:
    import yaml

    (paper / "link").symlink_to("../outside")
    (name, value), *_ = yaml.safe_load(HARMFUL[what]).items()
    shown = str(value).lower() if isinstance(value, bool) else repr(value)
    (paper / "pyproject.toml").write_text(f"[tool.latexrefcheck]\n{name} = {shown}\n")
    with pytest.raises(ConfigError, match=r"pyproject\.toml:2: .*beside a"):
        load({}, {}, paper)


def test_a_profile_that_the_user_names_may(paper: Path) -> None:
    (paper / "mine.yml").write_text("source: {crossref: {url: 'https://mirror.example'}}\ncache: c\n")
    environ = {"LATEXREFCHECK_CROSSREF_KEY": "s3cret"}
    for flags in ({"profile": str(paper / "mine.yml")}, {"config": str(paper / "mine.yml")}):
        settings = load(flags, environ, paper)
        assert settings.source["crossref"] == {"url": "https://mirror.example", "key": "s3cret"}
        assert settings.cache == paper / "c"


def test_what_the_user_says_wins_over_nothing_that_is_refused(paper: Path) -> None:
    """A refused value is an error even where a flag would override it: the file is told about loudly."""
    with pytest.raises(ConfigError, match=r"\.yml:1: cache "):
        loaded(paper, "cache: c\n", {"cache": str(paper / "mine")})


ODD = ["a\0b", "\0", "json:a\0b", "\ud800", "a\udfffb"]


@pytest.mark.parametrize("text", ODD)
@pytest.mark.parametrize("name", sorted(OPTIONS))
def test_names_that_no_file_can_have_are_one_sentence(name: str, text: str, paper: Path) -> None:
    import json

    option = OPTIONS[name]
    if not option.file or option.is_mapping or "Mapping" in option.type:
        return
    shown = json.dumps(text)
    with pytest.raises(ConfigError) as caught:
        loaded(paper, f"{name}: {f'[{shown}]' if option.is_list else shown}\n")
    assert ".latexrefcheck.yml" in str(caught.value)


@pytest.mark.parametrize(
    "path",
    [".git/config", ".GIT/hooks/pre-commit", "x/.Git/y", ".git./config", ".git /config", "git~1/config", ".g\u200cit/config",
     "GIT~1/hooks/x", ".git::$INDEX_ALLOCATION/config", ".LatexRefCheck.YML", "PyProject.toml", "Main.TEX", "makefile",
     ".LATEXMKRC"],
)  # fmt: skip
@pytest.mark.parametrize("name", ["lock", "baseline", "evidence", "report"])
def test_what_must_not_be_overwritten_however_it_is_spelt(name: str, path: str, paper: Path) -> None:
    value = f"text:{path}" if name == "report" else path
    with pytest.raises(ConfigError, match="would overwrite"):
        load({name: [value] if name == "report" else value}, {}, paper)


def test_a_search_from_the_root_of_the_file_system_finds_the_current_directory_only() -> None:
    from latexrefcheck.reading.project.discovery import _under

    assert _under(Path(os.getcwd()), Path("/"))
