"""The page in a real browser: the ways of a new user, hostile texts, two tabs, strangers, keyboard, contrast, narrow screens."""

from __future__ import annotations

import re
import threading
from collections.abc import Callable, Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import browsing
import pytest
import uvicorn
from webharness import BIB, settings

from latexrefcheck.web import Site
from latexrefcheck.web.routes import application
from latexrefcheck.web.serving import _listening

TOKEN = "token-of-the-browser"


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    """Headless Chromium."""
    yield from browsing.chromium()


class Served:
    """A server of the page in a thread; ``address`` is what `latexrefcheck serve` would print."""

    def __init__(self) -> None:
        self.site = Site(settings)
        self._listener = _listening(0)
        port = self._listener.getsockname()[1]
        self.url = f"http://127.0.0.1:{port}"
        self.address = f"{self.url}/?token={TOKEN}"
        config = uvicorn.Config(application(self.site, TOKEN, port), log_level="error", lifespan="off", ws="none")
        self._server = uvicorn.Server(config)
        self._thread = threading.Thread(target=self._server.run, kwargs={"sockets": [self._listener]}, daemon=True)
        self._thread.start()

    def stop(self) -> None:
        self._server.should_exit = True
        self._thread.join(20)
        self._listener.close()


@pytest.fixture
def served(paper: Path, world: list[str]) -> Iterator[Served]:
    """The page of the paper, served."""
    server = Served()
    yield server
    server.stop()


Open = Callable[..., Any]


@pytest.fixture
def tab(browser: Any, served: Served) -> Iterator[Open]:
    """Opens tabs of one user; what scripts complain about, dialogs, and requests to anybody else must not be."""
    context = browser.new_context(viewport={"width": 1280, "height": 900}, accept_downloads=True)
    context.set_default_timeout(20_000)
    troubles: list[str] = []

    def opened(view: str = "overview", check: bool = True) -> Any:
        page = context.new_page()
        page.on("console", lambda message: troubles.append(f"console: {message.text}"))
        page.on("pageerror", lambda error: troubles.append(f"error: {error}"))
        page.on("dialog", lambda dialog: (troubles.append("dialog"), dialog.dismiss()))
        page.on(
            "request", lambda asked: None if asked.url.startswith((served.url, "blob:", "data:")) else troubles.append(asked.url)
        )
        page.goto(served.address + (f"#view-{view}" if view else ""))
        if check:
            page.get_by_role("button", name="Check").click()
            page.get_by_text("Checked.").wait_for()
        return page

    opened.troubles = troubles  # type: ignore[attr-defined]
    yield opened
    context.close()
    assert troubles == []


def go(page: Any, name: str) -> None:
    page.get_by_role("navigation").get_by_role("link", name=re.compile(f"^{name}")).click()
    page.locator(f"#view-{name.lower()}:not([aria-busy])").wait_for()


def test_from_the_start_to_a_mended_entry(tab: Open, paper: Path) -> None:
    page = tab(check=False)
    page.get_by_text("Nothing was checked yet.").wait_for()
    page.get_by_role("button", name="Check").click()
    page.get_by_text("Checked.").wait_for()
    assert page.title() == "Overview \u2013 latexrefcheck"
    page.locator(".card.error a").click()
    page.locator("#view-findings").wait_for()
    page.get_by_role("button", name=re.compile(r"Show all \d safe fixes")).click()
    dialog = page.get_by_role("dialog")
    assert "+  doi     = {10.99999/GOOD}," in dialog.locator("pre").inner_text()
    dialog.get_by_role("button", name="Cancel").click()
    assert (paper / "refs.bib").read_text(encoding="utf-8") == BIB
    one = page.locator(".finding", has_text="doi-as-url")
    one.get_by_role("checkbox", name=re.compile("choose this fix")).check()
    page.get_by_role("button", name="Show the chosen fix").click()
    dialog.get_by_role("button", name="Write one fix").click()
    page.locator(".finding", has_text="doi-as-url").wait_for(state="detached")
    assert (paper / "refs.bib").read_text(encoding="utf-8") == BIB.replace("https://doi.org/", "")
    go(page, "History")
    assert page.locator("#past li").count() == 2


def test_records_side_by_side(tab: Open) -> None:
    page = tab("entries")
    row = page.locator("tbody", has_text="keller2017").first
    row.get_by_text("Evidence").click()
    if not row.locator(".records").is_visible():
        row.get_by_text("Evidence").click()
    table = row.locator(".records")
    table.wait_for()
    assert table.locator("thead th").all_inner_texts()[:2] == ["field", "cited"]
    assert "Crossref" in table.inner_text()
    people = table.locator("tr", has=page.get_by_role("rowheader", name="people"))
    assert "1 of 3 not cited" in people.inner_text()
    assert people.locator("ins").inner_text() == "Jane Mary Doe"


@pytest.mark.usefixtures("found")
def test_search_add_export_remove(tab: Open, tmp_path: Path) -> None:
    page = tab("search", check=False)
    page.get_by_label("Subject, in words").fill("rivers")
    page.get_by_label("Subject, in words").press("Enter")
    results = page.locator("#results > li")
    results.first.wait_for()
    assert page.locator("#search-status").inner_text().startswith("2 works.")
    page.get_by_role("button", name="Add Good Predictions of Rivers").click()
    page.get_by_text("Added keller2017good.").wait_for()
    page.get_by_role("button", name="Add Lamps").click()
    page.locator("#results").get_by_text(re.compile(r"Added .*lamps")).wait_for()
    page.get_by_role("button", name="Add Good Predictions of Rivers").click()
    page.get_by_text(re.compile("not added: .*same doi")).wait_for()
    go(page, "Library")
    page.locator("#works code").nth(1).wait_for()
    assert page.locator("#works > li").count() == 2
    with page.expect_download() as saving:
        page.get_by_role("button", name="Export").click()
    assert saving.value.suggested_filename == "library.bib"
    assert "@article{keller2017good," in Path(saving.value.path()).read_text(encoding="utf-8")
    page.locator("#export-form select").select_option("markdown")
    with page.expect_download() as saving:
        page.get_by_role("button", name="Export").click()
    assert Path(saving.value.path()).read_text(encoding="utf-8").startswith("1. ")
    page.get_by_role("checkbox", name="keller2017good").check()
    page.get_by_role("button", name="Remove the chosen").click()
    page.get_by_text("Removed keller2017good.").wait_for()
    page.get_by_role("button", name="Remove all").click()
    page.get_by_role("dialog").get_by_role("button", name="Remove all").click()
    page.get_by_text("Removed 1 work.").wait_for()
    go(page, "History")
    page.get_by_role("button", name="Show what was found for rivers").click()
    assert results.count() == 2


@pytest.mark.usefixtures("found")
def test_add_to_the_bib_of_the_project_after_a_look_at_the_diff(tab: Open, paper: Path) -> None:
    page = tab("search", check=False)
    page.get_by_label("Subject, in words").fill("rivers")
    page.get_by_role("button", name="Search").click()
    page.get_by_label("Add to").select_option("refs.bib")
    page.get_by_role("button", name="Add Lamps").click()
    dialog = page.get_by_role("dialog")
    dialog.wait_for()
    assert (paper / "refs.bib").read_text(encoding="utf-8") == BIB
    dialog.get_by_role("button", name="Write").click()
    page.get_by_text(re.compile(r"to refs\.bib; cite it with")).wait_for()
    assert "Lamps" in (paper / "refs.bib").read_text(encoding="utf-8")


@pytest.mark.usefixtures("found")
def test_hostile_texts_are_text(tab: Open) -> None:
    page = tab("entries")
    assert '<script>alert("title")</script>' in page.locator(".entries").inner_text()
    go(page, "Search")
    page.get_by_label("Subject, in words").fill("<img src=x onerror=alert(1)> rivers")
    page.get_by_role("button", name="Search").click()
    page.locator("#results h3", has_text="Lamps <b>along</b> rivers").wait_for()
    go(page, "History")
    page.locator("#searches h3", has_text="<img src=x onerror=alert(1)>").wait_for()
    go(page, "Library")
    page.get_by_label("Name of a new one").fill("</option><script>alert(1)</script>")
    page.get_by_role("button", name="Begin a session").click()
    page.get_by_text("A new session has begun.").wait_for()
    assert "</option><script>" in page.locator("#session").inner_text()
    assert page.locator("script").count() == 1
    assert page.locator("#main img").count() == 0


def test_two_tabs(tab: Open, paper: Path) -> None:
    one, other = tab("findings"), tab("findings", check=False)
    other.get_by_text("Checked.").wait_for()
    other.get_by_role("button", name=re.compile(r"Show all \d safe fixes")).click()
    other.get_by_role("dialog").get_by_role("button", name=re.compile("^Write")).click()
    one.locator(".finding", has_text="doi-as-url").wait_for(state="detached")  # the first tab shows the new report by itself
    assert "https://doi.org/" not in (paper / "refs.bib").read_text(encoding="utf-8")
    for page, name in ((one, "First"), (other, "Second")):
        go(page, "Library")
        page.get_by_label("Name of a new one").fill(name)
        page.get_by_role("button", name="Begin a session").click()
        page.get_by_text("A new session has begun.").wait_for()
    one.get_by_label("Add by DOI").fill("10.99999/good")
    one.get_by_role("button", name="Add", exact=True).click()
    one.get_by_text("Added keller2017good.").wait_for()
    other.reload()
    assert other.locator("#session option:checked").inner_text().startswith("Second")
    other.locator("#works").get_by_text("Empty.").wait_for()


def test_a_file_that_was_edited_meanwhile(tab: Open, paper: Path) -> None:
    page = tab("findings")
    mine = BIB.replace("2017},", "2018},")
    page.get_by_role("button", name=re.compile(r"Show all \d safe fixes")).click()
    (paper / "refs.bib").write_text(mine, encoding="utf-8")
    page.get_by_role("dialog").get_by_role("button", name=re.compile("^Write")).click()
    page.get_by_role("alert").get_by_text("was changed while it was looked at").wait_for()
    assert (paper / "refs.bib").read_text(encoding="utf-8") == mine
    page.get_by_text("Changed since: refs.bib. Check again.").wait_for()
    tab.troubles[:] = [text for text in tab.troubles if "409" not in text]  # type: ignore[attr-defined]


def test_strangers_get_nothing(tab: Open, served: Served) -> None:
    """A page of a stranger in the same browser: it may send, and neither does anything nor reads an answer."""

    class Stranger(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self.send_response(200)
            self.send_header("Content-Type", "text/html")
            self.end_headers()
            self.wfile.write(b"<!doctype html><title>x</title>")

        def log_message(self, *_: Any) -> None:
            """Quiet."""

    stranger = ThreadingHTTPServer(("127.0.0.1", 0), Stranger)
    threading.Thread(target=stranger.serve_forever, daemon=True).start()
    page = tab(check=False)
    other = page.context.new_page()
    other.goto(f"http://localhost:{stranger.server_address[1]}/")
    attack = """async ([url, token]) => {
      const told = [];
      const key = {Authorization: "Bearer " + token};
      const tries = [
        [url + "/api/state", {headers: key}],
        [url + "/api/check", {method: "POST", headers: {...key, "Content-Type": "application/json"}, body: "{}"}],
        [url + "/api/check", {method: "POST", body: "{}"}],
        [url + "/?token=" + token, {}],
      ];
      for (const [address, options] of tries) {
        try { const answer = await fetch(address, options); told.push(answer.status); } catch { told.push("blocked"); }
      }
      try { await fetch(url + "/api/check", {method: "POST", mode: "no-cors", body: "{}"}); told.push("opaque"); }
      catch { told.push("blocked"); }
      return told;
    }"""
    assert other.evaluate(attack, [served.url, TOKEN]) == ["blocked"] * 5
    assert served.site.checks.now.phase == "none"
    other.set_content(f'<iframe src="{served.address}"></iframe>')
    other.wait_for_timeout(300)
    assert other.frames[1].url.startswith("chrome-error:")
    stranger.shutdown()
    stranger.server_close()


def test_without_a_token_there_is_no_page(browser: Any, served: Served) -> None:
    page = browser.new_page()
    assert page.goto(served.url).status == 401
    assert "latexrefcheck serve" in page.content()
    page.close()


def test_the_end_of_the_server_is_told(tab: Open, served: Served) -> None:
    page = tab()
    served.stop()
    page.get_by_role("alert").get_by_text("The server does not answer.").wait_for()
    tab.troubles[:] = [text for text in tab.troubles if "ERR_" not in text]  # type: ignore[attr-defined]


def test_by_keyboard(tab: Open, paper: Path) -> None:
    page = tab("", check=False)
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.textContent") == "Skip to the content"
    names = []
    for _ in range(9):
        page.keyboard.press("Tab")
        names.append(page.evaluate("document.activeElement.id || document.activeElement.firstChild.textContent.trim()"))
    assert names == ["Overview", "Findings", "Entries", "Claims", "Search", "Library", "History", "begin", "ask"]
    page.locator("#begin").press("Enter")
    page.get_by_text("Checked.").wait_for()
    go(page, "Findings")
    page.locator("#fix-safe").focus()
    page.keyboard.press("Enter")
    page.get_by_role("dialog").wait_for()
    assert page.evaluate("document.activeElement.closest('dialog') !== null")
    page.keyboard.press("Escape")
    page.get_by_role("dialog").wait_for(state="hidden")
    assert page.evaluate("document.activeElement.id") == "fix-safe"
    assert (paper / "refs.bib").read_text(encoding="utf-8") == BIB


@pytest.mark.usefixtures("abstracts")
def test_claims_beside_passages(tab: Open) -> None:
    page = tab("claims")
    page.get_by_role("button", name="Compare").click()
    page.locator("#claims-status").get_by_text("2 claims compared.").wait_for()
    first = page.locator("#leaning > li", has_text="keller2017")
    assert "Rivers <i>can</i> be predicted" in first.locator("blockquote").inner_text()
    assert page.locator("#leaning i").count() == 0
    other = page.locator("#leaning > li", has_text="nobody2020")
    assert other.locator(".badge").inner_text() == "no text to compare"
    page.get_by_role("button", name="Check").click()
    page.get_by_text("These are of an earlier check; compare again.").wait_for()


VIEWS = ("Overview", "Findings", "Entries", "Claims", "Search", "Library", "History")


@pytest.mark.usefixtures("found", "abstracts")
@pytest.mark.parametrize(("scheme", "width"), [("light", 1280), ("dark", 1280), ("light", 360), ("dark", 360)])
def test_every_view_can_be_read(tab: Open, scheme: str, width: int) -> None:
    """Contrast, nothing out of the page, and what axe finds: nothing."""
    axe = pytest.importorskip("axe_playwright_python", reason="axe-playwright-python is not installed (extra: browser)")
    page = tab()
    page.set_viewport_size({"width": width, "height": 800})
    page.emulate_media(color_scheme=scheme)
    page.evaluate(Path(axe.__file__).with_name("axe.min.js").read_text(encoding="utf-8"))
    for view in VIEWS:
        go(page, view)
        if view == "Search":
            page.get_by_label("Subject, in words").fill("rivers")
            page.get_by_role("button", name="Search").click()
            page.get_by_role("button", name="Add Good Predictions of Rivers").click()
            page.get_by_text(re.compile("Added keller2017good.|same doi")).wait_for()
        if view == "Claims":
            page.get_by_role("button", name="Compare").click()
            page.locator("#claims-status").get_by_text("2 claims compared.").wait_for()
        if view == "Library":
            page.locator("#works code").first.wait_for()
        assert page.evaluate("document.documentElement.scrollWidth") <= width, view
        assert page.evaluate(browsing.CONTRAST) == [], view
        faults = page.evaluate("axe.run()")["violations"]
        assert [(one["id"], one["nodes"][0]["html"][:200]) for one in faults] == [], view


def test_a_failed_check_leaves_the_last_report(tab: Open, paper: Path) -> None:
    page = tab("entries")
    text = (paper / "main.tex").read_text(encoding="utf-8")
    (paper / "main.tex").unlink()
    page.get_by_role("button", name="Check").click()
    page.get_by_text("The check failed: ").wait_for()
    row = page.locator("tbody", has_text="keller2017").first
    row.locator(".records").wait_for(state="attached")  # the entry in doubt is open, and its records came
    page.reload()
    page.locator("tbody", has_text="keller2017").first.wait_for()
    (paper / "main.tex").write_text(text, encoding="utf-8")
    page.get_by_role("button", name="Check").click()
    page.get_by_text("Checked.").wait_for()


def test_a_link_into_a_view_that_was_not_shown_yet(tab: Open, served: Served) -> None:
    page = tab()
    number = 1 + [one.rule for one in served.site.checks.last().outcome.report.findings].index("doi-as-url")
    page.goto(f"{served.address}#finding-{number}")
    page.locator(f"#finding-{number}").wait_for()
    assert page.evaluate("document.activeElement.id") == f"finding-{number}"
    page.goto(f"{served.address}#entry-2")
    page.locator("#entry-2").wait_for()
    for strange in ("%", "view-", "nothing", "<b>"):
        page.goto(f"{served.address}#{strange}")
    page.goto(f"{served.address}#view-overview")
    page.locator(".card.error").wait_for()


def test_of_many_entries_the_first_are_laid_out(tab: Open, paper: Path) -> None:
    many = "".join(f"@misc{{k{number:04}, title = {{Work {number}}}, year = {{2020}}}}\n" for number in range(1000))
    (paper / "refs.bib").write_text(many, encoding="utf-8")
    page = tab("entries")
    count = page.locator("form[data-for=entries] .count")
    assert count.inner_text() == "300 of 1000 shown"
    page.get_by_label("Search entries").fill("k0999")
    assert count.inner_text() == "1 of 1000 shown"
    assert page.locator(".entries > tbody:visible").count() == 1
    page.get_by_label("Search entries").fill("")
    page.get_by_role("button", name="Key").click()
    page.get_by_role("button", name="Key").click()
    assert page.locator(".entries > tbody:visible code").first.inner_text() == "k0999"
    page.get_by_role("button", name="Show all").click()
    assert count.inner_text() == "1000 of 1000 shown"
    assert page.locator(".entries > tbody:visible").count() == 1000
