import { beforeAll, expect, test } from "vitest";
import { applyDemo } from "#local/demo.ts";
import { useTable } from "#test/support/table.ts";
import { browserOfUser, tabOfNewPost, typeAtEnd } from "./admin-writing.ts";
import { expectNoFaults } from "./looking.ts";
import { useServedSite } from "./served-site.ts";

useTable();
const site = useServedSite();

beforeAll(async () => {
  await applyDemo();
});

test("the palette finds commands and pages by keys alone, and gives the focus back", async () => {
  const page = await (await browserOfUser(site)).newPage();
  await page.goto("/cms/");
  await page.getByRole("heading", { name: "Hello, ada" }).waitFor();
  await page.keyboard.press("Control+k");
  const palette = page.getByRole("dialog", { name: "Go to, or do" });
  await palette.getByRole("option", { name: "Pages" }).waitFor();
  await expectNoFaults(page);
  await page.keyboard.type("owl");
  await palette.getByRole("option", { name: "The owl box" }).waitFor();
  await page.keyboard.press("Enter");
  await page.waitForURL(/\/pages\/\d+\/edit\/$/);
  await page.locator(".ProseMirror").waitFor();
  await page.getByRole("button", { name: "Details" }).focus();
  await page.keyboard.press("Control+k");
  await palette.waitFor();
  await page.keyboard.press("Escape");
  await palette.waitFor({ state: "detached" });
  await expect.poll(() => page.evaluate("document.activeElement.textContent")).toBe("Details");
  await page.context().close();
});

test("the keys that are listed do what the list says, and those of one character can be switched off", async () => {
  const page = await tabOfNewPost(site, "By keys");
  await typeAtEnd(page, "A heron?");
  expect(await page.locator(".ProseMirror").textContent()).toContain("A heron?");
  await page.keyboard.press("Control+s");
  await page.getByText("All saved").waitFor();
  await page.keyboard.press("Control+Shift+Enter");
  await page.getByRole("region", { name: "Publish" }).waitFor();
  await page.getByRole("button", { name: "Details" }).focus();
  await page.keyboard.press("?");
  const keys = page.getByRole("dialog", { name: "Keys" });
  await keys.getByText("Ctrl+Shift+Enter").waitFor();
  await expectNoFaults(page);
  await keys.getByLabel("Keys of one character work outside of text").uncheck();
  await page.keyboard.press("Escape");
  await page.keyboard.press("n");
  await page.keyboard.press("Control+k");
  await page.getByRole("dialog", { name: "Go to, or do" }).waitFor();
  expect(page.url()).toContain("/edit/");
  await page.context().close();
});
