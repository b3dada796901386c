import { calloutName, type HtmlElement, type HtmlNode, isElement, textOfNodes } from "#importers/lectern.ts";

/** An element that stands for a callout, which the reader of HTML makes a block of. */
export const calloutStandIn = (
  { line }: HtmlElement,
  kind: string,
  title: HtmlElement | undefined,
  children: readonly HtmlNode[],
): HtmlElement => ({
  ...{ name: calloutName, attributes: { kind }, line },
  children: [...(title ? [{ ...title, name: "summary" }] : []), ...children],
});

/** What Ghost's authors choose for a callout, by the kind that it means. */
const signs: Readonly<Record<string, string>> = {
  ...{ "\u{1F4A1}": "tip", "\u2705": "tip", "\u2757": "important", "\u26A0": "warning" },
  ...{ "\u{1F6A8}": "caution", "\u{1F6D1}": "caution", "\u26D4": "caution", "\u2139": "note" },
};

export const kindOfSign = (sign: string): string | undefined => signs[sign.replace(/\uFE0F/g, "")];

export const kindOfColor = (classes: string): string =>
  /-card-red\b/.test(classes) ? "caution" : /-card-yellow\b/.test(classes) ? "warning" : "note";

/**
 * A callout as blocks of WordPress, Sphinx, GitHub and others write it, or a text that opens at a click:
 * their title, and what they say. Undefined for other elements.
 */
export const writtenCallout = (element: HtmlElement): HtmlElement | undefined => {
  const { name, attributes, children } = element;
  if (name === "details") {
    const summary = children.filter(isElement).find((child) => child.name === "summary");
    return calloutStandIn(element, "note", summary, without(children, summary));
  }
  const words = classWords(element);
  const isCallout =
    (boxes.has(name) && words.some((word) => calloutWord.test(word) && !partWord.test(word))) ||
    (boxes.has(name) && attributes.role === "note");
  if (!isCallout || textOfNodes(children).trim() === "") return undefined;
  const kind = kindIn(words.join(" "));
  const inner: readonly HtmlNode[] = name === "p" ? [{ ...element, attributes: {} }] : children;
  const title = inner
    .filter(isElement)
    .find((child) => classWords(child).some((word) => titleWord.test(word)));
  const isNamed = title && textOfNodes(title.children).trim().toLowerCase() === kind;
  return calloutStandIn(element, kind, isNamed ? undefined : title, without(inner, title));
};

const boxes = new Set(["div", "aside", "section", "p"]);

const calloutWord =
  /^(?:[\w-]*-)?(?:callout|admonition|notice|notification|alert|infobox|info-box|message-box)(?:-[\w-]+)?$/;

/** Parts of a callout, whose names begin with its own. */
const partWord = /-(?:title|heading|header|text|content|body|inner|icon|wrapper|button|close)$/;

const titleWord = /(?:callout|admonition|notice|notification|alert|box)[\w-]*-(?:title|heading|header)$/;

const classWords = ({ attributes }: HtmlElement): string[] =>
  (attributes.class ?? "").toLowerCase().replaceAll("_", "-").split(/\s+/);

const kindIn = (words: string): string => {
  const said = (pattern: RegExp): boolean => pattern.test(words.replaceAll("-", " "));
  if (said(/\b(?:danger|error|caution|red|destructive)\b/)) return "caution";
  if (said(/\b(?:warning|warn|attention|yellow)\b/)) return "warning";
  if (said(/\bimportant\b/)) return "important";
  return said(/\b(?:tip|hint|success|green)\b/) ? "tip" : "note";
};

const without = (nodes: readonly HtmlNode[], one: HtmlElement | undefined): HtmlNode[] =>
  nodes.filter((node) => node !== one);
