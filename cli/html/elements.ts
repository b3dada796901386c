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

/** What cannot stand in prose. */
export const isSpecial = ({ name }: HtmlElement): boolean =>
  removed.has(name) ||
  ["img", "picture", "iframe", "audio", "video", "figure", "pre", "table"].includes(name);

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
