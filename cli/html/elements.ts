import { certain } from "#lib/certain.ts";
import { elementsIn, type HtmlElement, type HtmlNode, isElement, textOfNodes } from "./html-tree.ts";

const removed = new Set(
  "script style noscript template form input button select textarea label object embed applet param svg canvas map area math dialog link meta title base frame frameset source track".split(
    " ",
  ),
);

/** Elements that only hold others. */
export const containerNames = new Set(
  "div section article main header footer aside center details summary body html address fieldset".split(" "),
);

/** Elements that begin a line of their own. */
export const lineNames = new Set("p h1 h2 h3 h4 h5 h6 blockquote ul ol li dl dt dd hr".split(" "));

/** An element that stands for a block which its reader has already; its attribute `n` is its number. */
export const partName = "lectern-part";

/**
 * An element that stands for a callout. Its attribute `kind` says which one; a `summary` among its children
 * is the title.
 */
export const calloutName = "lectern-callout";

/** The attribute of a `pre` that stays in its paragraph, list or quote. */
export const inProse = "data-in-prose";

/** What cannot stand in prose. */
export const isSpecial = ({ name, attributes }: HtmlElement): boolean =>
  removed.has(name) ||
  (name === "pre" && attributes[inProse] === undefined) ||
  ["img", "picture", "iframe", "audio", "video", "figure", "table", partName, calloutName].includes(name);

export const hasSpecial = (element: HtmlElement): boolean => {
  for (const inner of elementsIn(element.children)) if (isSpecial(inner)) return true;
  return false;
};

export const isPicture = ({ name }: HtmlElement): boolean => name === "img";

export const isGallery = ({ attributes }: HtmlElement): boolean =>
  /(?:^|\s)(?:wp-block-gallery|blocks-gallery-grid|gallery|kg-gallery-card|tiled-gallery)(?:\s|$)/.test(
    attributes.class ?? "",
  );

/** The address that is all of an element, which WordPress shows as a player or preview. */
export const onlyAddress = (element: HtmlElement): string | undefined => {
  const text = textOfNodes(element.children).trim();
  const isAlone =
    /^https?:\/\/\S+$/i.test(text) && ![...elementsIn(element.children)].some(({ name }) => name === "a");
  return isAlone && ["p", "figure"].includes(element.name) ? text : undefined;
};

/** An element without what cannot stand in prose, which is added to `found`. */
export const withoutSpecial = (element: HtmlElement, found: HtmlElement[]): HtmlElement => ({
  ...element,
  children: element.children.flatMap((node): HtmlNode[] => {
    if (!isElement(node)) return [node];
    if (!isSpecial(node)) return [withoutSpecial(node, found)];
    found.push(node);
    return [];
  }),
});

/** How many of what {@link withoutSpecial} finds stand before all text. */
export const countBeforeText = (element: HtmlElement): number => {
  let count = 0;
  const waiting: HtmlNode[] = [element];
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    if (typeof node === "string") {
      if (node.trim() !== "") break;
    } else if (isElement(node) && isSpecial(node)) count += 1;
    else
      for (let index = node.children.length - 1; index >= 0; index--)
        waiting.push(certain(node.children[index]));
  }
  return count;
};

/** The rows of a table as paragraphs. */
export const rowsOf = (table: HtmlElement, found: HtmlElement[]): HtmlElement[] =>
  [...elementsIn(table.children)]
    .filter(({ name }) => name === "tr" || name === "caption")
    .map((row) => {
      const cells = row.children
        .filter(isElement)
        .flatMap((cell, index): HtmlNode[] => [...(index > 0 ? [" | "] : []), ...cell.children]);
      return withoutSpecial(
        { ...row, name: "p", attributes: {}, children: row.name === "tr" ? cells : row.children },
        found,
      );
    });
