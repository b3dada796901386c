import { readFileSync } from "node:fs";
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { beforeAll, expect, test } from "vitest";
import { applyDemo } from "#local/demo.ts";
import { useTable } from "#test/support/table.ts";
import { browserOfUser } from "./admin-writing.ts";
import { pictures, useServedSite } from "./served-site.ts";

useTable();
const site = useServedSite();

const docs = join(import.meta.dirname, "../../docs");

/** `HELP_PICTURES=true` renews the pictures of the documentation; else they are left with the others. */
const folder = process.env.HELP_PICTURES === "true" ? join(docs, "pictures") : pictures;

beforeAll(async () => {
  await applyDemo();
  await mkdir(folder, { recursive: true });
});

const openEditor = async (page: Page) => {
  await page.goto("/cms/pages/4/edit/");
  await page.locator(".ProseMirror").waitFor();
};

test.each<[name: string, open: (page: Page) => Promise<unknown>]>([
  ["admin-pages", (page) => page.goto("/cms/pages/").then(() => page.getByText("The owl box").waitFor())],
  [
    "admin-tree",
    async (page) => {
      await page.goto("/cms/pages/?view=tree");
      await page.getByRole("button", { name: "Pages below Calls" }).click();
      await page.getByRole("button", { name: "Pages below Notes" }).click();
      await page.getByText("The owl box").waitFor();
    },
  ],
  [
    "admin-editor",
    async (page) => {
      await openEditor(page);
      await page.getByRole("button", { name: "Preview" }).click();
      await page.frameLocator("iframe").first().getByRole("heading").first().waitFor();
    },
  ],
  [
    "admin-publish",
    async (page) => {
      await openEditor(page);
      await page.getByRole("button", { name: "Publish", exact: true }).click();
      await page.getByText("What readers will see change").waitFor();
    },
  ],
  ["admin-media", (page) => page.goto("/cms/media/").then(() => page.locator("main img").first().waitFor())],
])("the picture %s is in the help, and shows what it is about", async (name, open) => {
  const page = await (await browserOfUser(site)).newPage();
  await page.setViewportSize({ width: 1_200, height: 720 });
  await open(page);
  await page.waitForLoadState("networkidle");
  await page.screenshot({ path: join(folder, `${name}.jpg`), type: "jpeg", quality: 75 });
  expect(readFileSync(join(docs, "admin.md"), "utf8")).toContain(`](pictures/${name}.jpg)`);
  expect(readFileSync(join(docs, "pictures", `${name}.jpg`)).length).toBeGreaterThan(10_000);
  await page.context().close();
});
