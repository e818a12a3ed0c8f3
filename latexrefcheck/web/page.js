/* The page: asks the routes, shows one view at a time, follows the check. Texts become nodes, never markup. */
const $ = (id) => document.getElementById(id);
const token = new URLSearchParams(location.search).get("token") || "";

const make = (tag, attributes = {}, ...children) => {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (name === "class") element.className = value;
    else if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else if (typeof value === "boolean") element.toggleAttribute(name, value);
    else element.setAttribute(name, value);
  }
  element.append(...children.filter((child) => child !== null && child !== ""));
  return element;
};

const trouble = (text) => {
  $("trouble").textContent = text;
  $("trouble").hidden = !text;
};

/* One question to the server: the value of its answer, or an Error with its sentence. */
const ask = async (path, body, raw = false) => {
  const headers = { Authorization: `Bearer ${token}` };
  if (body !== undefined) headers["Content-Type"] = "application/json";
  let answer;
  try {
    answer = await fetch(path, { method: body === undefined ? "GET" : "POST", headers, body: body && JSON.stringify(body) });
  } catch {
    throw new Error("The server does not answer. Is latexrefcheck serve still running?");
  }
  if (answer.ok) return raw ? answer : answer.json();
  const told = await answer.json().catch(() => ({}));
  const error = new Error(told.error ? told.error.reason : `The server answered ${answer.status}.`);
  error.code = told.error ? told.error.code : "";
  throw error;
};

/* Run something that a user asked for; what goes wrong is told at the top. While it runs its button rests, and keeps the focus. */
const doing = async (button, action) => {
  if (button && button.getAttribute("aria-disabled") === "true") return undefined;
  trouble("");
  if (button) button.setAttribute("aria-disabled", "true");
  try {
    return await action();
  } catch (error) {
    trouble(error.message);
    return undefined;
  } finally {
    if (button) button.removeAttribute("aria-disabled");
  }
};

const save = async (path) => {
  const answer = await ask(path, undefined, true);
  const name = /filename="([^"]+)"/.exec(answer.headers.get("content-disposition") || "");
  const link = make("a", { href: URL.createObjectURL(await answer.blob()), download: name ? name[1] : "latexrefcheck.txt" });
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10000);
};

/* A question with yes and no; a diff is shown with its signs, so that colour is not all that tells. */
const confirmed = ({ title, text = "", list = [], diff = "", yes = "" }) => new Promise((resolve) => {
  $("dialog-title").textContent = title;
  $("dialog-text").textContent = text;
  $("dialog-list").replaceChildren(...list.map((one) => make("li", {}, one)));
  $("dialog-diff").replaceChildren(...diff.split("\n").filter((line, at, all) => line || at < all.length - 1).map((line) => {
    const kind = /^(\+\+\+|---)/.test(line) ? "" : line.startsWith("+") ? "added" : line.startsWith("-") ? "removed" : "";
    return make("span", { class: kind }, line || " ");
  }));
  $("dialog-yes").textContent = yes;
  $("dialog-yes").hidden = !yes;
  $("dialog-no").textContent = yes ? "Cancel" : "Close";
  const before = document.activeElement;
  $("dialog").returnValue = "no";
  $("dialog").addEventListener("close", () => {
    if (before && before.isConnected) before.focus();
    resolve($("dialog").returnValue === "yes");
  }, { once: true });
  $("dialog").showModal();
});

/* Views: the one that holds what the address names is shown. */
const views = [...document.querySelectorAll(".view")];
const links = [...document.querySelectorAll("nav a")];
const onView = {};
const viewOf = (name) => {
  const lazy = Object.keys(wanted).find((view) => wanted[view].test(name));
  const target = document.getElementById(lazy || name);
  return target && target.closest(".view");
};
const show = async (moved) => {
  const name = report.named() || "view-overview";
  const view = viewOf(name);
  if (!view) return;
  for (const other of views) other.hidden = other !== view;
  for (const link of links) {
    if (link.hash === `#${view.id}`) link.setAttribute("aria-current", "page");
    else link.removeAttribute("aria-current");
  }
  const title = links.find((link) => link.hash === `#${view.id}`).firstChild.textContent.trim();
  document.title = `${title} \u2013 latexrefcheck`;
  if (moved && name === view.id) scrollTo(0, 0);
  if (wanted[view.id]) await fill(view.id);
  const target = document.getElementById(name);
  if (target && target !== view) {
    report.reveal();
    if (target.matches("article, tbody, details, h2, .file")) {
      target.setAttribute("tabindex", "-1");
      target.focus({ preventScroll: true });
    }
  }
  if (onView[view.id]) await onView[view.id]();
};
addEventListener("hashchange", () => doing(null, () => show(true)));

/* The check: begun, stopped, followed; its report is put into the views. */
const running = (check) => check.phase === "reading" || check.phase === "asking";
let shownCheck = 0; /* the number of the report on the page */
let endedCheck = 0;
let lastCheck = {};
let timer = 0;

const said = (check) => {
  if (check.phase === "none") return "Nothing was checked yet.";
  if (check.phase === "reading") return "Reading the project\u2026";
  if (check.phase === "asking") return "Asking the scholarly sources\u2026";
  if (check.phase === "failed") return `The check failed: ${check.error}`;
  const changed = check.changed.length ? ` Changed since: ${check.changed.slice(0, 5).join(", ")}. Check again.` : "";
  return (check.phase === "stopped" ? "The check was stopped; what is known is shown." : "Checked.") + changed;
};

const follow = async () => {
  clearTimeout(timer);
  try {
    const check = await ask("/api/check");
    trouble(lastCheck.lost ? "" : $("trouble").textContent);
    lastCheck = check;
    $("begin").hidden = running(check);
    $("stop").hidden = !running(check);
    $("progress").hidden = check.phase !== "asking" || !check.total;
    $("progress").max = check.total || 1;
    $("progress").value = check.settled;
    $("count").textContent = check.phase === "asking" ? `${check.settled} of ${check.total} entries, ${check.requests} requests` : "";
    const text = said(check);
    if ($("status").textContent !== text) $("status").textContent = text;
    if (!running(check) && check.number !== endedCheck) {
      endedCheck = check.number;
      past(check);
    }
    if (!running(check) && check.report !== shownCheck) {
      shownCheck = check.report;
      await take();
    }
  } catch (error) {
    lastCheck = { lost: true };
    trouble(error.message);
  }
  timer = setTimeout(follow, document.hidden ? 5000 : lastCheck.phase && running(lastCheck) ? 400 : 2000);
};

const past = (check) => {
  $("past").replaceChildren(...check.past.map((one) => make("li", {},
    make("h3", {}, `Check ${one.number}`),
    make("p", {}, one.phase === "failed" ? `Failed: ${one.error}` :
      `${one.errors} errors, ${one.warnings} warnings, ${one.infos} infos in ${one.entries} entries` +
      (one.phase === "stopped" ? "; stopped" : "")),
    make("p", { class: "muted small" }, one.started))));
  if (!check.past.length) $("past").replaceChildren(make("li", {}, "None."));
};

/* The parts are those of the HTML report: every text of a stranger in them is escaped, and no script of theirs runs. */
const put = (name, text) => {
  const place = document.querySelector(`[data-part="${name}"]`);
  place.innerHTML = text;
  report.attach(place);
};
const took = { "view-findings": [], "view-entries": [] };
const parts = (names) => ask(`/api/report/parts?check=${shownCheck}&names=${names}`);

/* Findings and entries may be thousands: they come when their view is first shown. */
const filled = { "view-findings": 0, "view-entries": 0 };
const wanted = {
  "view-findings": /^(view-findings|findings|finding-\d+|level-.*|rules|rule-.*)$/,
  "view-entries": /^(view-entries|entries|entry-\d+)$/,
};
const fill = async (view) => {
  if (!shownCheck || filled[view] === shownCheck) return;
  filled[view] = shownCheck;
  $(view).setAttribute("aria-busy", "true");
  try {
    const got = await parts(view === "view-findings" ? "findings,rules" : "entries");
    if (view === "view-findings") {
      put("findings", got.html.findings);
      put("rules", got.html.rules);
    } else {
      put("entries", got.html.entries || '<h2 id="entries">Entries</h2><p class="muted">None.</p>');
    }
    for (const hear of took[view]) hear(got);
  } catch (error) {
    filled[view] = 0;
    if (error.code !== "OUTDATED") throw error;
  } finally {
    $(view).removeAttribute("aria-busy");
  }
};

const reported = [];
const take = async () => {
  const got = await parts("header,cards,remarks,papers,charts,sources");
  const html = got.html;
  put("overview", `<div class="top">${html.header}</div><section aria-labelledby="counts"><h2 id="counts" class="hidden">Counts</h2>` +
    `<ul class="cards">${html.cards}</ul>${html.remarks}</section>${html.papers}${html.charts}${html.sources}`);
  $("many-findings").textContent = got.findings || "";
  $("many-entries").textContent = got.entries || "";
  for (const hear of reported) hear();
  await show(false);
};

$("begin").addEventListener("click", () => doing($("begin"), async () => {
  await ask("/api/check", { ask: $("ask").checked });
  await follow();
  if (!$("stop").hidden) $("stop").focus();
}));
$("stop").addEventListener("click", () => doing($("stop"), async () => {
  await ask("/api/check/stop", {});
  $("status").textContent = "Stopping\u2026";
  $("begin").hidden = false;
  $("begin").focus();
}));
