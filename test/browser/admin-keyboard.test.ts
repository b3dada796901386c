import type { Page } from "playwright-core";
import { beforeAll, expect, test } from "vitest";
import { readyBlockNames } from "#lib/blocks/ready/ready-blocks.ts";
import { applyManifest } from "#lib/manifest/apply.ts";
import { samplePicture } from "#test/support/sample-picture.ts";
import { useEveryScreen } from "./admin-screens.ts";
import { metControl, tabTo } from "./by-keys.ts";
import { until } from "./looking.ts";

const { site, ids } = useEveryScreen();

const features = ["h2", "h3", "bold", "italic", "code", "link", "ul", "ol", "hr", "blockquote"];

beforeAll(async () => {
  await applyManifest({
    version: 1,
    site: { ready_blocks: [...readyBlockNames], rich_text_features: features },
  });
});

/** The keys of somebody who has no mouse. */
const keysOf = (page: Page) => {
  const press = async (...keys: readonly string[]) => {
    for (const key of keys) await page.keyboard.press(key);
  };
  const type = (text: string) => page.keyboard.type(text);
  const focused = async () => (await metControl(page))?.name ?? "";
  return {
    press,
    type,
    focused,
    to: (name: string | RegExp) => tabTo(page, name),
    back: (name: string | RegExp) => tabTo(page, name, { back: true }),
    /** Chooses a block of the list, which one narrows by its name. */
    insert: async (name: string) => {
      await type("/");
      await until(page, "document.querySelector('.te-block-menu:not([hidden])')");
      await type(name);
      expect(await page.locator(".te-block-menu [aria-selected=true]").textContent()).toBe(name);
      await press("Enter");
    },
    /** Chooses what has this name in the dialog that is open. */
    pick: async (name: string) => {
      await page.getByRole("dialog").waitFor();
      expect(await focused()).toBe("Search by title");
      await type(name);
      await page.getByRole("dialog").getByRole("button", { name, exact: true }).waitFor();
      await tabTo(page, name);
      await press("Enter");
      await page.getByRole("dialog").waitFor({ state: "detached" });
    },
    /** Goes from a block that is selected, or its controls, to the line after it. */
    goOn: async () => {
      if ((await focused()) !== "Text") await press("Escape");
      expect(await focused()).toBe("Text");
      await press("ArrowDown");
    },
  };
};

type Keys = ReturnType<typeof keysOf>;

/** Opens the form of a block that has just been inserted, fills it in, and closes it. */
const inForm = async (keys: Keys, fill: () => Promise<void>) => {
  await keys.to("Edit");
  await keys.press("Enter");
  await expect.poll(keys.focused).not.toMatch(/^(?:Edit|Done)$/);
  await fill();
  await keys.press("Escape");
  await expect.poll(keys.focused).toBe("Edit");
  await keys.goOn();
};

/** How each kind of block is written by keys. One that the site has, and that is not here, fails the test. */
const writers: Readonly<Record<string, (keys: Keys, page: Page) => Promise<void>>> = {
  paragraph: async ({ press, type, insert }) => {
    await type("## The hide");
    await press("Enter");
    await insert("Heading 3");
    await type("At dawn");
    await press("Enter");
    await type("A ");
    await press("Control+b");
    await type("bold");
    await press("Control+b");
    await type(", *slanted* and ");
    await press("Control+i");
    await type("leaning");
    await press("Control+i");
    await type(" line with a link");
    await press("Shift+Control+ArrowLeft", "Control+k");
    await type("https://birds.example/");
    await press("Enter", "End", "Enter");
    await type("- wren");
    await press("Enter", "Tab");
    await type("from the bramble");
    await press("Enter", "Shift+Tab");
    await type("robin");
    await press("Enter", "Enter");
    await insert("Numbered list");
    await type("first");
    await press("Enter", "Enter");
    await insert("Quote");
    await type("You hear the marsh.");
    await press("Enter", "Enter");
    await type("---");
    await type("Below the line");
    await press("Enter");
  },
  code: async ({ press, type, insert, back, focused }) => {
    await insert("Code block");
    await type("let a;");
    await press("Enter");
    await type("let b;");
    await back("Language");
    await type("js");
    await press("Enter");
    expect(await focused()).toBe("Text");
    await press("End", "Enter", "Enter", "Enter");
  },
  image: async ({ press, insert, pick, to, goOn }, page) => {
    await insert("Picture");
    await pick("Reed");
    await to("Choose another");
    await goOn();
    await insert("Picture");
    await page.getByRole("dialog").waitFor();
    await to("Upload a file");
    await press("Space");
    await page.getByRole("dialog").waitFor({ state: "detached" });
    await goOn();
  },
  gallery: async ({ press, type, insert, pick, to, goOn, focused }) => {
    await insert("Continue reading from here");
    await insert("Gallery");
    await pick("Reed");
    await to("Add a picture");
    await press("Enter");
    await pick("Three reeds");
    expect(await focused()).toBe("Add a picture");
    await to("Caption: Picture 1 of 2");
    await type("Reed, first");
    await press("Alt+ArrowRight");
    expect(await focused()).toBe("Caption: Picture 2 of 2");
    await to("Remove");
    await goOn();
  },
  audio: async ({ insert, pick, goOn }) => {
    await insert("Audio");
    await pick("At night");
    await goOn();
  },
  video: async ({ insert, pick, goOn }) => {
    await insert("Video");
    await pick("A clip");
    await goOn();
  },
  table: async (keys) => {
    await keys.insert("Table");
    await inForm(keys, async () => {
      const { press, type, to } = keys;
      await to("Add: Header");
      await press("Enter");
      await type("Bird");
      await to("Add: Rows");
      await press("Enter");
      expect(await keys.focused()).toBe("Add: Rows");
      await press("Enter");
      await type("Wren");
    });
  },
  callout: async (keys) => {
    await keys.insert("Callout");
    await inForm(keys, async () => {
      await keys.press("ArrowDown");
      await keys.to("Text");
      await keys.type("Bring a lamp.");
    });
  },
  footnotes: async (keys) => {
    await keys.insert("Footnotes");
    await inForm(keys, async () => {
      const { press, type, to } = keys;
      await press("Enter");
      await type("1");
      await to("Text");
      await type("Seen by two.");
    });
  },
  external_embed: async (keys) => {
    await keys.insert("External embed");
    await inForm(keys, async () => {
      const { press, type, to, pick } = keys;
      await type("https://www.youtube.com/watch?v=M7lc1UVf-VE");
      await to("Title");
      await type("The weir");
      await to("Image: Choose");
      await press("Enter");
      await pick("Ice");
      expect(await keys.focused()).toBe("Image: Choose");
    });
  },
  sighting: async (keys) => {
    await keys.insert("Sighting");
    await inForm(keys, async () => {
      await keys.type("Bittern");
      await keys.to("Text");
      await keys.type("It **booms**");
    });
  },
};

interface Block {
  readonly type: string;
  readonly value: unknown;
}

test("keys alone write a post with every block, answer what is asked before it is published, and publish it", async () => {
  const page = await site.tabOf("grace");
  const keys = keysOf(page);
  const { press, type, to, focused } = keys;
  const fog = await samplePicture("png", { width: 600, height: 400 });
  // The browser's own dialog, which no key of a test reaches.
  page.on("filechooser", (chooser) =>
    chooser.setFiles({ name: "Fog.png", mimeType: "image/png", buffer: fog }),
  );
  const { blocks } = await site.ask("GET", "/api/editor/schema/", undefined, "grace");
  expect(blocks.map(({ type }: Block) => type).sort()).toEqual(Object.keys(writers).sort());

  await page.goto("/cms/");
  await page.getByRole("heading", { name: "Hello, grace" }).waitFor();
  await to("Write");
  await press("Enter");
  await expect.poll(focused).toBe("Title");
  await type("By keys alone");
  await press("Enter");
  await page.waitForURL(/\/edit\/$/);
  await expect.poll(focused).toBe("Text");
  for (const write of Object.values(writers)) await write(keys, page);
  // Above the block before it, back, and above it once more, by its button.
  await press("ArrowUp", "Alt+ArrowUp", "Alt+ArrowDown");
  await to("Move up");
  await press("Enter");
  await expect.poll(focused).toBe("Move up");
  await press("Escape");
  expect(await focused()).toBe("Text");
  // What the picture shows is asked for as soon as it is uploaded.
  await press("Escape");
  await to("Alternative text: Fog");
  await type("Fog over the fen");
  await press("Enter");
  await page.getByText("What does it show?").waitFor({ state: "detached" });

  await press("Control+Shift+Enter");
  const panel = page.getByRole("complementary", { name: "Publish" });
  await panel.getByText("It has no summary.").waitFor();
  expect(await focused()).toBe("Publish");
  await press("Escape");
  await panel.waitFor({ state: "detached" });
  await press("Control+k");
  await page.getByRole("dialog", { name: "Go to, or do" }).waitFor();
  await type("Details");
  await press("Enter");
  await expect.poll(focused).toBe("Details");
  await to("Summary");
  await type("A morning in the hide");
  await to("Tags");
  await type("fen");
  await press("Enter");
  await to("Choose");
  await press("Enter");
  await keys.pick("Reed");
  expect(await focused()).toBe("Choose another");
  await press("Escape");
  // Where one was before: there, after the last picture.
  await expect.poll(focused).toBe("Hide uploads");
  await press("Control+Shift+Enter");
  await panel.getByText("Nothing to note.").waitFor();
  await to("Publish now");
  await press("Enter");
  await page.getByText("It is public.").waitFor();
  await to("See the page");

  const id = Number(/pages\/(\d+)/.exec(page.url())?.[1]);
  const revisions = await site.ask("GET", `/api/editor/posts/${id}/revisions/`, undefined, "grace");
  const seen = revisions.results.find((revision: { is_public: boolean }) => revision.is_public);
  const read = await site.ask("GET", `/api/editor/posts/${id}/revisions/${seen.id}/`, undefined, "grace");
  expect(read).toMatchObject({
    ...{ title: "By keys alone", search_description: "A morning in the hide", tags: ["fen"] },
    cover_image: { id: ids.image },
  });
  const { results: pictures } = await site.ask("GET", "/api/editor/media/images/", undefined, "grace");
  const idOf = (title: string) => pictures.find((each: { title: string }) => each.title === title)?.id;
  const [uploaded, reeds, ice] = ["Fog", "Three reeds", "Ice"].map(idOf);
  expect(read.overview).toEqual([
    {
      type: "paragraph",
      value: [
        "<h2>The hide</h2><h3>At dawn</h3>",
        "<p>A <b>bold</b>, <i>slanted</i> and <i>leaning</i> line with a ",
        '<a href="https://birds.example/">link</a></p>',
        "<ul><li>wren<ul><li>from the bramble</li></ul></li><li>robin</li></ul><ol><li>first</li></ol>",
        "<blockquote><p>You hear the marsh.</p></blockquote><hr/><p>Below the line</p>",
      ].join(""),
    },
    { type: "code", value: { language: "js", source: "let a;\nlet b;" } },
    { type: "image", value: { id: ids.image } },
    { type: "image", value: { id: uploaded } },
  ]);
  expect(read.detail).toEqual([
    { type: "gallery", value: [{ id: reeds }, { id: ids.image, caption: "Reed, first" }] },
    { type: "audio", value: { id: ids.audio } },
    { type: "video", value: { id: ids.video } },
    {
      type: "table",
      value: { caption: "", header: ["<p>Bird</p>"], align: [], rows: [["<p>Wren</p>"]] },
    },
    { type: "callout", value: { kind: "tip", title: "", text: "<p>Bring a lamp.</p>" } },
    { type: "footnotes", value: [{ label: "1", text: "<p>Seen by two.</p>" }] },
    { type: "sighting", value: { heading: "Bittern", text: "<p>It <b>booms</b></p>" } },
    {
      type: "external_embed",
      value: { url: "https://www.youtube.com/watch?v=M7lc1UVf-VE", title: "The weir", image: ice },
    },
  ]);
  await page.context().close();
});
