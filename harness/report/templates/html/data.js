// What the page knows, and the elements that show it. Text goes in as text: nothing here makes markup of a string.

const $ = (id) => document.getElementById(id);
const page = JSON.parse($("data").textContent);

const WORDS = new Map(page.words);
const word = (code) => WORDS.get(code.toLowerCase()) ?? "not in this result";
const isFailure = (code) => /[fctbnu]/i.test(code);
const costs = (code) => code !== code.toLowerCase();

const requirementOf = new Map(page.requirements.map((requirement, number) => [requirement.id, number]));
const caseOf = new Map(page.cases.map((one, number) => [one.id, number]));
const columnOf = new Map(page.implementations.map((one, number) => [one.key, number]));

// The cases of each requirement.
const casesOf = page.requirements.map(() => []);
page.cases.forEach((one, number) => one.requirements.forEach((requirement) => casesOf[requirement].push(number)));

// An element with attributes and children; what is no element becomes text, and what is undefined or false nothing.
function el(name, attributes, ...children) {
  const element = document.createElement(name);
  for (const [key, value] of Object.entries(attributes ?? {})) {
    if (value !== undefined && value !== false) element.setAttribute(key, value);
  }
  element.append(...children.flat().filter((child) => child !== undefined && child !== false));
  return element;
}

// Prose, in which backticks stand around code.
function prose(text) {
  const parts = text.split("`");
  if (parts.length % 2 === 0) return [text];
  return parts.map((part, index) => (index % 2 === 1 ? el("code", {}, part) : part)).filter((part) => part !== "");
}

// How a code is shown where a case has a cell of its own.
function cellOf(code) {
  if (code === " ") return { className: "none", shown: "", said: "" };
  if (code === "p") return { className: "pass", shown: "✓", said: " pass" };
  if (code === "r") return { className: "rec", shown: "◦", said: " recorded" };
  if (code === "-") return { className: "idle", shown: "–", said: " unsupported" };
  if (code === ".") return { className: "idle", shown: "…", said: " not run" };
  return costs(code)
    ? { className: "fail", shown: "✗", said: ` ${word(code)}` }
    : { className: "warn", shown: "!", said: ` ${word(code)}, at no cost to conformance` };
}
