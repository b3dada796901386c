import { Parser } from "htmlparser2";
import { certain } from "#lib/certain.ts";

export interface HtmlElement {
  /** In lower case; `!comment` for a comment, whose text is its only child. */
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: readonly HtmlNode[];
  /** From 1 in the text. */
  readonly line: number;
}

export type HtmlNode = string | HtmlElement;

/** Elements below this are text of the one above: nobody nests them so deep on purpose. */
const maximumDepth = 90;

/**
 * Where the parser begins again, without elements around it. What it does at a tag takes as long as its open
 * elements are many, of which it forgets none, and browsers nest no deeper either.
 */
const deepestAtOnce = 512;

/** The nodes of a fragment of HTML; whatever is wrong in it is read as browsers do. Never throws. */
export const htmlTree = (html: string): HtmlNode[] => {
  const root: HtmlNode[] = [];
  let [counted, line] = [0, 1];
  const lineAt = (index: number): number => {
    for (; counted < index; counted += 1) if (html[counted] === "\n") line += 1;
    return line;
  };
  for (let begin: number | undefined = 0; begin !== undefined; ) begin = readFrom(begin, html, root, lineAt);
  return root;
};

/** Thrown to leave the parser. */
const tooDeep = new Error("Elements are nested too deep");

/** Adds the nodes from an index on, up to where they are nested too deep: the index there. */
const readFrom = (
  begin: number,
  html: string,
  root: HtmlNode[],
  lineAt: (index: number) => number,
): number | undefined => {
  const open: HtmlNode[][] = [root];
  let ignored = 0;
  const addComment = (text: string): void => {
    const at = lineAt(begin + parser.startIndex);
    certain(open.at(-1)).push({ name: comment, attributes: {}, children: [text], line: at });
  };
  const parser = new Parser(
    {
      onopentag: (name, attributes) => {
        if (ignored === deepestAtOnce) throw tooDeep;
        if (open.length > maximumDepth) {
          ignored += 1;
          return;
        }
        const children: HtmlNode[] = [];
        certain(open.at(-1)).push({ name, attributes, children, line: lineAt(begin + parser.startIndex) });
        open.push(children);
      },
      onclosetag: () => {
        if (ignored > 0) ignored -= 1;
        else open.pop();
      },
      ontext: (text) => {
        const nodes = certain(open.at(-1));
        const last = nodes.at(-1);
        if (typeof last === "string") nodes[nodes.length - 1] = last + text;
        else nodes.push(text);
      },
      oncomment: addComment,
      // A doctype, or code of a server.
      onprocessinginstruction: (_, text) => addComment(text),
    },
    { decodeEntities: true },
  );
  try {
    parser.end(html.slice(begin));
    return undefined;
  } catch (error) {
    if (error !== tooDeep) throw error;
    return begin + parser.startIndex;
  }
};

export const comment = "!comment";

export const isElement = (node: HtmlNode): node is HtmlElement =>
  typeof node !== "string" && node.name !== comment;

/** All elements among nodes and below them, in their order. */
export function* elementsIn(nodes: readonly HtmlNode[]): Generator<HtmlElement> {
  const waiting = nodes.toReversed();
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    if (!isElement(node)) continue;
    yield node;
    for (let index = node.children.length - 1; index >= 0; index--)
      waiting.push(certain(node.children[index]));
  }
}

export const textOfNodes = (nodes: readonly HtmlNode[]): string =>
  nodes
    .map((node) => (typeof node === "string" ? node : isElement(node) ? textOfNodes(node.children) : ""))
    .join("");

const voidNames = new Set("area base br col embed hr img input link meta source track wbr".split(" "));

/** Nodes as HTML, without comments. */
export const htmlOfNodes = (nodes: readonly HtmlNode[]): string => nodes.map(nodeHtml).join("");

const nodeHtml = (node: HtmlNode): string => {
  if (typeof node === "string") return escapedText(node);
  if (!isElement(node)) return "";
  const { name, attributes, children } = node;
  const written = Object.entries(attributes)
    .map(([key, value]) => ` ${key}="${escapedText(value).replaceAll('"', "&quot;")}"`)
    .join("");
  return voidNames.has(name)
    ? `<${name}${written}/>`
    : `<${name}${written}>${htmlOfNodes(children)}</${name}>`;
};

const escapedText = (text: string): string =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
