// Twenty implementations of two thousand cases each open and filter in a second. Measured is the time of the page's thread, since a
// machine that does other things at once makes everything wait; the bounds allow for a slower one.

import assert from "node:assert/strict";
import { statSync } from "node:fs";
import { after, before, test } from "node:test";
import { address, launch, open } from "./support.mjs";

const BYTES = 15e6;
const OPENS = 2.5;
const FILTERS = 1;

let browser;
before(async () => (browser = await launch()));
after(() => browser?.close());

test("a large page is small enough, opens at once and filters at once", async (context) => {
  const size = statSync(process.env.LARGE).size;
  const { page, seen, close } = await open(browser, "about:blank");
  const session = await page.context().newCDPSession(page);
  await session.send("Performance.enable", { timeDomain: "threadTicks" });
  const spent = async () => {
    const { metrics } = await session.send("Performance.getMetrics");
    return metrics.find(({ name }) => name === "TaskDuration").value;
  };
  await page.goto(address("LARGE"));
  const opened = await spent();
  await page.evaluate(() => {
    go({ q: "case-1", verdict: "failure" });
    document.body.getBoundingClientRect();
  });
  const filtered = (await spent()) - opened;
  context.diagnostic(`${(size / 1e6).toFixed(1)} MB, opened in ${opened.toFixed(2)} s, filtered in ${filtered.toFixed(2)} s`);
  assert.ok(size < BYTES, `${size} bytes`);
  assert.ok(opened < OPENS, `${opened} s`);
  assert.ok(filtered < FILTERS, `${filtered} s`);
  assert.deepEqual(seen.filter((what) => !what.startsWith("request: file:")), []);
  await close();
});
