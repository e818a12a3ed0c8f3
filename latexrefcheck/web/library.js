/* Search, library, history, sessions. */
let session = "";
let sessions = [];
const here = () => `session=${encodeURIComponent(session)}`;
const counted = (count, word, words = `${word}s`) => `${count} ${count === 1 ? word : words}`;
const label = (one) =>
  `${one.name || `Session of ${one.last.slice(0, 10)}`} (${counted(one.works, "work")}, ${counted(one.searches, "search", "searches")})`;

const takeSessions = async () => {
  sessions = (await ask("/api/state")).sessions;
  const before = session || sessionStorage.getItem("session") || "";
  session = (sessions.find((one) => one.id === before) || sessions[0] || { id: "" }).id;
  if (!session) {
    session = (await ask("/api/sessions", { name: "" })).id;
    sessions = (await ask("/api/state")).sessions;
  }
  sessionStorage.setItem("session", session);
  $("session").replaceChildren(...sessions.map((one) => make("option", { value: one.id, selected: one.id === session }, label(one))));
  const works = sessions.find((one) => one.id === session).works;
  $("many-works").textContent = works || "";
};

const targets = async () => {
  const before = $("target").value;
  const files = (await ask("/api/library/files")).files;
  $("target").replaceChildren(
    make("option", { value: "" }, "the library of this session"),
    ...files.map((path) => make("option", { value: path, selected: path === before }, path)));
};

const line = (work) => [
  (work.authors || []).slice(0, 3).join(", ") + ((work.authors || []).length > 3 ? " et al." : ""),
  work.year || "no year", work.journal,
].filter(Boolean).join("; ");

const standing = {
  VERIFIED: ["good", "verified", "the registry of its identifier holds it"],
  LIKELY_REAL: ["info", "likely real", "two independent indexes hold it"],
};

const add = async (works, title) => {
  const bib = $("target").value;
  let told = await ask("/api/library/add", { session, bib, works, write: !bib });
  if (bib && told.added.length) {
    const yes = await confirmed({ title: `Write ${told.added.join(", ")} into ${bib}?`, diff: told.diff, list: told.refused, yes: "Write" });
    if (!yes) return "Not added.";
    told = await ask("/api/library/add", { session, bib, works, write: true });
  }
  await takeSessions();
  const parts = [...told.refused, ...told.left, ...told.notes];
  if (told.added.length) parts.unshift(`Added ${told.added.join(", ")}${bib ? ` to ${bib}; cite it with \\cite{${told.added[0]}}` : ""}.`);
  return parts.join(" ") || `${title} was not added.`;
};

const result = (work) => {
  const [tone, word, why] = standing[work.standing] || ["calm", "unconfirmed", ""];
  const said = make("p", { role: "status", class: "small" });
  const button = make("button", { type: "button", onclick: () => doing(button, async () => {
    said.textContent = "Looking it up\u2026";
    said.textContent = (await add([work.id], work.title)) || "";
  }).then(() => { if (said.textContent.startsWith("Looking")) said.textContent = ""; }) },
  "Add", make("span", { class: "hidden" }, ` ${work.title}`));
  const address = /^https?:\/\//.test(work.officialUrl || "") ? work.officialUrl : "";
  return make("li", {},
    make("h3", {}, address ? make("a", { href: address, rel: "noopener noreferrer external" }, work.title) : work.title),
    make("p", {}, line(work)),
    make("p", { class: "small" }, make("span", { class: `badge ${tone}`, title: why }, word), " ",
      make("span", { class: "muted" }, `${work.id}; ${work.sources.join(", ")}` +
        (work.citationCount === null ? "" : `; cited ${work.citationCount} times`))),
    work.abstract ? make("details", {}, make("summary", {}, "Abstract", make("span", { class: "hidden" }, ` of ${work.title}`)),
      make("p", {}, work.abstract)) : "",
    button, said);
};

$("search-form").addEventListener("submit", (event) => {
  event.preventDefault();
  const form = event.currentTarget.elements;
  doing(form[form.length - 1], async () => {
    $("search-status").textContent = "Searching\u2026";
    $("results").replaceChildren();
    try {
      const found = await ask("/api/search", {
        session, words: form.words.value, author: form.author.value, venue: form.venue.value,
        first: Number(form.first.value || 0), last: Number(form.last.value || 0),
        most: Number(form.most.value || 10), sort: form.sort.value, preprints: form.preprints.checked,
      });
      $("results").replaceChildren(...found.works.map(result));
      const dropped = Object.entries(found.dropped).map(([why, count]) => `${count} because ${why}`).join(", ");
      $("search-status").textContent = [
        `${counted(found.works.length, "work")}.`,
        dropped && `Not offered: ${dropped}.`,
        ...found.errors.map((one) => `${one.source} did not answer: ${one.reason}.`), ...found.notes,
      ].filter(Boolean).join(" ");
      await takeSessions();
    } catch (error) {
      $("search-status").textContent = "";
      throw error;
    }
  });
});

const picked = () => [...document.querySelectorAll("#works input:checked")].map((box) => box.value);
const year = (work) => ((work.issued || {})["date-parts"] || [[""]])[0][0];
const takeWorks = async () => {
  const works = (await ask(`/api/library?${here()}`)).works;
  $("works").replaceChildren(...works.map((work) => make("li", {},
    make("label", { class: "tick" },
      make("input", { type: "checkbox", value: work.id, onchange: () => { $("remove").disabled = !picked().length; } }),
      make("code", {}, work.id), make("span", { class: "hidden" }, ` ${work.title || ""}`)),
    make("h3", {}, work.title || ""),
    make("p", {}, [(work.author || work.editor || []).slice(0, 3).map((one) => one.family || one.literal || "").join(", "),
      year(work), work["container-title"]].filter(Boolean).join("; ")))));
  if (!works.length) $("works").replaceChildren(make("li", {}, "Empty. Search for works, or add one by its DOI."));
  $("remove").disabled = true;
  $("clear").disabled = !works.length;
};
const takeLibrary = async () => {
  await takeSessions();
  await takeWorks();
};

$("session").addEventListener("change", () => doing(null, async () => {
  session = $("session").value;
  $("results").replaceChildren();
  $("search-status").textContent = "";
  await takeLibrary();
}));
$("new-session").addEventListener("submit", (event) => {
  event.preventDefault();
  const form = event.currentTarget;
  doing(form.querySelector("button"), async () => {
    session = (await ask("/api/sessions", { name: form.elements.name.value })).id;
    form.reset();
    await takeLibrary();
    $("library-status").textContent = "A new session has begun.";
  });
});
$("remove-session").addEventListener("click", () => doing($("remove-session"), async () => {
  const one = sessions.find((other) => other.id === session);
  if (!(await confirmed({ title: "Remove this session?", text: `${label(one)}: its library and its history go with it.`, yes: "Remove" }))) return;
  await ask("/api/sessions/remove", { session });
  session = "";
  sessionStorage.removeItem("session");
  await takeLibrary();
  $("library-status").textContent = "The session is removed.";
}));
$("add-form").addEventListener("submit", (event) => {
  event.preventDefault();
  const form = event.currentTarget;
  doing(form.querySelector("button"), async () => {
    $("library-status").textContent = "Looking it up\u2026";
    try {
      const told = await ask("/api/library/add", { session, works: form.elements.what.value.split(/[\s,;]+/).filter(Boolean) });
      $("library-status").textContent = [told.added.length ? `Added ${told.added.join(", ")}.` : "", ...told.refused, ...told.left, ...told.notes].join(" ");
      if (told.added.length) form.reset();
      await takeLibrary();
    } catch (error) {
      $("library-status").textContent = "";
      throw error;
    }
  });
});
$("remove").addEventListener("click", () => doing($("remove"), async () => {
  const told = await ask("/api/library/remove", { session, keys: picked() });
  await takeLibrary();
  $("library-status").textContent = `Removed ${told.removed.join(", ")}.`;
}));
$("clear").addEventListener("click", () => doing($("clear"), async () => {
  if (!(await confirmed({ title: "Remove all works of this library?", yes: "Remove all" }))) return;
  const { removed } = await ask("/api/library/clear", { session, yes: true });
  await takeLibrary();
  $("library-status").textContent = `Removed ${counted(removed, "work")}.`;
}));
$("export-form").addEventListener("submit", (event) => {
  event.preventDefault();
  const form = event.currentTarget.elements;
  const asked = new URLSearchParams({ session, format: form.format.value, style: form.style.value });
  doing(event.currentTarget.querySelector("button"), () => save(`/api/library/export?${asked}`));
});
$("report-form").addEventListener("submit", (event) => {
  event.preventDefault();
  const format = event.currentTarget.elements.format.value;
  doing(event.currentTarget.querySelector("button"), () => save(`/api/report?format=${format}`));
});

const takeHistory = async () => {
  await takeSessions();
  const searches = (await ask(`/api/history?${here()}`)).searches;
  $("searches").replaceChildren(...searches.map((one) => {
    const about = Object.entries(one.search).map(([name, value]) => (name === "words" ? value : `${name} ${value}`)).join(", ");
    return make("li", {}, make("h3", {}, about), make("p", { class: "muted small" }, `${one.when}: ${counted(one.works.length, "work")}`),
      make("button", { type: "button", onclick: () => {
        $("results").replaceChildren(...one.works.map(result));
        $("search-status").textContent = `${counted(one.works.length, "work")}, as found at ${one.when}.`;
        location.hash = "#view-search";
      } }, "Show", make("span", { class: "hidden" }, ` what was found for ${about}`)));
  }));
  if (!searches.length) $("searches").replaceChildren(make("li", {}, "None yet."));
  $("forget").disabled = !searches.length;
};
$("forget").addEventListener("click", () => doing($("forget"), async () => {
  if (!(await confirmed({ title: "Forget the searches of this session?", yes: "Forget them" }))) return;
  await ask("/api/history/clear", { session });
  await takeHistory();
}));
onView["view-search"] = async () => { await takeSessions(); await targets(); };
onView["view-library"] = takeLibrary;
onView["view-history"] = takeHistory;
