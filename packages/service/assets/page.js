// Runs before the first paint: applies the theme chosen in the portal, stored in local storage.
try {
  const theme = localStorage.getItem("wayfare.theme");
  if (theme === "light" || theme === "dark") document.documentElement.dataset.theme = theme;
} catch {
  // Storage can be disabled; then the system theme applies.
}

document.addEventListener("DOMContentLoaded", () => {
  const search = document.querySelector("input[type=search]");
  if (search !== null) enableSearch(search);
  for (const choice of document.querySelectorAll(".samples input")) choice.addEventListener("change", chooseLanguage);
  if (navigator.clipboard !== undefined) for (const block of document.querySelectorAll("pre")) addCopyButton(block);
  revealTarget();
  addEventListener("hashchange", revealTarget);
});

/** Shows only entries that contain every word of the query. */
function enableSearch(search) {
  search.closest("[hidden]").hidden = false;
  // On a narrow screen the contents are above the page.
  if (!matchMedia("(min-width: 64rem)").matches) document.querySelector("#contents").open = false;
  const entries = [...document.querySelectorAll("details.entry")].map((element) => ({
    element,
    text: readText(element),
  }));
  const links = [...document.querySelectorAll(".index li")].map((element) => ({
    element,
    target: document.getElementById(element.querySelector("a").hash.slice(1)).closest("details"),
  }));
  const groups = [...document.querySelectorAll("[data-group]")];
  const status = document.querySelector("#matches");
  search.addEventListener("input", () => {
    const words = search.value.toLowerCase().split(/\s+/).filter(Boolean);
    const matches = entries.filter(({ text }) => words.every((word) => text.includes(word)));
    for (const { element } of entries) element.hidden = true;
    for (const { element } of matches) element.hidden = false;
    for (const { element, target } of links) element.hidden = target.hidden;
    for (const group of groups) group.hidden = group.querySelector(":is(.entry, li):not([hidden])") === null;
    status.textContent = words.length === 0 ? "" : matches.length === 1 ? "1 match" : `${matches.length} matches`;
  });
}

/** Reads the summary, descriptions, member names and error codes of an entry, without examples. */
function readText(entry) {
  return [...entry.querySelectorAll("summary, p, dt, dd > a")]
    .map((part) => part.textContent)
    .join(" ")
    .toLowerCase();
}

/** Selects the same language in every sample. */
function chooseLanguage({ target }) {
  for (const choice of document.querySelectorAll(`.samples input[value="${target.value}"]`)) choice.checked = true;
}

/** Opens the entry of the URL fragment. */
function revealTarget() {
  const target = document.getElementById(decodeURIComponent(location.hash.slice(1)));
  const details = target?.closest("details");
  if (details === null || details === undefined) return;
  details.open = true;
  details.scrollIntoView();
}

function addCopyButton(block) {
  const button = document.createElement("button");
  button.type = "button";
  button.className = "copy";
  button.textContent = "Copy";
  button.addEventListener("click", async () => {
    await navigator.clipboard.writeText(block.textContent);
    button.textContent = "Copied";
    setTimeout(() => {
      button.textContent = "Copy";
    }, 2000);
  });
  const frame = document.createElement("div");
  frame.className = "block";
  block.replaceWith(frame);
  frame.append(block, button);
}
