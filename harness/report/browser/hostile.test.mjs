// Whatever a driver says stays text, in every view of the page.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { address, launch, open } from "./support.mjs";

let browser;
before(async () => (browser = await launch()));
after(() => browser?.close());

// What a page may be made of.
const ELEMENTS = new Set(
  `html head meta title style script body a header h1 h2 h3 h4 p nav ul li ol button main div section article table caption thead tbody tr th td
   bdi details summary dl dt dd code pre span form label input select option output noscript cite b em del ins kbd dialog`.split(/\s+/),
);

async function check(page) {
  const found = await page.evaluate(() => ({
    names: [...new Set([...document.querySelectorAll("*")].map((element) => element.localName))],
    acting: [...document.querySelectorAll("*")].flatMap((element) =>
      [...element.attributes]
        .filter(({ name, value }) => name.startsWith("on") || name === "style" || name === "src" || (name === "href" && !value.startsWith("#")))
        .map(({ name, value }) => `${element.localName} ${name}=${value}`),
    ),
    pwned: window.pwned,
  }));
  assert.deepEqual(found.names.filter((name) => !ELEMENTS.has(name)), []);
  assert.deepEqual(found.acting, []);
  assert.equal(found.pwned, undefined);
}

test("nothing acts, in the matrix and in any case", async () => {
  const { page, seen, close } = await open(browser, address("HOSTILE"));
  await check(page);
  assert.match(await page.locator("#implementations").textContent(), /<script>window\.pwned = 1<\/script>/);
  for (const requirement of await page.locator("tr[data-r] a.id").all()) await requirement.click();
  const cases = page.locator("tr.case a.name");
  const count = await cases.count();
  assert.ok(count > 3, `${count}`);
  for (let index = 0; index < count; index += 1) {
    await cases.nth(index).click();
    assert.ok(await page.locator("#case h2").isVisible());
    for (const summary of await page.locator("#case summary").all()) await summary.click();
    await check(page);
    await page.click("#back");
  }
  assert.deepEqual(seen, []);
  await close();
});

test("an address can bring nothing in", async () => {
  const { page, seen, close } = await open(browser, address("HOSTILE"));
  for (const text of ["<img src=x onerror=window.pwned=1>", "javascript:window.pwned=1", "__proto__", "constructor", '"><script>window.pwned=1</script>']) {
    const given = encodeURIComponent(text);
    for (const fragment of [`#case=${given}`, `#q=${given}&with=${given}&open=${given}`, `#suite=${given}&verdict=${given}`, `#${given}`]) {
      // As a link from elsewhere does it: the page begins anew.
      await page.goto("about:blank");
      await page.goto(address("HOSTILE", fragment));
      await check(page);
      assert.deepEqual(seen.filter((what) => what !== "request: about:blank"), [], fragment);
    }
  }
  await close();
});

test("characters that turn the text around them are shown by their numbers", async () => {
  const { page, close } = await open(browser, address("HOSTILE"));
  const text = await page.locator("body").innerText();
  assert.match(text, /\\u\{202e\}/);
  assert.ok(!/[\u202a-\u202e\u2066-\u2069]/.test(text));
  await close();
});
