// A browser with the pages to be tested. Their paths come from `harness/cli/tests/browser.rs`, which makes them.

import { execFileSync } from "node:child_process";
import { createRequire } from "node:module";
import { pathToFileURL } from "node:url";
import { chromium } from "playwright-core";

export const AXE = createRequire(import.meta.url).resolve("axe-core/axe.min.js");

// The address of a page that is named by a variable.
export const address = (variable, fragment = "") => pathToFileURL(process.env[variable]).href + fragment;

function program() {
  if (process.env.CHROMIUM) return process.env.CHROMIUM;
  for (const name of ["chromium", "chromium-browser", "google-chrome"]) {
    try {
      return execFileSync("sh", ["-c", `command -v ${name}`], { encoding: "utf8" }).trim();
    } catch {
      // The next one may be there.
    }
  }
  throw new Error("no Chromium is installed");
}

export const launch = () =>
  // Who is root, as in a container, has no sandbox.
  chromium.launch({ executablePath: program(), args: process.getuid?.() === 0 ? ["--no-sandbox"] : [] });

// A page of its own that keeps what must not be: complaints of the browser, and requests for anything but the page itself.
export async function open(browser, url, options = {}) {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, ...options });
  const page = await context.newPage();
  const seen = [];
  page.on("console", (message) => seen.push(`console: ${message.text()}`));
  page.on("pageerror", (error) => seen.push(`error: ${error.message}`));
  page.on("dialog", (dialog) => {
    seen.push(`dialog: ${dialog.message()}`);
    dialog.dismiss();
  });
  const own = url.split("#")[0];
  page.on("request", (request) => {
    if (request.url().split("#")[0] !== own) seen.push(`request: ${request.url()}`);
  });
  await page.goto(url);
  return { page, seen, close: () => context.close() };
}
