import { join } from "node:path";
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { createDraft, useWorld } from "#test/support/world.ts";
import {
  browserOfUser,
  editorOf,
  editorText,
  entriesInStore,
  signInAs,
  storedCopy,
  typeAtEnd,
  untilKept,
} from "./admin-writing.ts";
import { pictures, useServedSite } from "./served-site.ts";

const world = useWorld();
const site = useServedSite();

const paragraphs = (...texts: readonly string[]) => [
  { type: "paragraph", value: texts.map((text) => `<p>${text}</p>`).join("") },
];

const newPage = async (title: string, ...texts: readonly string[]): Promise<number> =>
  (await createDraft(world.notes, { title, overview: [], detail: paragraphs(...texts) })).id;

const untilOnlyHere = (page: Page) =>
  page.getByText("Kept in this browser. The service cannot be reached.").waitFor();

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
  await browser.route("**/working-copy/", (route) =>
    route.request().method() === "PUT" ? route.fulfill({ status: 503, body: "" }) : route.continue(),
  );
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
  await browser.unroute("**/working-copy/");
  await signInAs(browser, site, "cy");
  const foreign = await editorOf(browser, others);
  await typeAtEnd(foreign, " Green.");
  await untilKept(foreign);
  await foreign.goto(`/cms/pages/${id}/write/`);
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
  await browser.route("**/working-copy/", (route) =>
    route.request().method() === "PUT" ? route.fulfill({ status: 503, body: "" }) : route.continue(),
  );
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
