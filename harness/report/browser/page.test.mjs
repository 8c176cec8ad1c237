// The page as a person uses it: looks, filters, links, keys, paper.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { address, launch, open } from "./support.mjs";

let browser;
before(async () => (browser = await launch()));
after(() => browser?.close());

const FAULTY = "uiconform-reference-with-fault-blocks-lose-proto";
const CASE = "agentue-1.1/model/inherited-names/keeps-proto";

// A test with a page of its own, which must be quiet all the time.
function on(name, fragment, body, options) {
  test(name, async () => {
    const { page, seen, close } = await open(browser, address("PAGE", fragment), options);
    await body(page);
    assert.deepEqual(seen, []);
    await close();
  });
}

const visibleRows = (page) => page.locator("table.matrix tr[data-r]:visible");
const ids = (page) => page.locator("table.matrix tr[data-r]:visible a.id").allTextContents();
const search = async (page, text) => {
  await page.fill("#q", text);
  await page.waitForFunction((wanted) => new URLSearchParams(location.hash.slice(1)).get("q") === wanted, text);
};
const matrix = (page) =>
  page.locator("table.matrix").evaluateAll((tables) =>
    tables.map((table) =>
      [...table.rows].map((row) => [...row.cells].map((cell) => [cell.className.replace("chosen", ""), cell.textContent.trim(), cell.querySelector("td a")?.hash])),
    ),
  );

on("opens with every requirement and no complaint", "", async (page) => {
  assert.equal(await page.title(), "Results of the tests");
  const all = await visibleRows(page).count();
  assert.ok(all > 300, `${all}`);
  assert.match(await page.locator("#found").textContent(), new RegExp(`^\\d+ cases of ${all} requirements$`));
  assert.equal(await page.locator("#case:visible").count(), 0);
});

test("says the same without scripts", async () => {
  const silent = await open(browser, address("PAGE"), { javaScriptEnabled: false });
  const scripted = await open(browser, address("PAGE"));
  // The browser gives no way into a page without scripts but its markup.
  const text = (page) => page.locator("table.matrix").first().textContent();
  assert.equal(await text(silent.page), await text(scripted.page));
  assert.equal(await silent.page.locator("#filters:visible").count(), 0);
  await silent.close();
  await scripted.close();
});

on("filters by text, and takes the filter back", "", async (page) => {
  const whole = await matrix(page);
  await search(page, "__proto__");
  const shown = await ids(page);
  // The verdicts on profiles are of more than what is left.
  assert.equal(await page.locator("tbody.profiles:visible").count(), 0);
  assert.ok(shown.includes("AUE-3.3-13") && shown.length < 100, `${shown}`);
  const column = page.locator(`#with option[value="${FAULTY}"]`);
  assert.equal(await column.count(), 1);
  const cells = page.locator("tr[data-r]:visible:has(a.id:text-is('AUE-3.3-13')) td");
  assert.deepEqual(await cells.evaluateAll((all) => all.map((cell) => cell.className)), ["pass", "pass", "fail", "pass"]);
  await page.click("#filters button[type=reset]");
  assert.deepEqual(await matrix(page), whole);
  assert.equal(await page.evaluate(() => location.hash), "");
});

on("takes the id of a requirement as a search for it alone", "", async (page) => {
  await search(page, "aue-5.3-02");
  assert.deepEqual(await ids(page), ["AUE-5.3-02"]);
});

on("filters by verdict, profile and implementation", "", async (page) => {
  const all = await visibleRows(page).count();
  await page.selectOption("#verdict", "costs");
  const failing = await visibleRows(page).count();
  assert.ok(failing > 0 && failing < all, `${failing}`);
  await page.selectOption("#with", "uiconform-reference");
  assert.equal(await visibleRows(page).count(), 0);
  assert.match(await page.locator("#found").textContent(), /Nothing is left/);
  await page.selectOption("#with", FAULTY);
  assert.ok((await ids(page)).includes("AUE-3.3-13"));
  await page.selectOption("#profile", "agentue-1.1/router");
  assert.equal(await visibleRows(page).count(), 0);
  await page.selectOption("#profile", "agentue-1.1/reducer");
  assert.ok((await visibleRows(page).count()) > 0);
  await page.selectOption("#verdict", "differ");
  assert.ok((await ids(page)).includes("AUE-3.3-13"));
});

on("filters by suite", "", async (page) => {
  // The page has a second suite, which the program does not know.
  await page.selectOption("#suite", "demo-1");
  assert.deepEqual(await ids(page), ["DEMO-1-01", "DEMO-2-01"]);
  assert.equal(await page.locator("section.suite:visible").count(), 1);
});

on("opens a requirement, a case, and what shows the failure", "#q=__proto__", async (page) => {
  await page.click("tr[data-r] a.id:text-is('AUE-3.3-13')");
  const row = page.locator("tr[data-r]:has(a.id:text-is('AUE-3.3-13'))");
  assert.equal(await row.locator("a.id").getAttribute("aria-expanded"), "true");
  const cases = page.locator("tr.case:visible");
  assert.ok((await cases.count()) > 3);
  // What fails comes first.
  assert.equal(await cases.first().locator("td.fail").count(), 1);
  await page.click("tr.case a.name:text-is('model/inherited-names/keeps-proto')");
  const view = page.locator("#case");
  assert.equal(await view.locator("h2").textContent(), "keeps-proto");
  assert.match(await view.locator(".citations").textContent(), /AUE-3\.3-13 required .*AgentUE Protocol 1\.1, section 3\.3/);
  assert.match(await view.locator(".why").textContent(), /kept under whatever name/);
  assert.match(await view.locator("pre").first().textContent(), /"expect": "accept"/);
  const failure = view.locator(".failure");
  assert.equal(await failure.count(), 1);
  assert.match(await failure.locator("h3").textContent(), /blocks-lose-proto: fail$/);
  assert.deepEqual(await failure.locator(".diff thead th").allTextContents(), ["expected", "got"]);
  assert.match(await failure.locator(".diff del").first().textContent(), /"__proto__": "north"/);
  await failure.locator("summary:text-is('Transcript')").click();
  assert.match(await failure.locator(".transcript").textContent(), /agentue\/reduce.*"steps":\[\{"ok":true\}\]/s);
  assert.match(await failure.textContent(), /uiconform run --driver .*--filter agentue-1\.1\/model\/inherited-names\/keeps-proto --transcript/);
  await page.goBack();
  assert.equal(await page.locator("#case:visible").count(), 0);
  assert.ok((await cases.count()) > 3);
  await row.locator("a.id").click();
  assert.equal(await cases.count(), 0);
});

on("has an address for every view", "", async (page) => {
  await search(page, "__proto__");
  await page.selectOption("#verdict", "costs");
  await page.click("tr[data-r]:has(a.id:text-is('AUE-3.3-13')) td.fail a");
  await page.click("tr.case td.fail a >> nth=0");
  const here = page.url();
  const title = await page.title();
  const other = await open(browser, here);
  assert.equal(await other.page.title(), title);
  assert.equal(await other.page.locator("#case h2").textContent(), await page.locator("#case h2").textContent());
  // The transcript of the implementation that was chosen is open at once.
  assert.ok(await other.page.locator(".failure .transcript").first().isVisible());
  await other.page.click("#back");
  assert.equal(await other.page.inputValue("#q"), "__proto__");
  assert.equal(await other.page.inputValue("#verdict"), "costs");
  assert.equal(await other.page.inputValue("#with"), FAULTY);
  assert.deepEqual(await ids(other.page), await ids(page).then(async () => { await page.click("#back"); return ids(page); }));
  assert.deepEqual(other.seen, []);
  await other.close();
});

on("says so where an address names no case", "#case=agentue-1.1/no/such/case", async (page) => {
  assert.match(await page.locator("#case").textContent(), /There is no case agentue-1\.1\/no\/such\/case on this page/);
});

on("is used by keys alone", "", async (page) => {
  const focused = () => page.evaluate(() => document.activeElement.id || document.activeElement.textContent);
  await page.keyboard.press("/");
  assert.equal(await focused(), "q");
  await page.keyboard.type("AUE-3.3-13");
  await page.waitForFunction(() => document.querySelectorAll("tr[data-r]:not([hidden])").length === 1);
  await page.keyboard.press("Escape");
  await page.focus("tr[data-r]:not([hidden]) a.id");
  await page.keyboard.press("Enter");
  assert.ok((await page.locator("tr.case:visible").count()) > 3);
  assert.equal(await focused(), "AUE-3.3-13");
  // To the cell of the faulty one, and down to its first case.
  for (const key of ["ArrowRight", "ArrowRight", "ArrowRight", "ArrowDown"]) await page.keyboard.press(key);
  assert.match(await focused(), /^✗ fail$/);
  await page.keyboard.press("Enter");
  assert.equal(await page.locator("#case:visible").count(), 1);
  const first = await page.locator("#case h2").textContent();
  await page.keyboard.press("n");
  assert.notEqual(await page.locator("#case h2").textContent(), first);
  await page.keyboard.press("p");
  assert.equal(await page.locator("#case h2").textContent(), first);
  await page.keyboard.press("Escape");
  assert.equal(await page.locator("#case:visible").count(), 0);
  await page.keyboard.press("?");
  assert.ok(await page.locator("#help").isVisible());
  await page.uncheck("#keys-on");
  await page.keyboard.press("Escape");
  await page.keyboard.press("n");
  assert.equal(await page.locator("#case:visible").count(), 0);
});

on("shows open points, and those alone where they differ", "", async (page) => {
  const rows = page.locator("table.points tbody tr:visible");
  const all = await rows.count();
  assert.ok(all > 100, `${all}`);
  await page.check("#differing");
  assert.ok((await rows.count()) < all);
  await page.uncheck("#differing");
  await search(page, "absent field __proto__");
  await rows.first().locator("a").click();
  assert.match(await page.locator("#case .verdicts").textContent(), /recorded/);
});

on("goes to its parts by their names", `#case=${CASE}`, async (page) => {
  await page.click("nav a:text-is('Open points')");
  assert.ok(await page.locator("#open-points h2").isVisible());
  assert.equal(await page.locator("#case:visible").count(), 0);
});

on("is printed without what only a screen has, and with all of a case", `#case=${CASE}`, async (page) => {
  await page.evaluate(() => {
    for (const name of ["beforeprint", "afterprint"]) {
      window.addEventListener(name, () => {
        window[name] = [...document.querySelectorAll("#case details")].map((details) => details.open);
      });
    }
  });
  const before = await page.locator("#case details").evaluateAll((all) => all.map((details) => details.open));
  const pdf = await page.pdf();
  assert.ok(pdf.length > 10_000 && pdf.subarray(0, 4).toString() === "%PDF");
  assert.deepEqual(await page.evaluate(() => window.beforeprint), before.map(() => true));
  assert.deepEqual(await page.evaluate(() => window.afterprint), before);
  await page.click("#back");
  await page.emulateMedia({ media: "print" });
  assert.equal(await page.locator("#filters label:visible, button:visible, nav:visible").count(), 0);
  // What is left of a filter says so.
  await page.evaluate(() => go({ q: "__proto__", verdict: "costs" }));
  assert.match(await page.locator("#found").innerText(), /left by the search for “__proto__”, fails, and costs conformance$/);
  assert.ok(await page.locator("table.matrix").first().isVisible());
});
