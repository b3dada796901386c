import { beforeAll, expect, test } from "vitest";
import { useWorld } from "../../../test/support/world.ts";
import { useImporting } from "./importing.ts";
import { useMediaHost } from "./media-host.ts";
import { jpegBytes, mp3Bytes } from "./sample-media.ts";

useWorld();
const importing = useImporting();
const host = useMediaHost();

beforeAll(() => {
  for (const name of ["one", "two"]) host.files.set(`/content/images/${name}.jpg`, jpegBytes(name));
  host.files.set("/content/media/song.mp3", mp3Bytes("song"));
});

const importOf = (posts: readonly Record<string, unknown>[], tables: Record<string, unknown> = {}) => {
  const rows = posts.map((post, index) => ({
    ...{ id: String(index + 1), title: String(post.slug), status: "published", visibility: "public" },
    ...{ published_at: "2024-01-02T10:00:00.000Z", type: "post" },
    ...post,
  }));
  const exported = JSON.stringify({ db: [{ data: { posts: rows, ...tables } }] });
  return importing.importOf("ghost", { text: exported }, "--site", host.url);
};

const text = (words: string, format = 0) => ({ type: "extended-text", text: words, format });
const lexical = (...children: readonly object[]) => JSON.stringify({ root: { type: "root", children } });

test("a post that Ghost keeps as Lexical only has all of its text, and its cards as in Ghost's HTML", async () => {
  const url = "__GHOST_URL__/content/images";
  const { bodyOf, notes } = await importOf([
    {
      slug: "cards",
      html: null,
      lexical: lexical(
        {
          type: "paragraph",
          children: [text("Bold", 1), text(" and "), text("both", 3), text(", "), text("x<y", 16)],
        },
        {
          type: "paragraph",
          children: [
            { type: "link", url: "#a-part", children: [text("below")] },
            { type: "linebreak" },
            { type: "link", url: "https://x.example/?a=1&b=2", children: [text("out")] },
          ],
        },
        { type: "extended-heading", tag: "h2", children: [text("A part")] },
        {
          type: "list",
          listType: "bullet",
          children: [
            { type: "listitem", children: [text("one")] },
            { type: "listitem", children: [text("two")] },
          ],
        },
        { type: "extended-quote", children: [text("Cold.")] },
        { type: "codeblock", language: "js", code: "a < b;", caption: "<p>Code</p>" },
        { type: "image", src: `${url}/one.jpg`, alt: "A heron" },
        { type: "gallery", images: [{ src: `${url}/one.jpg` }, { src: `${url}/two.jpg`, alt: "Two" }] },
        {
          type: "bookmark",
          url: "https://b.example/",
          metadata: { title: "A title", description: "What it is about" },
        },
        { type: "embed", url: "https://video.example/1", html: "<iframe></iframe>" },
        { type: "callout", calloutEmoji: "💡", calloutText: "<p>Mind this</p>" },
        { type: "toggle", heading: "<span>More</span>", content: "<p>Hidden text</p>" },
        { type: "button", buttonText: "Join", buttonUrl: "https://j.example/" },
        { type: "audio", src: "__GHOST_URL__/content/media/song.mp3", title: "The song" },
        { type: "file", src: "https://f.example/a.pdf", fileTitle: "Paper", fileCaption: "Of 2024" },
        { type: "horizontalrule" },
        { type: "html", html: "<p>Own <em>HTML</em></p>" },
        { type: "markdown", markdown: "Own **Markdown**" },
        { type: "paywall" },
      ),
    },
  ]);
  expect(await bodyOf("cards.md")).toBe(
    [
      ...[
        "**Bold** and ***both***, `x<y`",
        "",
        "[below](#a-part)\\",
        "[out](https://x.example/?a=1&amp;b=2)",
        "",
      ],
      ...["## A part", "", "- one", "- two", "", "> Cold.", "", "```js", "a < b;", "```", "", "Code", ""],
      ...["![A heron](media/one.jpg)", "", "![](media/one.jpg)", "![Two](media/two.jpg)", ""],
      ...["[A title](https://b.example/)\\", "What it is about", ""],
      ...["[https://video.example/1](https://video.example/1)", "", "> [!TIP]", "> 💡 Mind this", ""],
      ...["> [!NOTE] More", "> Hidden text", "", "[Join](https://j.example/)", "", "The song", ""],
      ...["```lectern", "type: audio", "value:", "  file: media/song.mp3", "```", ""],
      ...[
        "[Paper](https://f.example/a.pdf)\\",
        "Of 2024",
        "",
        "---",
        "",
        "Own *HTML*",
        "",
        "Own **Markdown**",
        "",
      ],
    ].join("\n"),
  );
  expect(notes.toSorted()).toEqual([
    'element: card paywall: {"type":"paywall"}',
    "embed: figure: https://b.example/",
    "embed: figure: https://video.example/1",
  ]);
});

test("a post of Ghost's former editor is read, too", async () => {
  const mobiledoc = JSON.stringify({
    version: "0.3.1",
    markups: [["strong"], ["a", ["href", "https://x.example/"]]],
    atoms: [["soft-return", "", {}]],
    cards: [
      ["image", { src: "__GHOST_URL__/content/images/one.jpg", alt: "One" }],
      ["card-markdown", { markdown: "## Part\n\n- a" }],
      ["hr", {}],
    ],
    sections: [
      [
        1,
        "p",
        [
          [0, [0], 1, "Bold"],
          [0, [], 0, " and "],
          [0, [1], 1, "out"],
          [1, [], 0, 0],
          [0, [], 0, "next"],
        ],
      ],
      [10, 0],
      [3, "ol", [[[0, [], 0, "one"]], [[0, [], 0, "two"]]]],
      [10, 2],
      [10, 1],
    ],
  });
  const { bodyOf, notes } = await importOf([{ slug: "old", html: "", mobiledoc }]);
  expect(await bodyOf("old.md")).toBe(
    [
      ...["**Bold** and [out](https://x.example/)\\", "next", "", "![One](media/one.jpg)", ""],
      ...["1. one", "2. two", "", "---", "", "## Part", "", "- a", ""],
    ].join("\n"),
  );
  expect(notes).toEqual([]);
});

test("a text of which nothing can be read is a draft, and told; a post without any text is no draft", async () => {
  const { read, notes } = await importOf([
    { slug: "odd", html: null, lexical: "no tree" },
    { slug: "none", html: null, lexical: null },
    { slug: "when", html: "<p>x</p>", published_at: "2024-02-31T10:00:00.000Z" },
  ]);
  expect(await read("odd.md")).toContain("draft: true");
  expect(await read("none.md")).not.toContain("draft");
  expect(await read("when.md")).toContain("draft: true");
  expect(notes.toSorted()).toEqual([
    "date: 2024-02-31T10:00:00.000Z: no date that can be read",
    "element: the text, of which the export has no HTML",
    "status: draft, because of its date",
    "status: draft, because of its text",
  ]);
});

test("a tree that is nested without end is read as far as texts are nested, and told", async () => {
  let node: object = text("deep");
  for (let depth = 0; depth < 200; depth++) node = { type: "listitem", children: [node] };
  const { notes } = await importOf([{ slug: "deep", lexical: lexical(node) }]);
  expect(notes).toContain("element: the text from here on: it is nested more than 60 deep");
});

test("titles for searches, and an author whom the post itself names, are kept", async () => {
  const { read } = await importOf([{ slug: "one", html: "<p>1</p>", author_id: "u" }], {
    users: [{ id: "u", name: "Ada", slug: "ada" }],
    posts_meta: [{ post_id: "1", meta_title: "For searches" }],
  });
  expect(await read("one.md")).toContain("seo_title: For searches\nauthors:\n  - ada\n");
});
