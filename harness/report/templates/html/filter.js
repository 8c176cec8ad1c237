// Which cases the filters leave.

const texts = [];

// All that can be searched of a case, in lower case; made when it is first asked for.
function textOf(number) {
  if (texts[number] === undefined) {
    const one = page.cases[number];
    const parts = [one.id, page.profiles[one.profile], page.strings[one.why], one.asks ?? ""];
    for (const place of one.requirements) {
      const requirement = page.requirements[place];
      parts.push(requirement.id, requirement.section ?? "", requirement.text ?? "");
    }
    if (one.story) {
      parts.push(page.strings[one.story.topic], one.story.source);
      for (const [name, value] of one.story.named ?? []) parts.push(name, page.strings[value]);
    }
    texts[number] = parts.join("\n").toLowerCase();
  }
  return texts[number];
}

// What an implementation did, for a comparison with the others: two that fail agree in that, and so do two that do the same where
// the text is open.
function deed(one, column) {
  const code = one.verdicts[column];
  if (" -.".includes(code)) return undefined;
  return isFailure(code) ? "failure" : `${code} ${one.recorded?.[column] ?? ""}`;
}

function differs(one) {
  const deeds = page.implementations.map((_, column) => deed(one, column));
  return new Set(deeds.filter((done) => done !== undefined)).size > 1;
}

function hasVerdict(one, wanted, column) {
  if (wanted === "") return column === undefined || one.verdicts[column] !== " ";
  if (wanted === "differ") return differs(one);
  const codes = column === undefined ? [...one.verdicts] : [one.verdicts[column]];
  if (wanted === "costs") return codes.some(costs);
  if (wanted === "failure") return codes.some(isFailure);
  return codes.some((code) => code !== " " && word(code) === wanted);
}

// For each case whether the filters leave it.
function matching() {
  const words = state.q.toLowerCase().split(/\s+/).filter((part) => part !== "");
  const column = columnOf.get(state.with);
  return page.cases.map((one, number) => {
    if (state.suite && page.suites[one.suite][0] !== state.suite) return false;
    if (state.profile && page.profiles[one.profile] !== state.profile) return false;
    if (!hasVerdict(one, state.verdict, column)) return false;
    return words.every((part) => textOf(number).includes(part));
  });
}

// The requirement that a search names by its id, whose row alone is meant then.
const named = () => requirementOf.get(state.q.trim()) ?? requirementOf.get(state.q.trim().toUpperCase());
