import type { BrowserContext, BrowserContextOptions, Page } from "playwright-core";
import { readPost, updatePost } from "#lib/routes/editor-posts.ts";
import { call } from "#test/support/call.ts";
import { cookiesOf } from "#test/support/session.ts";
import { readTyped } from "#test/support/working-copies.ts";
import type { ServedSite } from "./served-site.ts";
import { cookiesIn } from "./shown-page.ts";

/** A browser in which somebody has signed in. */
export const browserOfUser = async (
  site: ServedSite,
  username = "ada",
  options: BrowserContextOptions = {},
): Promise<BrowserContext> => {
  const context = await site.newProfile(options);
  await signInAs(context, site, username);
  return context;
};

export const signInAs = async (context: BrowserContext, site: ServedSite, username: string) =>
  context.addCookies(cookiesIn(await cookiesOf(username), `${site.url}/`));

/** A tab with the editor of a page, when one can write. */
export const editorOf = async (context: BrowserContext, id: number): Promise<Page> => {
  const page = await context.newPage();
  await page.goto(`/cms/pages/${id}/edit/`);
  await page.locator(".ProseMirror").waitFor();
  return page;
};

/** A tab in a browser of its own, with a new post of this title. */
export const tabOfNewPost = async (site: ServedSite, title: string): Promise<Page> => {
  const page = await (await browserOfUser(site)).newPage();
  await page.goto("/cms/pages/new/");
  await page.getByLabel("Title").fill(title);
  await page.getByRole("button", { name: "Begin" }).click();
  await page.waitForURL(/\/edit\/$/);
  await page.locator(".ProseMirror").waitFor();
  return page;
};

/** Types at the end of the text. */
export const typeAtEnd = async (page: Page, words: string): Promise<void> => {
  await page.locator(".ProseMirror").focus();
  await page.keyboard.press("Control+End");
  await page.keyboard.type(words);
};

/** The text of the editor. */
export const editorText = (page: Page): Promise<string> =>
  page.locator(".ProseMirror").evaluate((element) => element.textContent);

export const untilKept = (page: Page): Promise<void> =>
  page.locator(".kept.kept").getByText("Kept;").waitFor();

/** What the working copy of a user has, as JSON; empty without one. */
export const storedCopy = async (id: number, username = "ada"): Promise<string> => {
  const { status, body } = await readTyped(id, username);
  return status === 404 ? "" : JSON.stringify(body.fields);
};

/** Saves a page as somebody else, by the API; again, if a browser has saved it meanwhile. */
export const saveAs = async (username: string, id: number, change: (post: Post) => object): Promise<void> => {
  for (;;) {
    const { body } = await call(readPost, { as: username, params: { id } });
    const saved = await call(updatePost, {
      as: username,
      params: { id },
      headers: { "if-match": `"${body.latest_revision_id}"` },
      body: change(body),
    });
    if (saved.status === 200) return;
    if (saved.body.code !== "revision_conflict") throw new Error(saved.text);
  }
};

interface Post {
  readonly title: string;
  readonly detail: readonly { readonly type: string; readonly value: unknown }[];
}

/** The entries of the browser's stores, by the name of the database. */
export const entriesInStore = (page: Page): Promise<Readonly<Record<string, string>>> =>
  page.evaluate(async () => {
    const stored: Record<string, string> = {};
    for (const { name = "" } of await indexedDB.databases()) {
      if (!name.startsWith("lectern-words-")) continue;
      const database = await new Promise<IDBDatabase | undefined>((resolve) => {
        const request = indexedDB.open(name);
        // One that a tab has only begun to make is not made here.
        request.onupgradeneeded = () => request.transaction?.abort();
        request.onsuccess = () => resolve(request.result);
        request.onerror = () => resolve(undefined);
      });
      if (!database) continue;
      if (!database.objectStoreNames.contains("entries")) {
        // That of uploads.
        database.close();
        continue;
      }
      const all = database.transaction("entries").objectStore("entries").getAll();
      stored[name] = await new Promise((resolve) => {
        all.onsuccess = () => resolve(JSON.stringify(all.result));
      });
      database.close();
    }
    return stored;
  });
