// Twenty implementations of two thousand cases each open in a second on a machine at rest; the tests allow for one that is not.

import assert from "node:assert/strict";
import { statSync } from "node:fs";
import { after, before, test } from "node:test";
import { address, launch, open } from "./support.mjs";

const OPENS = 5_000;
const FILTERS = 2_000;

let browser;
before(async () => (browser = await launch()));
after(() => browser?.close());

test("a large page is small enough, opens at once and filters at once", async (context) => {
  const size = statSync(process.env.LARGE).size;
  const { page, seen, close } = await open(browser, address("LARGE"));
  const opened = await page.evaluate(() => Math.round(performance.getEntriesByType("navigation")[0].loadEventEnd));
  const filtered = await page.evaluate(() => {
    const begin = performance.now();
    go({ q: "case-1", verdict: "failure" });
    document.body.getBoundingClientRect();
    return Math.round(performance.now() - begin);
  });
  context.diagnostic(`${(size / 1e6).toFixed(1)} MB, opened in ${opened} ms, filtered in ${filtered} ms`);
  assert.ok(size < 15e6, `${size} bytes`);
  assert.ok(opened < OPENS, `${opened} ms`);
  assert.ok(filtered < FILTERS, `${filtered} ms`);
  assert.deepEqual(seen, []);
  await close();
});
