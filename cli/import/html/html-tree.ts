import { Parser } from "htmlparser2";

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

/** The nodes of a fragment of HTML; whatever is wrong in it is read as browsers do. Never throws. */
export const htmlTree = (html: string): HtmlNode[] => {
  const root: HtmlNode[] = [];
  const open: HtmlNode[][] = [root];
  let line = 1;
  let counted = 0;
  const lineAt = (index: number): number => {
    for (; counted < index; counted += 1) if (html[counted] === "\n") line += 1;
    return line;
  };
  let ignored = 0;
  const parser = new Parser(
    {
      onopentag: (name, attributes) => {
        if (open.length > maximumDepth) {
          ignored += 1;
          return;
        }
        const children: HtmlNode[] = [];
        open.at(-1)!.push({ name, attributes, children, line: lineAt(parser.startIndex) });
        open.push(children);
      },
      onclosetag: () => {
        if (ignored > 0) ignored -= 1;
        else open.pop();
      },
      ontext: (text) => {
        const nodes = open.at(-1)!;
        const last = nodes.at(-1);
        if (typeof last === "string") nodes[nodes.length - 1] = last + text;
        else nodes.push(text);
      },
      oncomment: (text) => {
        open
          .at(-1)!
          .push({ name: comment, attributes: {}, children: [text], line: lineAt(parser.startIndex) });
      },
    },
    { decodeEntities: true },
  );
  parser.end(html);
  return root;
};

export const comment = "!comment";

export const isElement = (node: HtmlNode): node is HtmlElement =>
  typeof node !== "string" && node.name !== comment;

/** All elements among nodes and below them, in their order. */
export function* elementsIn(nodes: readonly HtmlNode[]): Generator<HtmlElement> {
  for (const node of nodes) {
    if (!isElement(node)) continue;
    yield node;
    yield* elementsIn(node.children);
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
