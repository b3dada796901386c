import { beforeAll, expect, test } from "vitest";
import { applyDemo } from "#local/demo.ts";
import { cookiesOf } from "#test/support/session.ts";
import { useTable } from "#test/support/table.ts";
import { tabOfNewPost, typeAtEnd, untilKept } from "./admin-writing.ts";
import { expectNoFaults } from "./looking.ts";
import { useServedSite } from "./served-site.ts";

useTable();
const site = useServedSite();

beforeAll(async () => {
  await applyDemo();
});

test.each(["/cms/", "/cms/pages/", "/cms/pages/new/", "/cms/pages/4/edit/"])(
  "the screen at %s fits into every window, complains of nothing, and axe finds nothing",
  async (path) => {
    const headers = { cookie: await cookiesOf("ada") };
    const name = `admin${path.replace(/\W+/g, "-")}`;
    await site.showInEachWindow(path, name, headers, async ({ page, complaints }) => {
      await page.locator("h1, .ProseMirror").first().waitFor();
      await page.waitForLoadState("networkidle");
      expect(complaints.filter((text) => !text.includes("404"))).toEqual([]);
      expect(await page.evaluate("document.documentElement.scrollWidth - innerWidth")).toBeLessThanOrEqual(0);
      await expectNoFaults(page);
    });
  },
);

test("what is typed is kept, is there after the tab has ended, and is public when it is published", async () => {
  const page = await tabOfNewPost(site, "Seen from the hide");
  await typeAtEnd(page, "A rail crossed the ice.");
  await untilKept(page);
  const address = page.url();
  const context = page.context();
  await page.close();
  const again = await context.newPage();
  await again.goto(address);
  await again.locator(".ProseMirror").getByText("A rail crossed the ice.").waitFor();
  await again.getByRole("button", { name: "Publish", exact: true }).click();
  await again.getByRole("button", { name: "Publish now" }).click();
  await again.getByText("It is public.").waitFor();
  const read = await again.request.get("/notes/seen-from-the-hide/");
  expect([read.status(), await read.text()]).toEqual([
    200,
    expect.stringContaining("A rail crossed the ice."),
  ]);
  await again.context().close();
});

test("words that only the browser has come back after a crash while the service is away", async () => {
  const page = await tabOfNewPost(site, "Offline in the reed");
  await page.context().setOffline(true);
  await typeAtEnd(page, "The mast is down.");
  await page.getByText("Kept in this browser. The service cannot be reached.").waitFor();
  const [context, address] = [page.context(), page.url()];
  await page.close();
  await context.setOffline(false);
  const again = await context.newPage();
  await again.goto(address);
  await again.locator(".ProseMirror").getByText("The mast is down.").waitFor();
  await untilKept(again);
  await context.close();
});

test("who is signed out in the middle signs in again over the page, and loses nothing", async () => {
  const page = await tabOfNewPost(site, "Signed out");
  const before = await page.context().cookies();
  await page.context().clearCookies();
  await typeAtEnd(page, "Still here.");
  await page.getByRole("dialog", { name: "Sign in again" }).waitFor();
  await page.context().addCookies(before);
  await page.evaluate("dispatchEvent(new Event('online'))");
  expect(await page.locator(".ProseMirror").textContent()).toContain("Still here.");
  await page.context().close();
});

test("two tabs of one person end with the words of both", async () => {
  const page = await tabOfNewPost(site, "Two tabs");
  await typeAtEnd(page, "First.");
  await untilKept(page);
  const other = await page.context().newPage();
  await other.goto(page.url());
  await other.locator(".ProseMirror").getByText("First.").waitFor();
  await typeAtEnd(other, " Second.");
  await untilKept(other);
  await page.getByLabel("Title").fill("Two tabs, one title");
  await page.locator(".ProseMirror").getByText("First. Second.").waitFor();
  expect(await page.getByLabel("Title").inputValue()).toBe("Two tabs, one title");
  await page.context().close();
});

test("a second page of a title, and one without a letter, begin with an address of their own", async () => {
  const addresses = [];
  for (const title of ["Twice", "Twice", "…"]) {
    const page = await tabOfNewPost(site, title);
    await page.getByRole("button", { name: "Details" }).click();
    addresses.push(await page.getByLabel("Slug").inputValue());
    await page.context().close();
  }
  expect(addresses).toEqual(["twice", "twice-2", "untitled"]);
});
