// One case: its story, what each implementation does with it, and what shows a failure.

const section = (title, ...children) => el("section", {}, el("h3", {}, title), ...children);
const code = (text) => el("code", {}, text);
const pre = (text) => el("pre", {}, text);
const fact = (name, ...value) => [el("dt", {}, name), el("dd", {}, ...value)];

function showCase() {
  const view = $("case");
  const number = caseOf.get(state.case);
  if (number === undefined) {
    view.replaceChildren(crumbs(), el("p", {}, "There is no case ", code(state.case), " on this page."));
    return;
  }
  const one = page.cases[number];
  const failing = page.implementations.map((_, column) => column).filter((column) => one.failures?.[column] !== undefined);
  view.replaceChildren(
    crumbs(number),
    el("h2", {}, one.id.split("/").at(-1)),
    el("p", { class: "full" }, code(one.id), " ", el("span", { class: `level ${one.level}` }, one.level)),
    el("p", { class: "why" }, prose(page.strings[one.why])),
    citations(one),
    verdicts(one),
    story(one),
    ...failing.map((column) => failure(one, column)),
  );
}

function crumbs(number) {
  const link = (label, place) =>
    place !== undefined && el("a", { href: linkTo({ case: page.cases[place].id }) }, label);
  const at = left.indexOf(number);
  return el(
    "nav",
    { "aria-label": "Cases" },
    el("a", { href: linkTo({ case: "" }), id: "back" }, "← All results"),
    link("Previous case", at > 0 ? left[at - 1] : undefined),
    link("Next case", at >= 0 ? left[at + 1] : undefined),
  );
}

// The requirements that the case shows, each with where the text has it.
function citations(one) {
  const items = one.requirements.map((place) => {
    const requirement = page.requirements[place];
    const title = page.suites[requirement.suite][1];
    const where = requirement.section === undefined ? title : `${title}, section ${requirement.section}`;
    return el(
      "li",
      {},
      el("a", { href: linkTo({ case: "", open: [requirement.id], q: requirement.id }) }, requirement.id),
      " ",
      el("span", { class: `level ${requirement.level}` }, requirement.level),
      " ",
      prose(requirement.text ?? ""),
      " ",
      el("cite", {}, where),
      requirement.basis !== undefined && el("span", { class: "basis" }, "Why: ", prose(requirement.basis)),
    );
  });
  return section("Where the text has it", el("ul", { class: "citations" }, items));
}

function verdicts(one) {
  const told = page.implementations.map((_, column) => column).filter((column) => one.verdicts[column] !== " ");
  const rows = told.map((column) => {
    const { className, shown } = cellOf(one.verdicts[column]);
    const number = one.failures?.[column];
    const notes = [];
    if (number !== undefined) notes.push(el("p", {}, page.strings[page.failures[number].message]));
    if (one.recorded?.[column] !== undefined) notes.push(el("p", {}, code(page.strings[one.recorded[column]])));
    if (one.lossy?.[column] !== undefined) {
      notes.push(el("p", { class: "note" }, `numbers came back changed within the same binary64 at ${one.lossy[column].join(", ")}`));
    }
    if (one.beyond?.includes(column)) notes.push(el("p", { class: "note" }, "the input is beyond a limit that the driver declares"));
    return el(
      "tr",
      {},
      el("th", { scope: "row" }, el("bdi", {}, page.implementations[column].name)),
      el("td", { class: className }, `${shown} ${word(one.verdicts[column])}`),
      el("td", {}, notes),
    );
  });
  const head = ["Implementation", "Verdict", one.asks === undefined ? "What it says" : prose(one.asks)];
  return section(
    "What each implementation does",
    el(
      "table",
      { class: "plain verdicts" },
      el("thead", {}, el("tr", {}, head.map((name) => el("th", { scope: "col" }, name)))),
      el("tbody", {}, rows),
    ),
  );
}

function story(one) {
  const told = one.story;
  if (told === undefined) {
    return section("The case", el("p", { class: "note" }, "The suite of this case is not one that this page has the stories of."));
  }
  const other = (id) => el("a", { href: linkTo({ case: id }) }, id);
  const facts = [
    fact("Topic", prose(page.strings[told.topic])),
    fact("Profile", page.profiles[one.profile]),
    told.twin !== undefined && fact("Accepted twin", other(told.twin)),
    (told.apart ?? []).map(([at, here, there]) =>
      fact("Differs from it", code(at === "" ? "as a whole" : at), ": ", code(here), " here, ", code(there), " there"),
    ),
    told.derived !== undefined && fact("Derived from", other(told.derived), ", with valid events around its own"),
    told.canary && fact("Followed by", "a plain request in the same process, which must not notice"),
    fact("File", code(told.place)),
    fact("Show it", code(`uiconform cases show ${one.id}`)),
  ];
  const named = (told.named ?? []).map(([name, value]) => [el("h4", {}, code(name), " stands for"), pre(page.strings[value])]);
  return section("The case", el("dl", { class: "facts" }, facts.flat(2)), pre(told.source), named.flat());
}

function failure(one, column) {
  const shown = page.failures[one.failures[column]];
  const { name, key, replay } = page.implementations[column];
  const text = (place) => page.strings[place];
  const heading = `${name}: ${word(one.verdicts[column])}`;
  const details = (title, isOpen, ...children) =>
    el("details", { open: isOpen ? "" : undefined }, el("summary", {}, title), ...children);
  return el(
    "section",
    { class: "failure", "data-key": key },
    el("h3", {}, heading),
    el("p", { class: "message" }, shown.step !== undefined && el("b", {}, `Step ${shown.step}: `), text(shown.message)),
    shown.hint !== undefined && el("p", {}, el("b", {}, "Hint: "), text(shown.hint)),
    shown.exit !== undefined && el("p", {}, el("b", {}, "It ended: "), text(shown.exit)),
    shown.difference !== undefined && difference(page.differences[shown.difference]),
    shown.inputs !== undefined && details("Inputs", true, el("ol", { class: "inputs" }, inputs(shown))),
    shown.transcript !== undefined && details("Transcript", key === state.with, transcript(shown)),
    shown.stderr !== undefined && details("Standard error", false, pre(text(shown.stderr))),
    shown.left_out &&
      el("p", { class: "note" }, "This page has no room for what shows this failure; the command below shows all of it."),
    el("p", {}, "See it again: ", code(`${replay} --filter ${one.id} --transcript`)),
    el("p", { class: "fingerprint" }, "Fingerprint: ", code(text(shown.fingerprint))),
  );
}

function inputs(shown) {
  return shown.inputs.map(([number, place]) =>
    el("li", { value: number, class: number === shown.step ? "here" : undefined }, code(page.strings[place])),
  );
}

function transcript(shown) {
  const said = shown.transcript.flatMap(([purpose, sent, received]) => [
    el("dt", {}, page.strings[purpose]),
    el("dd", {}, el("b", {}, "to the driver "), code(page.strings[sent])),
    el("dd", {}, el("b", {}, "from the driver "), received === null ? "(no answer)" : code(page.strings[received])),
  ]);
  const cut = shown.cut !== undefined && el("p", { class: "note" }, `Cut: ${shown.cut} bytes are not shown.`);
  return el("div", {}, el("dl", { class: "transcript" }, said), cut);
}

// Two values side by side, with a mark on what differs within a line.
function difference(shown) {
  const cell = (className, ...children) => el("td", { class: className }, ...children);
  const rows = shown.rows.map((row) => {
    if (row.gap !== undefined) return el("tr", { class: "gap" }, el("td", { colspan: "2" }, `⋮ ${counted(row.gap, "equal line")}`));
    if (row.same !== undefined) return el("tr", {}, cell("same", row.same), cell("same", row.same));
    if (row.left !== undefined) return el("tr", {}, cell("old", el("del", {}, row.left)), cell("void"));
    if (row.right !== undefined) return el("tr", {}, cell("void"), cell("new", el("ins", {}, row.right)));
    const [old, present] = marked(row.pair[0], row.pair[1]);
    return el("tr", {}, cell("old", ...old), cell("new", ...present));
  });
  const at = shown.at === undefined ? "" : `, first at ${shown.at}`;
  return el(
    "table",
    { class: "diff" },
    el("caption", {}, `${shown.names[0]} and ${shown.names[1]}${at}`),
    el("thead", {}, el("tr", {}, shown.names.map((name) => el("th", { scope: "col" }, name)))),
    el("tbody", {}, rows, shown.more !== undefined && el("tr", { class: "gap" }, el("td", { colspan: "2" }, `⋮ ${shown.more} more rows`))),
  );
}

// Two lines, each with what only it has between what both begin and end with.
function marked(one, other) {
  const [a, b] = [[...one], [...other]];
  let [begin, end] = [0, 0];
  while (begin < Math.min(a.length, b.length) && a[begin] === b[begin]) begin += 1;
  while (end < Math.min(a.length, b.length) - begin && a.at(-1 - end) === b.at(-1 - end)) end += 1;
  const parts = (characters, name) => {
    const inner = characters.slice(begin, characters.length - end).join("");
    return [characters.slice(0, begin).join(""), el(name, {}, inner), characters.slice(characters.length - end).join("")];
  };
  return [parts(a, "del"), parts(b, "ins")];
}
