import { beforeEach, describe, expect, test } from "vitest";
import { useEditor } from "#test/admin/served-editor.ts";
import type { TestedPage } from "#test/admin/tested-editor-page.ts";
import { expectNoFaults } from "./looking.ts";

const editor = useEditor();

type Texts = ReturnType<TestedPage["texts"]>;

const features = [
  ...["bold", "italic", "strikethrough", "superscript", "subscript", "code", "link"],
  ...["h2", "h3", "ul", "ol", "ol-start", "hr", "blockquote"],
];

const sighting = {
  type: "sighting",
  label: "Sighting",
  fields: [
    { name: "heading", label: "Heading", type: "text", required: true, max_length: 80 },
    {
      name: "kind",
      label: "Kind",
      type: "choice",
      choices: [
        { value: "seen", label: "Seen" },
        { value: "heard", label: "Heard" },
      ],
      required: true,
    },
    { name: "ringed", label: "Ringed", type: "boolean" },
    { name: "pairs", label: "Pairs", type: "integer", nullable: true },
    { name: "text", label: "Text", type: "rich_text" },
    { name: "photo", label: "Photo", type: "reference", reference: "image", nullable: true },
    {
      name: "places",
      label: "Places",
      type: "list",
      items: { type: "object", fields: [{ name: "name", label: "Name", type: "text", max_length: 50 }] },
    },
    {
      name: "parts",
      label: "Parts",
      type: "blocks",
      fields: [{ name: "quote", label: "Quote", type: "text", max_length: 50 }],
    },
  ],
};

const paragraph = (value: string) => ({ type: "paragraph", value });

const open = (texts: Texts, allowed: readonly string[] = features) =>
  editor.page.evaluate(
    ([texts, allowed, blocks]) => {
      globalThis.tested.mount(JSON.parse(texts), allowed, blocks);
      return globalThis.tested.focus();
    },
    [JSON.stringify(texts), allowed, [sighting]] as const,
  );

const texts = (): Promise<Texts> => editor.page.evaluate(() => globalThis.tested.texts());

const type = (text: string) => editor.page.keyboard.type(text);

const press = async (...keys: readonly string[]) => {
  for (const key of keys) await editor.page.keyboard.press(key);
};

/** Puts the cursor into an element, by a click, after which the library sets the selection once more. */
const click = async (selector: string) => {
  await editor.page.locator(selector).first().click();
  await editor.page.evaluate(() => new Promise((done) => setTimeout(done, 60)));
};

/** Selects with keys, again until the editor has noticed: just after it got the focus, it may not. */
const select = (...keys: readonly string[]) =>
  expect
    .poll(async () => {
      await press(...keys);
      return editor.page.locator(".te-toolbar").first().isVisible();
    })
    .toBe(true);

beforeEach(() => {
  editor.complaints.length = 0;
});

describe("Markdown that is typed", () => {
  test.each([
    ["a heading", "## Wren", "<h2>Wren</h2>"],
    ["a list", "- one", "<ul><li>one</li></ul>"],
    ["a numbered list", "3. three", '<ol start="3"><li>three</li></ol>'],
    ["a quote", "> still", "<blockquote><p>still</p></blockquote>"],
    ["bold", "a **b** c", "<p>a <b>b</b> c</p>"],
    ["italic", "a *b* c", "<p>a <i>b</i> c</p>"],
    ["code", "a `b` c", "<p>a <code>b</code> c</p>"],
    ["struck", "a ~~b~~ c", "<p>a <s>b</s> c</p>"],
    ["a link", "a [b](https://w.example/) c", '<p>a <a href="https://w.example/">b</a> c</p>'],
    ["a rule", "---x", "<hr/><p>x</p>"],
    ["no product", "2 * 3 * 4 and snake_case_word", "<p>2 * 3 * 4 and snake_case_word</p>"],
    ["no script", "[b](javascript:x) c", "<p>[b](javascript:x) c</p>"],
  ])("becomes %s", async (_, typed, html) => {
    await open({ overview: [], detail: [] });
    await type(typed);
    expect((await texts()).overview).toEqual([paragraph(html)]);
  });

  test("stays text where the site does not have it", async () => {
    await open({ overview: [], detail: [] }, ["bold"]);
    await type("## a *b* `c` **d**");
    expect((await texts()).overview).toEqual([paragraph("<p>## a *b* `c` <b>d</b></p>")]);
    await press("Control+i");
    await type("e");
    expect((await texts()).overview).toEqual([paragraph("<p>## a *b* `c` <b>d</b>e</p>")]);
  });

  test("becomes code, which two empty lines end", async () => {
    await open({ overview: [], detail: [] });
    await type("```js");
    await press("Enter");
    await type("let a;");
    await press("Enter");
    await type("let b;");
    await press("Enter", "Enter", "Enter");
    await type("after");
    expect((await texts()).overview).toEqual([
      { type: "code", value: { language: "js", source: "let a;\nlet b;" } },
      paragraph("<p>after</p>"),
    ]);
  });
});

describe("the list of blocks", () => {
  test("opens with /, is told to screen readers, is narrowed by typing, and puts a block in its place", async () => {
    await open({ overview: [], detail: [] });
    await type("/aud");
    const list = editor.page.locator("[role=listbox].te-block-menu");
    const active = await editor.page.locator(".te-text").getAttribute("aria-activedescendant");
    expect(await list.locator("[role=option]").allTextContents()).toEqual(["Audio"]);
    expect(await list.locator("[aria-selected=true]").getAttribute("id")).toBe(active);
    await press("Enter");
    await expect.poll(texts).toEqual({ overview: [{ type: "audio", value: { id: 100 } }], detail: [] });
    expect(await list.isVisible()).toBe(false);
  });

  test("closes with Escape, and leaves what was typed", async () => {
    await open({ overview: [], detail: [] });
    await type("and /or");
    await press("Escape");
    await type("nothing");
    expect((await texts()).overview).toEqual([paragraph("<p>and /ornothing</p>")]);
  });

  test("moves the mark between overview and detail to the line", async () => {
    await open({ overview: [paragraph("<p>one</p><p>two</p>")], detail: [paragraph("<p>three</p>")] });
    await click(".te-text > p:nth-of-type(2)");
    await press("Home");
    await type("/cont");
    await press("Enter");
    expect(await texts()).toEqual({
      overview: [paragraph("<p>one</p>")],
      detail: [paragraph("<p>two</p><p>three</p>")],
    });
  });
});

describe("the toolbar", () => {
  test("stands by selected text, says what is on, and works with keys alone", async () => {
    await open({ overview: [paragraph("<p>one</p>")], detail: [] });
    await select("Control+Home", "Shift+End");
    await press("Alt+F10");
    const bold = editor.page.getByRole("button", { name: "Bold" });
    expect(await bold.evaluate((button) => button === document.activeElement)).toBe(true);
    expect(await bold.getAttribute("aria-pressed")).toBe("false");
    await press("Enter");
    expect(await bold.getAttribute("aria-pressed")).toBe("true");
    await press("ArrowRight", "Enter", "Escape");
    expect((await texts()).overview).toEqual([paragraph("<p><b><i>one</i></b></p>")]);
    expect(await editor.page.evaluate(() => document.activeElement?.className)).toContain("te-text");
  });

  test("works for all that there is, as links do", async () => {
    await open({ overview: [paragraph("<h2>one</h2>")], detail: [paragraph("<p>two</p>")] });
    await select("Control+a");
    const [heading, bold] = ["Heading 2", "Bold"].map((name) => editor.page.getByRole("button", { name }));
    expect(await heading!.getAttribute("aria-pressed")).toBe("false");
    await bold!.click();
    await press("Control+a", "Control+k");
    await type("https://reed.example");
    await press("Enter");
    const linked = (text: string) => `<a href="https://reed.example"><b>${text}</b></a>`;
    expect(await texts()).toEqual({
      overview: [paragraph(`<h2>${linked("one")}</h2>`)],
      detail: [paragraph(`<p>${linked("two")}</p>`)],
    });
  });

  test("has only what the site has", async () => {
    await open({ overview: [paragraph("<p>one</p>")], detail: [] }, ["bold"]);
    await select("Control+Home", "Shift+End");
    expect(await editor.page.locator(".te-toolbar .te-tools:not(.te-docked-only) button").count()).toBe(1);
  });
});

describe("links", () => {
  test("are made of selected words with Ctrl+K, also by the title of a page", async () => {
    await open({ overview: [paragraph("<p>one</p>")], detail: [] });
    await select("Control+Home", "Shift+End");
    await press("Control+k");
    await type("robins");
    await editor.page.locator(".te-link-box [role=option]").waitFor();
    await press("ArrowDown", "Enter");
    expect((await texts()).overview).toEqual([paragraph('<p><a href="/about/">one</a></p>')]);
  });

  test("are refused where they lead nowhere safe, and say so", async () => {
    await open({ overview: [paragraph("<p>one</p>")], detail: [] });
    await select("Control+Home", "Shift+End");
    await press("Control+k");
    await type("javascript:alert(1)");
    await press("Enter");
    expect(await editor.page.locator(".te-link-box [role=status]").textContent()).toContain("https://");
    await press("Escape");
    expect((await texts()).overview).toEqual([paragraph("<p>one</p>")]);
  });

  test("are what a pasted address makes of selected words", async () => {
    await open({ overview: [paragraph("<p>one</p>")], detail: [] });
    await select("Control+Home", "Shift+End");
    await editor.page.evaluate(() => globalThis.tested.paste({ text: "https://w.example/" }));
    expect((await texts()).overview).toEqual([paragraph('<p><a href="https://w.example/">one</a></p>')]);
  });
});

describe("blocks", () => {
  const withImage = {
    overview: [paragraph("<p>one</p>"), { type: "image", value: { id: 7 } }, paragraph("<p>two</p>")],
    detail: [],
  };

  test("move with Alt and arrows, and with their buttons, and it is told", async () => {
    await open(withImage);
    await click(".te-card img");
    await press("Alt+ArrowUp");
    expect((await texts()).overview.map((block) => block.type)).toEqual(["image", "paragraph"]);
    await editor.page.locator(".te-card").getByRole("button", { name: "Move down" }).click();
    expect((await texts()).overview.map((block) => block.type)).toEqual(["paragraph", "image", "paragraph"]);
    expect(await editor.page.locator(".te-spoken").textContent()).toBe("Moved to place 2 of 5");
  });

  test("are not replaced by what is typed while they are selected", async () => {
    await open(withImage);
    await click(".te-card img");
    await type("x");
    expect((await texts()).overview).toEqual([
      ...withImage.overview.slice(0, 2),
      paragraph("<p>x</p><p>two</p>"),
    ]);
  });

  test("are not replaced by what is pasted while they are selected", async () => {
    await open(withImage);
    await click(".te-card img");
    await editor.page.evaluate(() => globalThis.tested.paste({ html: "<p>x</p>" }));
    await editor.page.locator(".te-text p", { hasText: "x" }).waitFor();
    await type("y");
    expect((await texts()).overview).toEqual([
      ...withImage.overview.slice(0, 2),
      paragraph("<p>xy</p><p>two</p>"),
    ]);
  });

  test("are moved by hand", async () => {
    await open(withImage);
    await editor.page.locator(".te-card img").dragTo(editor.page.locator(".te-text > p").first(), {
      targetPosition: { x: 20, y: 2 },
    });
    expect((await texts()).overview.map((block) => block.type)).toEqual(["image", "paragraph"]);
  });

  test("that cannot be edited are shown, kept, and moved", async () => {
    const kept = { type: "unsupported", value: { stored_type: "embed", position: "overview.1" } };
    await open({ overview: [paragraph("<p>one</p>"), kept], detail: [] });
    expect(await editor.page.locator(".te-kept").textContent()).toContain("embed");
    await click(".te-kept .te-title");
    await press("Alt+ArrowUp");
    expect((await texts()).overview).toEqual([kept, paragraph("<p>one</p>")]);
  });

  test("of code stay apart from the line after them, whose formatting stays", async () => {
    const code = { type: "code", value: { language: "js", source: "a" } };
    await open({ overview: [code, paragraph("<p><b>one</b></p>")], detail: [] });
    await click(".te-text > p");
    await press("Home", "Backspace");
    await type("x");
    expect((await texts()).overview).toEqual([code, paragraph("<p>x</p><p><b>one</b></p>")]);
  });

  test("at the end of the text have a line after them for whoever presses there", async () => {
    await open({ overview: [paragraph("<p>one</p>")], detail: [{ type: "image", value: { id: 7 } }] });
    const box = (await editor.page.locator(".te-text").boundingBox())!;
    await editor.page.mouse.click(box.x + 40, box.y + box.height - 10);
    await type("two");
    expect((await texts()).detail).toEqual([{ type: "image", value: { id: 7 } }, paragraph("<p>two</p>")]);
  });

  test("of pictures have captions and an order, by keys", async () => {
    await open({ overview: [{ type: "gallery", value: [{ id: 1 }, { id: 2, caption: "b" }] }], detail: [] });
    await click(".te-pictures input");
    await type("a");
    await press("Alt+ArrowRight");
    expect((await texts()).overview).toEqual([
      {
        type: "gallery",
        value: [
          { id: 2, caption: "b" },
          { id: 1, caption: "a" },
        ],
      },
    ]);
  });

  test("of the site are edited in a form of their fields", async () => {
    await open({ overview: [], detail: [] });
    await type("/sight");
    await press("Enter");
    const card = editor.page.locator(".te-custom");
    await card.getByRole("button", { name: "Edit" }).click();
    await card.getByRole("textbox", { name: /^Heading/ }).fill("Bittern");
    await card.getByLabel("Kind").selectOption("Heard");
    await card.getByLabel("Ringed").check();
    await card.getByLabel("Pairs").fill("3");
    await card.getByRole("textbox", { name: "Text" }).click();
    await type("It **booms** twice");
    await card.getByRole("button", { name: "Photo: Choose" }).click();
    await card.getByRole("button", { name: "Add: Places" }).click();
    await type("Sluice");
    await card.getByRole("button", { name: "Add: Places" }).click();
    await type("Willow");
    await card.locator(".te-entries").first().getByRole("button", { name: "Move up" }).last().click();
    await card.getByRole("button", { name: "Add: Quote" }).click();
    await type("Boom");
    expect(await texts()).toEqual({
      overview: [
        {
          type: "sighting",
          value: {
            ...{ heading: "Bittern", kind: "heard", ringed: true, pairs: 3, photo: 100 },
            text: "<p>It <b>booms</b> twice</p>",
            places: [{ name: "Willow" }, { name: "Sluice" }],
            parts: [{ type: "quote", value: "Boom" }],
          },
        },
      ],
      detail: [],
    });
    await press("Escape");
    expect(await card.locator(".te-sample").first().textContent()).toContain("Bittern");
  });
});

describe("the mark between overview and detail", () => {
  const both = { overview: [paragraph("<p>one</p>")], detail: [paragraph("<p>two</p>")] };

  test("stays when all is deleted, and when it is selected and deleted", async () => {
    await open(both);
    await click(".te-more .te-label");
    await press("Backspace", "Delete");
    expect(await texts()).toEqual(both);
    await press("Control+a", "Delete");
    expect(await editor.page.locator(".te-more").count()).toBe(1);
    expect(await texts()).toEqual({ overview: [], detail: [] });
    await press("Control+z");
    expect(await texts()).toEqual(both);
  });

  test("is moved by hand", async () => {
    await open({ ...both, overview: [paragraph("<p>one</p><p>and</p>")] });
    await editor.page.locator(".te-more .te-label").dragTo(editor.page.locator(".te-text > p").nth(1), {
      targetPosition: { x: 30, y: 2 },
    });
    expect(await texts()).toEqual({
      overview: [paragraph("<p>one</p>")],
      detail: [paragraph("<p>and</p><p>two</p>")],
    });
    expect(await editor.page.locator(".te-more").count()).toBe(1);
  });
});

describe("texts from elsewhere", () => {
  test("leave the cursor, tell nobody of a change, and let one undo what one has written oneself", async () => {
    await open({ overview: [paragraph("<p>one</p><p>two</p>")], detail: [] });
    await click(".te-text > p:nth-of-type(2)");
    await press("End");
    await type(" mine");
    const theirs = { overview: [paragraph("<p>one, from elsewhere</p><p>two mine</p>")], detail: [] };
    const changes = await editor.page.evaluate((next) => {
      const before = globalThis.tested.changes();
      globalThis.tested.set(next);
      return globalThis.tested.changes() - before;
    }, theirs);
    expect(changes).toBe(0);
    await type("!");
    expect((await texts()).overview).toEqual([paragraph("<p>one, from elsewhere</p><p>two mine!</p>")]);
    await press("Control+z", "Control+z");
    expect((await texts()).overview).toEqual([paragraph("<p>one, from elsewhere</p><p>two</p>")]);
  });
});

test("files that are pasted become blocks where the cursor is", async () => {
  await open({ overview: [paragraph("<p>one</p><p>two</p>")], detail: [] });
  await click(".te-text > p");
  await editor.page.evaluate(() => globalThis.tested.paste({ files: ["a.png", "b.png"] }));
  expect((await texts()).overview).toEqual([
    paragraph("<p>one</p>"),
    { type: "image", value: { id: 100 } },
    { type: "image", value: { id: 101 } },
    paragraph("<p>two</p>"),
  ]);
});

test("after a block that is pasted, one goes on writing below it", async () => {
  await open({ overview: [], detail: [paragraph("<p>end</p>")] });
  await editor.page.evaluate(() => globalThis.tested.paste({ html: "<pre>code</pre><hr>" }));
  await type("on");
  expect(await texts()).toEqual({
    overview: [{ type: "code", value: { language: "text", source: "code" } }, paragraph("<hr/><p>on</p>")],
    detail: [paragraph("<p>end</p>")],
  });
});

test("after a picture that is pasted into an empty text, one goes on writing below it", async () => {
  await open({ overview: [], detail: [] });
  await editor.page.evaluate(() => globalThis.tested.paste({ files: ["a.png"] }));
  await type("on");
  expect((await texts()).overview).toEqual([{ type: "image", value: { id: 100 } }, paragraph("<p>on</p>")]);
});

test("what is copied within the editor is pasted with all that it has", async () => {
  const whole = {
    overview: [
      paragraph('<h2>head</h2><ol start="4"><li>four</li></ol>'),
      { type: "sighting", value: { heading: "Owl", places: [] } },
      paragraph("<p>end</p>"),
    ],
    detail: [],
  };
  await open(whole);
  const copied = await editor.page.evaluate(() => {
    const text = document.querySelector(".te-text")!;
    getSelection()!.setBaseAndExtent(
      text.firstElementChild!.firstChild!,
      0,
      [...text.querySelectorAll("p")].find((line) => line.textContent === "end")!.firstChild!,
      3,
    );
    document.dispatchEvent(new Event("selectionchange"));
    const data = new DataTransfer();
    text.dispatchEvent(new ClipboardEvent("copy", { clipboardData: data, bubbles: true, cancelable: true }));
    return data.getData("text/html");
  });
  await open({ overview: [], detail: [] });
  await editor.page.evaluate((html) => globalThis.tested.paste({ html, text: "x" }), copied);
  expect((await texts()).overview).toEqual(whole.overview);
});

test("the browser complains of nothing, under the policy of the admin's pages", async () => {
  await open({
    overview: [
      { type: "video", value: { id: 1 } },
      { type: "code", value: { language: "js", source: "a" } },
    ],
    detail: [{ type: "sighting", value: {} }, paragraph("<p><img src='x'></p>")],
  });
  await click(".te-custom button");
  await editor.page.evaluate(() =>
    globalThis.tested.paste({
      html: '<p style="color:red" onclick="x()">a</p><style>p{}</style><img src=x onerror=y()>',
    }),
  );
  expect(editor.complaints).toEqual([]);
});

describe("axe finds nothing", () => {
  const all = {
    overview: [paragraph('<h2>One</h2><p>two <a href="https://w.example/">three</a></p>')],
    detail: [
      { type: "image", value: { id: 1 } },
      { type: "gallery", value: [{ id: 2, caption: "b" }, { id: 3 }] },
      { type: "audio", value: { id: 4 } },
      { type: "code", value: { language: "js", source: "a" } },
      { type: "sighting", value: {} },
      { type: "unsupported", value: { stored_type: "embed", position: "detail.5" } },
    ],
  };

  test.each([
    ["in a text with every block", () => click(".te-text > p")],
    ["in a form", () => editor.page.locator(".te-custom").getByRole("button", { name: "Edit" }).click()],
    ["in the toolbar", () => select("Control+Home", "Shift+End")],
    [
      "in the field of a link",
      async () => {
        await select("Control+Home", "Shift+End");
        await press("Control+k");
        await type("robins");
        await editor.page.locator(".te-link-box [role=option]").waitFor();
      },
    ],
    [
      "in the list of blocks",
      async () => {
        await press("Control+Home", "Enter", "ArrowUp");
        await type("/");
      },
    ],
  ])("%s", async (_, prepare) => {
    await open(all);
    await prepare();
    await expectNoFaults(editor.page);
  });
});
