import { textOfCode } from "./code-block.ts";
import { inProse } from "./elements.ts";
import type { HtmlPlace } from "./html-place.ts";
import { type HtmlElement, type HtmlNode, isElement, textOfNodes } from "./html-tree.ts";
import { keptLines } from "./kept-lines.ts";

/**
 * The nodes as browsers show them: without what their author has hidden, which is noted, and with the lines
 * of code in lists and quotes, where no block stands.
 */
export const asShown = (nodes: readonly HtmlNode[], place: HtmlPlace, isInProse = false): HtmlNode[] =>
  nodes.flatMap((node): HtmlNode[] => {
    if (!isElement(node)) return [node];
    if (isHidden(node)) {
      place.below(node.line).note("element", `hidden ${node.name}: ${textOfNodes(node.children).trim()}`);
      return [];
    }
    if (isInProse && node.name === "pre" && node.attributes[inProse] === undefined) return [codeLines(node)];
    const children = asShown(node.children, place, isInProse || proseNames.has(node.name));
    return [{ ...node, children }];
  });

const proseNames = new Set(["ul", "ol", "dl", "blockquote"]);

/** By an attribute or its own style; style sheets are not read. */
const isHidden = ({ attributes: { hidden, style = "" } }: HtmlElement): boolean =>
  hidden !== undefined || /(?:^|;)\s*(?:display\s*:\s*none|visibility\s*:\s*hidden)\b/i.test(style);

const codeLines = (pre: HtmlElement): HtmlElement => {
  const { line } = pre;
  const children = keptLines(textOfCode(pre)).flatMap((text, index): HtmlNode[] => [
    ...(index > 0 ? [{ name: "br", attributes: {}, children: [], line }] : []),
    text,
  ]);
  const code = { name: "code", attributes: {}, children, line };
  return { name: "p", attributes: {}, children: children.length > 0 ? [code] : [], line };
};
