// Proves contract rules: large-pictures, suggested-titles, filter-dialog.

import type { Page } from "playwright-core";
import { beforeAll, describe, expect, test } from "vitest";
import { applyManifest } from "#lib/manifest/apply.ts";
import { applyDemo } from "#local/demo.ts";
import { useTable } from "#test/support/table.ts";
import { expectNoFaults, until } from "./looking.ts";
import { useServedSite, views } from "./served-site.ts";

useTable();
const site = useServedSite();

const code = `# Counts by month
def total(rows: list[int]) -> int:
    return sum(rows) + 12 if rows else None

print(f"{total([1, 2])} redwings")`;

beforeAll(async () => {
  await applyDemo();
  const many = Array.from({ length: 24 }, (_, index) => ({
    type: "site.Post",
    slug: `walk-${index}`,
    title: index === 0 ? "Redwings in a bucket" : `Walk ${index}, with ${index % 2 ? "frost" : "redwings"}`,
    visible_date: new Date(Date.UTC(2023, index % 12, 1 + index)).toISOString(),
    overview_markdown: "Wind from the west, water at *61 cm*.",
    ...(index === 0 ? { detail_markdown: ["```python", code, "```"].join("\n") } : {}),
    categories: [["birds", "weather", "plants"][index % 3]],
    tags: ["walk", `week ${index % 5}`],
  }));
  const headings = ["One", "Two", "Three"].map((title) => `<h2>${title}</h2><p>Reed.</p>`);
  const headed = {
    type: "site.Post",
    slug: "headed",
    title: "With contents",
    cover_image: { image: "heron", alt_text: "A heron" },
    detail: [
      { type: "paragraph", value: headings.join("") },
      { type: "image", value: { image: "ice" } },
      { type: "gallery", value: [{ image: "heron" }, { image: "ice" }, { image: "moths" }] },
      { type: "gallery", value: [{ image: "heron" }, { image: "ice" }] },
    ],
  };
  const blog = { type: "site.Blog", slug: "walks", title: "Walks", children: [...many, headed] };
  await applyManifest({
    version: 1,
    pages: [{ type: "site.HomePage", slug: "home", title: "Home", children: [blog] }],
  });
});

const wide = { width: 1280, scheme: "light", headers: {} } as const;
const narrow = { width: 390, scheme: "light", headers: {} } as const;

const value = <Result>(page: Page, expression: string): Promise<Result> => page.evaluate(expression);

const picture = (page: Page, name: string) => page.screenshot({ path: `test/browser/.pictures/${name}.png` });

const address = (page: Page): Promise<string> => value(page, "location.pathname + location.search");

describe.each(views)("$name", ({ name, ...view }) => {
  test("pictures, suggestions, filters and code have no fault that axe-core finds, and fit", async () => {
    const shown = { ...view, headers: {} };
    const post = await site.show("/notes/how-we-count/", `gallery-${name}`, shown);
    await post.page.setViewportSize({ width: view.width, height: 800 });
    await post.page.click(".gallery a");
    await until(post.page, "document.querySelector('dialog[open] img').complete");
    await expectNoFaults(post.page);
    await picture(post.page, `lightbox-${name}`);
    const list = await site.show("/walks/", `walks-${name}`, shown);
    await list.page.setViewportSize({ width: view.width, height: 800 });
    await list.page.type(".narrowing [type=search]", "red");
    await until(list.page, "document.querySelector('[role=option]')");
    await list.page.keyboard.press("ArrowDown");
    await expectNoFaults(list.page);
    await picture(list.page, `suggestions-${name}`);
    await list.page.keyboard.press("Escape");
    if (view.width < 1088) {
      await list.page.click(".open-filters");
      await until(list.page, "document.querySelector('dialog[open] fieldset')");
      await expectNoFaults(list.page);
      await picture(list.page, `filters-${name}`);
    }
    const coloured = await site.show("/walks/walk-0/", `code-${name}`, shown);
    await expectNoFaults(coloured.page);
    for (const { page, complaints } of [post, list, coloured]) {
      expect(complaints).toEqual([]);
      expect(await value(page, "document.documentElement.scrollWidth")).toBe(view.width);
      await page.close();
    }
  });
});

describe("the pictures of a gallery", () => {
  const large = "document.querySelector('dialog[open] img')?.alt";

  test("are shown large, one after the other, by keyboard, and give the focus back", async () => {
    const { page, complaints } = await site.show("/notes/how-we-count/", "gallery", wide);
    const names: string[] = await value(
      page,
      "[...document.querySelectorAll('.gallery img')].map(({ alt }) => alt)",
    );
    await page.focus(".gallery li:nth-child(2) a");
    await page.keyboard.press("Enter");
    expect(await value(page, large)).toBe(names[1]);
    expect(await value(page, "document.querySelector('dialog figcaption').textContent")).toBe(
      "Nothing seen is written down as nothing seen",
    );
    const steps = [
      ["ArrowRight", 2],
      ["ArrowRight", 0],
      ["ArrowLeft", 2],
      ["Home", 0],
      ["End", 2],
    ] as const;
    for (const [key, index] of steps) {
      await page.keyboard.press(key);
      expect([key, await value(page, large)]).toEqual([key, names[index]]);
    }
    expect(await value(page, "document.querySelector('dialog [role=status]').textContent")).toBe("3 of 3");
    await page.keyboard.press("Escape");
    // A dialog tells of its closing in a task of its own, and the focus moves then.
    await until(page, "document.activeElement === document.querySelectorAll('.gallery a')[2]");
    expect(await value(page, "document.querySelector('dialog[open]')")).toBeNull();
    expect(complaints).toEqual([]);
  });
});

const pathsOfPictures = [
  "/notes/how-we-count/",
  ...["plain", "essay", "podcast"].map((theme) => `/walks/headed/?theme=${theme}`),
];

test.each(pathsOfPictures.flatMap((path) => [360, 700, 1280].map((width) => [path, width] as const)))(
  "pictures of %s are as wide as they say, at %i pixels",
  async (path, width) => {
    const { page } = await site.show(path, `pictures-${path.split("=")[1] ?? ""}${width}`, {
      ...wide,
      width,
    });
    // Where the file is chosen by width, its natural width is what `sizes` says. What fills its place is cut.
    const drawn = "Math.max(img.width, (img.height * img.naturalWidth) / img.naturalHeight)";
    const widths: [string, number, number][] = await value(
      page,
      `[...document.querySelectorAll('.image img, .gallery img')].map((img) => [img.sizes, ${drawn}, img.naturalWidth])`,
    );
    expect(widths.length).toBeGreaterThan(2);
    for (const [sizes, shown, said] of widths) {
      expect(shown / said, sizes).toBeGreaterThan(0.85);
      expect(shown / said, sizes).toBeLessThan(1.05);
    }
    await page.close();
  },
);

describe("suggestions", () => {
  test("are titles, asked for once after a pause, and opened by keyboard", async () => {
    const { page, complaints } = await site.show("/walks/", "suggestions", wide);
    const asked: string[] = [];
    page.on("request", (request) => asked.push(request.url()));
    await page.type(".narrowing [type=search]", "redwings", { delay: 10 });
    await until(page, "document.querySelectorAll('[role=option]').length === 8");
    expect(asked.map((url) => new URL(url).search)).toEqual(["?search=redwings"]);
    expect(await page.getAttribute(".narrowing [type=search]", "aria-expanded")).toBe("true");
    await page.type(".narrowing [type=search]", " buck", { delay: 10 });
    await until(page, "document.querySelectorAll('[role=option]').length === 1");
    expect(await page.textContent(".words [role=status]")).toBe("1 suggestion");
    await page.keyboard.press("ArrowDown");
    expect(await page.getAttribute(".narrowing [type=search]", "aria-activedescendant")).toBe("suggestion-0");
    await Promise.all([page.waitForEvent("load"), page.keyboard.press("Enter")]);
    expect(await address(page)).toBe("/walks/walk-0/");
    expect(complaints).toEqual([]);
  });

  test("disappear with Escape, and Enter then sends the form", async () => {
    const { page } = await site.show("/walks/?category_facets=birds", "suggestions-closed", wide);
    await page.type(".narrowing [type=search]", "frost");
    await until(page, "document.querySelector('[role=option]')");
    await page.keyboard.press("Escape");
    expect(await page.getAttribute(".narrowing [type=search]", "aria-expanded")).toBe("false");
    await Promise.all([page.waitForEvent("load"), page.keyboard.press("Enter")]);
    expect(await address(page)).toContain("search=frost");
    expect(await address(page)).toContain("category_facets=birds");
  });
});

describe("the filters of a list", () => {
  test("are chosen together in a dialog, with counts that follow", async () => {
    const { page, complaints } = await site.show("/walks/?search=water&page=1", "filters", narrow);
    expect(await page.isVisible("nav.facets")).toBe(false);
    await page.click(".open-filters");
    await until(page, "document.querySelector('dialog[open] fieldset')");
    expect(await page.textContent("dialog .buttons button")).toBe("Show 24 posts");
    await page.check("#category_facets-birds");
    await until(page, "document.querySelector('dialog .buttons button').textContent === 'Show 8 posts'");
    await page.check("[id='tag_facets-week-0']");
    await until(page, "document.querySelector('dialog .buttons button').textContent === 'Show 2 posts'");
    await Promise.all([page.waitForEvent("load"), page.click("dialog .buttons button")]);
    expect(await address(page)).toBe("/walks/?category_facets=birds&tag_facets=week-0&search=water");
    expect(await value(page, "document.querySelectorAll('.entry').length")).toBe(2);
    expect(complaints).toEqual([]);
  });

  test("are beside the list on wide screens, as without script", async () => {
    const { page } = await site.show("/walks/", "filters-wide", wide);
    expect([await page.isVisible("nav.facets"), await page.isVisible(".open-filters")]).toEqual([
      true,
      false,
    ]);
  });

  test("come back to the page if their counts cannot be read", async () => {
    const { page } = await site.show("/walks/", "filters-failed", narrow);
    await page.route("**/api/facet_counts/**", (route) => route.abort());
    await page.click(".open-filters");
    await until(page, "!document.querySelector('dialog[open]')");
    expect(await page.isVisible("nav.facets")).toBe(true);
  });
});

test("without script, galleries are links, the form searches, and the filters are on the page", async () => {
  const { page } = await site.show("/walks/", "without-script", { ...narrow, hasScript: false });
  expect([await page.isVisible("nav.facets"), await page.isVisible(".open-filters")]).toEqual([true, false]);
  await page.fill(".narrowing [type=search]", "bucket");
  await Promise.all([page.waitForEvent("load"), page.click("form.narrowing > button")]);
  expect(await page.$$eval(".entry", (entries) => entries.length)).toBe(1);
});
