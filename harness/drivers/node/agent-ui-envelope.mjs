// agent-ui@1: which envelopes may be shown, and how (Envelope Types, Registry).
//
// Each kind is a table of its members with a test for each. What no table names is surplus, and
// nobody looks at it.

import { isObject, isString } from "./agentue-json.mjs";

/** The kinds, in a Map: it has no names but its own. */
const KINDS = new Map();

const one = (...words) => (value) => words.includes(value);
const present = (value) => value !== undefined; // JSON has no undefined, so null is present.
const absentOr = (test) => (value) => value === undefined || test(value);

const COMMON = { schemaVersion: one("agent-ui@1"), fallbackText: absentOr(isString) };
const CHART_SURFACES = ["chat_inline", "side_panel", "canvas"];

KINDS.set("registered_component", {
  members: {
    ...COMMON,
    component: isString,
    surface: one(...CHART_SURFACES, "map_overlay"),
    props: present,
  },
  name: "component",
  value: "props",
  hasData: true,
  list: "components",
});

KINDS.set("chart", {
  members: {
    ...COMMON,
    grammar: one("echarts-safe-subset"),
    surface: one(...CHART_SURFACES),
    spec: present,
    data: present,
  },
  name: "grammar",
  value: "spec",
  hasData: true,
});

KINDS.set("map_action", {
  members: { ...COMMON, action: isString, surface: one("map_overlay"), params: present },
  name: "action",
  value: "params",
  hasData: false,
  list: "actions",
});

/**
 * Decides about an envelope, of which all objects have to be without a prototype (`copyJson`).
 *
 * `registry` is null until it is loaded. `stock` has what this frontend can do: Maps `components`
 * and `actions` from names to `{ accepts, run }`, and `chart` with `run` alone. Returns one of
 *   - `{ run, view }`: it may be shown, by that function of that view;
 *   - `{ waits: true }`: only the registry can tell, and is not there;
 *   - `{ reason, text }`: it is not shown, and if there is a text, that stands in its place.
 */
export function decide(envelope, registry, stock) {
  if (!isObject(envelope)) return { reason: "the envelope is not an object" };
  const kind = isString(envelope.kind) ? KINDS.get(envelope.kind) : undefined;
  if (kind === undefined) return { reason: "the kind is unknown" };
  const text = isString(envelope.fallbackText) ? envelope.fallbackText : undefined;
  for (const [member, test] of Object.entries(kind.members)) {
    if (!test(envelope[member])) return { reason: `${member} is missing or wrong`, text };
  }
  const view = {
    name: envelope[kind.name],
    surface: envelope.surface,
    value: envelope[kind.value],
    data: kind.hasData ? envelope.data : undefined,
  };
  // Charts need no entry: their grammar is one word of the protocol.
  if (kind.list === undefined) return { run: stock.chart.run, view };
  if (registry === null) return { waits: true };
  const entry = stock[kind.list].get(view.name);
  if (!registry[kind.list].includes(view.name) || entry === undefined) {
    return { reason: `${view.name} is not among the ${kind.list}` }; // Rejected, also with a text.
  }
  if (!entry.accepts(view.value)) return { reason: `the ${kind.value} do not fit`, text };
  return { run: entry.run, view };
}
