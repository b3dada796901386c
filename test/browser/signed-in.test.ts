import { beforeAll, expect, test } from "vitest";
import { applyDemo } from "#local/demo.ts";
import { cookiesOf } from "#test/support/session.ts";
import { useTable } from "#test/support/table.ts";
import { useServedSite, views } from "./served-site.ts";

useTable();
const site = useServedSite();

beforeAll(async () => {
  await applyDemo();
});

const pages: readonly (readonly [string, string])[] = [
  ["draft", "/cms/pages/4/view_draft/"],
  ["edit-page", "/cms/pages/4/edit/"],
  ["edit-image", "/cms/images/1/edit/"],
  ["password-change", "/accounts/password-change/"],
];

test.each(pages)("the page %s fits into every window, and complains of nothing", async (name, path) => {
  const headers = { cookie: await cookiesOf("ada") };
  await site.showInEachWindow(path, name, headers, async ({ page, complaints }) => {
    expect(complaints).toEqual([]);
    expect(await page.evaluate("document.documentElement.scrollWidth - innerWidth")).toBeLessThanOrEqual(0);
  });
});

test("the button on a page signs out, without script", async () => {
  const { page } = await site.show("/notes/", "signed-out", { ...views[0], headers: {} });
  const pairs = (await cookiesOf("ada")).split("; ").map((pair) => pair.split("="));
  const url = new URL("/", page.url()).href;
  await page.context().addCookies(pairs.map(([name = "", value = ""]) => ({ name, value, url })));
  await page.reload();
  await Promise.all([page.waitForURL(url), page.click(".account button")]);
  expect(await page.locator(".account").count()).toBe(0);
  expect((await page.context().cookies()).map(({ name }) => name)).toEqual([]);
  await page.close();
});
