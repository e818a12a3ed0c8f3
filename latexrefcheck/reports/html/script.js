"use strict";
/* What makes the parts of a report work: attach(root) once for those below root. */
const report = (() => {
  const texts = new WeakMap();

  /* The text of an element in lower case, taken once: a filter runs at every key stroke. */
  const textOf = (element) => {
    if (!texts.has(element)) texts.set(element, element.textContent.toLowerCase());
    return texts.get(element);
  };
  const checked = (form, name) =>
    new Set([...form.querySelectorAll(`input[name="${name}"]:checked`)].map((box) => box.value));

  const matchers = {
    entries: (form) => {
      const verdicts = form.querySelector('input[name="verdict"]') ? checked(form, "verdict") : null;
      const only = form.elements.only.checked;
      return (body) =>
        (!verdicts || !body.dataset.status || verdicts.has(body.dataset.status)) && (!only || body.dataset.findings !== "0");
    },
    findings: (form) => {
      const levels = checked(form, "level");
      const rule = form.elements.rule.value;
      return (finding) => levels.has(finding.dataset.level) && (!rule || finding.dataset.rule === rule);
    },
  };

  /* Of many entries the first are laid out, on the screen; a browser takes seconds for thousands of rows. */
  const FIRST = 300;
  const whole = new WeakSet();
  const filter = (form, list) => {
    const words = form.elements.text.value.toLowerCase().split(/\s+/).filter(Boolean);
    const matches = matchers[form.dataset.for](form);
    let shown = 0;
    for (const element of list) {
      const visible = matches(element) && (!words.length || words.every((word) => textOf(element).includes(word)));
      element.hidden = !visible;
      shown += visible;
      element.classList.toggle("later", form.dataset.for === "entries" && visible && shown > FIRST && !whole.has(form));
    }
    const later = list.some((element) => element.classList.contains("later"));
    form.querySelector(".all").hidden = !later;
    for (const group of document.querySelectorAll(".file")) group.hidden = !group.querySelector(".finding:not([hidden])");
    form.querySelector(".count").textContent = `${later ? FIRST : shown} of ${list.length} shown`;
  };

  const filters = (root, lists) => {
    for (const form of root.querySelectorAll("form.filters")) {
      const again = () => filter(form, lists[form.dataset.for]);
      const all = document.createElement("button");
      all.type = "button";
      all.className = "all";
      all.textContent = "Show all";
      all.addEventListener("click", () => { whole.add(form); again(); form.elements.text.focus(); });
      form.querySelector(".count").before(all);
      form.hidden = false;
      form.addEventListener("input", again);
      form.addEventListener("submit", (event) => event.preventDefault());
      again();
    }
  };

  const sorting = (root, lists) => {
    const table = root.querySelector("table.entries");
    for (const button of root.querySelectorAll("button[data-sort]")) button.addEventListener("click", () => {
      const head = button.closest("th");
      const up = head.getAttribute("aria-sort") !== "ascending";
      for (const other of head.parentElement.children) other.removeAttribute("aria-sort");
      head.setAttribute("aria-sort", up ? "ascending" : "descending");
      const { sort, kind } = button.dataset;
      const value = (body) => (kind === "number" ? parseFloat(body.dataset[sort]) : body.dataset[sort]);
      const collator = new Intl.Collator(undefined, { numeric: true });
      const rows = lists.entries.map((body) => [body, value(body)]);
      const empty = (item) => item === "" || Number.isNaN(item);
      /* What has no value stays last in either direction. */
      rows.sort(([, a], [, b]) =>
        empty(a) || empty(b) ? empty(a) - empty(b) : (up ? 1 : -1) * (kind === "number" ? a - b : collator.compare(a, b)));
      lists.entries = rows.map(([body]) => body);
      table.append(...lists.entries);
      const form = root.querySelector('form.filters[data-for="entries"]');
      if (form) filter(form, lists.entries);
    });
  };

  /* Copy the line beside a button; where no clipboard is offered, the line is selected and copied the old way. */
  const copying = (root) => {
    for (const button of root.querySelectorAll("button.copy")) {
      button.hidden = false;
      button.addEventListener("click", async () => {
        const right = button.parentElement.querySelector(".right");
        try {
          await navigator.clipboard.writeText(right.textContent);
        } catch {
          getSelection().selectAllChildren(right);
          document.execCommand("copy");
        }
        button.textContent = "Copied";
        setTimeout(() => { button.textContent = "Copy"; }, 2000);
      });
    }
  };

  const attach = (root) => {
    const lists = { entries: [...root.querySelectorAll(".entries > tbody")], findings: [...root.querySelectorAll(".finding")] };
    filters(root, lists);
    sorting(root, lists);
    copying(root);
  };

  /* A link to a finding or a rule shows it although a filter or a closed detail hides it. */
  const named = () => {
    try {
      return decodeURIComponent(location.hash.slice(1));
    } catch {
      return "";
    }
  };
  const reveal = () => {
    const target = document.getElementById(named());
    if (!target) return;
    if (target.matches("details")) target.open = true;
    if (target.matches("tbody")) {
      target.hidden = false;
      target.classList.remove("later");
    }
    if (target.matches(".file") && target.hidden) {
      target.hidden = false;
      for (const finding of target.querySelectorAll(".finding")) finding.hidden = false;
    }
    if (target.matches(".finding") && target.hidden) {
      target.hidden = false;
      target.closest(".file").hidden = false;
    }
    target.scrollIntoView();
  };
  addEventListener("hashchange", reveal);

  /* Paper shows the fixes, and the evidence of entries in doubt; all of it for a long bibliography would be a book. */
  const plain = ["", "verified", "unverifiable"];
  const wanted = (details) =>
    details.matches(".fix") || (details.closest("tbody") && !plain.includes(details.closest("tbody").dataset.status));
  let closed = [];
  addEventListener("beforeprint", () => {
    closed = [...document.querySelectorAll("main details:not([open])")].filter(wanted);
    for (const details of closed) details.open = true;
  });
  addEventListener("afterprint", () => {
    for (const details of closed) details.open = false;
  });
  return { attach, named, reveal };
})();
report.attach(document);
report.reveal();
