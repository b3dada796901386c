import { join } from "node:path";
import type { Page } from "playwright-core";
import { beforeAll, expect, test } from "vitest";
import { addComment } from "#lib/actions/pages/add-comment.ts";
import { cookiesOf } from "#test/support/session.ts";
import { type EditedPost, useAdminSite } from "./admin-site.ts";
import { expectNoFaults } from "./looking.ts";
import { pictures } from "./served-site.ts";

const site = useAdminSite();
const { tabOf, ask } = site;

const hostile = '<img src="x" onerror="document.title = 1"> <b>Cheap pills</b>';
let post: EditedPost;
let visitors = 0;

const write = async (name: string, text: string): Promise<number> => {
  const written = { parentId: null, name, email: "visitor@example.org", text };
  const maxWaiting = { onSite: 1_000, onPage: 1_000 };
  const address = `192.0.2.${++visitors}`;
  return (await addComment(post.id, { written, address, publishes: false, maxWaiting })).id;
};

beforeAll(async () => {
  post = await ask("POST", "/api/editor/posts/", {
    title: "Discussed",
    parent: { id: site.blog() },
    overview_markdown: "The heron stood in the reed.",
  });
  await ask("POST", `/api/editor/posts/${post.id}/publish/`);
});

/** Comments that wait on the post alone. */
const opened = async (): Promise<Page> => {
  const page = await tabOf();
  await page.goto(`/cms/comments/?on=${post.id}`);
  await page.getByRole("heading", { name: "Comments", level: 1 }).waitFor();
  return page;
};

const by = (page: Page, name: string) => page.getByRole("article").filter({ hasText: name });

const stateOf = async (id: number) => {
  const { results } = await ask("GET", `/api/editor/comments/?on=${post.id}`);
  return results.find((comment: { readonly id: number }) => comment.id === id)?.state;
};

test("comments that wait are in the bar, with their page, and are approved or refused", async () => {
  const good = await write("Ines", "There are two herons.");
  const bad = await write("Otto", hostile);
  const page = await opened();
  await page.getByRole("link", { name: /^Comments \(\d+\)$/ }).waitFor();
  await by(page, "Ines").getByRole("link", { name: "Discussed" }).waitFor();
  // What strangers write is text, whatever it looks like.
  expect(await by(page, "Otto").locator(".text").textContent()).toBe(hostile);
  expect(await page.title()).toBe("Comments – Lectern");
  await by(page, "Ines").getByRole("button", { name: "Approve" }).click();
  await page.getByText("It is public.").waitFor();
  await by(page, "Otto").getByRole("button", { name: "Refuse as spam" }).click();
  await page.getByText("No comment waits for you.").waitFor();
  expect([await stateOf(good), await stateOf(bad)]).toEqual(["public", "refused"]);
  await page.getByRole("link", { name: "Public", exact: true }).click();
  await by(page, "Ines").getByRole("button", { name: "Take down" }).click();
  await page.getByRole("link", { name: "Taken down" }).click();
  await by(page, "Ines").waitFor();
  expect(await stateOf(good)).toBe("removed");
  await page.context().close();
});

test("the start tells moderators how many comments wait, and nothing when none does", async () => {
  const id = await write("Waiting", "A word.");
  const page = await tabOf();
  await page.goto("/cms/");
  const card = page.getByRole("region", { name: "Comments", exact: true });
  const { count } = await ask("GET", "/api/editor/comments/?state=pending");
  await card.getByRole("link", { name: new RegExp(`^${count} comments? waits? for a decision$`) }).waitFor();
  await expectNoFaults(page);
  await card.getByRole("link").click();
  await by(page, "Waiting").getByRole("button", { name: "Approve" }).click();
  await by(page, "Waiting").waitFor({ state: "detached" });
  expect(await stateOf(id)).toBe("public");
  await page.route(/\/api\/editor\/comments\/\?/, (route) =>
    route.fulfill({ json: { count: 0, page: 1, page_size: 1, results: [] } }),
  );
  await page.goto("/cms/", { waitUntil: "networkidle" });
  await page.getByRole("region", { name: "Worked on last" }).getByRole("listitem").first().waitFor();
  expect(await card.count()).toBe(0);
  await page.context().close();
});

test("keys alone decide, and lead from comment to comment", async () => {
  const ids = [];
  for (const name of ["Key one", "Key two", "Key three"]) ids.push(await write(name, "A word."));
  const page = await opened();
  await by(page, "Key three").focus();
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("a");
  await by(page, "Key two").waitFor({ state: "detached" });
  // The next one has the focus.
  await expect.poll(() => page.evaluate("document.activeElement?.textContent")).toContain("Key one");
  await page.keyboard.press("s");
  await by(page, "Key one").waitFor({ state: "detached" });
  await expect.poll(() => page.evaluate("document.activeElement?.textContent")).toContain("Key three");
  await page.keyboard.press("x");
  await page
    .getByText("1 selected")
    .or(page.getByRole("checkbox", { checked: true }))
    .first()
    .waitFor();
  await page.keyboard.press("a");
  await page.getByText("No comment waits for you.").waitFor();
  expect(await Promise.all(ids.map(stateOf))).toEqual(["refused", "public", "public"]);
  await page.context().close();
});

test("several are decided at once, and one that is refused says why and holds back no other", async () => {
  const [first, second] = [await write("Many one", "A word."), await write("Many two", "A word.")];
  const page = await opened();
  await by(page, "Many one").waitFor();
  await page.route(`**/api/editor/comments/${first}/approve/`, (route) =>
    route.fulfill({
      status: 409,
      contentType: "application/json",
      body: JSON.stringify({ code: "comments_full", detail: "This post takes no more comments." }),
    }),
  );
  await page.getByLabel("Select all that are shown").check();
  await page.getByRole("group", { name: "2 selected" }).getByRole("button", { name: "Approve" }).click();
  await by(page, "Many one").getByText("takes no more comments").waitFor();
  expect(await by(page, "Many two").count()).toBe(0);
  expect([await stateOf(first), await stateOf(second)]).toEqual(["pending", "public"]);
  await page.context().close();
});

test("words of names and texts are searched while one types", async () => {
  await write("Search me", "A very rare plover.");
  const page = await opened();
  await page.getByLabel("Search names and texts").fill("PLOVER");
  await by(page, "Search me").waitFor();
  await page.getByText("1 comment", { exact: true }).waitFor();
  await page.getByLabel("Search names and texts").fill("dodo");
  await page.getByText("No comment has these words.").waitFor();
  expect(page.url()).toContain("search=dodo");
  await page.context().close();
});

test("who may not moderate has no such section, and is told why at its address", async () => {
  const page = await tabOf("bo");
  await page.goto("/cms/comments/");
  await page.getByText("Only people of the staff see and decide comments.").waitFor();
  expect(await page.getByRole("link", { name: /^Comments/ }).count()).toBe(0);
  await page.context().close();
});

test("comments fit into every window, complain of nothing, and axe finds nothing", async () => {
  await write("Åsa", "سمعت البلشون في القصب.");
  await write("Long", "A long word about herons. ".repeat(60));
  const headers = { cookie: await cookiesOf("ada") };
  for (const [name, query] of [
    ["waiting", ""],
    ["all", "?state=all"],
    ["none", "?search=dodo"],
  ]) {
    const picture = `admin-comments-${name}`;
    await site.showInEachWindow(`/cms/comments/${query}`, picture, headers, async ({ page, complaints }) => {
      await page.waitForLoadState("networkidle");
      expect(complaints.filter((text) => !text.includes("404"))).toEqual([]);
      expect(await page.evaluate("document.documentElement.scrollWidth - innerWidth")).toBeLessThanOrEqual(0);
      await expectNoFaults(page);
    });
  }
});

test("the bar is usable in a window of 320 pixels, and the bin is in its menu", async () => {
  const page = await tabOf();
  await page.setViewportSize({ width: 320, height: 700 });
  await page.goto("/cms/comments/");
  await page.getByRole("article").first().waitFor();
  expect(await page.evaluate("document.documentElement.scrollWidth - innerWidth")).toBeLessThanOrEqual(0);
  await page.screenshot({ path: join(pictures, "admin-comments-320.png") });
  await page.locator(".account summary").click();
  await page.locator(".menu").getByRole("link", { name: "Bin" }).click();
  await page.getByRole("heading", { name: "Bin" }).waitFor();
  await page.context().close();
});
