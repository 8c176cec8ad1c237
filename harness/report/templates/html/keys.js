// Keys: arrows go from cell to cell of a matrix, and letters do what the list of keys says, unless somebody writes or turned them off.

const isWriting = (target) => target.matches("input:not([type=checkbox]), select, textarea");

function onKey(event) {
  if (event.ctrlKey || event.metaKey || event.altKey || $("help").open) return;
  if (event.key === "Escape") return onEscape(event);
  if (isWriting(event.target)) return;
  if (event.key.startsWith("Arrow")) return onArrow(event);
  if (!$("keys-on").checked) return;
  const acts = { "/": toSearch, "?": () => $("help").showModal(), n: () => toCase(1), p: () => toCase(-1) };
  const act = Object.hasOwn(acts, event.key) ? acts[event.key] : undefined;
  if (act !== undefined) {
    event.preventDefault();
    act();
  }
}

function onEscape(event) {
  if (isWriting(event.target)) event.target.blur();
  else if (state.case !== "") go({ case: "" });
}

function toSearch() {
  if (state.case !== "") go({ case: "" });
  $("q").focus();
  $("q").select();
}

// Goes to the next case that the filters leave, or the one before; from the matrix to the first one.
function toCase(step) {
  const at = left.indexOf(caseOf.get(state.case));
  const next = at < 0 ? left[step > 0 ? 0 : left.length - 1] : left[at + step];
  if (next !== undefined) go({ case: page.cases[next].id });
}

function onArrow(event) {
  const cell = event.target.closest("table.matrix th, table.matrix td");
  if (cell === null) return;
  const [right, down] = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[event.key];
  const all = [...cell.closest("table").rows];
  let [row, index] = [all.indexOf(cell.parentElement), cell.cellIndex];
  for (;;) {
    [row, index] = [row + down, index + right];
    const next = all[row];
    if (next === undefined || index < 0 || index >= (right === 0 ? Infinity : next.cells.length)) return;
    const link = next.hidden || next.parentElement.hidden ? null : next.cells[index]?.querySelector("a");
    if (link) {
      event.preventDefault();
      link.focus();
      return;
    }
  }
}

// On paper nothing can be opened.
const folded = [];
function beforePrint() {
  for (const details of document.querySelectorAll("#case details:not([open])")) {
    details.open = true;
    folded.push(details);
  }
}
function afterPrint() {
  folded.splice(0).forEach((details) => (details.open = false));
}
