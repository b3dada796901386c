import { certain } from "#lib/certain.ts";
import { resolveReferences } from "./character-references.ts";
import { fencedCode } from "./fenced-code.ts";
import { htmlTokens, voidElements } from "./html-tokens.ts";
import { addressTarget, attributeIn, type LinkTarget, linkTarget, ownIdIn } from "./links.ts";
import { maximumDepth } from "./problem.ts";

/** The destination of a link in Markdown; undefined for a link of which only the text stays. */
export type LinkDestination = (target: LinkTarget) => string | undefined;

interface Node {
  readonly name: string;
  readonly target: LinkTarget | null;
  /** The own id of a heading, as many tools write it. */
  readonly end: string;
  /** The first number of a list. */
  readonly start: number;
  readonly attributes: string;
  readonly content: (Node | string)[];
}

const headings: Readonly<Record<string, string>> = {
  ...{ h1: "# ", h2: "## ", h3: "### ", h4: "#### ", h5: "##### ", h6: "###### " },
};

/** Elements that end the line before them. All others are inline. */
const blockNames = new Set([
  ...Object.keys(headings),
  ..."p div ul ol li blockquote pre hr".split(" "),
  // Of the pages that posts are shown on: stored texts have none of these.
  ..."article section aside figure figcaption table audio video details summary".split(" "),
]);

const emphasis: Readonly<Record<string, string>> = { b: "**", strong: "**", i: "*", em: "*" };

/**
 * Stored rich text as CommonMark, or the HTML of a post as a page shows it, with pictures and tables. Text
 * that would be read as notation is escaped. Never throws.
 */
export const richTextMarkdown = (stored: string, destinationOf: LinkDestination): string =>
  blocksOf(treeOf(stored).content, destinationOf).join("\n\n");

const treeOf = (stored: string): Node => {
  const root: Node = { name: "", target: null, end: "", start: 1, attributes: "", content: [] };
  const open = [root];
  for (const token of htmlTokens(stored)) {
    const inner = certain(open.at(-1));
    if ("text" in token) {
      inner.content.push(token.text);
    } else if (token.closes) {
      const opened = open.findLastIndex(({ name }) => name === token.name);
      if (opened > 0) open.splice(opened);
    } else {
      const target = token.name === "a" ? linkTarget(token.attributes) : null;
      const ownId = ownIdIn(token.attributes);
      const start = Number(/ start="(\d{1,9})"/.exec(token.attributes)?.[1] ?? 1);
      const end = ownId ? ` {#${ownId}}` : "";
      const { name, attributes } = token;
      const node: Node = { name, target, end, start, attributes, content: [] };
      inner.content.push(node);
      if (!voidElements.has(token.name) && open.length < maximumDepth) open.push(node);
    }
  }
  return root;
};

const isBlock = (node: Node | string): node is Node =>
  typeof node !== "string" && (blockNames.has(node.name) || isListing(node));

/** Code of several lines, as it stands in lists. */
const isListing = ({ name, content }: Node): boolean =>
  name === "code" && content.some((inner) => typeof inner !== "string" && inner.name === "br");

const blocksOf = (content: readonly (Node | string)[], destinationOf: LinkDestination): string[] => {
  const blocks: string[] = [];
  let line: (Node | string)[] = [];
  const endLine = () => {
    const text = lineOf(line, destinationOf);
    if (text !== "") blocks.push(text);
    line = [];
  };
  for (const node of content) {
    if (isBlock(node)) {
      endLine();
      blocks.push(...blockOf(node, destinationOf));
    } else {
      line.push(node);
    }
  }
  endLine();
  return blocks;
};

const blockOf = (node: Node, destinationOf: LinkDestination): string[] => {
  const inner = () => blocksOf(node.content, destinationOf);
  const heading = headings[node.name];
  switch (node.name) {
    case "hr":
      return ["---"];
    case "code":
      return [listingOf(node)];
    case "blockquote":
      return nonEmpty(indented(inner().join("\n\n"), "> ", "> "));
    case "ul":
    case "ol":
      return nonEmpty(listOf(node, destinationOf));
    case "figure":
      return figureOf(node, destinationOf);
    case "figcaption":
      return captionOf(node, destinationOf);
    case "pre":
      return [fencedCode("", resolveReferences(textIn(node)))];
    case "audio":
    case "video":
      return nonEmpty(recordingOf(node, destinationOf));
    case "table":
      return tableOf(node, destinationOf);
    default:
      return heading ? inner().map((text) => heading + headingText(text) + node.end) : inner();
  }
};

/** Text on one line. What would close the heading or be its own id at the end is escaped. */
const headingText = (text: string): string =>
  text.replaceAll(lineBreak, " ").replace(/(?<=\s)#+$|\{:? *#[^{}]+}$/, "\\$&");

const nonEmpty = (text: string): string[] => (text === "" ? [] : [text]);

const listOf = ({ name, start, content }: Node, destinationOf: LinkDestination): string => {
  const items = content.filter(isBlock).map((item) => blocksOf(item.content, destinationOf).join("\n"));
  return items
    .map((item, index) => {
      const marker = name === "ol" ? `${start + index}. ` : "- ";
      return indented(item, marker, " ".repeat(marker.length));
    })
    .join("\n");
};

const indented = (text: string, first: string, others: string): string =>
  text
    .split("\n")
    .map((line, index) => ((index === 0 ? first : others) + line).trimEnd())
    .join("\n");

const lineOf = (content: readonly (Node | string)[], destinationOf: LinkDestination): string => {
  const text = content.map((node) => inlineOf(node, destinationOf)).join("");
  // `!` before the bracket of a link would make it an image.
  const lines = text
    .replaceAll("![", "\\![")
    .replaceAll(imageMark, "!")
    .split(lineBreak)
    .map((line) => line.replace(/ {2,}/g, " ").trim());
  const written = lines.slice(
    lines.findIndex((line) => line !== ""),
    lines.findLastIndex((line) => line !== "") + 1,
  );
  return written.map(startEscaped).join(lineBreak);
};

/** Blanks at the beginning of its lines are stored as ones that do not break. */
const listingOf = ({ content }: Node): string => {
  const written = content
    .map((inner) => (typeof inner === "string" ? resolveReferences(inner) : "\n"))
    .join("");
  return fencedCode("", written.replaceAll("\u00a0", " "));
};

const lineBreak = "\\\n";

/** A line, escaped where it would begin a block. Digits cannot be escaped, so the dot after them is. */
const startEscaped = (line: string): string =>
  line.replace(/^[#>+\-=]/, "\\$&").replace(/^\d{1,9}(?=[.)])/, "$&\\");

const inlineOf = (node: Node | string, destinationOf: LinkDestination): string => {
  if (typeof node === "string") return escaped(node);
  if (node.name === "br") return lineBreak;
  if (node.name === "code") return codeSpan(node.content);
  if (node.name === "img") return imageOf(node, destinationOf);
  const text = node.content.map((inner) => inlineOf(inner, destinationOf)).join("");
  const mark = emphasis[node.name];
  if (mark) return wrapped(text, mark, mark);
  const destination = node.target && destinationOf(node.target);
  return destination ? wrapped(text, "[", `](${inBrackets(destination)})`) : text;
};

/** Stands for the mark of an image until those of texts are escaped, which lose it: it is no character. */
const imageMark = "\uFFFF";

const imageOf = ({ attributes }: Node, destinationOf: LinkDestination): string => {
  const target = addressTarget(attributeIn(attributes, "src") ?? "");
  const source = target && destinationOf(target);
  const alt = escaped(attributeIn(attributes, "alt") ?? "");
  return source ? `${imageMark}[${alt}](${inBrackets(source)})` : alt;
};

const inBrackets = (address: string): string => `<${address.replace(/[<>\n\\]/g, encodeURIComponent)}>`;

/** A listing is named by its caption, which stands behind the fence; other figures have theirs below. */
const figureOf = (node: Node, destinationOf: LinkDestination): string[] => {
  const [code] = descendants(node, "pre");
  const [caption] = descendants(node, "figcaption");
  if (!code) return blocksOf(node.content, destinationOf);
  const language = caption ? resolveReferences(textIn(caption)).replace(/[\s`]+/g, " ") : "";
  return [fencedCode(language.trim(), resolveReferences(textIn(code)))];
};

/** Elements beside one another, which style sheets keep apart, have commas between them. */
const captionOf = ({ content }: Node, destinationOf: LinkDestination): string[] =>
  content.some((inner) => typeof inner === "string" && inner.trim() !== "")
    ? blocksOf(content, destinationOf)
    : nonEmpty(content.flatMap((inner) => nonEmpty(lineOf([inner], destinationOf))).join(", "));

const recordingOf = (node: Node, destinationOf: LinkDestination): string => {
  const files = [node, ...descendants(node, "source")];
  const address = files.map(({ attributes }) => attributeIn(attributes, "src")).find(Boolean) ?? "";
  const target = addressTarget(address);
  const destination = target && destinationOf(target);
  const name = escaped(attributeIn(node.attributes, "aria-label") ?? "");
  return destination ? `[${name || "Recording"}](${inBrackets(destination)})` : "";
};

const textIn = (node: Node): string =>
  node.content.map((inner) => (typeof inner === "string" ? inner : textIn(inner))).join("");

/** The rows of a table, of which the first is its head; the format has no others. */
const tableOf = (table: Node, destinationOf: LinkDestination): string[] => {
  const rows = descendants(table, "tr").map((row) =>
    row.content.flatMap((cell) =>
      typeof cell !== "string" && /^t[dh]$/.test(cell.name)
        ? [blocksOf(cell.content, destinationOf).join(" ").replace(/\\?\n/g, " ").replaceAll("|", "\\|")]
        : [],
    ),
  );
  const [head, ...body] = rows;
  if (!head) return [];
  const lines = [head, head.map(() => "---"), ...body].map((cells) => `| ${cells.join(" | ")} |`);
  const caption = descendants(table, "caption").flatMap(({ content }) => blocksOf(content, destinationOf));
  return [...caption, lines.join("\n")];
};

const descendants = (node: Node, name: string): readonly Node[] =>
  node.content.flatMap((inner) => {
    if (typeof inner === "string") return [];
    return inner.name === name ? [inner] : descendants(inner, name);
  });

/** Code holds neither references nor notation; elements in it are left out, which nothing stored has. */
const codeSpan = (content: readonly (Node | string)[]): string => {
  const text = resolveReferences(content.filter((node) => typeof node === "string").join(""));
  if (text.trim() === "") return text;
  const longest = Math.max(0, ...(text.match(/`+/g) ?? []).map(({ length }) => length));
  const mark = "`".repeat(longest + 1);
  const space = /^`|`$/.test(text) ? " " : "";
  return mark + space + text + space + mark;
};

/** White space at the ends goes outside, because marks must touch their text. */
const wrapped = (text: string, before: string, after: string): string => {
  const [, start = "", inner = "", end = ""] = /^(\s*)([\s\S]*?)(\s*)$/.exec(text) ?? [];
  return inner === "" ? text : start + before + inner + after + end;
};

// Character references stay: they mean the same in Markdown.
const escaped = (text: string): string =>
  text
    .replace(/[ \t\r\n\f]+/g, " ")
    .replaceAll(imageMark, "")
    .replace(/[\\`*_[\]~]/g, "\\$&")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;");
