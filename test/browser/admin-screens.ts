import type { Page } from "playwright-core";
import { beforeAll } from "vitest";
import { addComment } from "#lib/actions/pages/add-comment.ts";
import { createUser } from "#lib/actions/people/users.ts";
import { makeAudio, makeImage, makeVideo } from "#test/support/media.ts";
import { useAdminSite } from "./admin-site.ts";

/** A site with something on each screen of the admin, and an administrator, grace. */
export const useEveryScreen = () => {
  process.env.SITE_POST_BODY_BLOCKS = JSON.stringify({
    sections: { overview: ["sighting"], detail: ["sighting"] },
    blocks: {
      sighting: { type: "struct", fields: { heading: { type: "char" }, text: { type: "richtext" } } },
    },
  });
  const site = useAdminSite();
  const { ask } = site;
  const ids = { post: 0, held: 0, image: 0, audio: 0, video: 0 };

  beforeAll(async () => {
    await createUser("grace", {
      ...{ email: "", passwordHash: "", groups: [] },
      ...{ staff: true, superuser: true, active: true },
    });
    const image = await makeImage({ title: "Reed", tags: ["reed"], description: "Reed in the wind" });
    await makeImage({ title: "Ice", description: "" });
    const [audio, video] = [await makeAudio({ title: "At night" }), await makeVideo({ title: "A clip" })];
    const make = (title: string) =>
      ask("POST", "/api/editor/posts/", {
        ...{ title, parent: { id: site.blog() }, overview_markdown: "A heron stood in the reed." },
        detail: [
          { type: "paragraph", value: "<h2>Later</h2><p>It <a href='https://w.example/'>flew</a>.</p>" },
          { type: "image", value: { id: image.id } },
          { type: "code", value: { language: "js", source: "let a;" } },
          { type: "gallery", value: [{ id: image.id, caption: "One" }, { id: image.id }] },
          { type: "audio", value: { id: audio.id } },
          { type: "video", value: { id: video.id } },
          { type: "sighting", value: { heading: "Bittern", text: "<p>Heard</p>" } },
        ],
      });
    const post = await make("Everything at once");
    await ask("POST", `/api/editor/posts/${post.id}/publish/`);
    await ask("PATCH", `/api/editor/posts/${post.id}/`, {
      ...{ title: "All at once", base_revision_id: post.latest_revision_id },
    });
    const held = await make("Locked");
    await ask("PUT", `/api/editor/posts/${held.id}/lock/`);
    for (const title of ["Thrown away", "Gone"]) {
      const { id } = await make(title);
      await ask("POST", `/api/editor/posts/${id}/delete/`);
    }
    for (const [index, name] of ["Ines", "Otto"].entries())
      await addComment(post.id, {
        written: { parentId: null, name, email: "visitor@example.org", text: `A word of ${name}` },
        ...{ address: `192.0.2.${index}`, publishes: false, maxWaiting: { onSite: 100, onPage: 100 } },
      });
    Object.assign(ids, { post: post.id, held: held.id, image: image.id, audio: audio.id, video: video.id });
  });

  return { site, ids };
};

type Ids = ReturnType<typeof useEveryScreen>["ids"];

/** A screen, or a state of one: its address, and what one does to come there. */
export interface AdminScreen {
  readonly name: string;
  readonly path: (ids: Ids) => string;
  readonly open?: (page: Page) => Promise<unknown>;
  /** The name of what opens it, if Escape closes it. */
  readonly opener?: string | RegExp;
  /** What is on the screen when it is there. */
  readonly ready: (page: Page) => Promise<unknown>;
}

const heading = (page: Page, name: string | RegExp) =>
  page.getByRole("heading", { name, level: 1 }).waitFor();
const press = (page: Page, name: string | RegExp) =>
  page.locator("main").getByRole("button", { name }).first().click();
const dialog = (page: Page) => page.getByRole("dialog").getByRole("button").first().waitFor();
const written = (page: Page) => page.locator(".ProseMirror").waitFor();
const editor = ({ post }: Ids) => `/cms/pages/${post}/edit/`;

const settings = [
  ...["settings", "navigation", "categories", "authors", "groups", "workflows"],
  ...["collections", "restrictions", "webhooks", "redirects"],
];

/** Every screen of the admin, and the states that have controls of their own. */
export const adminScreens: readonly AdminScreen[] = [
  { name: "start", path: () => "/cms/", ready: (page) => heading(page, /^Hello/) },
  {
    name: "the menu of the account",
    path: () => "/cms/",
    open: (page) => page.locator(".account summary").click(),
    ready: (page) => page.getByRole("button", { name: "Sign out" }).waitFor(),
  },
  {
    name: "pages",
    path: () => "/cms/pages/",
    ready: (page) => page.getByRole("link", { name: "All at once" }).first().waitFor(),
  },
  {
    name: "pages that are selected",
    path: () => "/cms/pages/",
    open: (page) => page.getByRole("checkbox").first().check(),
    ready: (page) => page.getByText("1 selected").first().waitFor({ state: "attached" }),
  },
  {
    name: "all filters of the pages",
    path: () => "/cms/pages/",
    open: (page) => page.getByText("More filters").click(),
    ready: (page) => page.locator(".rare-filters").waitFor(),
  },
  {
    name: "pages as a tree",
    path: () => "/cms/pages/?view=tree",
    ready: (page) => page.locator("main li a").first().waitFor(),
  },
  {
    name: "a new page",
    path: () => "/cms/pages/new/",
    ready: (page) => page.getByRole("radio").first().waitFor(),
  },
  { name: "the editor", path: editor, ready: written },
  {
    name: "the text as Markdown",
    path: editor,
    open: (page) => page.getByRole("button", { name: "Markdown" }).click(),
    ready: (page) => page.locator(".paper textarea:not(.title)").waitFor(),
  },
  ...["Details", "Preview", "Publish"].map(
    (side): AdminScreen => ({
      name: `the editor with ${side}`,
      path: editor,
      ...(side !== "Preview" && { opener: side }),
      open: (page) => page.getByRole("button", { name: side, exact: true }).click(),
      ready: (page) => page.locator(".side h2, .preview iframe").first().waitFor(),
    }),
  ),
  {
    name: "the editor with the form of a block",
    path: editor,
    opener: "Edit",
    open: (page) => page.locator(".te-custom").getByRole("button", { name: "Edit" }).click(),
    ready: (page) => page.locator(".te-form").waitFor(),
  },
  {
    name: "the editor of a page that is held",
    path: ({ held }) => `/cms/pages/${held}/edit/`,
    ready: (page) => page.getByRole("button", { name: "Unlock" }).waitFor(),
  },
  {
    name: "the media picker",
    path: editor,
    opener: "Choose another",
    open: (page) =>
      page
        .locator(".te-image")
        .getByRole("button", { name: /another/i })
        .click(),
    ready: (page) => page.getByRole("dialog").getByRole("listitem").first().waitFor(),
  },
  {
    name: "history",
    path: ({ post }) => `/cms/pages/${post}/history/`,
    ready: (page) => page.locator(".comparison h3").first().waitFor(),
  },
  {
    name: "an earlier version",
    path: ({ post }) => `/cms/pages/${post}/history/`,
    open: (page) => page.locator(".revisions .pick").last().click(),
    ready: (page) => page.locator(".comparison .restore, .comparison button").first().waitFor(),
  },
  {
    name: "the question before a restore",
    path: ({ post }) => `/cms/pages/${post}/history/`,
    open: async (page) => {
      await page.locator(".revisions .pick").last().click();
      await page.locator(".comparison button.primary").click();
    },
    ready: dialog,
  },
  {
    name: "who did what",
    path: ({ post }) => `/cms/pages/${post}/history/?view=log`,
    ready: (page) => page.locator(".deeds li").first().waitFor(),
  },
  {
    name: "comments",
    path: () => "/cms/comments/",
    ready: (page) => page.getByRole("article").first().waitFor(),
  },
  {
    name: "comments that are selected",
    path: () => "/cms/comments/",
    open: (page) => page.getByLabel("Select all").check(),
    ready: (page) =>
      page
        .getByText(/\d selected/)
        .first()
        .waitFor({ state: "attached" }),
  },
  { name: "bin", path: () => "/cms/bin/", ready: (page) => page.locator(".binned li").first().waitFor() },
  {
    name: "the question before a deletion for good",
    path: () => "/cms/bin/",
    opener: /^Delete for good/,
    open: (page) => page.locator(".binned .acts .plain").first().click(),
    ready: dialog,
  },
  { name: "media", path: () => "/cms/media/", ready: (page) => page.locator(".tile a").first().waitFor() },
  {
    name: "uploads",
    path: () => "/cms/media/",
    open: (page) =>
      page.getByLabel("Upload files").setInputFiles({
        ...{ name: "notes.txt", mimeType: "text/plain" },
        buffer: Buffer.from("Not a picture"),
      }),
    ready: (page) => page.getByText("This is no picture, audio or video.").waitFor(),
  },
  {
    name: "media as rows",
    path: () => "/cms/media/?view=list",
    ready: (page) => page.locator(".row a").first().waitFor(),
  },
  ...(["image", "audio", "video"] as const).map(
    (kind): AdminScreen => ({
      name: `the page of one ${kind}`,
      path: (ids) => `/cms/${kind}s/${ids[kind]}/edit/`,
      ready: (page) => page.getByRole("button", { name: "Save" }).waitFor(),
    }),
  ),
  ...["Replace", "Delete"].map(
    (act): AdminScreen => ({
      name: `the dialog ${act} of a picture`,
      opener: new RegExp(`^${act}`),
      path: ({ image }) => `/cms/images/${image}/edit/`,
      open: (page) => press(page, new RegExp(`^${act}`)),
      ready: dialog,
    }),
  ),
  { name: "a blog", path: () => "/cms/pages/3/edit/", ready: (page) => page.locator("form.thing").waitFor() },
  ...settings.map(
    (name): AdminScreen => ({
      name: `the settings of ${name}`,
      path: () => `/cms/settings/${name}/`,
      ready: (page) => page.locator("form.thing").first().waitFor({ state: "attached" }),
    }),
  ),
  {
    name: "the form of a new category",
    path: () => "/cms/settings/categories/",
    open: (page) => page.getByText("Add another").click(),
    ready: (page) => page.getByRole("button", { name: "Add", exact: true }).waitFor(),
  },
  {
    name: "the palette",
    path: () => "/cms/",
    opener: "Find a page or command",
    open: (page) => page.getByRole("button", { name: /^(Find|Go to|Search)/ }).click(),
    ready: (page) => page.getByRole("dialog").getByRole("option").first().waitFor(),
  },
  {
    name: "the dialog to sign in again",
    path: editor,
    open: async (page) => {
      await written(page);
      await page.context().clearCookies();
      await page.locator(".ProseMirror").focus();
      await page.keyboard.type("A wren");
    },
    ready: (page) => page.getByRole("dialog", { name: "Sign in again" }).waitFor(),
  },
  {
    name: "the list of keys",
    path: editor,
    open: async (page) => {
      await written(page);
      await page.getByRole("button", { name: "Details" }).focus();
      await page.keyboard.press("?");
    },
    ready: dialog,
  },
];

/** Opens a screen. */
export const openScreen = async (page: Page, { path, open, ready }: AdminScreen, ids: Ids): Promise<void> => {
  await page.goto(path(ids));
  await page.locator("main :is(h1, .ProseMirror)").first().waitFor();
  if (open) await open(page);
  await ready(page);
  await page.waitForLoadState("networkidle");
};
