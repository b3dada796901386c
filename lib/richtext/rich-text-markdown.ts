import { type LinkTarget, linkTarget } from "./link-target.ts";
import { piecesOf } from "./pieces.ts";
import { maximumDepth } from "./problem.ts";

/**
 * The destination that a link gets in Markdown; undefined for one that leads nowhere and keeps its text only.
 */
export type LinkDestination = (target: LinkTarget) => string | undefined;

/** An element with what stands inside of it. */
interface Node {
  readonly name: string;
  readonly target: LinkTarget | null;
  readonly content: (Node | string)[];
}

const headings: Readonly<Record<string, string>> = {
  ...{ h1: "# ", h2: "## ", h3: "### ", h4: "#### ", h5: "##### ", h6: "###### " },
};

/** Elements that end the line before them; all others stand in lines. */
const blockNames = new Set([...Object.keys(headings), ..."p div ul ol li blockquote pre hr".split(" ")]);

const emphasis: Readonly<Record<string, string>> = { b: "**", strong: "**", i: "*", em: "*" };

const voidElements = new Set(["br", "hr"]);

/**
 * Stored rich text as CommonMark that says the same: headings, lists, quotes, rules, emphasis, links. What
 * Markdown has no notation for keeps its text; whatever in a text would be notation is escaped. Never throws.
 */
export const richTextMarkdown = (stored: string, destinationOf: LinkDestination): string =>
  blocksOf(treeOf(stored).content, destinationOf).join("\n\n");

const treeOf = (stored: string): Node => {
  const root: Node = { name: "", target: null, content: [] };
  const open = [root];
  for (const piece of piecesOf(stored)) {
    const inner = open.at(-1)!;
    if ("text" in piece) {
      inner.content.push(piece.text);
    } else if (piece.closes) {
      const opened = open.findLastIndex(({ name }) => name === piece.name);
      if (opened > 0) open.splice(opened);
    } else {
      const target = piece.name === "a" ? linkTarget(piece.attributes) : null;
      const node: Node = { name: piece.name, target, content: [] };
      inner.content.push(node);
      if (!voidElements.has(piece.name) && open.length < maximumDepth) open.push(node);
    }
  }
  return root;
};

const isBlock = (node: Node | string): node is Node => typeof node !== "string" && blockNames.has(node.name);

/** The blocks among the content, with what stands between them as paragraphs of its own. */
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
    case "blockquote":
      return nonEmpty(indented(inner().join("\n\n"), "> ", "> "));
    case "ul":
    case "ol":
      return nonEmpty(listOf(node, destinationOf));
    default:
      return heading ? inner().map((text) => heading + headingText(text)) : inner();
  }
};

/** Text on one line, whose end is not the hash signs with which a heading may be closed. */
const headingText = (text: string): string => text.replaceAll(lineBreak, " ").replace(/(?<=\s)#+$/, "\\$&");

const nonEmpty = (text: string): string[] => (text === "" ? [] : [text]);

const listOf = ({ name, content }: Node, destinationOf: LinkDestination): string => {
  const items = content.filter(isBlock).map((item) => blocksOf(item.content, destinationOf).join("\n"));
  return items
    .map((item, index) => {
      const marker = name === "ol" ? `${index + 1}. ` : "- ";
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
  // No bracket of a text is left bare: behind an exclamation mark, a link's would begin an image.
  const lines = text
    .replaceAll("![", "\\![")
    .split(lineBreak)
    .map((line) => line.replace(/ {2,}/g, " ").trim());
  const written = lines.slice(
    lines.findIndex((line) => line !== ""),
    lines.findLastIndex((line) => line !== "") + 1,
  );
  return written.map(startEscaped).join(lineBreak);
};

const lineBreak = "\\\n";

/** A line that would begin something else. Of a number with a dot, the dot is escaped: digits cannot be. */
const startEscaped = (line: string): string =>
  line.replace(/^[#>+\-=]/, "\\$&").replace(/^\d{1,9}(?=[.)])/, "$&\\");

const inlineOf = (node: Node | string, destinationOf: LinkDestination): string => {
  if (typeof node === "string") return escaped(node);
  if (node.name === "br") return lineBreak;
  const text = node.content.map((inner) => inlineOf(inner, destinationOf)).join("");
  const mark = emphasis[node.name];
  if (mark) return wrapped(text, mark, mark);
  const destination = node.target && destinationOf(node.target);
  return destination
    ? wrapped(text, "[", `](<${destination.replace(/[<>\n\\]/g, encodeURIComponent)}>)`)
    : text;
};

/** Notation stands close to its text: white space at the ends goes outside. */
const wrapped = (text: string, before: string, after: string): string => {
  const [, start = "", inner = "", end = ""] = /^(\s*)([\s\S]*?)(\s*)$/.exec(text) ?? [];
  return inner === "" ? text : start + before + inner + after + end;
};

// Character references mean the same in Markdown; a line's own breaks are spaces.
const escaped = (text: string): string =>
  text
    .replace(/[ \t\r\n\f]+/g, " ")
    .replace(/[\\`*_[\]~]/g, "\\$&")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;");
