// What the address says is shown, and what is done changes the address.

const INPUTS = ["q", "suite", "profile", "verdict", "with"];
let place = 0;

function show(before) {
  // Who writes a blank is not done yet.
  for (const field of INPUTS) if ($(field).value.trim() !== state[field]) $(field).value = state[field];
  showMatrix();
  const isCase = state.case !== "";
  if (isCase) showCase();
  if (isCase && before?.case === "") place = window.scrollY;
  $("case").hidden = !isCase;
  $("all").hidden = isCase;
  if (isCase && before?.case !== state.case) {
    const chosen = [...document.querySelectorAll(".failure")].find((part) => part.dataset.key === state.with);
    $("case").focus({ preventScroll: true });
    chosen === undefined ? window.scrollTo(0, 0) : chosen.scrollIntoView();
  } else if (!isCase && before !== undefined && before.case !== "") {
    window.scrollTo(0, place);
  }
  document.title = isCase ? `${state.case.split("/").at(-1)} · ${title}` : title;
}

// Changes the state, in a new entry of the history or in the place of this one.
function go(changes, replace = false) {
  const before = state;
  state = { ...state, ...changes };
  const address = addressOf(state);
  if (address !== (location.hash || "#")) {
    history[replace ? "replaceState" : "pushState"](null, "", address);
  }
  show(before);
}

function follow() {
  const before = state;
  const read = readAddress();
  state = read ?? { ...state, case: "" };
  show(before);
  // A part of the page may have been hidden until now.
  if (read === undefined) document.getElementById(decodeURIComponent(location.hash.slice(1)))?.scrollIntoView();
}

// Opens or closes a requirement without losing the place.
function onClick(event) {
  const link = event.target.closest("a[href^='#']");
  if (link === null || event.button !== 0 || event.ctrlKey || event.metaKey || event.shiftKey) return;
  const fragment = link.getAttribute("href").slice(1);
  if (!fragment.includes("=") && fragment !== "") return;
  event.preventDefault();
  const given = new URLSearchParams(fragment);
  const wanted = { open: given.getAll("open") };
  for (const field of FIELDS) wanted[field] = given.get(field) ?? "";
  go(wanted);
  if (link.isConnected) link.focus({ preventScroll: true });
}

let waiting;
function onSearch() {
  clearTimeout(waiting);
  waiting = setTimeout(() => go({ q: $("q").value.trim() }, true), 120);
}

const title = document.title;
for (const { key, name } of page.implementations) $("with").append(el("option", { value: key }, name));
for (const field of INPUTS.slice(1)) $(field).addEventListener("change", () => go({ [field]: $(field).value }));
$("q").addEventListener("input", onSearch);
$("filters").addEventListener("submit", (event) => event.preventDefault());
$("filters").addEventListener("reset", (event) => {
  event.preventDefault();
  clearTimeout(waiting);
  go({ q: "", suite: "", profile: "", verdict: "", with: "", open: [] });
});
$("differing")?.addEventListener("change", showMatrix);
$("help-open").addEventListener("click", () => $("help").showModal());
document.addEventListener("click", onClick);
document.addEventListener("keydown", onKey);
window.addEventListener("popstate", follow);
window.addEventListener("beforeprint", beforePrint);
window.addEventListener("afterprint", afterPrint);
document.documentElement.classList.add("js");
state = readAddress() ?? state;
show(undefined);
if (state.case === "") {
  // Whoever follows a link means what it opens, or what its filters leave.
  const opened = rows.find(({ requirement }) => page.requirements[requirement].id === state.open[0]);
  if (opened !== undefined) opened.row.scrollIntoView({ block: "center" });
  else if (INPUTS.some((field) => state[field] !== "")) $("filters").scrollIntoView();
}
