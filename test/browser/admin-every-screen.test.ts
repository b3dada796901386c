import { join } from "node:path";
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { adminScreens, openScreen, useEveryScreen } from "./admin-screens.ts";
import { expectNoFaults } from "./looking.ts";
import { pictures } from "./served-site.ts";

const { site, ids } = useEveryScreen();

const sizes = [
  { width: 1280, height: 900 },
  { width: 390, height: 844 },
  { width: 320, height: 640 },
  { width: 3840, height: 2160 },
];

/** What is wider than the window, and no part of anything that scrolls. */
const wideParts = (page: Page) =>
  page.evaluate(() => {
    const { clientWidth, scrollWidth } = document.documentElement;
    if (scrollWidth <= clientWidth) return [];
    return [...document.querySelectorAll("body *")]
      .filter((element) => element.getBoundingClientRect().right > clientWidth + 1)
      .map((element) => element.outerHTML.slice(0, 80));
  });

test.each(adminScreens)(
  "$name fits into every window, in light and dark, and axe finds nothing",
  async (screen) => {
    const page = await site.tabOf("grace");
    await openScreen(page, screen, ids);
    expect(await page.title()).toMatch(/. – Lectern$/);
    const name = screen.name.replace(/\W+/g, "-");
    for (const size of sizes) {
      await page.setViewportSize(size);
      for (const colorScheme of ["light", "dark"] as const) {
        await page.emulateMedia({ colorScheme });
        await page.screenshot({ path: join(pictures, `every-${name}-${size.width}-${colorScheme}.png`) });
        expect([size.width, await wideParts(page)]).toEqual([size.width, []]);
        await expectNoFaults(page);
      }
    }
    await page.context().close();
  },
);

test("in a text that is read from right to left, the signs of lists and the bars of quotes stand on the right", async () => {
  const { id } = await site.ask("POST", "/api/editor/posts/", {
    ...{ title: "مالك الحزين", slug: "heron", parent: { id: site.blog() } },
    overview: [
      { type: "paragraph", value: "<ul><li>صعو<ul><li>أبو الحناء</li></ul></li></ul><p>A wren</p>" },
    ],
  });
  const page = await site.tabOf("grace");
  await page.goto(`/cms/pages/${id}/edit/`);
  await page.locator(".ProseMirror li").first().waitFor();
  const directions = await page.evaluate(() =>
    [...document.querySelectorAll(".ProseMirror :is(ul, li, p)")].map(
      (element) => getComputedStyle(element).direction,
    ),
  );
  expect(directions).toEqual(["rtl", "rtl", "rtl", "rtl", "rtl", "rtl", "ltr", "ltr"]);
  await page.context().close();
});

test("where the system has colours of its own, one sees what is chosen", async () => {
  const page = await site.tabOf("grace");
  await page.emulateMedia({ forcedColors: "active" });
  await page.goto("/cms/media/");
  await page.locator(".tile a").first().waitFor();
  const backgroundOf = (selector: string) =>
    page
      .locator(selector)
      .first()
      .evaluate((element) => getComputedStyle(element).backgroundColor);
  const [here, elsewhere] = [".bar nav a[aria-current]", ".bar nav a:not([aria-current])"];
  expect(await backgroundOf(here)).not.toBe(await backgroundOf(elsewhere));
  const [on, off] = [".views [aria-pressed=true]", ".views [aria-pressed=false]"];
  expect(await backgroundOf(on)).not.toBe(await backgroundOf(off));
  expect(await backgroundOf(here)).toBe(await backgroundOf(on));
  await page.context().close();
});
