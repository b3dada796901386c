import { escapedHtml } from "#importers/html/escaped-html.ts";
import type { Imported, ImportedPost } from "#importers/imported.ts";
import { PlainError } from "#importers/lectern.ts";
import type { NotePlace } from "#importers/notes.ts";
import {
  instantOf,
  languageSaid,
  Names,
  pathOf,
  printedValue,
  summaryFrom,
  titleIn,
} from "#importers/reading/texts.ts";
import { isMostlyRecorded, postsBelow } from "../recordings.ts";
import { type FeedOrigin, lastName } from "./feed-origin.ts";

type Row = Readonly<Record<string, unknown>>;

const ownOfFeed = new Set(
  "version title home_page_url feed_url description user_comment items author authors".split(" "),
);
const ownOfItem = new Set(
  "id url title content_html content_text summary image date_published date_modified author authors tags attachments language".split(
    " ",
  ),
);

/** Reads a feed in JSON Feed, version 1 or 1.1. */
export const readJsonFeed = async (
  lines: AsyncIterable<string>,
  file: NotePlace,
  { address, kind, notes }: FeedOrigin,
): Promise<Imported> => {
  const feed = await documentIn(lines, file.file);
  noteOthers(feed, ownOfFeed, file);
  if (feed.next_url) file.note("field", "next_url: older items, which are not read");
  const authors = new Names();
  const home = textIn(feed.home_page_url) || address;
  const context = {
    file,
    authors,
    base: home ?? "",
    feedAuthors: namesIn(feed),
    language: textIn(feed.language),
  };
  const posts = rowsIn(feed.items)
    .map((item, index) => postOf(item, index, context))
    .reverse();
  const isPodcast = kind === undefined ? isMostlyRecorded(posts) : kind === "podcast";
  const paths = [address, textIn(feed.feed_url)].flatMap((each) => (each && pathOf(each)) || []);
  return {
    site: {
      title: titleIn(textIn(feed.title)) || "Untitled",
      description: summaryFrom(escapedHtml(textIn(feed.description))),
      address: home,
      isPodcast,
      feedPaths: [...new Set(paths)],
      categories: [],
      authors: authors.all,
      seasons: [],
    },
    posts: postsBelow(isPodcast, posts),
    notes,
  };
};

const documentIn = async (lines: AsyncIterable<string>, name: string): Promise<Row> => {
  const all: string[] = [];
  for await (const line of lines) all.push(line);
  let read: unknown;
  try {
    read = JSON.parse(all.join("\n").replace(/^\uFEFF/, ""));
  } catch (error) {
    throw new PlainError(`${name} is not JSON: ${(error as Error).message}`);
  }
  const { version, items } = (read ?? {}) as Row;
  if (typeof version === "string" && /jsonfeed\.org/.test(version) && Array.isArray(items))
    return read as Row;
  throw new PlainError(`${name} is no feed: it names no version of JSON Feed, or has no items.`);
};

interface Context {
  readonly file: NotePlace;
  readonly authors: Names;
  readonly base: string;
  readonly feedAuthors: readonly string[];
  readonly language: string;
}

const postOf = (
  item: Row,
  index: number,
  { file, authors, base, feedAuthors, language }: Context,
): ImportedPost => {
  const title = titleIn(textIn(item.title)) || `Untitled ${index + 1}`;
  const place = file.at(null, title);
  noteOthers(item, ownOfItem, place);
  const address = textIn(item.url) || undefined;
  const written = textIn(item.date_published) || textIn(item.date_modified);
  if (written === "") place.note("date", "has no date");
  const date = written === "" ? undefined : instantOf(written, place);
  const isUnreadable = written !== "" && date === undefined;
  if (isUnreadable) place.note("status", "draft, because of its date");
  const html = textIn(item.content_html);
  const names = namesIn(item);
  const enclosures = rowsIn(item.attachments);
  const audio = enclosures.find(({ mime_type: type }) => /^audio\//i.test(textIn(type)));
  for (const each of enclosures) if (each !== audio) place.note("field", `attachment: ${textIn(each.url)}`);
  const summary = textIn(item.summary);
  return {
    place,
    identity: identityIn(item.id) || address || `${title} ${written}`,
    fallbackSlug: `post-${index + 1}`,
    ...(address && { slug: lastName(address) }),
    addresses: address ? [address] : [],
    fields: {
      title,
      date,
      draft: isUnreadable,
      summary: summary === "" ? undefined : summaryFrom(escapedHtml(summary)),
      tags: (Array.isArray(item.tags) ? item.tags : []).map(textIn),
      authors: (names.length > 0 ? names : feedAuthors).map((name) => authors.slugOf(name)),
      guid: identityIn(item.id) || undefined,
      language: languageSaid(textIn(item.language) || undefined, language, place),
    },
    body: {
      kind: "html",
      detail: html || escapedHtml(textIn(item.content_text)),
      place,
      hasLineBreaks: html === "",
      base: address ?? base,
    },
    files: { cover: textIn(item.image) || undefined, audio: audio && textIn(audio.url) },
  };
};

const textIn = (value: unknown): string => (typeof value === "string" ? value : "");

/** Some write numbers. */
const identityIn = (value: unknown): string => (typeof value === "number" ? String(value) : textIn(value));

const rowsIn = (value: unknown): readonly Row[] =>
  (Array.isArray(value) ? value : []).filter((each) => typeof each === "object" && each !== null);

/** Version 1 has one author, 1.1 a list. */
const namesIn = ({ author, authors }: Row): string[] =>
  [...rowsIn(authors), ...rowsIn([author])].map(({ name }) => textIn(name)).filter((name) => name !== "");

const noteOthers = (row: Row, own: ReadonlySet<string>, place: NotePlace): void => {
  for (const [key, value] of Object.entries(row))
    if (!own.has(key)) place.note("field", `${key}: ${printedValue(value)}`);
};
