/* Fixes: chosen in the findings, shown as one diff, written when the user says so. Records: fetched when an entry is opened. */
const chosen = new Set();
let fixable = { check: 0, safe: [], unsafe: [] };

const mend = async (numbers) => {
  const findings = [...numbers];
  const about = { check: fixable.check, findings };
  const shown = await ask("/api/fix", { ...about, write: false });
  const list = [
    ...shown.refused.map((one) => `${one.path}:${one.line}: not fixed (${one.rule}): ${one.reason}`),
    ...(shown.waiting ? [`${shown.waiting} more touch the same places; the next check offers them`] : []),
    ...Object.entries(shown.renamed).map(([old, now]) => `the key ${old} becomes ${now}`),
  ];
  const many = shown.made === 1 ? "one fix" : `${shown.made} fixes`;
  const yes = await confirmed({
    title: shown.made ? `Write ${many}?` : "Nothing to write",
    text: shown.made ? `In ${shown.files.join(", ")}.` : "",
    list,
    diff: shown.diff,
    yes: shown.made ? `Write ${many}` : "",
  });
  if (!yes) return;
  await ask("/api/fix", { ...about, write: true });
  await ask("/api/check", { ask: $("ask").checked });
  await follow();
};

took["view-findings"].push((parts) => {
  fixable = parts;
  chosen.clear();
  const offered = new Map([...parts.safe.map((number) => [number, true]), ...parts.unsafe.map((number) => [number, false])]);
  $("fixes").hidden = !offered.size;
  $("fix-safe").hidden = !parts.safe.length;
  $("fix-safe").textContent = parts.safe.length === 1 ? "Show the safe fix" : `Show all ${parts.safe.length} safe fixes`;
  $("fix-chosen").disabled = true;
  $("fix-chosen").textContent = "Show the chosen fixes";
  for (const [number, safe] of offered) {
    const finding = $(`finding-${number}`);
    const details = finding && finding.querySelector("details.fix");
    if (!details) continue;
    const box = make("input", { type: "checkbox", onchange: () => {
      if (box.checked) chosen.add(number);
      else chosen.delete(number);
      $("fix-chosen").disabled = !chosen.size;
      $("fix-chosen").textContent = chosen.size === 1 ? "Show the chosen fix" : `Show the ${chosen.size} chosen fixes`;
    } });
    const message = finding.querySelector(".message").textContent;
    details.after(make("div", { class: "toolbar take" },
      make("label", { class: "tick" }, box, "choose this fix", make("span", { class: "hidden" }, ` for ${message}`)),
      make("button", { type: "button", onclick: (event) => doing(event.currentTarget, () => mend([number])) },
        "Show the change", make("span", { class: "hidden" }, ` for ${message}`))));
    details.open = !safe || details.open;
  }
});
$("fix-safe").addEventListener("click", () => doing($("fix-safe"), () => mend(fixable.safe)));
$("fix-chosen").addEventListener("click", () => doing($("fix-chosen"), () => mend(chosen)));

const compare = async (more) => {
  const body = more.closest(".entries > tbody");
  if (!body || !more.open || more.dataset.asked) return;
  more.dataset.asked = "yes";
  const told = await ask(`/api/entries/${body.id.replace("entry-", "")}?check=${shownCheck}`);
  const place = make("div", { class: "beside" });
  place.innerHTML = told.html;
  (more.querySelector(".compare") || more.querySelector("summary")).after(place);
};
/* One listener for all: this event does not bubble, and thousands of listeners take seconds. */
document.addEventListener("toggle", (event) => {
  if (!$("view-entries").hidden && event.target.matches(".more details")) doing(null, () => compare(event.target));
}, true);
/* Those in doubt are open from the start: their records come when they are scrolled to. */
const watching = new IntersectionObserver((seen) => {
  for (const { isIntersecting, target } of seen) if (isIntersecting) doing(null, () => compare(target));
});
took["view-entries"].push(() => {
  watching.disconnect();
  for (const more of document.querySelectorAll(".entries details[open]")) watching.observe(more);
});
