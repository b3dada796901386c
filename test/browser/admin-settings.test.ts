import { beforeAll, expect, test } from "vitest";
import { createUser } from "#lib/actions/people/users.ts";
import { applyDemo } from "#local/demo.ts";
import { cookiesOf } from "#test/support/session.ts";
import { useTable } from "#test/support/table.ts";
import { browserOfUser } from "./admin-writing.ts";
import { expectNoFaults } from "./looking.ts";
import { useServedSite } from "./served-site.ts";

useTable();
const site = useServedSite();

beforeAll(async () => {
  await applyDemo();
  await createUser("grace", {
    ...{ email: "", passwordHash: "", groups: [] },
    ...{ staff: true, superuser: true, active: true },
  });
});

test.each([
  "/cms/pages/8/edit/",
  "/cms/settings/settings/",
  "/cms/settings/categories/",
  "/cms/settings/navigation/",
])("the screen at %s fits into every window, complains of nothing, and axe finds nothing", async (path) => {
  const headers = { cookie: await cookiesOf("grace") };
  await site.showInEachWindow(
    path,
    `admin${path.replace(/\W+/g, "-")}`,
    headers,
    async ({ page, complaints }) => {
      await page.locator("form.thing").first().waitFor({ state: "attached" });
      await page.waitForLoadState("networkidle");
      expect(complaints.filter((text) => !text.includes("404"))).toEqual([]);
      expect(await page.evaluate("document.documentElement.scrollWidth - innerWidth")).toBeLessThanOrEqual(0);
      await expectNoFaults(page);
    },
  );
});

test("an administrator changes a podcast, is told what is wrong, and readers see it", async () => {
  const page = await (await browserOfUser(site, "grace")).newPage();
  await page.goto("/cms/pages/8/edit/");
  await page.getByRole("heading", { name: "Calls" }).waitFor();
  const title = page.getByLabel("Title", { exact: false }).first();
  await title.fill("");
  await page.getByRole("button", { name: "Save" }).click();
  await page.locator(".field .problem").first().waitFor();
  await expect.poll(() => title.evaluate((input) => input === document.activeElement)).toBe(true);
  await title.fill("Calls in the reed");
  await page.getByRole("button", { name: "Save" }).click();
  await page.getByText("Saved.").waitFor();
  expect(await (await page.request.get("/calls/")).text()).toContain("Calls in the reed");
  await page.getByRole("heading", { name: "For programs" }).click();
  await page.getByText("lectern publish *.md --parent /home/calls").waitFor();
  await page.context().close();
});

test("who reads German is told in German what is wrong", async () => {
  const page = await (await browserOfUser(site, "grace", { locale: "de" })).newPage();
  await page.goto("/cms/pages/8/edit/");
  await page.getByRole("heading", { name: "Calls" }).waitFor();
  await page.getByLabel("Titel", { exact: false }).first().fill("");
  await page.getByRole("button", { name: "Speichern" }).click();
  await page.locator(".field .problem", { hasText: "Hier fehlt ein Text." }).waitFor();
  await page.context().close();
});

test("a category is made, renamed and removed, and one that is used says so", async () => {
  const page = await (await browserOfUser(site, "grace")).newPage();
  page.on("dialog", (dialog) => void dialog.accept());
  await page.goto("/cms/settings/categories/");
  await page.getByText("Add another").click();
  const added = page.locator("details", { hasText: "Add another" });
  await added.getByLabel("Slug").fill("mosses");
  await added.getByLabel("Name").fill("Mosses");
  await added.getByRole("button", { name: "Add" }).click();
  const mosses = page.locator("details", { has: page.getByText("mosses", { exact: true }) });
  await mosses.locator("summary").click();
  await mosses.getByLabel("Slug").fill("moss");
  await mosses.getByRole("button", { name: "Save" }).click();
  const moss = page.locator("details", { has: page.getByText("moss", { exact: true }) });
  await moss.locator("summary").click();
  await moss.getByRole("button", { name: "Remove Mosses" }).click();
  await page.getByText("Mosses is removed.").waitFor();
  const used = page.locator("details", { has: page.getByText("birds", { exact: true }) });
  await used.locator("summary").click();
  await used.getByRole("button", { name: "Remove Birds" }).click();
  await used.getByText(/It is used by \d+ page/).waitFor();
  await page.context().close();
});

test("of two administrators at once, the second is told, and what they typed is still there to be sent", async () => {
  const context = await browserOfUser(site, "grace");
  const open = async () => {
    const tab = await context.newPage();
    await tab.goto("/cms/settings/authors/");
    await tab.getByText("Add another").click();
    return tab;
  };
  const [one, other] = [await open(), await open()];
  const add = (tab: typeof one) => tab.getByRole("button", { name: "Add", exact: true }).click();
  for (const [tab, slug] of [
    [one, "wren"],
    [other, "coot"],
  ] as const) {
    await tab.getByLabel("Slug").last().fill(slug);
    await tab.getByLabel("Name").last().fill(`The author ${slug}`);
  }
  await add(one);
  await one.getByText("Saved.").waitFor();
  await add(other);
  await other.getByRole("alert").waitFor();
  expect(await other.getByLabel("Slug").last().inputValue()).toBe("coot");
  await add(other);
  await other.getByText("Saved.").waitFor();
  for (const slug of ["wren", "coot"]) await other.getByText(slug, { exact: true }).waitFor();
  await context.close();
});

test("who administers nothing sees what a blog is, and no settings", async () => {
  const page = await (await browserOfUser(site, "ada")).newPage();
  await page.goto("/cms/pages/3/edit/");
  await page.getByText("Only administrators change these.").waitFor();
  await page.getByRole("link", { name: "Pages below it" }).click();
  await page.waitForURL(/\/cms\/pages\/\?parent=3/);
  await page.goto("/cms/settings/settings/");
  await page.getByText("Only administrators see the settings.").waitFor();
  await page.context().close();
});

test("a description is written with the formatting of the site, emptied, and asked about before it is lost", async () => {
  const page = await (await browserOfUser(site, "grace")).newPage();
  const asked: string[] = [];
  page.on("dialog", (dialog) => {
    asked.push(dialog.message());
    void dialog.dismiss();
  });
  await page.goto("/cms/pages/8/edit/");
  const start = page.getByRole("link", { name: "Start" });
  await start.click();
  await page.getByRole("heading", { name: /^Hello/ }).waitFor();
  await page.goBack();
  const description = page.getByRole("textbox", { name: "Description" });
  await description.click();
  await page.keyboard.press("Control+A");
  await page.keyboard.type("What **calls** at night.");
  await description.locator("b", { hasText: "calls" }).waitFor();
  const save = page.getByRole("button", { name: "Save" });
  await save.click();
  await page.getByText("Saved.").first().waitFor();
  expect(await (await page.request.get("/calls/")).text()).toContain("What <b>calls</b> at night.");

  await description.click();
  await page.keyboard.press("Control+A");
  await page.keyboard.press("Delete");
  const summary = page.getByLabel("Summary");
  await summary.fill("");
  expect([await description.textContent(), await summary.inputValue()].map((text) => text?.trim())).toEqual([
    "",
    "",
  ]);
  await start.click();
  const again = page.waitForEvent("dialog");
  await page.evaluate("history.forward()");
  await again;
  expect(asked).toEqual(["", ""].map(() => "Changes are not saved. Leave, and lose them?"));
  await page.waitForURL(/\/cms\/pages\/8\/edit\/$/);
  await save.click();
  await expect
    .poll(async () => (await page.request.get("/calls/")).text(), { timeout: 10_000 })
    .not.toContain("at night.");
  await start.click();
  await page.getByRole("heading", { name: /^Hello/ }).waitFor();
  await page.context().close();
});
