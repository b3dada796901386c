import { escapedHtml } from "#importers/html/escaped-html.ts";
import type { Imported, ImportedPost } from "#importers/imported.ts";
import type { NotePlace } from "#importers/notes.ts";
import { instantOf, languageSaid, Names, pathOf, summaryFrom, titleIn } from "#importers/reading/texts.ts";
import { childOf, childText, noteUnknown, type ReadFeed, type XmlElement } from "#importers/reading/xml.ts";
import { isMostlyRecorded, postsBelow } from "../recordings.ts";
import { type FeedOrigin, lastName } from "./feed-origin.ts";

const ownOfFeed = new Set(
  "title subtitle link id updated author generator entry openSearch:totalResults openSearch:startIndex openSearch:itemsPerPage".split(
    " ",
  ),
);

/** `gd:`, `thr:` and the like are Blogger's own. */
const ownOfEntry = new Set(
  "title id link published updated content summary category author app:control app:edited media:thumbnail media:content thr:total thr:in-reply-to gd:image gd:extendedProperty".split(
    " ",
  ),
);

/** By what Blogger's exports and feeds tell posts, pages, comments and settings apart. */
const bloggerKind = "http://schemas.google.com/g/2005#kind";

/** Reads a blog's feed in Atom, as Jekyll, Blogger and many others write it (RFC 4287). */
export const readAtom = (
  { channel: feed, items }: ReadFeed,
  file: NotePlace,
  { address, kind, notes }: FeedOrigin,
): Imported => {
  noteUnknown(feed, ownOfFeed, file);
  const link = linkOf(feed, "alternate") ?? address;
  const self = linkOf(feed, "self");
  const older = linkOf(feed, "next");
  if (older) file.note("field", `link next: ${older} has older entries, which are not read`);
  const authors = new Names();
  const context = { file, authors, base: link ?? "", feedAuthors: namesOf(feed) };
  const read = items.flatMap((entry, index) => postOf(entry, index, context) ?? []).reverse();
  const isPodcast = kind === undefined ? isMostlyRecorded(read) : kind === "podcast";
  return {
    site: {
      title: titleOf(feed) || "Untitled",
      description: summaryFrom(htmlIn(childOf(feed, "subtitle"))),
      address: link,
      isPodcast,
      feedPaths: [...new Set([address, self].flatMap((each) => (each && pathOf(each)) || []))],
      categories: [],
      authors: authors.all,
      seasons: [],
    },
    posts: postsBelow(isPodcast, read),
    notes,
  };
};

interface Context {
  readonly file: NotePlace;
  readonly authors: Names;
  readonly base: string;
  readonly feedAuthors: readonly string[];
}

const postOf = (
  entry: XmlElement,
  index: number,
  { file, authors, base, feedAuthors }: Context,
): ImportedPost | undefined => {
  const title = titleOf(entry) || `Untitled ${index + 1}`;
  const place = file.at(entry.line, title);
  const type = bloggerTypeOf(entry);
  if (type === "comment") place.note("comments", "a comment");
  else if (type !== "post" && type !== "page") place.note("post_type", `${type} ${title}`);
  if (type !== "post" && type !== "page") return undefined;
  noteUnknown(entry, ownOfEntry, place);
  const id = childText(entry, "id");
  const address = linkOf(entry, "alternate") ?? (id && /^https?:/.test(id) ? id : undefined);
  const written = childText(entry, "published") ?? childText(entry, "updated");
  if (written === undefined) place.note("date", "has no date");
  const date = written === undefined ? undefined : instantOf(written, place);
  const isUnreadable = written !== undefined && date === undefined;
  const control = childOf(entry, "app:control");
  const isHidden = control !== undefined && childText(control, "app:draft") === "yes";
  if (isUnreadable) place.note("status", "draft, because of its date");
  if (isHidden) place.note("status", "draft");
  const content = childOf(entry, "content");
  if (content?.attributes.src) place.note("element", `content at ${content.attributes.src}`);
  const html = htmlIn(content) || htmlIn(childOf(entry, "summary"));
  const summary = content && content.text.trim() !== "" ? htmlIn(childOf(entry, "summary")) : "";
  const names = namesOf(entry);
  return {
    place,
    identity: id || address || `${title} ${written}`,
    ...(type === "page" && { folder: "pages" as const }),
    fallbackSlug: `post-${index + 1}`,
    ...(address && { slug: lastName(address) }),
    addresses: address ? [address] : [],
    fields: {
      title,
      date,
      draft: isUnreadable || isHidden,
      summary: summary === "" ? undefined : summaryFrom(summary),
      tags: termsIn(entry),
      authors: (names.length > 0 ? names : feedAuthors).map((name) => authors.slugOf(name)),
      guid: id,
      language: languageSaid(entry.attributes["xml:lang"], undefined, place),
    },
    body: {
      kind: "html",
      detail: html,
      place: place.at(content?.textLine ?? entry.line),
      base: content?.attributes["xml:base"] || entry.attributes["xml:base"] || address || base,
    },
    files: { cover: coverOf(entry), audio: audioOf(entry, place) },
  };
};

/** What a construct of text says, as HTML. */
const htmlIn = (element: XmlElement | undefined): string => {
  const { text = "", attributes } = element ?? {};
  const type = attributes?.type ?? "text";
  if (/^(?:x?html|text\/html|application\/xhtml\+xml)$/.test(type)) return text;
  const paragraphs = text.trim().split(/\n\s*\n/);
  return text.trim() === "" ? "" : paragraphs.map((each) => `<p>${escapedHtml(each)}</p>`).join("\n");
};

const titleOf = (element: XmlElement): string => {
  const title = childOf(element, "title");
  return title ? titleIn(title.text) : "";
};

/** The address of the first link of a relation; a link without one is the page itself. */
const linkOf = ({ children }: XmlElement, wanted: string): string | undefined => {
  const links = children.filter(
    ({ name, attributes: { rel = "alternate", href } }) => name === "link" && rel === wanted && href,
  );
  const page = links.find(({ attributes: { type = "text/html" } }) => type === "text/html");
  return (page ?? links[0])?.attributes.href;
};

const namesOf = ({ children }: XmlElement): string[] => [
  ...new Set(
    children
      .filter(({ name }) => name === "author")
      .map((author) => titleIn(childText(author, "name") ?? ""))
      .filter((name) => name !== ""),
  ),
];

const termsIn = ({ children }: XmlElement): string[] =>
  children
    .filter(({ name, attributes }) => name === "category" && attributes.scheme !== bloggerKind)
    .map(({ attributes: { label, term = "" } }) => label || term);

/** `post` where nothing else is said. */
const bloggerTypeOf = ({ children }: XmlElement): string => {
  const kind = children.find(
    ({ name, attributes }) => name === "category" && attributes.scheme === bloggerKind,
  );
  return kind?.attributes.term?.replace(/^.*#/, "") ?? "post";
};

/** The picture of a post, as Jekyll names it; Blogger has small copies only. */
const coverOf = ({ children }: XmlElement): string | undefined =>
  children.find(({ name, attributes }) => name === "media:content" && attributes.medium === "image")
    ?.attributes.url;

const audioOf = ({ children }: XmlElement, place: NotePlace): string | undefined => {
  const enclosures = children.filter(
    ({ name, attributes }) => name === "link" && attributes.rel === "enclosure" && attributes.href,
  );
  const audio = enclosures.find(({ attributes }) => /^audio\//i.test(attributes.type ?? ""));
  for (const { attributes, line } of enclosures)
    if (attributes !== audio?.attributes) place.at(line).note("field", `enclosure: ${attributes.href}`);
  return audio?.attributes.href;
};
