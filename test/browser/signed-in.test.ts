import { beforeAll, expect, test } from "vitest";
import { startedSession } from "#lib/access/sessions.ts";
import { sessionBeginning } from "#lib/actions/people/sessions.ts";
import { commitDecision } from "#lib/store/commit.ts";
import { readUserByName } from "#lib/store/listed-credentials.ts";
import { applyDemo } from "#local/demo.ts";
import { cookiesOf } from "#test/support/session.ts";
import { useTable } from "#test/support/table.ts";
import { useServedSite, views } from "./served-site.ts";
import { cookiesIn } from "./shown-page.ts";

useTable();
const site = useServedSite();

beforeAll(async () => {
  await applyDemo();
});

const pages: readonly (readonly [string, string])[] = [
  ["draft", "/cms/pages/4/view_draft/"],
  ["password-change", "/accounts/password-change/"],
];

test.each(pages)("the page %s fits into every window, and complains of nothing", async (name, path) => {
  const headers = { cookie: await cookiesOf("ada") };
  await site.showInEachWindow(path, name, headers, async ({ page, complaints }) => {
    expect([page.url(), complaints]).toEqual([site.url + path, []]);
    expect(await page.evaluate("document.documentElement.scrollWidth - innerWidth")).toBeLessThanOrEqual(0);
  });
});

test("a list of sessions fits into every window, and has a button for each other browser, which works", async () => {
  const ada = (await readUserByName("ada"))!;
  for (const name of ["A phone", `A browser ${"with a long name ".repeat(6)}`])
    await commitDecision(async () => ({
      writes: sessionBeginning(ada, startedSession(ada), name),
      value: undefined,
    }));
  const headers = { cookie: await cookiesOf("ada") };
  const address = "/accounts/password-change/";
  await site.showInEachWindow(address, "sessions", headers, async ({ page, complaints }) => {
    expect(complaints).toEqual([]);
    expect(await page.evaluate("document.documentElement.scrollWidth - innerWidth")).toBeLessThanOrEqual(0);
    expect(await page.getByRole("button", { name: "Sign out there" }).count()).toBe(2);
  });
  const { page } = await site.show(address, "one-session", { ...views[0], headers });
  const buttons = page.getByRole("button", { name: "Sign out there" });
  await Promise.all([page.waitForEvent("load"), buttons.first().click()]);
  expect([page.url(), await buttons.count()]).toEqual([site.url + address, 1]);
  await page.close();
});

test("the button on a page signs out, without script", async () => {
  const { page } = await site.show("/notes/", "signed-out", { ...views[0], headers: {} });
  const url = `${site.url}/`;
  await page.context().addCookies(cookiesIn(await cookiesOf("ada"), url));
  await page.reload();
  await Promise.all([page.waitForURL(url), page.click(".account button")]);
  expect(await page.locator(".account").count()).toBe(0);
  expect((await page.context().cookies()).map(({ name }) => name)).toEqual([]);
  await page.close();
});
