import { join } from "node:path";
import type { Locator, Page } from "playwright-core";
import { beforeAll, expect, test } from "vitest";
import { applyManifest } from "#lib/manifest/apply.ts";
import { useAdminSite } from "./admin-site.ts";
import { expectNoFaults, until } from "./looking.ts";
import { pictures, views } from "./served-site.ts";

const site = useAdminSite();
const { tabOf, ask } = site;

beforeAll(async () => {
  // Rae reviews what is written in the blog, and may do nothing else.
  await applyManifest({
    version: 1,
    groups: [{ name: "Readers", admin_access: true }],
    users: [{ username: "rae", groups: ["Readers"] }],
    workflows: [
      {
        name: "Proofs",
        tasks: [{ name: "Reading", groups: ["Readers", "Editors"] }],
        pages: ["/home/notes"],
      },
    ],
  });
  const draft = async (title: string, ...acts: readonly (readonly [string, string, object?])[]) => {
    const { id, latest_revision_id: base } = await ask("POST", "/api/editor/posts/", {
      ...{ title, parent: { id: site.blog() }, overview_markdown: "In the reed." },
    });
    for (const [method, path, body] of acts)
      await ask(method, `/api/editor/posts/${id}/${path}`, body && { base_revision_id: base, ...body });
  };
  await draft("Only a draft");
  await draft("Later", ["PUT", "schedule/", { publish_at: "2099-01-01T00:00:00Z" }]);
  await draft("Under review", ["POST", "workflow/start/"]);
  await draft(
    "Public, changed and locked",
    ["POST", "publish/"],
    ["PATCH", "", { title: "Public, changed and locked" }],
    ["PUT", "lock/"],
  );
});

const openTree = async (username?: string): Promise<Page> => {
  const page = await tabOf(username);
  await page.goto("/cms/pages/");
  await page.getByRole("link", { name: "Tree" }).click();
  await page.locator(".tree .place-row").first().waitFor();
  return page;
};

const toggleOf = (page: Page, place: string): Locator =>
  page.getByRole("button", { name: `Pages below ${place}`, exact: true });

const rowOf = (page: Page, title: string): Locator =>
  page.locator(".page-row", { has: page.getByRole("link", { name: title, exact: true }) });

const focusedText = (page: Page): Promise<string> => page.evaluate("document.activeElement.textContent");

/** Looks at the page in each window, at 320 pixels too, and lets axe look. */
const lookAt = async (page: Page, name: string): Promise<void> => {
  const small = [
    { name: "small-light", width: 320, scheme: "light" },
    { name: "small-dark", width: 320, scheme: "dark" },
  ] as const;
  for (const { name: view, width, scheme } of [...views, ...small]) {
    await page.emulateMedia({ colorScheme: scheme });
    await page.setViewportSize({ width, height: 900 });
    expect(await page.evaluate("document.documentElement.scrollWidth - innerWidth")).toBeLessThanOrEqual(0);
    await expectNoFaults(page);
    await page.screenshot({ path: join(pictures, `admin-${name}-${view}.png`) });
  }
};

test("the tree opens by the mouse, shows every state of a page, fits into every window, and axe finds nothing", async () => {
  const page = await openTree();
  const home = page.locator(".place-row", { hasText: "Home page" });
  await home.getByRole("link", { name: "Field Notes", exact: true }).waitFor();
  expect(await toggleOf(page, "Notes").getAttribute("aria-expanded")).toBe("false");
  await lookAt(page, "tree-closed");
  await page.setViewportSize({ width: 1280, height: 900 });
  await toggleOf(page, "Notes").click();
  const statesOf = async (title: string) => {
    await rowOf(page, title).waitFor();
    return rowOf(page, title).locator(".state").allTextContents();
  };
  expect(await statesOf("Only a draft")).toEqual(["Draft"]);
  expect(await statesOf("The owl box")).toEqual(["Live"]);
  expect(await statesOf("Later")).toEqual(["Scheduled"]);
  expect(await statesOf("Under review")).toEqual(["Draft", "In review"]);
  expect(await statesOf("Public, changed and locked")).toEqual(["Live, newer draft", "Locked"]);
  await toggleOf(page, "Calls").click();
  await rowOf(page, "A bittern, three times").waitFor();
  await lookAt(page, "tree-open");
  await page.goto("/cms/pages/");
  await rowOf(page, "Under review").waitFor();
  expect(await statesOf("Public, changed and locked")).toEqual(["Live, newer draft", "Locked"]);
  await lookAt(page, "list");
  await page.context().close();
});

test("arrows go from row to row, open and close, and leave the keys of the browser alone", async () => {
  const page = await openTree();
  const press = async (...keys: readonly string[]) => {
    for (const key of keys) await page.keyboard.press(key);
    return focusedText(page);
  };
  await page.locator(".place-row .what a").first().focus();
  expect(await press("ArrowDown")).toBe("Calls");
  expect(await press("ArrowDown")).toBe("Notes");
  await press("ArrowRight");
  await rowOf(page, "The owl box").waitFor();
  expect(await focusedText(page)).toBe("Notes");
  const first = await press("ArrowRight");
  expect(first).toBe("Public, changed and locked");
  expect(await press("ArrowDown", "ArrowUp")).toBe(first);
  expect(await press("ArrowLeft")).toBe("Notes");
  await press("ArrowLeft");
  await rowOf(page, "The owl box").waitFor({ state: "detached" });
  expect(await press("ArrowLeft")).toBe("Field Notes");
  // The home page is closed, and with it all that is below.
  await press("ArrowLeft");
  await toggleOf(page, "Notes").waitFor({ state: "detached" });
  await press("ArrowRight");
  await toggleOf(page, "Notes").waitFor();
  await page.evaluate("addEventListener('keydown', (event) => { window.taken = event.defaultPrevented; })");
  await page.keyboard.press("Alt+ArrowLeft");
  expect(await page.evaluate("window.taken")).toBe(false);
  await page.context().close();
});

test("pages below a place are sorted as the address says, and a corner has the requests for programs", async () => {
  const page = await openTree();
  await toggleOf(page, "Notes").click();
  await page.getByLabel("Sort by").selectOption("Title");
  const { results } = await ask("GET", `/api/editor/pages/?parent=${site.blog()}&order=title`);
  const titles = results.map(({ title }: { title: string }) => title);
  await expect.poll(() => page.locator(".rows .what a").allTextContents()).toEqual(titles);
  await page.reload();
  await expect.poll(() => page.locator(".rows .what a").allTextContents()).toEqual(titles);
  await page.getByText("For programs").click();
  await page.getByText(`'${site.url}/api/editor/pages/?parent=ID&order=title'`).waitFor();
  await expectNoFaults(page);
  // What is closed stays closed, too.
  await toggleOf(page, "Notes").click();
  await toggleOf(page, "Field Notes").click();
  await page.waitForURL(/open=&order=title$/);
  await page.reload();
  await toggleOf(page, "Field Notes").waitFor();
  expect(await page.locator(".page-row").count()).toBe(1);
  await page.context().close();
});

test("who comes back from an editor finds the tree as it was left, and the focus on the page", async () => {
  const page = await openTree();
  await page.setViewportSize({ width: 1280, height: 400 });
  await toggleOf(page, "Notes").click();
  await toggleOf(page, "Calls").click();
  const link = page.getByRole("link", { name: "The owl box", exact: true });
  await link.scrollIntoViewIfNeeded();
  const y = await page.evaluate("scrollY");
  expect(y).toBeGreaterThan(100);
  await link.focus();
  await page.keyboard.press("Enter");
  await page.locator(".ProseMirror").waitFor();
  await page.goBack();
  await rowOf(page, "A bittern, three times").waitFor();
  await until(page, "document.activeElement.textContent === 'The owl box'");
  expect(await page.evaluate("scrollY")).toBe(y);
  // The list and the tree remember each other.
  await page.getByRole("link", { name: "List", exact: true }).click();
  await page.getByRole("searchbox", { name: "Search pages" }).waitFor();
  await page.getByRole("link", { name: "Tree", exact: true }).click();
  await rowOf(page, "A bittern, three times").waitFor();
  await page.context().close();
});

/** Answers for a list of ten thousand pages; gives the parts that were asked for. */
const withTenThousand = async (page: Page, address: RegExp): Promise<readonly number[]> => {
  const { results } = await ask("GET", `/api/editor/pages/?parent=${site.blog()}&may=true&pageSize=1`);
  const asked: number[] = [];
  await page.route(address, async (route) => {
    const query = new URL(route.request().url()).searchParams;
    const [part, size] = [Number(query.get("page")), Number(query.get("pageSize"))];
    asked.push(part);
    const posts = Array.from({ length: size }, (_, index) => {
      const number = (part - 1) * size + index + 1;
      return { ...results[0], id: 100_000 + number, title: `Post ${number}` };
    });
    await route.fulfill({ json: { count: 10_000, next: null, previous: null, results: posts } });
  });
  return asked;
};

test("who comes back to the middle of a long list finds the same rows, and the focus on the page", async () => {
  const page = await tabOf();
  await withTenThousand(page, /\/api\/editor\/pages\/\?/);
  await page.goto("/cms/pages/");
  await rowOf(page, "Post 1").waitFor();
  await page.evaluate("scrollTo(0, 320000)");
  await page.getByRole("link", { name: "Post 5000", exact: true }).press("Enter");
  await page.locator(".rows").waitFor({ state: "detached" });
  await page.goBack();
  await until(page, "document.activeElement.textContent === 'Post 5000'");
  expect(await page.evaluate("scrollY")).toBe(320_000);
  // Another visit begins at the top.
  await page.goForward();
  await page.locator(".rows").waitFor({ state: "detached" });
  await page.getByRole("link", { name: "Pages", exact: true }).first().click();
  await rowOf(page, "Post 1").waitFor();
  expect(await page.evaluate("scrollY")).toBe(0);
  await page.context().close();
});

test("ten thousand posts below one blog are drawn and read as they come into view", async () => {
  const page = await openTree();
  const asked = await withTenThousand(page, /\/api\/editor\/pages\/\?.*parent=/);
  const rows = page.locator(".rows .page-row");
  await toggleOf(page, "Notes").click();
  await rowOf(page, "Post 1").waitFor();
  expect(await rows.count()).toBeLessThan(60);
  expect(await rowOf(page, "Post 1").getAttribute("aria-setsize")).toBe("10000");
  await page.evaluate("scrollTo(0, document.documentElement.scrollHeight)");
  await rowOf(page, "Post 10000").waitFor();
  expect(await rows.count()).toBeLessThan(60);
  await page.evaluate("scrollTo(0, document.documentElement.scrollHeight / 2)");
  await rowOf(page, "Post 5000").waitFor();
  // By keys, row after row is drawn before the focus comes to it.
  await page.getByRole("link", { name: "Post 5000", exact: true }).focus();
  for (let step = 1; step <= 40; step++) {
    await page.keyboard.press("ArrowDown");
    expect(await focusedText(page)).toBe(`Post ${5_000 + step}`);
  }
  expect(asked.length).toBeLessThan(9);
  await page.context().close();
});

test("a new post begins in the blog from which it was asked for, also by who may only add to it", async () => {
  const page = await openTree("bo");
  await page.getByText("Notes", { exact: true }).first().waitFor();
  expect(await page.getByRole("link", { name: "Notes", exact: true }).count()).toBe(0);
  await page.getByRole("link", { name: "New post here: Notes" }).click();
  await page.getByLabel("Title").fill("From the tree");
  await page.getByRole("button", { name: "Begin" }).click();
  await page.waitForURL(/\/edit\/$/);
  const { results } = await ask("GET", `/api/editor/pages/?q=from%20the%20tree&parent=${site.blog()}`);
  expect(results.map(({ title }: { title: string }) => title)).toEqual(["From the tree"]);
  await page.context().close();
});

test("who reviews pages below places that they may not edit is led to the list of reviews", async () => {
  const page = await tabOf("rae");
  await page.goto("/cms/pages/?view=tree");
  await page.getByText("There is no blog or podcast that you may edit or add to.").waitFor();
  await page.getByRole("link", { name: "All pages in review" }).click();
  await rowOf(page, "Under review").waitFor();
  await page.context().close();
});

const refusal = { status: 403, json: { code: "permission_denied", detail: "Not now." } };

test("a tree or a branch that cannot be read says so, and is read again at the press of a button", async () => {
  const page = await tabOf();
  await page.route("**/api/editor/parents/**", (route) => route.fulfill(refusal));
  await page.goto("/cms/pages/?view=tree");
  await page.getByRole("alert").waitFor();
  await expectNoFaults(page);
  await page.unroute("**/api/editor/parents/**");
  await page.getByRole("button", { name: "Try again" }).click();
  await toggleOf(page, "Notes").waitFor();
  await page.route(/\/api\/editor\/pages\/\?.*parent=/, (route) => route.fulfill(refusal));
  await toggleOf(page, "Notes").click();
  await page.getByRole("alert").waitFor();
  await page.unroute(/\/api\/editor\/pages\/\?.*parent=/);
  await page.getByRole("button", { name: "Try again" }).click();
  await rowOf(page, "The owl box").waitFor();
  await page.context().close();
});
