/* Claims: every citing sentence beside the passage of the cited work; tones never tell what the words do not. */
const stands = {
  SUPPORTED: ["good", "supported"], CONTRADICTED: ["bad", "contradicted"], PARTIAL: ["warn", "said in part"],
  UNVERIFIABLE: ["calm", "not found in the text"], "ABSTRACT-ONLY": ["calm", "abstract only"],
};
const leaning = (one) => {
  const read = one.abstract_source || one.whole_text;
  const [tone, word] = read || one.passages.length ? stands[one.verdict] || ["calm", one.verdict] : ["calm", "no text to compare"];
  return make("li", {},
    make("h3", {}, `\u201c${one.claim}\u201d`),
    make("p", { class: "small" }, make("span", { class: `badge ${tone}` }, word), ` ${one.why}`),
    make("p", { class: "small" }, make("code", { class: "place" }, one.location ? `${one.location.path}:${one.location.line}` : ""),
      " cites ", make("code", {}, one.work), one.title ? `, ${one.title}` : "",
      one.notices.length ? make("span", { class: "badge bad" }, one.notices.join(", ")) : ""),
    ...one.passages.map((passage) => make("blockquote", {}, make("p", {}, passage.text),
      make("p", { class: "muted small" }, `${passage.where}, ${passage.source}`))),
    one.against.length ? make("p", {}, `But: ${one.against.join("; ")}`) : "",
    one.missing.length ? make("p", { class: "small" }, `Not said: ${one.missing.join(", ")}`) : "",
    one.undone ? make("p", { class: "muted small" }, one.undone) : "");
};
reported.push(() => {
  if ($("leaning").children.length) $("claims-status").textContent = "These are of an earlier check; compare again.";
});
$("claims-form").addEventListener("submit", (event) => {
  event.preventDefault();
  const form = event.currentTarget;
  doing(form.querySelector("button"), async () => {
    $("claims-status").textContent = "Asking for the texts of the cited works\u2026";
    try {
      const told = await ask("/api/claims", {
        check: shownCheck, depth: form.elements.depth.value, most: Number(form.elements.most.value || 50),
      });
      $("leaning").replaceChildren(...told.claims.map(leaning));
      $("claims-status").textContent = `${counted(told.claims.length, "claim")} compared` +
        (told.left ? `, ${told.left} left.` : ".");
    } catch (error) {
      $("claims-status").textContent = "";
      throw error;
    }
  });
});
