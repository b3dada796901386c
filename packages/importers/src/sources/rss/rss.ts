import type { Imported, ImportedPost } from "#importers/imported.ts";
import type { NotePlace } from "#importers/notes.ts";
import {
  hasElements,
  instantOf,
  languageSaid,
  Names,
  plainTextOf,
  summaryFrom,
  titleIn,
} from "#importers/reading/texts.ts";
import { childOf, childText, noteUnknown, type ReadFeed, type XmlElement } from "#importers/reading/xml.ts";
import { isMostlyRecorded, postsBelow } from "../recordings.ts";
import { audioOf, directoryFieldsIn, transcriptOf } from "./episode.ts";
import { type FeedOrigin, lastName } from "./feed-origin.ts";
import { namesOfDetails } from "./podcast-details.ts";
import { artworkSaid, siteOf } from "./show.ts";

/** What the service writes by itself, or what says nothing about the content. */
const ownOfChannel = new Set(
  "title link description language copyright item image generator docs ttl pubDate lastBuildDate cloud skipHours skipDays atom:link itunes:author itunes:owner itunes:image itunes:category itunes:explicit itunes:type itunes:subtitle itunes:summary itunes:keywords itunes:new-feed-url itunes:title podcast:guid podcast:funding podcast:locked sy:updatePeriod sy:updateFrequency googleplay:author googleplay:email googleplay:image googleplay:category googleplay:explicit googleplay:description googleplay:owner media:thumbnail podcast:medium podcast:image podcast:trailer".split(
    " ",
  ),
);

const ownOfPodcast: ReadonlySet<string> = new Set([...ownOfChannel, ...namesOfDetails]);

const ownOfItem = new Set(
  "title link guid pubDate description content:encoded enclosure category author dc:creator itunes:title itunes:author itunes:summary itunes:subtitle itunes:duration itunes:season itunes:episode itunes:episodeType itunes:explicit itunes:keywords itunes:image podcast:image psc:chapters podcast:chapters podcast:transcript podcast:season podcast:episode podcast:soundbite itunes:block dc:language slash:comments wfw:commentRss comments googleplay:description googleplay:explicit".split(
    " ",
  ),
);

/** Reads a podcast's or blog's RSS feed. */
export const readRss = (
  { channel: feed, items }: ReadFeed,
  file: NotePlace,
  { address, kind, notes }: FeedOrigin,
): Imported => {
  const [authors, seasons] = [new Names(), new Map<number, string>()];
  const context = {
    file,
    authors,
    seasons,
    show: childText(feed, "itunes:author"),
    link: childText(feed, "link") ?? address ?? "",
    language: childText(feed, "language"),
  };
  const posts = items.map((item, index) => postOf(item, index, context)).reverse();
  const isPodcast =
    kind === undefined
      ? isMostlyRecorded(posts) || (saysPodcast(feed) && posts.some(({ files }) => files.audio))
      : kind === "podcast";
  noteUnknown(feed, isPodcast ? ownOfPodcast : ownOfChannel, file);
  noteTrailers(feed, items, file);
  const site = siteOf(feed, address, isPodcast, file);
  const named = [...seasons].sort(([one], [other]) => one - other);
  return {
    site: {
      ...site,
      authors: authors.all,
      seasons: named.map(([number, season]) => ({ number, ...(season && { name: season }) })),
    },
    posts: postsBelow(isPodcast, posts),
    notes,
  };
};

/** A trailer that is an episode, too, comes with that. */
const noteTrailers = (feed: XmlElement, items: readonly XmlElement[], file: NotePlace): void => {
  const recordings = items.map((item) => childOf(item, "enclosure")?.attributes.url);
  for (const { name, text, attributes, line } of feed.children)
    if (name === "podcast:trailer" && !recordings.includes(attributes.url))
      file.at(line).note("field", `podcast:trailer: ${text.trim()} ${attributes.url}`);
};

/** Hosts of podcasts give them ids; plugins of blogs write only what Apple reads into the blog's feed. */
const saysPodcast = (feed: XmlElement): boolean =>
  childText(feed, "podcast:guid") !== undefined || childText(feed, "podcast:medium") === "podcast";

interface Context {
  readonly file: NotePlace;
  readonly authors: Names;
  readonly seasons: Map<number, string>;
  readonly show: string | undefined;
  readonly link: string;
  readonly language: string | undefined;
}

const postOf = (
  item: XmlElement,
  index: number,
  { file, authors, seasons, show, link, language }: Context,
): ImportedPost => {
  const title = titleIn(
    childText(item, "title") ?? childText(item, "itunes:title") ?? `Untitled ${index + 1}`,
  );
  const place = file.at(item.line, title);
  noteUnknown(item, ownOfItem, place);
  const shortTitle = childText(item, "itunes:title");
  if (shortTitle && titleIn(shortTitle) !== title) place.note("field", `itunes:title: ${shortTitle}`);

  const guid = childOf(item, "guid");
  const address =
    childText(item, "link") ?? (guid && /^https?:/.test(guid.text.trim()) ? guid.text.trim() : undefined);
  const date = childText(item, "pubDate");
  if (date === undefined) place.note("date", "has no date");
  const published = date === undefined ? undefined : instantOf(date, place);
  const isUnreadable = date !== undefined && published === undefined;
  if (isUnreadable) place.note("status", "draft, because of its date");
  const names = [
    childText(item, "dc:creator"),
    childText(item, "itunes:author"),
    nameIn(childText(item, "author")),
  ];
  const author = names.find((name) => name && name !== show);
  const audio = audioOf(item, place);
  const [body, description] = bodyOf(item);
  const summary = childText(item, "itunes:summary") ?? childText(item, "itunes:subtitle") ?? description;
  const subtitle = childText(item, "itunes:subtitle");
  if (subtitle && summary !== subtitle && !summary?.includes(subtitle))
    place.note("field", `itunes:subtitle: ${subtitle}`);
  const kept = [body?.text, summary].map((text) => plainTextOf(text ?? ""));
  const said = plainTextOf(description ?? "");
  if (!kept.some((text) => text.includes(said))) place.note("field", `description: ${said}`);

  return {
    place,
    identity: guid?.text.trim() || address || audio || `${title} ${date}`,
    fallbackSlug: `episode-${index + 1}`,
    ...(address && { slug: lastName(address) }),
    addresses: address ? [address] : [],
    fields: {
      title,
      date: published,
      draft: isUnreadable,
      summary: summary === undefined ? undefined : summaryFrom(summary),
      tags: categoriesIn(item),
      authors: author ? [authors.slugOf(author)] : undefined,
      guid: guid?.text.trim() || undefined,
      language: languageSaid(childText(item, "dc:language"), language, place),
      ...directoryFieldsIn(item, seasons, place),
    },
    body: {
      kind: "html",
      detail: body?.text ?? "",
      place: place.at(body?.textLine ?? item.line),
      hasLineBreaks: body !== undefined && !hasElements(body.text),
      base: address ?? link,
    },
    files: {
      cover: artworkSaid(item, place),
      audio,
      transcript: transcriptOf(item, place),
      chapters: childOf(item, "psc:chapters") ? undefined : childOf(item, "podcast:chapters")?.attributes.url,
    },
  };
};

/** The whole text of an item, and its description if that is another one. */
const bodyOf = (item: XmlElement): [body: XmlElement | undefined, description: string | undefined] => {
  const filled = (name: string) =>
    item.children.find((child) => child.name === name && child.text.trim() !== "");
  const body = filled("content:encoded") ?? filled("description") ?? filled("itunes:summary");
  return [body, filled("description")?.text ?? body?.text];
};

const categoriesIn = (item: XmlElement): string[] =>
  item.children
    .filter(({ name }) => name === "category")
    .map(({ text, attributes }) => text.trim() || (attributes.text ?? ""));

/** `jo@example.org (Jo)` is Jo. */
const nameIn = (author: string | undefined): string | undefined =>
  author === undefined ? undefined : (/\(([^)]+)\)$/.exec(author)?.[1] ?? author);
