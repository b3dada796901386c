import type { Page } from "playwright-core";
import { beforeAll, describe, expect, test } from "vitest";
import { hashPassword } from "#lib/access/passwords.ts";
import { setPageProperties } from "#lib/actions/pages/set-page-properties.ts";
import { applyManifest } from "#lib/manifest/apply.ts";
import { applyDemo } from "#local/demo.ts";
import { useTable } from "#test/support/table.ts";
import { contrast } from "./contrast.ts";
import { useServedSite } from "./served-site.ts";

useTable();
const site = useServedSite();

const password = "reed & rush";

const titles = [
  "First light over the sluice, and what the water level says of the night before",
  "Frost",
  "Eleven snipe",
  "The reed cutters are back",
];

/** The example, with enough posts for three pages, and one behind a password. */
beforeAll(async () => {
  const demo = await applyDemo();
  const many = Array.from({ length: 44 }, (_, index) => ({
    type: "site.Post",
    slug: `walk-${index}`,
    title: titles[index % titles.length],
    visible_date: new Date(Date.UTC(2023, index % 24, 1 + (index % 28))).toISOString(),
    overview_markdown: "Wind from the west, water at *61 cm*. A short walk, and a short list.",
    ...(index % 3 === 0 ? { detail_markdown: "The list." } : {}),
    categories: [["birds", "weather", "plants"][index % 3]],
    tags: ["walk", `week ${index % 15}`],
  }));
  const { ids } = await applyManifest({
    version: 1,
    pages: [
      {
        type: "site.HomePage",
        slug: "home",
        title: "Home",
        children: [{ type: "site.Blog", slug: "walks", title: "Walks", children: many }],
      },
    ],
  });
  expect(demo.parent).toBeGreaterThan(0);
  const nest = ids.pages["/home/walks/walk-1"] ?? 0;
  await setPageProperties(nest, {
    restriction: { type: "password", passwordHash: await hashPassword(password) },
  });
});

const pages: readonly (readonly [string, string])[] = [
  ["home", "/"],
  ["blog", "/walks/"],
  ["blog-narrowed", "/walks/?search=water&category_facets=birds&date_after=2023-02-01&o=visible_date&page=1"],
  ["blog-second-page", "/walks/?page=2"],
  ["blog-nothing", "/walks/?tag_facets=nothing"],
  ["podcast", "/calls/"],
  ["post", "/notes/how-we-count/"],
  ["post-among-others", "/walks/walk-12/"],
  ["podcast-episode", "/calls/a-bittern-three-times/"],
  ["not-found", "/no-such-page/"],
  ["password", "/walks/walk-1/"],
  ["password-wrong", "/walks/walk-1/?password=wrong"],
  ["sign-in", "/accounts/login/"],
];

/** Each pair of text colour and background colour. */
const colours = `(() => {
  const groundOf = (element) => {
    for (let at = element; at; at = at.parentElement) {
      const { backgroundColor } = getComputedStyle(at);
      if (!backgroundColor.endsWith(", 0)")) return backgroundColor;
    }
  };
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const pairs = new Map();
  while (texts.nextNode()) {
    const { data, parentElement: element } = texts.currentNode;
    if (data.trim() === "" || element.getClientRects().length === 0) continue;
    const pair = [getComputedStyle(element).color, groundOf(element)];
    pairs.set(pair.join(), [...pair, data]);
  }
  return [...pairs.values()];
})()`;

/** Where scripts are; blocks of data are none, because browsers do not run them. */
const scripts = `[...document.querySelectorAll('script:not([type="application/ld+json"])')]
  .map((script) => script.getAttribute("src").replace(/-[0-9a-f]{12}\\.js$/, ""))`;

/** By the name of the picture; other pages have none. */
const list = ["/_scripts/search", "/_scripts/filters"];
const scriptsOf: Readonly<Record<string, readonly string[]>> = {
  blog: list,
  "blog-narrowed": list,
  "blog-second-page": list,
  "blog-nothing": list,
  podcast: [...list, "/_scripts/player"],
  post: ["/_scripts/gallery"],
  "podcast-episode": ["/_scripts/player"],
};

/** Elements that are wider than the window, or clipped. */
const overflowing = `[...document.querySelectorAll("body *")]
  .filter((element) => element.getBoundingClientRect().right > innerWidth + 0.5)
  .map((element) => element.outerHTML.slice(0, 80))`;

test.each(pages)(
  "the page %s is readable, fits, and runs nothing but what it needs",
  async (picture, path) => {
    await site.showInEachWindow(path, picture, {}, async ({ page, complaints }, width) => {
      // Browsers report a refused page as a failed resource.
      const failures = complaints.filter((complaint) => !/status of 40[34] /.test(complaint));
      expect(failures).toEqual([]);
      expect(await page.evaluate(scripts)).toEqual(scriptsOf[picture] ?? []);
      expect(await page.evaluate("document.documentElement.scrollWidth")).toBe(width);
      expect(await page.evaluate(overflowing)).toEqual([]);
      expect(await page.evaluate("document.querySelectorAll('h1').length")).toBe(1);
      const shown: [string, string, string][] = await page.evaluate(colours);
      expect(shown.length).toBeGreaterThan(1);
      for (const [ink, paper, text] of shown)
        expect(contrast(ink, paper), `${text}: ${ink} on ${paper}`).toBeGreaterThan(4.5);
    });
  },
);

describe("by keyboard", () => {
  const wide = { width: 1280, scheme: "light", headers: {} } as const;

  const focused = (page: Page): Promise<{ name: string; outline: string }> =>
    page.evaluate(`(() => {
      const element = document.activeElement;
      return { name: element.name || element.textContent.trim(), outline: getComputedStyle(element).outlineStyle };
    })()`);

  const submit = (page: Page) => Promise.all([page.waitForEvent("load"), page.keyboard.press("Enter")]);

  test("everything is reached in the order in which it stands, and shows that it is", async () => {
    const { page } = await site.show("/walks/?tag_facets=walk", "focus", wide);
    const reached: string[] = [];
    for (let presses = 0; presses < 12; presses++) {
      await page.keyboard.press("Tab");
      const { name, outline } = await focused(page);
      expect([name, outline]).toEqual([name, "solid"]);
      reached.push(name);
    }
    // The search of the site is on pages that have none of their own.
    const head = ["Field Notes", "Walks", "Notes", "Calls"];
    const form = ["search", "Search", "Dates and order", "#walk ×"];
    expect(reached.slice(0, 8)).toEqual([...head, ...form]);
  });

  test("a search is sent, and keeps what is chosen", async () => {
    const { page, complaints } = await site.show("/walks/?category_facets=birds", "before-search", wide);
    await page.focus(".narrowing [name=search]");
    await page.keyboard.insertText("frost");
    await submit(page);
    const address = new URL(await page.evaluate("location.href"));
    expect([address.pathname, address.searchParams.get("search")]).toEqual(["/walks/", "frost"]);
    expect(address.searchParams.get("category_facets")).toBe("birds");
    const found: string[] = await page.evaluate(
      "[...document.querySelectorAll('h2 a')].map((a) => a.textContent)",
    );
    expect(found.length).toBeGreaterThan(0);
    expect(new Set(found.filter((title) => titles.includes(title)))).toEqual(new Set(["Frost"]));
    expect(complaints).toEqual([]);
  });

  test("a password is entered, and the page is shown", async () => {
    const { page } = await site.show("/walks/walk-1/", "before-password", wide);
    await page.focus("[name=password]");
    await page.keyboard.insertText(password);
    await submit(page);
    expect(await page.evaluate("[location.pathname, document.querySelector('h1').textContent]")).toEqual([
      "/walks/walk-1/",
      "Frost",
    ]);
  });
});
