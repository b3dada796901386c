import { elementsIn, type HtmlElement, type HtmlNode, isElement, textOfNodes } from "#importers/lectern.ts";
import type { NotePlace } from "#importers/notes.ts";
import { calloutStandIn, kindOfColor, kindOfSign, writtenCallout } from "./callouts.ts";

/**
 * Cards of Ghost, and callouts of other systems, as HTML that means the same: their own is made for style
 * sheets and scripts.
 */
export const withoutCards = (nodes: readonly HtmlNode[], place: NotePlace): HtmlNode[] =>
  nodes.flatMap((node): HtmlNode[] => {
    if (!isElement(node)) return [node];
    const known = Object.entries(cards).find(([name]) => hasClass(node, name));
    if (known) return known[1](node, place.below(node.line));
    const callout = writtenCallout(node);
    if (callout) return [{ ...callout, children: withoutCards(callout.children, place) }];
    return [{ ...node, children: withoutCards(node.children, place) }];
  });

/** The word before the text of the first paragraph. */
const withFirstWord = (word: string, nodes: readonly HtmlNode[]): HtmlNode[] => {
  const [first, ...others] = nodes.filter((node) => typeof node !== "string" || node.trim() !== "");
  if (first === undefined || !isElement(first) || first.name !== "p") return [word, ...nodes];
  return [{ ...first, children: [word, ...first.children] }, ...others];
};

const hasClass = ({ attributes }: HtmlElement, name: string): boolean =>
  (attributes.class ?? "").split(/\s+/).includes(name);

const partOf = (card: HtmlElement, name: string): HtmlElement | undefined =>
  [...elementsIn(card.children)].find((element) => hasClass(element, name));

const textOf = (card: HtmlElement, name: string): string => {
  const part = partOf(card, name);
  return part ? textOfNodes(part.children).replace(/\s+/g, " ").trim() : "";
};

const firstOf = (card: HtmlElement, name: string): HtmlElement | undefined =>
  [...elementsIn(card.children)].find((element) => element.name === name);

const made = (
  { line }: HtmlElement,
  name: string,
  children: readonly HtmlNode[],
  attributes = {},
): HtmlElement => ({
  ...{ name, attributes, children, line },
});

const captionIn = (card: HtmlElement): HtmlNode[] => {
  const caption = firstOf(card, "figcaption");
  return caption && textOfNodes(caption.children).trim() !== "" ? [made(caption, "p", caption.children)] : [];
};

/** A link with its title as text, and what is said of it on the next line. */
const linkCard = (card: HtmlElement, title: string, description: string): HtmlNode[] => {
  const href = firstOf(card, "a")?.attributes.href ?? "";
  const link = made(card, "a", [title || href], { href });
  const more = description === "" ? [] : [made(card, "br", []), description];
  return [made(card, "p", [link, ...more]), ...captionIn(card)];
};

const cards: Readonly<Record<string, (card: HtmlElement, place: NotePlace) => HtmlNode[]>> = {
  "kg-bookmark-card": (card, place) => {
    place.note("embed", `${card.name}: ${firstOf(card, "a")?.attributes.href ?? ""}`);
    return linkCard(card, textOf(card, "kg-bookmark-title"), textOf(card, "kg-bookmark-description"));
  },
  "kg-file-card": (card) =>
    linkCard(card, textOf(card, "kg-file-card-title"), textOf(card, "kg-file-card-caption")),
  "kg-callout-card": (card, place) => {
    const emoji = textOf(card, "kg-callout-emoji");
    const text = withoutCards(partOf(card, "kg-callout-text")?.children ?? [], place);
    const kind = kindOfSign(emoji) ?? kindOfColor(card.attributes.class ?? "");
    return [calloutStandIn(card, kind, undefined, emoji === "" ? text : withFirstWord(`${emoji} `, text))];
  },
  "kg-toggle-card": (card, place) => {
    const content = withoutCards(partOf(card, "kg-toggle-content")?.children ?? [], place);
    return [calloutStandIn(card, "note", partOf(card, "kg-toggle-heading-text"), content)];
  },
  "kg-audio-card": (card) => {
    const audio = firstOf(card, "audio");
    const title = textOf(card, "kg-audio-title");
    return [
      ...(title === "" ? [] : [made(card, "p", [title])]),
      ...(audio ? [audio] : []),
      ...captionIn(card),
    ];
  },
  "kg-video-card": (card) => {
    const video = firstOf(card, "video");
    return [...(video ? [video] : []), ...captionIn(card)];
  },
};
