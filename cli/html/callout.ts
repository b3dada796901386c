import type { AuthorBlock } from "#lib/blocks/read-section.ts";
import { type CalloutValue, calloutKinds } from "#lib/blocks/ready/callout-block.ts";
import { withoutSpecial } from "./elements.ts";
import type { HtmlTarget } from "./html-target.ts";
import { type HtmlElement, type HtmlNode, htmlOfNodes, isElement, textOfNodes } from "./html-tree.ts";
import { inlineNodes } from "./inline-nodes.ts";

interface ReadCallout {
  /** Undefined for one without any text. */
  readonly value?: CalloutValue | undefined;
  /** The blocks in it, which stand below it. */
  readonly others: readonly { readonly block: AuthorBlock; readonly line: number }[];
}

/** What an element that stands for a callout says; `read` gives its nodes to a target. */
export const calloutOf = (
  { children, attributes }: HtmlElement,
  linked: (element: HtmlElement) => HtmlElement,
  read: (nodes: readonly HtmlNode[], target: HtmlTarget) => void,
): ReadCallout => {
  const title = children.filter(isElement).find(({ name }) => name === "summary");
  const prose: HtmlElement[] = [];
  const others: { block: AuthorBlock; line: number }[] = [];
  read([...inTitle(title), ...children.filter((node) => node !== title)], {
    prose: (element) => void prose.push(element),
    block: (block, line) => void others.push({ block, line }),
  });
  const titleNodes = title ? inlineNodes(withoutSpecial(linked(title), []).children) : [];
  const titleHtml = textOfNodes(titleNodes).trim() === "" ? "" : htmlOfNodes(titleNodes).trim();
  const text = textOfNodes(prose).trim() === "" ? "" : htmlOfNodes(prose);
  const kind = calloutKinds.find((each) => each === attributes.kind) ?? "note";
  const isEmpty = titleHtml === "" && text === "";
  return { value: isEmpty ? undefined : { kind, title: titleHtml, text }, others };
};

/** What cannot stand in a title begins the text. */
const inTitle = (title: HtmlElement | undefined): HtmlElement[] => {
  const found: HtmlElement[] = [];
  if (title) withoutSpecial(title, found);
  return found;
};
