import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { BrowserContext, Page } from "playwright-core";
import { expect, test } from "vitest";
import { readPost } from "#lib/routes/editor-posts.ts";
import { call } from "#test/support/call.ts";
import { putTyped } from "#test/support/working-copies.ts";
import { createDraft, useWorld } from "#test/support/world.ts";
import {
  browserOfUser,
  editorOf,
  editorText,
  entriesInStore,
  saveAs,
  signInAs,
  storedCopy,
  tabOfNewPost,
  typeAtEnd,
  untilKept,
} from "./admin-writing.ts";
import { startWithProfile } from "./chromium.ts";
import { expectNoFaults } from "./looking.ts";
import { pictures, useServedSite, views } from "./served-site.ts";

const world = useWorld();
const site = useServedSite();

const paragraphs = (...texts: readonly string[]) => [
  { type: "paragraph", value: texts.map((text) => `<p>${text}</p>`).join("") },
];

const newPage = async (title: string, ...texts: readonly string[]): Promise<number> =>
  (await createDraft(world.notes, { title, overview: [], detail: paragraphs(...texts) })).id;

const untilOnlyHere = (page: Page) =>
  page.getByText("Kept in this browser. The service cannot be reached.").waitFor();

const copies = "**/working-copy/";

/** Until `unroute`, no working copy is stored. */
const refuseCopies = (browser: BrowserContext) =>
  browser.route(copies, (route) =>
    route.request().method() === "PUT" ? route.fulfill({ status: 503, body: "" }) : route.continue(),
  );

const signOut = async (page: Page) => {
  const button = page.getByRole("button", { name: "Sign out", exact: true });
  if (!(await button.isVisible())) await page.locator(".account summary").click();
  await button.click();
};

test("signing out sends the words of every page first, and then empties the browser's store", async () => {
  const [one, other] = [await newPage("Reed", "One."), await newPage("Marsh", "Other.")];
  const browser = await browserOfUser(site);
  const first = await editorOf(browser, one);
  await browser.setOffline(true);
  await typeAtEnd(first, " Only here.");
  await untilOnlyHere(first);
  await first.close();
  await browser.setOffline(false);
  const second = await editorOf(browser, other);
  await typeAtEnd(second, " Typed last.");
  await Promise.all([second.waitForURL(`${site.url}/`), signOut(second)]);
  expect(await storedCopy(one)).toContain("One. Only here.");
  expect(await storedCopy(other)).toContain("Other. Typed last.");
  expect(Object.values(await entriesInStore(second))).toEqual(["[]"]);
  await browser.close();
});

test("what cannot be sent is named; kept in the browser, it is there for this account and no other", async () => {
  const [id, others] = [await newPage("Tide tables", "High."), await newPage("Buoys", "Red.")];
  const browser = await browserOfUser(site);
  await refuseCopies(browser);
  const page = await editorOf(browser, id);
  await typeAtEnd(page, " And low.");
  await untilOnlyHere(page);
  await signOut(page);
  const dialog = page.getByRole("dialog", { name: "Some words could not be sent" });
  await dialog.waitFor();
  await page.screenshot({ path: join(pictures, "admin-words-unsent.png") });
  expect(await dialog.getByRole("listitem").allTextContents()).toEqual(["Tide tables"]);
  await dialog.getByRole("button", { name: "Stay signed in" }).click();
  expect(await editorText(page)).toContain("High. And low.");
  await signOut(page);
  await Promise.all([
    page.waitForURL(`${site.url}/`),
    dialog.getByRole("button", { name: "Keep them in this browser, and sign out" }).click(),
  ]);
  await browser.unroute(copies);
  await signInAs(browser, site, "cy");
  const foreign = await editorOf(browser, others);
  await typeAtEnd(foreign, " Green.");
  await untilKept(foreign);
  await foreign.goto(`/cms/pages/${id}/edit/`);
  await foreign.locator(".ProseMirror").getByText("High.").waitFor();
  expect(await editorText(foreign)).not.toContain("And low.");
  await browser.clearCookies();
  await signInAs(browser, site, "ada");
  const again = await editorOf(browser, id);
  await again.locator(".ProseMirror").getByText("High. And low.").waitFor();
  await untilKept(again);
  expect(await storedCopy(id)).toContain("High. And low.");
  await browser.close();
});

test("what cannot be sent is discarded if the person says so, in all tabs", async () => {
  const [id, other] = [await newPage("Gull", "White."), await newPage("Tern", "Grey.")];
  const browser = await browserOfUser(site);
  const second = await editorOf(browser, other);
  await refuseCopies(browser);
  const page = await editorOf(browser, id);
  await typeAtEnd(page, " And loud.");
  await untilOnlyHere(page);
  await signOut(page);
  const discard = page.getByRole("button", { name: "Discard them, and sign out" });
  await Promise.all([page.waitForURL(`${site.url}/`), second.waitForURL(/accounts\/login/), discard.click()]);
  expect(Object.values(await entriesInStore(page))).toEqual(["[]"]);
  expect(await storedCopy(id)).toBe("");
  await browser.close();
});

const textArea = (page: Page) => page.locator(".ProseMirror");

test("what only one side has changed is merged and named, with who it was; who else writes stands above", async () => {
  const id = await newPage("Rail", "Water.", "Reed.", "Sky.");
  await putTyped(id, { version: 0, base_revision_id: 1, fields: {} }, "cy");
  const browser = await browserOfUser(site);
  const page = await editorOf(browser, id);
  expect(await page.locator(".actions .others").textContent()).toBe("cy is writing here, too.");
  await typeAtEnd(page, " Clouds.");
  await untilKept(page);
  await saveAs("cy", id, () => ({
    title: "Water rail",
    detail: paragraphs("Still water.", "Tall reed.", "Sky."),
  }));
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await page.getByText("cy changed “Title” and 2 paragraphs; your words are in, too.").waitFor();
  await page.getByText("All saved").waitFor();
  expect(await page.getByLabel("Title", { exact: true }).inputValue()).toBe("Water rail");
  await textArea(page).getByText("Still water.").waitFor();
  await textArea(page).getByText("Sky. Clouds.").waitFor();
  await browser.close();
});

test("where both have changed the same paragraph, both versions are shown word by word, and a third is written", async () => {
  const id = await newPage("Bittern", "It booms at dusk.");
  const browser = await browserOfUser(site);
  const page = await editorOf(browser, id);
  await typeAtEnd(page, " Twice.");
  await untilKept(page);
  await saveAs("cy", id, () => ({ detail: paragraphs("It booms at dawn.") }));
  await page.getByRole("button", { name: "Save", exact: true }).click();
  const dialog = page.getByRole("dialog", { name: "Both of you have changed this" });
  const versions = dialog.locator(".version");
  await versions.first().waitFor();
  expect(await versions.nth(0).locator("mark").allTextContents()).toEqual(["dusk. Twice"]);
  expect(await versions.nth(1).locator("mark").allTextContents()).toEqual(["dawn"]);
  await expectNoFaults(page);
  for (const { name, width, scheme } of views) {
    await page.setViewportSize({ width, height: 800 });
    await page.emulateMedia({ colorScheme: scheme });
    await page.screenshot({ path: join(pictures, `admin-words-conflict-${name}.png`) });
  }
  await dialog.getByRole("radio", { name: "A third version" }).check();
  const own = dialog.getByRole("textbox", { name: "A third version" });
  await own.press("Control+A");
  await page.keyboard.type("It booms at dusk and dawn. Twice.");
  await expectNoFaults(page);
  await page.screenshot({ path: join(pictures, "admin-words-third.png") });
  await dialog.getByRole("button", { name: "Use these" }).click();
  await textArea(page).getByText("It booms at dusk and dawn. Twice.").waitFor();
  await untilKept(page);
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await page.getByText("All saved").waitFor();
  const { body } = await call(readPost, { as: "ada", params: { id } });
  expect(body.detail).toEqual(paragraphs("It booms at dusk and dawn. Twice."));
  await browser.close();
});

test("a title that both have changed can be written anew", async () => {
  const id = await newPage("Coot", "Black.");
  const browser = await browserOfUser(site);
  const page = await editorOf(browser, id);
  await page.getByLabel("Title", { exact: true }).fill("The coot");
  await untilKept(page);
  await saveAs("cy", id, () => ({ title: "A coot" }));
  await page.getByRole("button", { name: "Save", exact: true }).click();
  const dialog = page.getByRole("dialog", { name: "Both of you have changed this" });
  await dialog.getByRole("radio", { name: "A third version" }).check();
  await dialog.getByRole("textbox", { name: "A third version" }).fill("Coots");
  await dialog.getByRole("button", { name: "Use these" }).click();
  await untilKept(page);
  expect(await page.getByLabel("Title", { exact: true }).inputValue()).toBe("Coots");
  await browser.close();
});

test("a line says where words came from that were found when a page was opened", async () => {
  const id = await newPage("Snipe", "It drums.");
  const browser = await browserOfUser(site);
  const page = await editorOf(browser, id);
  await typeAtEnd(page, " At night.");
  await untilKept(page);
  await refuseCopies(browser);
  await page.getByLabel("Title", { exact: true }).fill("Snipes");
  await untilOnlyHere(page);
  // A tab that closes sends its words once more, where no route of the test sees it.
  await browser.setOffline(true);
  await page.close();
  await browser.unroute(copies);
  await browser.setOffline(false);
  const again = await editorOf(browser, id);
  const line = again.locator(".origins");
  await line.getByText("Title").waitFor();
  const time = "(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day.*\\d+:\\d\\d.*";
  expect(await line.locator("span").textContent()).toMatch(
    new RegExp(
      `^From your working copy \\(Chrome, Linux\\), ${time}: 1 paragraph\\. From this browser, which alone had it, ${time}: “Title”\\.$`,
    ),
  );
  for (const { name, width, scheme } of views) {
    await again.setViewportSize({ width, height: 800 });
    await again.emulateMedia({ colorScheme: scheme });
    await again.screenshot({ path: join(pictures, `admin-words-origins-${name}.png`) });
  }
  await line.getByRole("button", { name: "Close" }).click();
  expect(await line.count()).toBe(0);
  await browser.close();
});

/** Lets time pass in the page only as the test says. */
const stopTime = async (page: Page) => {
  await page.clock.install();
  await page.clock.pauseAt(Date.now() + 1_000);
};

/** What requests for the working copy have sent. */
const copiesOf = (page: Page): string[] => {
  const sent: string[] = [];
  page.on("request", (request) => {
    if (request.method() === "PUT" && request.url().endsWith("/working-copy/"))
      sent.push(request.postData() ?? "");
  });
  return sent;
};

test("a change is in the browser's store within 300 ms, and in the working copy within 3 s", async () => {
  const id = await newPage("Dunlin", "Small.");
  const browser = await browserOfUser(site);
  const page = await editorOf(browser, id);
  const sent = copiesOf(page);
  await stopTime(page);
  await typeAtEnd(page, " And brown.");
  await page.clock.runFor(300);
  await expect
    .poll(async () => Object.values(await entriesInStore(page)).join())
    .toContain("Small. And brown.");
  expect(sent).toEqual([]);
  await page.clock.runFor(2_700);
  await expect.poll(() => storedCopy(id)).toContain("Small. And brown.");
  await browser.close();
});

test("words that were typed just before a page is loaded anew, or left for another one, are there", async () => {
  const page = await tabOfNewPost(site, "At the last moment");
  const address = page.url();
  await typeAtEnd(page, "Reloaded.");
  await page.reload();
  await page.locator(".ProseMirror").getByText("Reloaded.").waitFor();
  await typeAtEnd(page, " Left.");
  await page.goto("/");
  await page.goto(address);
  await page.locator(".ProseMirror").getByText("Reloaded. Left.").waitFor();
  await page.context().close();
});

test("every write to the browser's store asks for strict durability", async () => {
  const id = await newPage("Knot", "Grey.");
  const browser = await browserOfUser(site);
  await browser.addInitScript(() => {
    const modes: unknown[] = [];
    Object.assign(window, { modes });
    const { transaction } = IDBDatabase.prototype;
    IDBDatabase.prototype.transaction = function (names, mode, options) {
      if (mode === "readwrite") modes.push(options?.durability);
      return transaction.call(this, names, mode, options);
    };
  });
  const page = await editorOf(browser, id);
  await typeAtEnd(page, " And red.");
  await untilKept(page);
  const modes = (await page.evaluate("modes")) as readonly unknown[];
  expect([modes.length > 1, new Set(modes)]).toEqual([true, new Set(["strict"])]);
  await browser.close();
});

const storeLine = (page: Page) =>
  page.getByText("This browser keeps nothing (a private window, or a full disk)");

test("where the browser's store is forbidden, a line says so, and the working copy is written at once", async () => {
  const id = await newPage("Ruff", "Brown.");
  const browser = await browserOfUser(site);
  await browser.addInitScript(() => {
    IDBFactory.prototype.open = () => {
      throw new DOMException("Forbidden", "SecurityError");
    };
  });
  const page = await editorOf(browser, id);
  await storeLine(page).waitFor();
  await stopTime(page);
  await typeAtEnd(page, " With a collar.");
  await page.clock.runFor(50);
  await expect.poll(() => storedCopy(id)).toContain("Brown. W");
  await page.clock.runFor(50);
  await expect.poll(() => storedCopy(id)).toContain("Brown. With a collar.");
  await browser.close();
});

test("where the browser's store is full, a line says so until there is room, and the working copy is written at once", async () => {
  const id = await newPage("Godwit", "Long.");
  const browser = await browserOfUser(site);
  const page = await editorOf(browser, id);
  const devTools = await browser.newCDPSession(page);
  const setQuota = (quotaSize?: number) =>
    devTools.send("Storage.overrideQuotaForOrigin", {
      origin: site.url,
      ...(quotaSize !== undefined && { quotaSize }),
    });
  await setQuota(1);
  await stopTime(page);
  await typeAtEnd(page, " And straight.");
  await page.clock.runFor(250);
  await page.clock.runFor(50);
  await storeLine(page).waitFor();
  await page.clock.runFor(50);
  await expect.poll(() => storedCopy(id)).toContain("Long. And straight.");
  await setQuota();
  await typeAtEnd(page, " Or curved.");
  await page.clock.runFor(3_000);
  await storeLine(page).waitFor({ state: "detached" });
  await browser.close();
});

test("a browser whose process is killed has the words again, also those that no request has taken", async () => {
  const id = await newPage("Power cut", "Lamp.");
  const folder = await mkdtemp(join(tmpdir(), "lectern-profile-"));
  const open = async () => {
    const browser = await startWithProfile(folder);
    await signInAs(browser.context, site, "ada");
    await refuseCopies(browser.context);
    const page = await browser.context.newPage();
    await page.goto(`${site.url}/cms/pages/${id}/edit/`);
    await page.locator(".ProseMirror").waitFor();
    return { ...browser, page };
  };
  try {
    const before = await open();
    await typeAtEnd(before.page, " Nobody else has this.");
    const stored = async () => JSON.stringify(await entriesInStore(before.page));
    await expect.poll(stored, { timeout: 30_000 }).toContain("Nobody else has this.");
    await before.kill();
    expect(await storedCopy(id)).toBe("");
    const after = await open();
    expect(await editorText(after.page)).toContain("Lamp. Nobody else has this.");
    await after.page.getByText("From this browser, which alone had it").waitFor();
    await after.kill();
  } finally {
    await rm(folder, { recursive: true, force: true, maxRetries: 5 });
  }
});

test("what was not used before is there without a network", async () => {
  const browser = await browserOfUser(site);
  const page = await editorOf(browser, await newPage("Far from the town", "Lamp."));
  const loaded = () =>
    page.evaluate(() => performance.getEntriesByType("resource").map(({ name }) => name.split("/").at(-1)!));
  for (const part of ["beside", "form", "read", "rich-field", "source-view"])
    await expect
      .poll(async () => (await loaded()).some((name) => name.startsWith(`${part}-`)), { timeout: 30_000 })
      .toBe(true);
  await browser.setOffline(true);
  await page.getByRole("button", { name: "Details" }).click();
  await page.getByLabel("Slug").waitFor();
  await page.getByRole("button", { name: "Markdown" }).click();
  await page.getByRole("textbox", { name: "Text, as Markdown" }).fill("Lamp, and *moths*.");
  await untilOnlyHere(page);
  await browser.setOffline(false);
  await untilKept(page);
  await browser.close();
});
