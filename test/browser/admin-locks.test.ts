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
  // Dee may edit all pages, but unlocks none of others.
  await applyManifest({
    version: 1,
    groups: [
      {
        name: "Helpers",
        admin_access: true,
        pages: [{ page: "/", allow: ["change", "publish", "lock"] }],
      },
    ],
    users: [{ username: "dee", groups: ["Helpers"] }],
    workflows: [
      { name: "Proofs", tasks: [{ name: "Reading", groups: ["Editors"] }], pages: ["/home/notes"] },
    ],
  });
});

const onPost = (id: number, rest = "") => `/api/editor/posts/${id}/${rest}`;

const newPost = (title: string, username = "ada"): Promise<EditedPost> =>
  ask(
    "POST",
    "/api/editor/posts/",
    { title, parent: { id: site.blog() }, overview_markdown: "The heron stood in the reed." },
    username,
  );

/** Opens a page for writing. */
const opened = async (id: number, username = "ada"): Promise<Page> => {
  const page = await tabOf(username);
  await page.goto(`/cms/pages/${id}/edit/`);
  await page.locator(".ProseMirror").waitFor();
  return page;
};

const strip = (page: Page) => page.getByRole("region", { name: "What holds this page" });

/** Looks at a page in each window, and lets axe look. */
const lookAt = async (page: Page, name: string): Promise<void> => {
  for (const { name: view, width, scheme } of views) {
    await page.emulateMedia({ colorScheme: scheme });
    await page.setViewportSize({ width, height: 900 });
    expect(await page.evaluate("document.documentElement.scrollWidth - innerWidth")).toBeLessThanOrEqual(0);
    await expectNoFaults(page);
    await page.screenshot({ path: join(pictures, `admin-locks-${name}-${view}.png`) });
  }
  await page.setViewportSize({ width: 1280, height: 900 });
};

test("keys alone lock a page and unlock it, and the strip says so", async () => {
  const { id } = await newPost("A lock of one's own");
  const page = await opened(id);
  expect(await strip(page).count()).toBe(0);
  await page.getByRole("button", { name: "Details" }).press("Enter");
  await page.getByRole("button", { name: "Lock this page" }).press("Enter");
  await strip(page).getByText("You locked this page on").waitFor();
  await lookAt(page, "own");
  expect(await page.getByRole("button", { name: "Lock this page" }).count()).toBe(0);
  await strip(page).getByRole("button", { name: "Unlock" }).press("Enter");
  await strip(page).waitFor({ state: "detached" });
  await page.getByText("It is unlocked.").waitFor();
  await page.context().close();
});

test("who may not unlock a page is told whom to ask, and that words are kept", async () => {
  const { id } = await newPost("Locked by ada");
  await ask("PUT", onPost(id, "lock/"));
  const page = await opened(id, "dee");
  await strip(page).getByText("ada locked this page on").waitFor();
  await strip(page).getByText("Ask ada to unlock it").waitFor();
  await strip(page).getByText("kept as your own copy").waitFor();
  expect(await strip(page).getByRole("button").count()).toBe(0);
  await page.context().close();
});

test("who may unlock the pages of others is asked first", async () => {
  const { id } = await newPost("Locked by dee");
  await ask("PUT", onPost(id, "lock/"), undefined, "dee");
  const page = await opened(id);
  const asked = new Promise<string>((resolve) => {
    page.once("dialog", (dialog) => {
      resolve(dialog.message());
      void dialog.accept();
    });
  });
  await strip(page).getByRole("button", { name: "Unlock" }).click();
  expect(await asked).toContain("dee has locked this page");
  await strip(page).waitFor({ state: "detached" });
  expect((await ask("GET", `${onPost(id)}?may=true`)).may.edit).toBe(true);
  await page.context().close();
});

test("a review says its step, since when and by whom, and its reviewers decide", async () => {
  const { id } = await newPost("In review", "bo");
  await ask("POST", onPost(id, "workflow/start/"), undefined, "bo");
  const author = await opened(id, "bo");
  await strip(author).getByText("In review: “Reading” of Proofs since").waitFor();
  await strip(author).getByText("Only its reviewers can save it").waitFor();
  expect(await strip(author).getByRole("button").allInnerTexts()).toEqual(["End the review"]);
  const reviewer = await opened(id);
  await strip(reviewer).getByText(", by bo.").waitFor();
  await lookAt(reviewer, "review");
  await strip(reviewer).getByRole("button", { name: "Ask for changes" }).click();
  await strip(reviewer).getByText("Changes are asked for in “Reading” of Proofs").waitFor();
  // A tab that is looked at again says what is true now.
  await author.evaluate("document.dispatchEvent(new Event('visibilitychange'))");
  await strip(author).getByText(", by ada.").waitFor();
  await strip(author).getByRole("button", { name: "Send for review again" }).click();
  await strip(author).getByText("In review").waitFor();
  await reviewer.reload();
  await strip(reviewer).getByRole("button", { name: "Approve" }).click();
  await strip(reviewer).waitFor({ state: "detached" });
  await reviewer.getByText("It is approved.").waitFor();
  await Promise.all([author.context().close(), reviewer.context().close()]);
});

test("what a reviewer has typed is saved before it is approved", async () => {
  const { id } = await newPost("Corrected in review", "bo");
  await ask("POST", onPost(id, "workflow/start/"), undefined, "bo");
  const page = await opened(id);
  await page.getByLabel("Title").fill("Corrected, and approved");
  await strip(page).getByRole("button", { name: "Approve" }).click();
  await page.getByText("It is approved.").waitFor();
  expect((await ask("GET", onPost(id))).title).toBe("Corrected, and approved");
  await page.context().close();
});

test("a schedule says when in the site's zone and in one's own, and is taken back", async () => {
  const { id } = await newPost("Scheduled");
  await ask("PUT", onPost(id, "schedule/"), { publish_at: "2090-06-01T10:00:00Z" });
  const page = await opened(id);
  const london = "It will be public on Jun 1, 2090, 11:00 AM (Europe/London)";
  await strip(page).getByText(`${london} – for you, that is Jun 1, 2090, 10:00 AM, by ada.`).waitFor();
  await lookAt(page, "schedule");
  await strip(page).getByRole("button", { name: "Take the time back" }).click();
  await strip(page).waitFor({ state: "detached" });
  await page.context().close();
});

test("a step that is refused meanwhile is told in words", async () => {
  const { id } = await newPost("Unlocked elsewhere");
  await ask("PUT", onPost(id, "schedule/"), { publish_at: "2090-06-01T10:00:00Z" });
  const page = await opened(id);
  const button = strip(page).getByRole("button", { name: "Take the time back" });
  await button.waitFor();
  await ask("DELETE", onPost(id, "schedule/"));
  await ask("POST", onPost(id, "delete/"));
  await button.click();
  await page.getByText("Post not found.").waitFor();
  await page.context().close();
});
