import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { useAdminSite } from "./admin-site.ts";
import { expectNoFaults } from "./looking.ts";

const site = useAdminSite();
const { tabOf, ask } = site;

const titlesIn = (page: Page) => page.locator(".rows .what a").allTextContents();

/** Waits until the list has these pages, in any order. */
const untilListed = (page: Page, titles: readonly string[]) =>
  expect.poll(async () => (await titlesIn(page)).sort(), { timeout: 10_000 }).toEqual([...titles].sort());

const rareFilters = async (page: Page) => {
  await page.getByText("More filters").click();
  await page.getByLabel("Changed by").waitFor();
};

test("the list is filtered by tag, author, category, kind and day, the address keeps it, and one button resets it", async () => {
  const draft = { parent: { id: site.blog() }, overview_markdown: "In the reed.", tags: ["night", "rail"] };
  await ask("POST", "/api/editor/posts/", { ...draft, title: "Rails by bo" }, "bo");
  const { results } = await ask("GET", "/api/editor/categories/");
  const birds = results.find(({ slug }: { slug: string }) => slug === "birds").id;
  await ask("POST", "/api/editor/posts/", { ...draft, title: "Rails by ada", categories: [birds] });
  const page = await tabOf();
  await page.goto("/cms/pages/");
  await rareFilters(page);
  await page.getByLabel("Tag", { exact: true }).fill("rail");
  // The tags that pages have are offered.
  await page.locator('option[value="rail"]').waitFor({ state: "attached" });
  await page.keyboard.press("Enter");
  await untilListed(page, ["Rails by ada", "Rails by bo"]);
  await page.getByLabel("Changed by").fill("bo");
  await page.keyboard.press("Enter");
  await untilListed(page, ["Rails by bo"]);
  await page.getByText("For programs").click();
  await page.getByText("/api/editor/pages/?order=-changed_at&tag=rail&author=bo'").waitFor();
  expect(new URL(page.url()).search).toBe("?tag=rail&author=bo");
  await page.reload();
  await untilListed(page, ["Rails by bo"]);
  expect(await page.getByLabel("Changed by").inputValue()).toBe("bo");
  await page.getByText("More filters (2)").waitFor();
  await page.getByRole("button", { name: "Reset filters" }).click();
  await page.getByText("The owl box").waitFor();
  expect(new URL(page.url()).search).toBe("");
  expect(await page.getByLabel("Tag", { exact: true }).inputValue()).toBe("");
  expect(await page.evaluate("document.activeElement.textContent")).toBe("Pages");
  await page.getByLabel("Category").selectOption("Birds");
  await page.getByLabel("Tag", { exact: true }).fill("rail");
  await page.keyboard.press("Enter");
  await untilListed(page, ["Rails by ada"]);
  await page.getByLabel("Changed since").fill("2099-01-01");
  await page.getByText("No page matches.").waitFor();
  await page.getByRole("button", { name: "Reset filters" }).click();
  await page.getByLabel("Kind").selectOption("Blogs, podcasts, home pages");
  await untilListed(page, ["Calls", "Field Notes", "Notes"]);
  await page.context().close();
});

test("an empty list says which filter to take away, and how many pages there are without it", async () => {
  const page = await tabOf();
  await page.setViewportSize({ width: 320, height: 800 });
  await page.goto("/cms/pages/?tag=moths&state=scheduled&search=sheet");
  const without = page.getByRole("button", { name: "Without State “Scheduled”: 1 page" });
  await without.waitFor();
  // Neither would help alone.
  expect(await page.getByRole("button", { name: /^Without/ }).count()).toBe(1);
  expect(await page.evaluate("document.documentElement.scrollWidth - innerWidth")).toBeLessThanOrEqual(0);
  await expectNoFaults(page);
  await without.press("Enter");
  await untilListed(page, ["An evening at the sheet"]);
  expect(new URL(page.url()).search).toBe("?search=sheet&tag=moths");
  await page.context().close();
});

test("the list is sorted by change, date and title, in both directions", async () => {
  const page = await tabOf();
  const titlesBy = async (order: string) => {
    const { results } = await ask("GET", `/api/editor/pages/?order=${order}`);
    return results.map(({ title }: { title: string }) => title) as string[];
  };
  await page.goto("/cms/pages/");
  for (const [label, order] of [
    ["Oldest change", "changed_at"],
    ["Oldest date", "visible_date"],
    ["Latest date", "-visible_date"],
    ["Title", "title"],
    ["Latest change", "-changed_at"],
  ] as const) {
    await page.getByLabel("Sort by").selectOption(label);
    await expect.poll(() => titlesIn(page)).toEqual(await titlesBy(order));
  }
  await page.context().close();
});

test("what is typed into the search stays there while rows of an earlier search arrive", async () => {
  const page = await tabOf();
  await page.goto("/cms/pages/");
  await page.getByText("The owl box").waitFor();
  let answer = () => {};
  const answered = new Promise<void>((resolve) => {
    answer = resolve;
  });
  await page.route(/\/api\/editor\/pages\/\?.*q=o(?:&|$)/, async (route) => {
    await answered;
    await route.continue();
  });
  const asked = page.waitForRequest(/q=o(?:&|$)/);
  const search = page.getByRole("searchbox", { name: "Search pages" });
  await search.pressSequentially("o");
  await asked;
  // The pause after which it searches has not passed when the answer to the first letter comes.
  await page.clock.install();
  await search.pressSequentially("wl bo");
  const came = page.waitForResponse(/q=o(?:&|$)/);
  answer();
  await came;
  await expect.poll(() => page.locator(".rows .what a").count()).toBeGreaterThan(1);
  expect(await search.inputValue()).toBe("owl bo");
  await page.clock.runFor(1_000);
  await untilListed(page, ["The owl box"]);
  expect(await search.inputValue()).toBe("owl bo");
  await page.context().close();
});
