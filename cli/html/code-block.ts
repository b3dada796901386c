import type { AuthorBlock } from "#lib/blocks/read-section.ts";
import { elementsIn, type HtmlElement, type HtmlNode } from "./html-tree.ts";

/** The block of a `pre`; undefined if it is empty. */
export const codeBlock = (pre: HtmlElement): AuthorBlock | undefined => {
  const inner = [pre, ...elementsIn(pre.children)];
  const classes = inner
    .map(({ attributes }) => `${attributes.class ?? ""} ${attributes["data-language"] ?? ""}`)
    .join(" ");
  const language = /(?:^|\s)(?:language-|lang-|brush:\s*)([\w+#.-]+)/.exec(classes)?.[1] ?? "text";
  const source = textOfCode(pre);
  return source.trim() === "" ? undefined : { type: "code", value: { language, source } };
};

/** The text of a `pre`, with its line breaks. */
export const textOfCode = (pre: HtmlElement): string =>
  codeIn(pre.children)
    .replace(/\r\n?/g, "\n")
    .replace(/^\n|\s+$/g, "");

const codeIn = (nodes: readonly HtmlNode[]): string =>
  nodes
    .map((node) => (typeof node === "string" ? node : node.name === "br" ? "\n" : codeIn(node.children)))
    .join("");
