"""Who is refused: other hosts (DNS rebinding), other pages (cross-site), whoever has no token."""

from __future__ import annotations

import json

import pytest
from webharness import PORT, TOKEN, Page

from latexrefcheck.web import application

READING = ["/api/state", "/api/check", "/api/report", "/api/report/parts", "/api/library?bib=refs.bib", "/api/nothing"]


@pytest.mark.parametrize("path", ["/", "/?token=", "/?token=wrong", f"/?token={TOKEN}x", "/?other=1", *READING])
def test_nothing_without_the_token(page: Page, path: str) -> None:
    answer = page.raw.get(path)
    assert answer.status_code == 401
    assert answer.json()["error"]["code"] == "TOKEN"
    assert TOKEN not in answer.text


@pytest.mark.parametrize("header", ["", "Bearer", "Bearer ", "Bearer wrong", f"Basic {TOKEN}", TOKEN, f"Bearer {TOKEN[:-1]}"])
def test_no_other_token(page: Page, header: str) -> None:
    assert page.raw.get("/api/state", headers={"Authorization": header}).status_code == 401
    assert page.raw.post("/api/check", json={}, headers={"Authorization": header}).status_code == 401


def test_a_token_of_strange_bytes(page: Page) -> None:
    assert page.raw.get("/api/state", headers={b"Authorization": b"Bearer \xe9\xff"}).status_code == 401
    assert page.raw.get("/?token=%ff%00%F0%9F%98%80").status_code == 401


def test_the_token_in_an_address_opens_the_page_and_no_route(page: Page) -> None:
    assert page.raw.get(f"/?token={TOKEN}").status_code == 200
    assert page.raw.get(f"/api/state?token={TOKEN}").status_code == 401
    assert page.raw.post(f"/api/check?token={TOKEN}", json={}).status_code == 401


@pytest.mark.parametrize(
    "host",
    [
        "evil.example",
        f"evil.example:{PORT}",
        "127.0.0.1",
        f"127.0.0.1:{PORT + 1}",
        f"127.0.0.1.evil.example:{PORT}",
        f"localhost.evil.example:{PORT}",
        f"127.0.0.1:{PORT}@evil.example",
        f"[::1]:{PORT}",
        f"0.0.0.0:{PORT}",
        f"2130706433:{PORT}",
        "",
    ],
)
def test_a_name_bent_to_this_machine_is_refused(page: Page, host: str) -> None:
    for path in (f"/?token={TOKEN}", "/api/state"):
        answer = page.raw.get(path, headers={**page.headers, "Host": host})
        assert (answer.status_code, answer.json()["error"]["code"]) == (421, "HOST")


@pytest.mark.parametrize("host", [f"127.0.0.1:{PORT}", f"localhost:{PORT}", f"LOCALHOST:{PORT}"])
def test_both_names_of_this_machine_are_taken(page: Page, host: str) -> None:
    assert page.raw.get("/api/state", headers={**page.headers, "Host": host}).status_code == 200


@pytest.mark.parametrize(
    "headers",
    [
        {"Origin": "https://evil.example"},
        {"Origin": "null"},
        {"Origin": f"https://127.0.0.1:{PORT}"},
        {"Origin": f"http://127.0.0.1:{PORT + 1}"},
        {"Origin": f"http://localhost:{PORT}"},
        {"Origin": ""},
        {"Sec-Fetch-Site": "cross-site"},
        {"Sec-Fetch-Site": "same-site"},
        {"Sec-Fetch-Site": "none"},
        {"Origin": f"http://127.0.0.1:{PORT}", "Sec-Fetch-Site": "cross-site"},
    ],
)
def test_other_pages_are_refused_even_with_the_token(page: Page, headers: dict[str, str]) -> None:
    answer = page.raw.post("/api/check", json={}, headers={**page.headers, **headers})
    assert (answer.status_code, answer.json()["error"]["code"]) == (403, "ORIGIN")
    assert page.get("/api/check")["phase"] == "none"


def test_the_page_itself_is_let_in(page: Page) -> None:
    own = {**page.headers, "Origin": f"http://127.0.0.1:{PORT}", "Sec-Fetch-Site": "same-origin"}
    assert page.raw.post("/api/sessions", json={}, headers=own).status_code == 200
    assert page.raw.get(f"/?token={TOKEN}", headers={"Sec-Fetch-Site": "none"}).status_code == 200


@pytest.mark.parametrize(
    ("path", "headers", "status"),
    [
        ("/", {"Sec-Fetch-Mode": "navigate", "Sec-Fetch-Dest": "document"}, 200),  # a link in a terminal that is a page itself
        ("/", {"Sec-Fetch-Mode": "navigate", "Sec-Fetch-Dest": "iframe"}, 403),
        ("/", {"Sec-Fetch-Mode": "cors", "Sec-Fetch-Dest": "empty"}, 403),
        ("/", {"Sec-Fetch-Mode": "no-cors", "Sec-Fetch-Dest": "script"}, 403),
        ("/", {}, 403),
        ("/api/state", {"Sec-Fetch-Mode": "navigate", "Sec-Fetch-Dest": "document"}, 403),
    ],
)
def test_what_another_page_may_open(page: Page, path: str, headers: dict[str, str], status: int) -> None:
    asked = path + (f"?token={TOKEN}" if path == "/" else "")
    answer = page.raw.get(asked, headers={**page.headers, "Sec-Fetch-Site": "cross-site", **headers})
    assert answer.status_code == status


def test_a_ticket_opens_the_page_once(page: Page) -> None:
    from starlette.testclient import TestClient

    raw = TestClient(application(page.site, TOKEN, PORT, "once"), base_url=f"http://127.0.0.1:{PORT}", follow_redirects=False)
    assert raw.get("/?ticket=other").status_code == 401
    assert raw.get("/api/state?ticket=once").status_code == 401
    assert raw.get("/?ticket=once", headers={"Host": f"evil.example:{PORT}"}).status_code == 421
    opened = raw.get("/?ticket=once")
    assert (opened.status_code, opened.headers["location"]) == (303, f"/?token={TOKEN}")
    assert raw.get("/?ticket=once").status_code == 401
    assert page.raw.get("/?ticket=", follow_redirects=False).status_code == 401  # a server without one


@pytest.mark.parametrize("kind", ["", "text/plain", "application/x-www-form-urlencoded", "multipart/form-data; boundary=x"])
def test_what_a_form_of_a_stranger_could_send_is_not_read(page: Page, kind: str) -> None:
    answer = page.raw.post("/api/sessions", content=json.dumps({"name": "x"}), headers={**page.headers, "Content-Type": kind})
    assert answer.status_code == 400
    assert page.get("/api/state")["sessions"] == []


def test_every_answer_keeps_others_out(page: Page) -> None:
    for path, headers in (("/api/state", page.headers), ("/api/state", {}), (f"/?token={TOKEN}", {}), ("/api/no", page.headers)):
        told = page.raw.get(path, headers=headers).headers
        assert "default-src 'none'" in told["content-security-policy"]
        assert "frame-ancestors 'none'" in told["content-security-policy"]
        assert told["x-content-type-options"] == "nosniff"
        assert told["cache-control"] == "no-store"
        assert told["referrer-policy"] == "no-referrer"
        assert "access-control-allow-origin" not in told
        assert "set-cookie" not in told
    assert "unsafe" not in page.raw.get(f"/?token={TOKEN}").headers["content-security-policy"]


def test_no_socket_beside_http(page: Page) -> None:
    from starlette.websockets import WebSocketDisconnect

    with pytest.raises(WebSocketDisconnect), page.raw.websocket_connect("/api/check", headers=page.headers):
        pass


@pytest.mark.parametrize("method", ["PUT", "DELETE", "PATCH", "OPTIONS", "TRACE"])
def test_other_methods(page: Page, method: str) -> None:
    answer = page.raw.request(method, "/api/check", headers=page.headers)
    assert answer.status_code == 405
    assert page.raw.request(method, "/api/check").status_code == 401
