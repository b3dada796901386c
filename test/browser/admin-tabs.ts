import type { Page } from "playwright-core";
import { cookiesOf } from "#test/support/session.ts";
import type { ServedSite } from "./served-site.ts";
import { cookiesIn } from "./shown-page.ts";

/** Opens the admin of a site as somebody who has signed in. */
export const adminTabs = (site: ServedSite) => {
  /** A tab in a profile of its own. */
  const tabOf = async (username = "ada"): Promise<Page> => {
    const context = await site.newProfile();
    await context.addCookies(cookiesIn(await cookiesOf(username), `${site.url}/`));
    return context.newPage();
  };
  /** Begins a post, and gives its tab. */
  const newPost = async (title: string): Promise<Page> => {
    const page = await tabOf();
    await page.goto("/cms/pages/new/");
    await page.getByLabel("Title").fill(title);
    await page.getByRole("button", { name: "Begin" }).click();
    await page.waitForURL(/\/write\/$/);
    await page.locator(".ProseMirror").waitFor();
    return page;
  };
  return { tabOf, newPost };
};

/** Types at the end of the text. */
export const type = async (page: Page, words: string): Promise<void> => {
  await page.locator(".ProseMirror").focus();
  await page.keyboard.press("Control+End");
  await page.keyboard.type(words);
};

/** Waits until what was typed is in the working copy. */
export const untilKept = (page: Page): Promise<void> =>
  page.getByText("Kept; not saved as a revision yet").waitFor();
