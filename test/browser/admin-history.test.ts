import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { cookiesOf } from "#test/support/session.ts";
import { type EditedPost, useAdminSite } from "./admin-site.ts";
import { expectNoFaults } from "./looking.ts";

const site = useAdminSite();
const { tabOf, ask } = site;

const onPost = (id: number, rest = "") => `/api/editor/posts/${id}/${rest}`;

const save = async ({ id, latest_revision_id }: EditedPost, changes: object): Promise<EditedPost> =>
  ask("PATCH", onPost(id), { ...changes, base_revision_id: latest_revision_id });

/** A post of three versions, of which readers see the second, and the first was public before. */
const storiedPost = async (title: string): Promise<EditedPost> => {
  const fields = { title, parent: { id: site.blog() }, overview_markdown: "The heron stood in the reed." };
  const first: EditedPost = await ask("POST", "/api/editor/posts/", fields);
  await ask("POST", onPost(first.id, "publish/"));
  const second = await save(first, { overview_markdown: "The heron stood in the tall reed." });
  await ask("POST", onPost(first.id, "publish/"));
  return save(second, { title: `${title}, again`, tags: ["heron"] });
};

const versions = (page: Page) => page.getByRole("list", { name: "Versions" }).getByRole("listitem");
const comparison = (page: Page) => page.getByRole("region", { name: "Comparison" });

test("a page's versions say who, when and by what they were saved, and what readers see and have seen", async () => {
  const { id } = await storiedPost("Herons");
  const page = await tabOf();
  await page.goto(`/cms/pages/${id}/edit/`);
  await page.getByRole("link", { name: "History" }).click();
  await page.getByRole("heading", { name: "History of “Herons, again”" }).waitFor();
  await page.getByText("3 versions").waitFor();
  expect(await versions(page).count()).toBe(3);
  const [newest, seen, before] = await versions(page).allInnerTexts();
  expect(newest).toMatch(/ada[\s\S]*Newest[\s\S]*with node/);
  expect(seen).toMatch(/Readers see this[\s\S]*Public since/);
  expect(before).toMatch(/Was public: /);
  expect(before).not.toContain("Readers see this");
  await page.context().close();
});

test("any two versions are compared word by word, with their fields and blocks named", async () => {
  const { id } = await storiedPost("Bitterns");
  const page = await tabOf();
  await page.goto(`/cms/pages/${id}/history/`);
  const shown = comparison(page);
  // The newest against the one before it.
  await shown.getByRole("heading", { name: /^Title changed/ }).waitFor();
  expect(await shown.locator("ins").allInnerTexts()).toEqual([", again", "heron"]);
  await versions(page).nth(1).getByRole("button", { name: /ada/ }).click();
  await shown.getByRole("heading", { name: /^Overview: .*, block 1 changed/ }).waitFor();
  expect(await shown.locator("ins").allInnerTexts()).toEqual(["tall "]);
  // The first against the newest, which leads from the older to the newer.
  await versions(page).nth(2).getByRole("button", { name: /ada/ }).click();
  await versions(page).nth(0).getByRole("button", { name: "Compare" }).click();
  await shown.getByText("3 changes").waitFor();
  expect(await shown.locator("ins").allInnerTexts()).toEqual([", again", "heron", "tall "]);
  await page.reload();
  await shown.getByText("3 changes").waitFor();
  await page.context().close();
});

test("blocks that have moved say what they are, and pictures have their titles", async () => {
  const images = await ask("GET", "/api/editor/media/images/?q=heron");
  const { id: image, title } = images.results[0];
  const picture = { type: "image", value: { id: image } };
  const text = (value: string) => ({ type: "paragraph", value });
  const texts = [text("<p>One.</p>"), { type: "code", value: { language: "text", source: "two" } }];
  const first: EditedPost = await ask("POST", "/api/editor/posts/", {
    title: "Moved",
    parent: { id: site.blog() },
    overview: [text("<p>A heron in the reed.</p>")],
    detail: [...texts, picture],
  });
  await save(first, { overview: [text("<p>A <b>heron</b> in the reed.</p>")], detail: [picture, ...texts] });
  const page = await tabOf();
  await page.goto(`/cms/pages/${first.id}/history/`);
  const shown = comparison(page);
  const moved = shown.locator(".change").filter({ has: page.getByRole("heading", { name: /moved$/ }) });
  await moved.getByText("From Detail, block 3 to Detail, block 1").waitFor();
  await moved.getByText(title).waitFor();
  await shown.getByText("formatting or links have changed").waitFor();
  expect((await shown.locator("ins").allInnerTexts()).join("")).toBe("<b></b>");
  await page.context().close();
});

test("a version is brought back, and what was typed and not saved is a version before it", async () => {
  const { id } = await storiedPost("Rails");
  const page = await tabOf();
  await page.goto(`/cms/pages/${id}/edit/`);
  await page.locator(".ProseMirror").focus();
  await page.keyboard.press("Control+End");
  await page.keyboard.type(" Unsaved words.");
  await page.getByText("Kept; not saved as a revision yet").waitFor();
  await page.getByRole("link", { name: "History" }).click();
  await versions(page).nth(2).getByRole("button", { name: /ada/ }).click();
  await page.getByRole("button", { name: "Bring back this version" }).click();
  await page.getByRole("button", { name: "Bring it back" }).click();
  await page.getByText("It is the newest version now.").waitFor();
  await page.getByText("5 versions").waitFor();
  const { results } = await ask("GET", onPost(id, "revisions/"));
  const [restored, typed] = await Promise.all(
    [0, 1].map((index) => ask("GET", onPost(id, `revisions/${results[index].id}/`))),
  );
  expect([restored.title, JSON.stringify(restored.overview)]).toEqual([
    "Rails",
    expect.stringContaining("stood in the reed"),
  ]);
  expect(JSON.stringify(typed)).toContain("Unsaved words.");
  await page.getByRole("button", { name: "Open it" }).click();
  await page.locator(".ProseMirror").getByText("The heron stood in the reed.").waitFor();
  await page.getByText("All saved").waitFor();
  await page.context().close();
});

test("where somebody else has changed the same words, one chooses before a version is brought back", async () => {
  const post = await storiedPost("Teals");
  const page = await tabOf();
  await page.goto(`/cms/pages/${post.id}/edit/`);
  await page.getByLabel("Title").fill("Teals, as ada says");
  await page.getByText("Kept; not saved as a revision yet").waitFor();
  await save(post, { title: "Teals, as others say" });
  await page.goto(`/cms/pages/${post.id}/history/?revision=${post.latest_revision_id}`);
  await page.getByRole("button", { name: "Bring back this version" }).click();
  await page.getByRole("button", { name: "Bring it back" }).click();
  const choice = page.getByRole("dialog", { name: "Both of you have changed this" });
  await choice.getByRole("radio", { name: "Yours" }).check();
  await choice.getByRole("button", { name: "Use these" }).click();
  await page.getByText("It is the newest version now.").waitFor();
  const { results } = await ask("GET", onPost(post.id, "revisions/"));
  const titles = [];
  for (const { id } of results.slice(0, 3))
    titles.push((await ask("GET", onPost(post.id, `revisions/${id}/`))).title);
  expect(titles).toEqual(["Teals, again", "Teals, as ada says", "Teals, as others say"]);
  await page.context().close();
});

test("a tab in which the page is open keeps its words when a version is brought back in another one", async () => {
  const { id } = await storiedPost("Divers");
  const writing = await tabOf();
  await writing.goto(`/cms/pages/${id}/edit/`);
  await writing.locator(".ProseMirror").waitFor();
  const page = await writing.context().newPage();
  await page.goto(`/cms/pages/${id}/history/`);
  await versions(page).nth(2).getByRole("button", { name: /ada/ }).click();
  await page.getByRole("button", { name: "Bring back this version" }).click();
  await page.getByRole("button", { name: "Bring it back" }).click();
  await page.getByText("It is the newest version now.").waitFor();
  await writing.locator(".ProseMirror").focus();
  await writing.keyboard.press("Control+End");
  await writing.keyboard.type("Typed afterwards.");
  await writing.getByText("Kept; not saved as a revision yet").waitFor();
  await writing.getByRole("button", { name: "Save" }).click();
  await writing.getByText("All saved").waitFor();
  const saved = await ask("GET", onPost(id));
  expect([saved.title, JSON.stringify(saved)]).toEqual([
    "Divers",
    expect.stringContaining("Typed afterwards."),
  ]);
  await writing.context().close();
});

test("who may not bring back a version is told why, and a refusal is told in words", async () => {
  const { id } = await storiedPost("Grebes");
  const page = await tabOf();
  await page.goto(`/cms/pages/${id}/history/`);
  await versions(page).nth(2).getByRole("button", { name: /ada/ }).click();
  await page.getByRole("button", { name: "Bring back this version" }).click();
  await ask("PUT", onPost(id, "schedule/"), { publish_at: "2200-01-01T10:00:00Z" });
  await page.getByRole("button", { name: "Bring it back" }).click();
  await page.getByRole("dialog").getByText("a revision is approved for scheduled publication").waitFor();
  await page.reload();
  await page.getByText("Bringing back a version is not possible now").waitFor();
  expect(await page.getByRole("button", { name: "Bring back this version" }).count()).toBe(0);
  await page.context().close();
});

test("what was done to a page is told in sentences, which lead to the versions", async () => {
  const { id } = await storiedPost("Coots");
  await ask("PUT", onPost(id, "lock/"));
  await ask("POST", onPost(id, "unpublish/"));
  const page = await tabOf();
  await page.goto(`/cms/pages/${id}/history/`);
  await page.getByRole("link", { name: "Who did what" }).click();
  const deeds = page.getByRole("list", { name: "Who did what" }).getByRole("listitem");
  await deeds.nth(6).waitFor();
  expect(await deeds.locator("span[dir]").allInnerTexts()).toEqual([
    "ada took it off the site",
    "ada locked it",
    "ada saved a version",
    "ada published it",
    "ada saved a version",
    "ada published it",
    "ada made the page",
  ]);
  await deeds.nth(4).getByRole("link").click();
  await comparison(page).locator("ins", { hasText: "tall" }).waitFor();
  await page.context().close();
});

test("a long history is drawn as it comes, and keys alone compare its ends", async () => {
  let post = await storiedPost("Reeds");
  for (let index = 0; index < 60; index++) post = await save(post, { seo_title: `Reeds ${index}` });
  const page = await tabOf();
  await page.goto(`/cms/pages/${post.id}/history/`);
  await page.getByText("63 versions").waitFor();
  expect(await versions(page).count()).toBe(50);
  await page.getByRole("button", { name: "Show more" }).focus();
  await page.keyboard.press("Enter");
  await versions(page).nth(62).waitFor();
  expect(await page.getByRole("button", { name: "Show more" }).count()).toBe(0);
  await versions(page).nth(62).getByRole("button", { name: "Compare" }).focus();
  await page.keyboard.press("Enter");
  await comparison(page).getByText("4 changes").waitFor();
  await page.context().close();
});

test("history fits into every window, complains of nothing, and axe finds nothing", async () => {
  const { id } = await storiedPost("Swans");
  const headers = { cookie: await cookiesOf("ada") };
  for (const [name, query] of [
    ["versions", ""],
    ["log", "?view=log"],
  ]) {
    const path = `/cms/pages/${id}/history/${query}`;
    await site.showInEachWindow(path, `admin-history-${name}`, headers, async ({ page, complaints }) => {
      await page.getByRole("heading", { level: 1 }).waitFor();
      await page.waitForLoadState("networkidle");
      expect(complaints).toEqual([]);
      expect(await page.evaluate("document.documentElement.scrollWidth - innerWidth")).toBeLessThanOrEqual(0);
      await expectNoFaults(page);
    });
  }
});

test("the question before a version is brought back has no fault, and gives the focus back", async () => {
  const { id } = await storiedPost("Geese");
  const page = await tabOf();
  await page.goto(`/cms/pages/${id}/history/`);
  await versions(page).nth(1).getByRole("button", { name: /ada/ }).click();
  const button = page.getByRole("button", { name: "Bring back this version" });
  await button.focus();
  await page.keyboard.press("Enter");
  await page.getByRole("dialog").waitFor();
  await expectNoFaults(page);
  await page.keyboard.press("Escape");
  await expect
    .poll(() => page.evaluate("document.activeElement?.textContent"))
    .toBe("Bring back this version");
  await page.context().close();
});
