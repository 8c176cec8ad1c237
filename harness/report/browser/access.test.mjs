// For everybody: no finding of axe in any view, in the light and in the dark, on a desk and on a phone, where nothing runs out of sight.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { AXE, address, launch, open } from "./support.mjs";

let browser;
before(async () => (browser = await launch()));
after(() => browser?.close());

const VIEWS = {
  // axe looks at each cell that is seen, so a small part of the matrix stands for all of it.
  "the matrix": "#profile=agentue-1.1/resume",
  "an opened requirement": "#q=__proto__&open=AUE-3.3-13",
  "a failing case": "#case=agentue-1.1/model/inherited-names/keeps-proto",
  "an open point": "#q=absent+field&case=agentue-1.1/append/inherited-names/a-string-for-an-absent-proto",
};
const PHONE = { viewport: { width: 375, height: 812 }, isMobile: true, hasTouch: true, deviceScaleFactor: 2 };

for (const [name, fragment] of Object.entries(VIEWS)) {
  for (const colorScheme of ["light", "dark"]) {
    for (const [where, options] of [["on a desk", {}], ["on a phone", PHONE]]) {
      test(`${name}, ${colorScheme}, ${where}`, async () => {
        // axe comes into the page from outside, which the policy forbids to everybody else.
        const { page, seen, close } = await open(browser, address("PAGE", fragment), { ...options, colorScheme, bypassCSP: true });
        await page.addScriptTag({ path: AXE });
        const rules = { "color-contrast-enhanced": { enabled: false } };
        const { violations } = await page.evaluate((options) => axe.run(document, options), { rules });
        const told = violations.map(({ id, help, nodes }) => `${id}: ${help}: ${nodes.slice(0, 3).map((node) => node.html).join(" | ")}`);
        assert.deepEqual(told, []);
        // Only a matrix may be wider than the window.
        const wide = await page.locator(".still:visible").evaluateAll((parts) =>
          parts.filter((part) => part.scrollWidth > innerWidth + 1).map((part) => `${part.id} ${part.className} ${part.scrollWidth}`),
        );
        assert.deepEqual(wide, []);
        assert.deepEqual(seen, []);
        await close();
      });
    }
  }
}
