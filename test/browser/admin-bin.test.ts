import { join } from "node:path";
import type { Page } from "playwright-core";
import { beforeAll, expect, test } from "vitest";
import { applyManifest } from "#lib/manifest/apply.ts";
import { type EditedPost, useAdminSite } from "./admin-site.ts";
import { expectNoFaults } from "./looking.ts";
import { pictures, views } from "./served-site.ts";

const site = useAdminSite();
const { tabOf, ask } = site;

beforeAll(async () => {
  await applyManifest({ version: 1, users: [{ username: "sue", superuser: true, staff: true }] });
});

/** A post in the bin. */
const deleted = async (title: string, username = "ada"): Promise<EditedPost> => {
  const fields = { title, parent: { id: site.blog() }, overview_markdown: "The heron stood in the reed." };
  const post: EditedPost = await ask("POST", "/api/editor/posts/", fields, username);
  await ask("POST", `/api/editor/posts/${post.id}/delete/`, undefined, "ada");
  return post;
};

const opened = async (username?: string): Promise<Page> => {
  const page = await tabOf(username);
  await page.goto("/cms/bin/");
  await page.getByRole("heading", { name: "Bin", level: 1 }).waitFor();
  return page;
};

const row = (page: Page, title: string) => page.getByRole("listitem").filter({ hasText: title });
const idsInBin = async (): Promise<readonly number[]> => {
  const { results } = await ask("GET", "/api/editor/bin/", undefined, "sue");
  return results.map(({ id }: EditedPost) => id);
};

/** Looks at a page in each window, and lets axe look. */
const lookAt = async (page: Page, name: string): Promise<void> => {
  for (const { name: view, width, scheme } of views) {
    await page.emulateMedia({ colorScheme: scheme });
    await page.setViewportSize({ width, height: 900 });
    expect(await page.evaluate("document.documentElement.scrollWidth - innerWidth")).toBeLessThanOrEqual(0);
    await expectNoFaults(page);
    await page.screenshot({ path: join(pictures, `admin-bin-${name}-${view}.png`) });
  }
  await page.setViewportSize({ width: 1280, height: 900 });
};

test("an empty bin says so", async () => {
  const page = await opened();
  await page.getByText("The bin is empty.").waitFor();
  await lookAt(page, "empty");
  await page.context().close();
});

test("a deleted page says by whom, when and how long it stays, and is restored by keys alone", async () => {
  const { id } = await deleted("A lost heron");
  const page = await opened();
  await row(page, "A lost heron")
    .getByText(/Deleted by ada, just now · Stays until/)
    .waitFor();
  await page.getByText("Administrators can delete pages for good before that.").waitFor();
  expect(await page.getByRole("button", { name: "Delete for good" }).count()).toBe(0);
  await page.getByRole("button", { name: "Restore: A lost heron" }).focus();
  await page.keyboard.press("Enter");
  await page.getByText("It is a draft again.").waitFor();
  await expect.poll(() => page.evaluate("document.activeElement?.textContent")).toBe("Bin");
  await page.getByRole("button", { name: "Open it" }).click();
  await page.locator(".ProseMirror").waitFor();
  expect(page.url()).toContain(`/cms/pages/${id}/edit/`);
  await page.context().close();
});

test("several are restored at once; one that is refused says why and holds back no other", async () => {
  const [first, second] = [await deleted("Many one"), await deleted("Many two")];
  const page = await opened();
  await row(page, "Many two").waitFor();
  // Somebody else has restored it meanwhile.
  await ask("POST", `/api/editor/bin/${first.id}/restore/`);
  await page.getByLabel("Select all that are shown").check();
  await page.getByRole("group", { name: "2 selected" }).getByRole("button", { name: "Restore" }).click();
  await row(page, "Many one").getByRole("alert").waitFor();
  expect(await row(page, "Many two").count()).toBe(0);
  expect(await idsInBin()).not.toContain(second.id);
  await page.context().close();
});

test("administrators delete for good, once they have read which pages", async () => {
  const [kept, gone, goneToo] = [await deleted("Kept"), await deleted("Gone"), await deleted("Gone too")];
  const page = await opened("sue");
  await lookAt(page, "some");
  await page.getByLabel("Select Gone", { exact: true }).check();
  await page.getByLabel("Select Gone too").check();
  await page
    .getByRole("group", { name: "2 selected" })
    .getByRole("button", { name: "Delete for good" })
    .click();
  const dialog = page.getByRole("dialog");
  expect(await dialog.getByRole("listitem").allInnerTexts()).toEqual(["Gone too", "Gone"]);
  await lookAt(page, "dialog");
  await page.keyboard.press("Escape");
  expect(await idsInBin()).toEqual(expect.arrayContaining([gone.id, goneToo.id]));
  await page
    .getByRole("group", { name: "2 selected" })
    .getByRole("button", { name: "Delete for good" })
    .click();
  await dialog.getByRole("button", { name: "Delete for good" }).click();
  await page.getByText("2 pages are gone for good.").waitFor();
  const left = await idsInBin();
  expect([left.includes(kept.id), left.includes(gone.id), left.includes(goneToo.id)]).toEqual([
    ...[true, false, false],
  ]);
  await page.context().close();
});

test("who may not restore a page is told why", async () => {
  await deleted("Not for bo to restore", "bo");
  await applyManifest({
    version: 1,
    groups: [{ name: "Writers", admin_access: true, pages: [{ page: "/home/notes", allow: ["change"] }] }],
  });
  const page = await opened("bo");
  await row(page, "Not for bo to restore").getByText("You may not restore it").waitFor();
  expect(await row(page, "Not for bo to restore").getByRole("button").count()).toBe(0);
  await page.context().close();
});
