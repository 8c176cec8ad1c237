// The matrix: its cells sum up the cases that the filters leave, and its rows open to them.

const tables = [...document.querySelectorAll("table.matrix")].map((table) => {
  const heads = [...table.tHead.rows[0].cells].slice(1);
  return {
    table,
    suite: table.closest("section"),
    heads,
    columns: heads.map((head) => Number(head.dataset.column)),
    profiles: [...table.querySelectorAll("tr[data-profile]")],
    bodies: [...table.tBodies].filter((body) => !body.classList.contains("profiles")),
  };
});

const rows = tables.flatMap((table) =>
  [...table.table.querySelectorAll("tr[data-r]")].map((row) => ({
    table,
    row,
    requirement: Number(row.dataset.r),
    link: row.querySelector("a.id"),
    count: row.querySelector(".count"),
    cells: [...row.cells].slice(1),
    opened: [],
  })),
);

// The cases that the filters leave, in the order of the page.
let left = [];

// As `Cell::of` sums up the codes of cases where no script runs.
function summary(codes) {
  let [passed, cost, warned, recorded, unsupported, notRun] = [0, 0, 0, 0, 0, 0];
  for (const code of codes) {
    if (code === "p") passed += 1;
    else if (code === "r") recorded += 1;
    else if (code === "-") unsupported += 1;
    else if (code === ".") notRun += 1;
    else if (code !== " ") costs(code) ? (cost += 1) : (warned += 1);
  }
  const judged = passed + cost + warned;
  const cell = (className, shown, said) => ({ className, shown, said });
  if (cost > 0) return cell("fail", `✗ ${cost + warned}`, ` of ${judged} fail`);
  if (warned > 0) return cell("warn", `! ${warned}`, ` of ${judged} fail, at no cost to conformance`);
  if (judged > 0 && notRun > 0) return cell("part", `✓ ${passed}`, ` pass, ${notRun} not run`);
  if (judged > 0) return cell("pass", `✓ ${passed}`, " pass");
  if (recorded > 0) return cell("rec", `◦ ${recorded}`, " recorded");
  if (notRun > 0) return cell("idle", "…", " not run");
  if (unsupported > 0) return cell("idle", "–", " unsupported");
  return cell("none", "", "");
}

// Puts a summary into a cell, without touching what is there already.
function fill(td, { className, shown, said }, href) {
  if (td.className !== className) td.className = className;
  let link = td.firstElementChild;
  if (shown === "") {
    link?.remove();
    return;
  }
  if (link === null) {
    link = el("a", { tabindex: "-1" }, "", el("span", { class: "sr" }));
    link.prepend(document.createTextNode(""));
    td.append(link);
  }
  if (link.getAttribute("href") !== href) link.setAttribute("href", href);
  if (link.firstChild.data !== shown) link.firstChild.data = shown;
  if (link.lastChild.textContent !== said) link.lastChild.textContent = said;
}

const counted = (number, noun) => `${number} ${noun}${number === 1 ? "" : "s"}`;

function showRow(one, matches, only, column) {
  const { requirement, row } = one;
  const id = page.requirements[requirement].id;
  const all = casesOf[requirement];
  const shown = only === undefined || only === requirement ? all.filter((number) => matches[number]) : [];
  row.hidden = shown.length === 0;
  one.opened.forEach((old) => old.remove());
  one.opened = [];
  const isOpen = !row.hidden && state.open.includes(id);
  one.link.setAttribute("aria-expanded", String(isOpen));
  if (row.hidden) return shown;
  const label = shown.length === all.length ? counted(all.length, "case") : `${shown.length} of ${counted(all.length, "case")}`;
  if (one.count.textContent !== label) one.count.textContent = label;
  const others = state.open.filter((open) => open !== id);
  one.link.setAttribute("href", linkTo({ open: isOpen ? others : [...others, id] }));
  one.table.columns.forEach((number, index) => {
    const cell = summary(shown.map((place) => page.cases[place].verdicts[number]));
    const key = page.implementations[number].key;
    fill(one.cells[index], cell, linkTo({ open: [...others, id], with: key }));
  });
  if (isOpen) open(one, shown, column);
  return shown;
}

// Puts a row for each case below its requirement, what fails first.
function open(one, shown, column) {
  const rank = (number) => {
    const codes = column === undefined ? [...page.cases[number].verdicts] : [page.cases[number].verdicts[column]];
    return codes.some(costs) ? 0 : codes.some(isFailure) ? 1 : 2;
  };
  const sorted = [...shown].sort((a, b) => rank(a) - rank(b) || a - b);
  one.opened = sorted.map((number) => caseRow(one.table, number));
  one.row.after(...one.opened);
}

function caseRow(table, number) {
  const one = page.cases[number];
  const [, area, file, ...rest] = one.id.split("/");
  const name = rest.length > 0 ? `${area}/${file}/${rest.join("/")}` : one.id;
  const head = el(
    "th",
    { scope: "row" },
    el("a", { class: "name", href: linkTo({ case: one.id }) }, name),
    " ",
    el("span", { class: `level ${one.level}` }, one.level),
    el("span", { class: "text" }, prose(page.strings[one.why])),
  );
  const cells = table.columns.map((column) => {
    const td = el("td");
    fill(td, cellOf(one.verdicts[column]), linkTo({ case: one.id, with: page.implementations[column].key }));
    return td;
  });
  return el("tr", { class: "case" }, head, cells);
}

// What a filter is set to, in words.
function chosen(field) {
  const input = $(field);
  return field === "q" ? `the search for “${state.q}”` : (input.selectedOptions[0]?.textContent ?? state[field]);
}

function showMatrix() {
  const matches = matching();
  const only = named();
  const column = columnOf.get(state.with);
  const seen = new Set();
  let requirements = 0;
  for (const one of rows) {
    const shown = showRow(one, matches, only, column);
    shown.forEach((number) => seen.add(number));
    requirements += shown.length > 0 ? 1 : 0;
  }
  left = [...seen].sort((a, b) => a - b);
  const isFiltered = FIELDS.some((field) => field !== "case" && state[field] !== "");
  for (const { suite, heads, columns, profiles, bodies } of tables) {
    for (const body of bodies) body.hidden = ![...body.querySelectorAll("tr[data-r]")].some((row) => !row.hidden);
    suite.hidden = isFiltered && bodies.every((body) => body.hidden);
    // The verdicts on profiles are of all their cases, so they stand aside where some were chosen.
    const isChosen = state.q !== "" || state.verdict !== "";
    profiles[0]?.parentElement.toggleAttribute("hidden", isChosen);
    for (const row of profiles) row.hidden = state.profile !== "" && row.dataset.profile !== state.profile;
    heads.forEach((head, index) => head.classList.toggle("chosen", columns[index] === column));
  }
  // On paper nothing else tells that something was left out.
  const filters = ["q", "suite", "profile", "verdict", "with"].filter((field) => state[field] !== "");
  const by = filters.length === 0 ? "" : `, left by ${filters.map((field) => chosen(field)).join(", ")}`;
  $("found").textContent =
    left.length === 0
      ? "Nothing is left: take a filter away."
      : `${counted(left.length, "case")} of ${counted(requirements, "requirement")}${by}`;
  showPoints(matches);
}

// The open points are cases too.
function showPoints(matches) {
  const differing = $("differing")?.checked ?? false;
  for (const row of document.querySelectorAll("table.points tbody tr")) {
    row.dataset.case ??= new URLSearchParams(row.querySelector("a").hash.slice(1)).get("case");
    const number = caseOf.get(row.dataset.case);
    row.hidden = !matches[number] || (differing && !row.classList.contains("differ"));
  }
  for (const table of document.querySelectorAll("table.points")) {
    table.hidden = [...table.tBodies[0].rows].every((row) => row.hidden);
  }
}
