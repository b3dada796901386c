/** A pattern for the body of a create. */
export interface Shape {
  readonly name: string;
  /** JSON of at most about this size. */
  readonly body: (bytes: number) => Buffer;
}

type Text = (length: number) => string;

const markdownParts = [
  ..."a * ** *** _ __ ` `` [ ] ( ) < > & \\ | ~ ! # - + = : ; \" '".split(" "),
  ..."[a] [a]( [a](b) [a](<b [b][a] ![ ![a](b) ](b) [a]: </a> <!-- --> <? ?> <!A <![CDATA[ ]]> (( )) \\[ \\( ((( &amp; &# &#0; &ouml;".split(
    " ",
  ),
  ..."<a <b> <a\u00a0 <http://a <a@b <a@b> *a a* **a _a (a *[ a.b".split(" "),
  '<a href="',
  "<a b='c' ",
  '[a](b "',
  "[a](b (",
  "[a](b '",
  "[a]: b\n",
  "[a]: b 'c\n",
  "[a]:\n",
  "[a\n",
  "`a\n",
  "> ",
  "> > ",
  "> a\n",
  ">\n",
  "- ",
  "* ",
  "+ a\n",
  "+ a",
  "- a\n",
  "- a\n\n",
  "-\n",
  "- > ",
  "> - a\n",
  "1. ",
  "1. a\n",
  "1) a\n\n",
  "2. a\n",
  "- - - a\n",
  "123456789. a\n",
  " ",
  "  ",
  "    ",
  "     a\n",
  "\t",
  "\n",
  "\n\n",
  "  \n",
  "\\\n",
  "\r",
  "# ",
  "# a\n",
  "#\n",
  "a\n",
  "a\n\n",
  "===\n",
  "a\n===\n",
  "---\n",
  "***\n",
  "* * *\n",
  "```\n",
  "~~~\n",
  "``` a\n",
  "<div>\n",
  "</div>\n",
  "<pre>\n",
  "<!--\n",
  "<b>\n",
  "é",
  "\u00a0",
  "\0",
  "😀",
  "\u2028",
];

const htmlParts = [
  ..."a & &amp; &lt; &nbsp; &# &#0; < > </ <! <!-- --> <? \" ' ]]> é &nbsp".split(" "),
  ..."<p> </p> <p <h2> </h2> <b> </b> <strong> <i> </i> <s> <sup> <sub> <code> <ul> </ul> <ol> </ol> <li> </li> <br> <hr> <blockquote> </blockquote> <div> </div> <table> <td> </td> <tr> <span> </span> <x> <pre> <script> </script> <style> <title> <textarea> <svg> <embed> <img> <dd> <option> <select>".split(
    " ",
  ),
  '<a href="/x">',
  "</a>",
  "<a>",
  '<a href="',
  '<a href="//',
  "<a a",
  '<a linktype="page" id="1">',
  "<a =",
  '<p data-block-key="k">',
  '<li data-block-key="',
  "<b a='",
  "<b a=1 ",
  " a=1",
  " a",
  "/",
  " ",
  "\n",
  "  ",
  "<ul><li>",
  "</li></ul>",
  "<b><i>",
  "<p></p>",
  "<b>a</b>",
  "<br/>a",
  "<!-->",
  "<!--a-->",
  "<li>a",
];

const repeated: (part: string) => Text = (part) => (length) =>
  part.repeat(Math.max(1, Math.floor(length / part.length)));

interface Arrangement {
  readonly name: string;
  readonly text: Text;
}

const named = (part: string): string => JSON.stringify(part).slice(1, -1);

const alone = (parts: readonly string[]): Arrangement[] =>
  parts.map((part) => ({ name: named(part), text: repeated(part) }));

/** Each pair of parts: alternating, one after the other, and ninety of one before many of the other. */
const pairs = (parts: readonly string[]): Arrangement[] =>
  parts.flatMap((one) =>
    parts
      .filter((other) => other !== one)
      .flatMap((other) => {
        const half = (length: number) => repeated(one)(length / 2) + repeated(other)(length / 2);
        return [
          { name: `${named(one)} and ${named(other)} in turns`, text: repeated(one + other) },
          { name: `${named(one)}, then ${named(other)}`, text: half },
          {
            name: `90 × ${named(one)}, then ${named(other)}`,
            text: (length: number) => one.repeat(90) + repeated(other)(length),
          },
        ];
      }),
  );

const textShapes = (
  kind: string,
  arrangements: readonly Arrangement[],
  bodyWith: (text: string) => object,
): Shape[] =>
  arrangements.map(({ name, text }) => ({ name: `${kind}: ${name}`, body: fitted(text, bodyWith) }));

/** The body with the longest text that fits. */
const fitted =
  (text: Text, bodyWith: (text: string) => object) =>
  (bytes: number): Buffer => {
    const size = (length: number) => bytesOf(bodyWith(text(length))).length;
    const length = Math.floor((bytes * bytes) / size(bytes)) - 200;
    return bytesOf(bodyWith(text(length)));
  };

const bytesOf = (value: object): Buffer => Buffer.from(JSON.stringify(value));

const post = (fields: object): object => ({ parent: { id: 1 }, title: "t", overview: [], ...fields });

const inMarkdown = (text: string) => post({ detail_markdown: text });
const inParagraph = (text: string) => post({ detail: [{ type: "paragraph", value: text }] });

/** A list with the most items that fit. */
const listed =
  (item: unknown, bodyWith: (items: readonly unknown[]) => object) =>
  (bytes: number): Buffer => {
    const count = Math.floor((bytes - 200) / (JSON.stringify(item).length + 1));
    return bytesOf(bodyWith(Array.from({ length: count }, () => item)));
  };

const inDetail = (items: readonly unknown[]) => post({ detail: items });
const inNotes = (items: readonly unknown[]) => post({ detail: [{ type: "notes", value: items }] });

const blockShapes: Shape[] = [
  ...[
    "",
    "a",
    "<p>",
    "<b>a",
    "<ul><li>a",
    "<a href='//x'>a",
    "&amp;",
    "<embed>",
    "<!--",
    "<a linktype='page'>",
    "\ud800",
  ].map((value) => ({
    name: `paragraphs of ${JSON.stringify(value)}`,
    body: listed({ type: "paragraph", value }, inDetail),
  })),
  ...[
    null,
    0,
    "",
    [],
    {},
    { type: "x" },
    { type: null },
    { type: "paragraph" },
    { type: "code" },
    { type: "code", value: { language: "a", source: "b" } },
    { type: "image", value: { id: 1 } },
    { type: "image" },
    { type: "gallery", value: [{ id: 1 }] },
    { type: "gallery", value: [{}] },
    { type: "unsupported", value: { stored_type: "embed", position: "detail.0" } },
  ].map((item) => ({
    name: `blocks of ${JSON.stringify(item)}`,
    body: listed(item, inDetail),
  })),
  {
    name: "a gallery of nulls",
    body: listed(null, (items) => inDetail([{ type: "gallery", value: items }])),
  },
  ...[
    null,
    {},
    { type: "text", value: "<b>a" },
    { type: "text", value: "<embed>" },
    { type: "list", value: ["a"] },
    { type: "list", value: [null] },
    { type: "list", value: [1] },
  ].map((item) => ({
    name: `custom blocks of ${JSON.stringify(item)}`,
    body: listed(item, inNotes),
  })),
  { name: "a custom list of texts", body: listed("a", (items) => inNotes([{ type: "list", value: items }])) },
  { name: "a custom list of numbers", body: listed(1, (items) => inNotes([{ type: "list", value: items }])) },
  ...[null, 0, "a", "", {}, [], "\ud800"].flatMap((item) =>
    ["tags", "categories", "overview"].map((field) => ({
      name: `${field} of ${JSON.stringify(item)}`,
      body: listed(item, (items) => post({ [field]: items })),
    })),
  ),
  {
    name: "tags, all different",
    body: (bytes) => bytesOf(post({ tags: Array.from({ length: bytes / 9 }, (_, n) => n.toString(36)) })),
  },
  {
    name: "unknown fields",
    body: (bytes) =>
      bytesOf(post(Object.fromEntries(Array.from({ length: bytes / 11 }, (_, n) => [n.toString(36), 1])))),
  },
  {
    name: "nested lists",
    body: (bytes) =>
      Buffer.from(
        `{"parent":{"id":1},"title":"t","overview":${"[".repeat(bytes / 3)}${"]".repeat(bytes / 3)}}`,
      ),
  },
  {
    name: "nested objects",
    body: (bytes) =>
      Buffer.from(`{"parent":${'{"id":'.repeat(bytes / 8)}1${"}".repeat(bytes / 8)},"title":"t"}`),
  },
  ...[
    "title",
    "slug",
    "seo_title",
    "search_description",
    "visible_date",
    "tags",
    "overview_markdown",
  ].flatMap((field) =>
    ["a", " ", "-", "1", "\u0301", "😀"].map((part) => ({
      name: `${field} of ${JSON.stringify(part)}`,
      body: fitted(repeated(part), (text) => post({ [field]: text, overview: undefined })),
    })),
  ),
];

const prose =
  "Nobody had expected that many so late in the year, and the ferryman, who keeps a list on the door of his shed, had only seen " +
  "half of them. We stayed until the light went and the tide came up to the lower path, which is under water for two hours then. ";

/** Ordinary text, with which all others are compared. */
export const ordinary: Readonly<Record<"Markdown" | "HTML", Shape>> = {
  Markdown: {
    name: "ordinary Markdown",
    body: fitted(
      repeated(
        `## A day at the marsh\n\nWe walked along the *old dyke*, and counted **forty lapwings** near the [sluice](https://example.org/sluice).\n${prose}\n\n` +
          `${prose.repeat(3)}\n\n- Lapwing: forty\n- Snipe: two, flushed from the reeds\n\n> ${prose}\n\n`,
      ),
      inMarkdown,
    ),
  },
  HTML: {
    name: "ordinary HTML",
    body: fitted(
      repeated(
        `<h2>A day at the marsh</h2><p>We walked along the <i>old dyke</i>, and counted <b>forty lapwings</b> near the <a href="https://example.org/sluice">sluice</a>. ${prose}</p>` +
          `<p>${prose.repeat(3)}</p><ul><li>Lapwing: forty</li><li>Snipe: two, flushed from the reeds</li></ul><blockquote>${prose}</blockquote>`,
      ),
      inParagraph,
    ),
  },
};

/** The worst shapes found so far, and shapes that are known to be slow elsewhere. */
export const knownShapes: readonly Shape[] = [
  ...blockShapes,
  ...textShapes("Markdown", alone(markdownParts), inMarkdown),
  ...textShapes("HTML", alone(htmlParts), inParagraph),
  {
    name: "Markdown: one long address, many references",
    body: fitted((length) => `[a]: /${"x".repeat(length / 2)}\n\n${"[a]".repeat(length / 6)}`, inMarkdown),
  },
  {
    name: "Markdown: many definitions and references",
    body: fitted(
      (length) =>
        Array.from({ length: length / 20 }, (_, n) => `[${n}]: /${n}\n`).join("") +
        Array.from({ length: length / 20 }, (_, n) => `[${n}]`).join(""),
      inMarkdown,
    ),
  },
  {
    name: "Markdown: quotes, one deeper each",
    body: fitted(
      (length) => Array.from({ length: length / 100 }, (_, n) => `${"> ".repeat(n % 90)}a\n`).join(""),
      inMarkdown,
    ),
  },
  {
    name: "Markdown: items, one deeper each",
    body: fitted(
      (length) => Array.from({ length: length / 50 }, (_, n) => `${"  ".repeat(n % 45)}- a\n`).join(""),
      inMarkdown,
    ),
  },
  {
    name: "Markdown: code spans of growing length",
    body: fitted(
      (length) => Array.from({ length: Math.sqrt(length * 2) }, (_, n) => `e${"`".repeat(n)}`).join(""),
      inMarkdown,
    ),
  },
  {
    name: "Markdown: forty-five lists, then lines",
    body: fitted((length) => `${"- ".repeat(45)}a\n${"a\n".repeat(length / 2)}`, inMarkdown),
  },
  {
    name: "Markdown: ninety quotes, then lines",
    body: fitted((length) => `${"> ".repeat(90)}a\n${"a\n".repeat(length / 2)}`, inMarkdown),
  },
  {
    name: "Markdown: quotes in lists in quotes, then lines",
    body: fitted((length) => `${"> - ".repeat(30)}a\n${"a\n".repeat(length / 2)}`, inMarkdown),
  },
  {
    name: "HTML: ninety elements, then breaks",
    body: fitted((length) => `${"<x>".repeat(90)}${"<br>".repeat(length / 4)}`, inParagraph),
  },
  {
    name: "HTML: lists in lists, then items",
    body: fitted((length) => `${"<ul><li>".repeat(40)}${"<li>a".repeat(length / 5)}`, inParagraph),
  },
  {
    name: "HTML: all formatting, then texts",
    body: fitted(
      (length) => `<a href='/x'>${"<b><i><s><sup><sub><code>"}${"a<br>".repeat(length / 5)}`,
      inParagraph,
    ),
  },
  {
    name: "HTML: in and out of all formatting",
    body: fitted(
      (length) => "<b><i><s><sup><sub><code>a</code></sub></sup></s></i></b>b".repeat(length / 55),
      inParagraph,
    ),
  },
];

export const foundShapes = (): readonly Shape[] => [
  ...textShapes("Markdown", pairs(markdownParts), inMarkdown),
  ...textShapes("HTML", pairs(htmlParts), inParagraph),
];
