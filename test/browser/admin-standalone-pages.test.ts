import { join } from "node:path";
import { beforeAll, expect, test } from "vitest";
import { useAdminSite } from "./admin-site.ts";
import { expectNoFaults } from "./looking.ts";
import { pictures, views } from "./served-site.ts";

const site = useAdminSite();
const { tabOf, ask } = site;

let imprint = "";

beforeAll(async () => {
  const { results } = await ask("GET", "/api/editor/pages/?type=site.HomePage");
  const about = await ask("POST", "/api/editor/pages/", {
    ...{ title: "About these notes", parent: { id: results[0].id }, show_in_menus: true, overview: [] },
    detail_markdown:
      "We walk along the marsh and write down what we see.\n\n- Every week\n- In any weather\n\n> Ask us.",
  });
  await ask("POST", `/api/editor/posts/${about.id}/publish/`);
});

test("somebody begins a page below the home page, writes it, puts it into the menu and publishes it", async () => {
  const page = await tabOf();
  await page.goto("/cms/pages/new/");
  await page.getByLabel("Title").fill("Imprint");
  await expect.poll(() => page.getByRole("radio", { name: /^Field Notes/ }).count()).toBe(0);
  await page.getByRole("radio", { name: "A page, such as an imprint" }).check();
  await expect.poll(() => page.getByRole("radio", { name: "Field Notes Home page" }).isChecked()).toBe(true);
  for (const { name, width, scheme } of views) {
    await page.emulateMedia({ colorScheme: scheme });
    await page.setViewportSize({ width, height: 900 });
    await page.screenshot({ path: join(pictures, `admin-new-page-${name}.png`) });
    await expectNoFaults(page);
  }
  await page.getByRole("button", { name: "Begin" }).click();
  await page.locator(".ProseMirror").first().waitFor();
  await page.locator(".ProseMirror").last().click();
  await page.keyboard.type("Who writes this.");
  const details = page.getByRole("button", { name: "Details" });
  if (await details.isVisible()) await details.click();
  await expect.poll(() => page.getByLabel("Date", { exact: true }).count()).toBe(0);
  await page.getByLabel("In the menu").check();
  for (const { name, width, scheme } of views) {
    await page.emulateMedia({ colorScheme: scheme });
    await page.setViewportSize({ width, height: 1000 });
    await page.screenshot({ path: join(pictures, `admin-page-${name}.png`) });
  }
  await page.setViewportSize({ width: 1280, height: 900 });
  await page.getByRole("button", { name: "Publish", exact: true }).first().click();
  await page.getByRole("button", { name: "Publish now" }).click();
  const link = page.getByRole("link", { name: "See the page" });
  await link.waitFor();
  imprint = (await link.getAttribute("href")) ?? "";
  expect(imprint).toBe("/imprint/");
  const html = await (await fetch(site.url + imprint)).text();
  expect(html).toContain("Who writes this.");
  expect(html).toContain('<a href="/imprint/" aria-current="page">Imprint</a>');
});

test("lists and the tree have it, and the list shows pages alone", async () => {
  const page = await tabOf();
  await page.goto("/cms/pages/?type=site.Page");
  await page.getByRole("link", { name: "About these notes", exact: true }).waitFor();
  await page.getByRole("link", { name: "Imprint", exact: true }).waitFor();
  expect(await page.locator(".page-row").count()).toBe(2);
  await page.screenshot({ path: join(pictures, "admin-pages-alone.png") });
  await page.goto("/cms/pages/?view=tree");
  await page.getByRole("link", { name: "Imprint", exact: true }).waitFor();
  await page
    .getByRole("link", { name: /^New page here/ })
    .first()
    .waitFor();
  await page.screenshot({ path: join(pictures, "admin-tree-with-pages.png") });
  await expectNoFaults(page);
});

test.each(["plain", "essay", "podcast"])(
  "a page in the theme %s has no day and no comments",
  async (theme) => {
    await site.showInEachWindow(
      `/about-these-notes/?theme=${theme}`,
      `page-${theme}`,
      {},
      async ({ page }) => {
        expect(await page.locator("main :is(time, .byline, #comments, .tags)").count()).toBe(0);
        expect(await page.locator("nav a[aria-current]").first().textContent()).toBe("About these notes");
        await expectNoFaults(page);
      },
    );
  },
);
