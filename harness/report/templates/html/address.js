// The state of the page stands behind the `#` of its address, so that every view of it can be linked.

const FIELDS = ["q", "suite", "profile", "verdict", "with", "case"];

// The state that an address gives; undefined if it only names a part of the page.
function readAddress() {
  const fragment = location.hash.slice(1);
  if (fragment !== "" && !fragment.includes("=")) return undefined;
  const given = new URLSearchParams(fragment);
  const state = { open: given.getAll("open") };
  for (const field of FIELDS) state[field] = given.get(field) ?? "";
  return state;
}

function addressOf(state) {
  const given = new URLSearchParams();
  for (const field of FIELDS) if (state[field]) given.set(field, state[field]);
  for (const id of state.open) given.append("open", id);
  return `#${given.toString().replaceAll("%2F", "/")}`;
}

let state = { open: [], q: "", suite: "", profile: "", verdict: "", with: "", case: "" };

// An address like the present one but for what is given.
const linkTo = (changes) => addressOf({ ...state, ...changes });
