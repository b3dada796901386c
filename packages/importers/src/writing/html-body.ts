import { withoutCards } from "#importers/html/cards.ts";
import { withInPageLinks } from "#importers/html/in-page-links.ts";
import {
  addressOfPicture,
  bodyText,
  elementsIn,
  type FolderFields,
  featuresIn,
  type HtmlElement,
  type HtmlNode,
  htmlBlocks,
  htmlTree,
  isElement,
  keptFeatureNames,
  postText,
} from "#importers/lectern.ts";
import type { NotePlace } from "#importers/notes.ts";
import { withFootnotes } from "./footnote-texts.ts";
import { fileFrom } from "./post-links.ts";
import {
  absolute,
  allowedEmbed,
  type BodyOf,
  readyBlocksWith,
  type WritingTools,
  withPrefix,
} from "./writing-tools.ts";

/** The file of a post whose text is HTML. */
export const textOfHtml = (
  body: BodyOf<"html">,
  fields: FolderFields,
  { media, prefix, file, links, originalOf, features, embedHosts }: WritingTools,
): string => {
  /** By the addresses that links have where they cannot name a file. */
  const linked = new Map<string, string>();
  const withoutAlias = new Map<string, NotePlace>();
  const originalAddress = (address: string, { name, attributes }: HtmlElement): string => {
    const whole = absolute(address, body.base);
    return name === "img" && originalOf ? originalOf(whole, attributes) : whole;
  };
  const missing = (element: HtmlElement): string | undefined => {
    const [address] = addressesOf(element).map((each) => originalAddress(each, element));
    if (address === undefined || !media.isMissing(address)) return undefined;
    media.fileOf(address, body.place.below(element.line));
    return address;
  };
  const blocksOf = (html: readonly HtmlNode[]) =>
    htmlBlocks({
      html: withLinksTo(html, missing),
      place: body.place,
      hasLineBreaks: body.hasLineBreaks ?? false,
      takesTables: true,
      takesCallouts: true,
      embedAt: (address) => allowedEmbed(address, embedHosts),
      linkTo: (address, at) => {
        if (address.startsWith("#")) return address;
        const whole = absolute(address, body.base);
        const post = links.at(whole, at);
        if (!post) return whole;
        const { hash } = new URL(whole);
        const written = post.path === undefined ? whole : post.path + hash;
        linked.set(written, fileFrom(file, post) + hash);
        if (post.path === undefined) withoutAlias.set(whole, at);
        return written;
      },
      fileOf: (address, element, place) => {
        const original = element ? originalAddress(address, element) : absolute(address, body.base);
        const kind = element?.name === "audio" || element?.name === "video" ? element.name : "image";
        return withPrefix(prefix, media.fileOf(original, place, kind));
      },
    });
  const { overview, detail, footnotes } = sectionsOf(body);
  const blocks = { overview: blocksOf(overview), detail: blocksOf(detail) };
  const notes = footnotes.map(({ number, nodes }) => ({ number, blocks: blocksOf(nodes) }));
  for (const feature of featuresIn([
    ...blocks.overview,
    ...blocks.detail,
    ...notes.flatMap((note) => note.blocks),
  ]))
    features.add(feature);
  if (notes.length > 0) for (const feature of ["superscript", "ol"] as const) features.add(feature);
  const textOf = (content: Parameters<typeof bodyText>[0], allowed = keptFeatureNames) =>
    bodyText(content, allowed, linked, readyBlocksWith(embedHosts));
  const text = withFootnotes(
    postText(fields, blocks, keptFeatureNames, (content) => textOf(content)),
    notes.map(({ number, blocks: detail }) => ({ number, text: textOf({ overview: [], detail }) })),
  );
  for (const [address, at] of withoutAlias) if (text.includes(`"${address}"`)) at.note("link", address);
  return text;
};

/** Both sections, whose footnotes are found together. */
const sectionsOf = ({ overview = "", detail, base, place }: BodyOf<"html">) => {
  const section = (name: string, html: string): HtmlNode => ({
    ...{ name, attributes: {}, line: 1 },
    children: withoutCards(htmlTree(html), place),
  });
  const { nodes, footnotes } = withInPageLinks([section("overview", overview), section("detail", detail)], {
    base,
    place,
  });
  const childrenOf = (wanted: string) =>
    nodes.flatMap((node) => (isElement(node) && node.name === wanted ? node.children : []));
  return { overview: childrenOf("overview"), detail: childrenOf("detail"), footnotes };
};

/** Where a picture or recording says that its file is. */
const addressesOf = (element: HtmlElement): readonly string[] => {
  if (element.name === "img") return [addressOfPicture(element) ?? []].flat();
  if (element.name !== "audio" && element.name !== "video") return [];
  return [element, ...elementsIn(element.children)].flatMap(({ attributes: { src } }) => src || []);
};

/** Nodes with links in place of what is missing; within a link, its description. */
const withLinksTo = (
  nodes: readonly HtmlNode[],
  missing: (element: HtmlElement) => string | undefined,
  isLinked = false,
): readonly HtmlNode[] =>
  nodes.map((node): HtmlNode => {
    if (!isElement(node)) return node;
    const href = missing(node);
    if (href === undefined)
      return { ...node, children: withLinksTo(node.children, missing, isLinked || node.name === "a") };
    const text = node.attributes.alt?.trim() || href.replace(/^.*\/(?=[^/])/, "");
    return isLinked ? text : { ...node, name: "a", attributes: { href }, children: [text] };
  });
