import type { FolderChapter } from "#cli/folder/post-text.ts";
import type { Imported, ImportedPost, ImportedSite } from "#cli/import/imported.ts";
import { type ImportNote, NotePlace } from "#cli/import/notes.ts";
import {
  hasElements,
  instantOf,
  Names,
  pathOf,
  plainTextOf,
  summaryFrom,
  titleIn,
} from "#cli/import/reading/texts.ts";
import { childOf, childText, noteUnknown, readChannel, type XmlElement } from "#cli/import/reading/xml.ts";

/** What the service writes by itself, or what says nothing about the content. */
const ownOfChannel = new Set(
  "title link description language copyright item image generator docs ttl pubDate lastBuildDate cloud skipHours skipDays atom:link itunes:author itunes:owner itunes:image itunes:category itunes:explicit itunes:type itunes:subtitle itunes:summary itunes:keywords itunes:new-feed-url itunes:title podcast:guid podcast:funding podcast:locked sy:updatePeriod sy:updateFrequency googleplay:author googleplay:email googleplay:image googleplay:category googleplay:explicit googleplay:description googleplay:owner media:thumbnail".split(
    " ",
  ),
);

const ownOfItem = new Set(
  "title link guid pubDate description content:encoded enclosure category author dc:creator itunes:title itunes:author itunes:summary itunes:subtitle itunes:duration itunes:season itunes:episode itunes:episodeType itunes:explicit itunes:keywords itunes:image psc:chapters podcast:chapters podcast:transcript podcast:season podcast:episode slash:comments wfw:commentRss comments googleplay:description googleplay:explicit".split(
    " ",
  ),
);

/** Reads a podcast's or blog's RSS feed. `address` is where it was fetched, if it was. */
export const readRss = async (
  name: string,
  lines: AsyncIterable<string>,
  address: string | undefined,
): Promise<Imported> => {
  const notes: ImportNote[] = [];
  const file = new NotePlace(notes, name);
  const { channel: feed, items } = await readChannel(lines, ownOfChannel, file);
  const [authors, seasons] = [new Names(), new Map<number, string>()];
  const context = {
    file,
    authors,
    seasons,
    show: childText(feed, "itunes:author"),
    link: childText(feed, "link") ?? address ?? "",
  };
  const posts = items.map((item, index) => postOf(item, index, context)).reverse();
  const isPodcast = posts.some(({ files }) => files.audio !== undefined);
  const site = siteOf(feed, address, isPodcast, file);
  const named = [...seasons].sort(([one], [other]) => one - other);
  return {
    site: {
      ...site,
      authors: authors.all,
      seasons: named.map(([number, season]) => ({ number, ...(season && { name: season }) })),
    },
    posts,
    notes,
  };
};

interface Context {
  readonly file: NotePlace;
  readonly authors: Names;
  readonly seasons: Map<number, string>;
  readonly show: string | undefined;
  readonly link: string;
}

const postOf = (
  item: XmlElement,
  index: number,
  { file, authors, seasons, show, link }: Context,
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
  const names = [
    childText(item, "dc:creator"),
    childText(item, "itunes:author"),
    nameIn(childText(item, "author")),
  ];
  const author = names.find((name) => name && name !== show);
  const audio = audioOf(item, place);
  const season = seasonOf(item, seasons, place);
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
      date: date === undefined ? undefined : instantOf(date, place),
      summary: summary === undefined ? undefined : summaryFrom(summary),
      tags: [...new Set(textsIn(item, "category"))],
      authors: author ? [authors.slugOf(author)] : undefined,
      guid: guid?.text.trim() || undefined,
      season,
      episode: wholeNumber(item, ["itunes:episode", "podcast:episode"], place),
      episode_type: typeOf(item, place),
      explicit: explicitness(item, place),
      keywords: keywordsOf(item, place),
      chapters: simpleChapters(item, place),
    },
    body: {
      kind: "html",
      detail: body?.text ?? "",
      place: place.at(body?.textLine ?? item.line),
      hasLineBreaks: body !== undefined && !hasElements(body.text),
      base: address ?? link,
    },
    files: {
      cover: childOf(item, "itunes:image")?.attributes.href,
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

const textsIn = (item: XmlElement, name: string): string[] =>
  item.children
    .filter((child) => child.name === name)
    .map(({ text, attributes }) => (text.trim() || (attributes.text ?? "")).slice(0, 100))
    .filter((text) => text !== "");

/** `jo@example.org (Jo)` is Jo. */
const nameIn = (author: string | undefined): string | undefined =>
  author === undefined ? undefined : (/\(([^)]+)\)$/.exec(author)?.[1] ?? author);

const lastName = (address: string): string | undefined => {
  const path = pathOf(address)
    ?.split("/")
    .filter((name) => name !== "")
    .at(-1);
  return path?.replace(/\.[a-z0-9]{2,5}$/i, "");
};

const seasonOf = (item: XmlElement, seasons: Map<number, string>, place: NotePlace): number | undefined => {
  const number = wholeNumber(item, ["itunes:season", "podcast:season"], place);
  const name = childOf(item, "podcast:season")?.attributes.name ?? "";
  if (number !== undefined) seasons.set(number, name || (seasons.get(number) ?? ""));
  return number;
};

const wholeNumber = (item: XmlElement, names: readonly string[], place: NotePlace): number | undefined => {
  for (const name of names) {
    const text = childText(item, name);
    if (text === undefined) continue;
    if (/^[1-9]\d{0,8}$/.test(text)) return Number(text);
    if (text !== "0") place.note("field", `${name}: ${text}`);
  }
  return undefined;
};

const typeOf = (item: XmlElement, place: NotePlace): string | undefined => {
  const type = childText(item, "itunes:episodeType")?.toLowerCase();
  if (type === undefined || type === "full") return undefined;
  if (type === "trailer" || type === "bonus") return type;
  place.note("field", `itunes:episodeType: ${type}`);
  return undefined;
};

const explicitness = (element: XmlElement, place: NotePlace): boolean | undefined => {
  const text = childText(element, "itunes:explicit");
  if (text === undefined) return undefined;
  if (/^(?:yes|true|explicit)$/i.test(text)) return true;
  if (/^(?:no|false|clean)$/i.test(text)) return false;
  place.note("field", `itunes:explicit: ${text}`);
  return undefined;
};

const keywordsOf = (item: XmlElement, place: NotePlace): string | undefined => {
  const keywords = childText(item, "itunes:keywords");
  if (keywords === undefined || keywords.length <= 255) return keywords;
  const kept = keywords.slice(0, 255).replace(/,[^,]*$/, "");
  place.note("field", `itunes:keywords: what follows ${kept.slice(-40)}`);
  return kept;
};

const simpleChapters = (item: XmlElement, place: NotePlace): readonly FolderChapter[] | undefined => {
  const found = childOf(item, "psc:chapters")?.children.filter(({ name }) => name === "psc:chapter");
  return found?.flatMap(({ attributes: { start = "", title = "", href, image }, line }) => {
    if (!/^(?:\d+:)?(?:\d+:)?\d+(?:\.\d+)?$/.test(start) || title.trim() === "") {
      place.at(line).note("transcript", `chapter ${start} ${title}`);
      return [];
    }
    return [{ start, title: title.trim(), ...(href && { link: href }), ...(image && { image }) }];
  });
};

const audioOf = (item: XmlElement, place: NotePlace): string | undefined => {
  const enclosures = item.children.filter(({ name, attributes }) => name === "enclosure" && attributes.url);
  const audios = enclosures.filter(({ attributes }) => !attributes.type || /^audio\//i.test(attributes.type));
  for (const { attributes, line } of enclosures)
    if (attributes !== audios[0]?.attributes) place.at(line).note("field", `enclosure: ${attributes.url}`);
  return audios[0]?.attributes.url;
};

/** From the best form to the worst. */
const transcriptForms = [
  "text/vtt",
  "application/x-subrip",
  "application/srt",
  "text/srt",
  "application/json",
];

const transcriptOf = (item: XmlElement, place: NotePlace): string | undefined => {
  const all = item.children.filter(({ name, attributes }) => name === "podcast:transcript" && attributes.url);
  const rank = ({ attributes }: XmlElement) => transcriptForms.indexOf((attributes.type ?? "").toLowerCase());
  const [best] = all.filter((each) => rank(each) >= 0).sort((one, other) => rank(one) - rank(other));
  // The same words in another form are no loss; those in another language are.
  for (const { attributes, line } of all)
    if (!best || attributes.language !== best.attributes.language)
      place.at(line).note("transcript", `${attributes.type}: ${attributes.url}`);
  return best?.attributes.url;
};

const siteOf = (
  feed: XmlElement,
  address: string | undefined,
  isPodcast: boolean,
  file: NotePlace,
): ImportedSite => {
  const owner = childOf(feed, "itunes:owner");
  const email = owner && childText(owner, "itunes:email");
  const ownerName = owner && childText(owner, "itunes:name");
  const image = childOf(feed, "image");
  const self = feed.children.find(
    ({ name, attributes }) => name === "atom:link" && attributes.rel === "self",
  );
  const guid = childText(feed, "podcast:guid");
  const language = childText(feed, "language");
  const explicit = explicitness(feed, file);
  const type = childText(feed, "itunes:type")?.toLowerCase();
  const author = childText(feed, "itunes:author");
  const funding = feed.children.filter(
    ({ name, attributes }) => name === "podcast:funding" && attributes.url,
  );
  if (ownerName && !email) file.note("field", `itunes:owner: ${ownerName} has no email address`);
  const isType = type === "episodic" || type === "serial";
  if (type !== undefined && !isType) file.note("field", `itunes:type: ${type}`);
  const isUuid = guid !== undefined && /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i.test(guid);
  if (guid !== undefined && !isUuid) file.note("field", `podcast:guid: ${guid}`);
  const medium = childText(feed, "podcast:medium");
  if (medium !== undefined && medium !== "podcast") file.note("field", `podcast:medium: ${medium}`);
  for (const { attributes } of funding.slice(maxFunding))
    file.note("field", `podcast:funding: ${attributes.url}`);
  for (const { name, attributes, line } of feed.children)
    if (name === "atom:link" && attributes.rel === "next")
      file.at(line).note("field", `atom:link next: ${attributes.href} has older items, which are not read`);
  const keywords = childText(feed, "itunes:keywords");
  if (keywords) file.note("field", `itunes:keywords: ${keywords}`);
  const paths = [address, self?.attributes.href, childText(feed, "itunes:new-feed-url")].flatMap(
    (each) => (each && pathOf(each)) || [],
  );
  return {
    title: titleIn(childText(feed, "title") ?? "Untitled"),
    description: summaryFrom(childText(feed, "description") ?? childText(feed, "itunes:summary") ?? ""),
    address: childText(feed, "link"),
    isPodcast,
    artwork: childOf(feed, "itunes:image")?.attributes.href ?? (image && childText(image, "url")),
    feedPaths: [...new Set(paths)],
    categories: [],
    authors: [],
    seasons: [],
    podcast: {
      ...(isUuid && { guid: guid.toLowerCase() }),
      ...(childText(feed, "itunes:subtitle") && {
        subtitle: childText(feed, "itunes:subtitle")!.slice(0, 255),
      }),
      ...(author && { author: author.slice(0, 255) }),
      ...(email && { owner: { name: (ownerName ?? author ?? email).slice(0, 255), email } }),
      ...(language && { language }),
      ...(explicit !== undefined && { explicit }),
      ...(childText(feed, "copyright") && { copyright: childText(feed, "copyright")!.slice(0, 255) }),
      ...(isType && { type }),
      ...(/^yes/i.test(childText(feed, "podcast:locked") ?? "") && { locked: true }),
      categories: categoriesOf(feed, file),
      ...(funding.length > 0 && {
        funding: funding.slice(0, maxFunding).map(({ attributes, text }) => ({
          url: attributes.url,
          text: text.trim().slice(0, 128) || "Support us",
        })),
      }),
    },
  };
};

const maxFunding = 5;
const maxCategories = 3;

/** `Science`, or `Science > Nature`. */
const categoriesOf = (feed: XmlElement, file: NotePlace): string[] => {
  const all = feed.children
    .filter(({ name, attributes }) => name === "itunes:category" && attributes.text)
    .flatMap(({ attributes: { text = "" }, children }) => {
      const inner = children.flatMap(({ attributes }) => attributes.text ?? []);
      return inner.length === 0 ? [text] : inner.map((each) => `${text} > ${each}`);
    });
  for (const each of all.slice(maxCategories)) file.note("field", `itunes:category: ${each}`);
  return all.slice(0, maxCategories);
};
