import { join } from "node:path";
import type { Page } from "playwright-core";
import { beforeAll, expect, test } from "vitest";
import { putMedia } from "#lib/actions/media/put-media.ts";
import { storeImage } from "#lib/actions/media/store-media.ts";
import { allMedia } from "#lib/store/media.ts";
import { applyDemo } from "#local/demo.ts";
import { useTable } from "#test/support/table.ts";
import { browserOfUser } from "./admin-writing.ts";
import { landscape } from "./landscape.ts";
import { expectNoFaults, until } from "./looking.ts";
import { pictures, useServedSite } from "./served-site.ts";

useTable();
const site = useServedSite();

const described = {
  ...{ collectionId: 1, tags: [], ownerId: null, createdAt: "2026-01-02T03:04:05.000Z" },
  ...{ title: "Hills under a low sun", description: "Hills" },
};

let hills: number;
beforeAll(async () => {
  await applyDemo();
  const picture = await landscape("hills.jpg", 40, 1200, 600);
  hills = (await storeImage(null, picture, () => described)).id;
}, 60_000);

const shownPage = async (width = 1280, reads = "en"): Promise<Page> => {
  const context = await browserOfUser(site, "ada", { locale: reads, viewport: { width, height: 900 } });
  const page = await context.newPage();
  await page.goto(`/cms/images/${hills}/edit/`);
  await page.getByRole("slider").waitFor();
  await until(page, "[...document.images].every((image) => image.complete && image.naturalWidth > 0)");
  return page;
};

/** What the service has. */
const kept = async (page: Page) =>
  (await (await page.request.get(`/api/editor/media/images/${hills}/`)).json()).focal_point;

const save = async (page: Page): Promise<void> => {
  await page.getByRole("button", { name: "Save" }).click();
  await page.getByText("Saved.").last().waitFor();
};

/** Where the pictures that show the cuts have their focal point. */
const cutsAt = (page: Page): Promise<string[]> =>
  page.evaluate(`[...document.querySelectorAll(".focal-cuts img")].map((image) => {
    const { objectPosition, objectFit } = getComputedStyle(image);
    return [objectPosition, objectFit, (image.clientWidth / image.clientHeight).toFixed(1)].join(" ");
  })`);

test("a click on the picture sets its focal point, a drag moves it, what is cut follows, and both are saved", async () => {
  const page = await shownPage();
  const mark = page.getByRole("slider", { name: "Focal point" });
  expect(await mark.getAttribute("aria-valuetext")).toBe("Not set: the middle stays in view");
  expect(await cutsAt(page)).toEqual(["50% 50% cover 1.5", "50% 50% cover 1.3", "50% 50% cover 1.0"]);
  /** A place on the picture, wherever that is now. */
  const at = async (x: number, y: number) => {
    const box = (await page.locator(".focal-whole").boundingBox())!;
    return [box.x + box.width * x, box.y + box.height * y] as const;
  };
  await page.mouse.click(...(await at(0.25, 0.75)));
  expect(await mark.getAttribute("aria-valuetext")).toMatch(/^2[45](\.\d)?% from the left, 7[456](\.\d)?% /);
  await save(page);
  const clicked = await kept(page);
  expect([clicked.x, clicked.y]).toEqual([expect.closeTo(0.25, 1), expect.closeTo(0.75, 1)]);
  await page.mouse.move(...(await at(0.25, 0.75)));
  await page.mouse.down();
  await page.mouse.move(...(await at(0.5, 0.5)));
  // Beyond the corner, where it stays at the edges.
  await page.mouse.move(...(await at(1.1, -0.1)));
  await page.mouse.up();
  expect(await cutsAt(page)).toEqual(["100% 0% cover 1.5", "100% 0% cover 1.3", "100% 0% cover 1.0"]);
  await page.mouse.move(...(await at(0.5, 0.5)));
  await save(page);
  expect(await kept(page)).toEqual({ x: 1, y: 0 });
  await expectNoFaults(page);
  // As for people who may not change it.
  await page.evaluate('document.querySelector(".object form > fieldset").disabled = true');
  await page.mouse.click(...(await at(0.25, 0.75)));
  expect((await cutsAt(page))[0]).toBe("100% 0% cover 1.5");
  await page.context().close();
});

test("by keys alone it is moved in small and large steps, and taken away", async () => {
  const page = await shownPage();
  const mark = page.getByRole("slider", { name: "Focal point" });
  await page.getByRole("button", { name: "Clear" }).press("Enter");
  expect(await page.evaluate("document.activeElement.textContent")).toBe("Clear");
  await save(page);
  expect(await kept(page)).toBeNull();
  await mark.focus();
  for (const key of ["ArrowLeft", "ArrowLeft", "Shift+ArrowDown", "ArrowUp", "Tab"])
    await page.keyboard.press(key);
  expect(await mark.getAttribute("aria-valuetext")).toBe("48% from the left, 59% from the top");
  await expectNoFaults(page);
  await save(page);
  expect(await kept(page)).toEqual({ x: 0.48, y: 0.59 });
  await page.reload();
  await mark.waitFor();
  expect(await mark.getAttribute("aria-valuetext")).toBe("48% from the left, 59% from the top");
  await page.context().close();
});

test.each([
  [1280, "light"],
  [1280, "dark"],
  [390, "light"],
  [390, "dark"],
] as const)(
  "in a window %i wide, %s, the picture and its cuts fit, and axe finds nothing",
  async (...view) => {
    const [width, colorScheme] = view;
    const page = await shownPage(width, width === 390 ? "de" : "en");
    await page.emulateMedia({ colorScheme });
    await page.getByRole("slider").focus();
    await page.keyboard.press("Shift+ArrowRight");
    expect(await page.evaluate("document.documentElement.scrollWidth - innerWidth")).toBeLessThanOrEqual(0);
    await expectNoFaults(page);
    const path = join(pictures, `focal-point-${width}-${colorScheme}.png`);
    await page.screenshot({ path, fullPage: true });
    await page.context().close();
  },
);

test("themes follow the focal point wherever they cut a picture, and their pages complain of nothing", async () => {
  for await (const some of allMedia("image"))
    for (const { id } of some)
      await putMedia("image", id, (image) => ({ ...image!, focalPoint: { x: 0.2, y: 0.8 } }));
  for (const [path, cut] of [
    ["/", ".newest .cover"],
    ["/notes/", ".thumbnail img"],
    ["/calls/", ".artwork"],
    ["/notes/how-we-count/", ".gallery img"],
  ] as const) {
    const page = await site.newTab();
    const complaints: string[] = [];
    page.on("console", (message) => void complaints.push(message.text()));
    await page.goto(path);
    const places = await page.evaluate(`[...document.querySelectorAll("${cut}")].map((image) => {
      const { objectFit, objectPosition } = getComputedStyle(image);
      return [objectFit, objectPosition].join(" ");
    })`);
    expect([path, [...new Set(places as string[])], complaints]).toEqual([path, ["cover 20% 80%"], []]);
    await page.close();
  }
});
