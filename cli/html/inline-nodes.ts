import { type HtmlElement, type HtmlNode, isElement } from "./html-tree.ts";

const blockNames = new Set(
  "p div section article header footer aside center h1 h2 h3 h4 h5 h6 blockquote ul ol li dl dt dd figure figcaption details summary address".split(
    " ",
  ),
);

/** Nodes as one line of rich text: paragraphs and the like end in line breaks. */
export const inlineNodes = (nodes: readonly HtmlNode[]): HtmlNode[] => {
  const inline: HtmlNode[] = [];
  const isBlank = (node: HtmlNode | undefined): boolean => typeof node === "string" && node.trim() === "";
  const isBreak = (node: HtmlNode | undefined): boolean => typeof node === "object" && node.name === "br";
  const endLine = (line: number): void => {
    while (isBlank(inline.at(-1))) inline.pop();
    if (inline.length > 0 && !isBreak(inline.at(-1))) inline.push(breakAt(line));
  };
  const take = (node: HtmlNode): void => {
    if (!isElement(node)) {
      if (typeof node === "string" && !(isBlank(node) && isBreak(inline.at(-1)))) inline.push(node);
      return;
    }
    if (!blockNames.has(node.name)) {
      inline.push({ ...node, children: inlineNodes(node.children) });
      return;
    }
    endLine(node.line);
    if (node.name === "li") inline.push("• ");
    for (const child of node.children) take(child);
    endLine(node.line);
  };
  for (const node of nodes) take(node);
  while (isBlank(inline.at(-1)) || isBreak(inline.at(-1))) inline.pop();
  return inline;
};

const breakAt = (line: number): HtmlElement => ({ name: "br", attributes: {}, children: [], line });
