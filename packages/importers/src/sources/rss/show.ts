import type { ImportedSite } from "#importers/imported.ts";
import { cutText } from "#importers/lectern.ts";
import type { NotePlace } from "#importers/notes.ts";
import { pathOf, summaryFrom, titleIn } from "#importers/reading/texts.ts";
import { childOf, childText, type XmlElement } from "#importers/reading/xml.ts";
import { certain } from "../../lectern.ts";
import { explicitIn } from "./explicit.ts";
import { podcastDetailsIn } from "./podcast-details.ts";

/** What a feed says of the podcast or blog. */
export const siteOf = (
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
  const explicit = explicitIn(feed, file);
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
  const artwork = artworkSaid(feed, file);
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
    artwork: artwork ?? (image && childText(image, "url")),
    feedPaths: [...new Set(paths)],
    categories: [],
    authors: [],
    seasons: [],
    podcast: {
      ...(isUuid && { guid: guid.toLowerCase() }),
      ...(childText(feed, "itunes:subtitle") && {
        subtitle: cutText(certain(childText(feed, "itunes:subtitle")), 255),
      }),
      ...(author && { author: cutText(author, 255) }),
      ...(email && { owner: { name: cutText(ownerName ?? author ?? email, 255), email } }),
      ...(language && { language }),
      ...(explicit !== undefined && { explicit }),
      ...(childText(feed, "copyright") && { copyright: cutText(certain(childText(feed, "copyright")), 255) }),
      ...(isType && { type }),
      ...(/^yes/i.test(childText(feed, "podcast:locked") ?? "") && { locked: true }),
      ...(isPodcast ? podcastDetailsIn(feed, file) : {}),
      categories: categoriesOf(feed, file),
      ...(funding.length > 0 && {
        funding: funding.slice(0, maxFunding).map(({ attributes, text }) => ({
          url: attributes.url,
          text: cutText(text.trim(), 128) || "Support us",
        })),
      }),
    },
  };
};

/** The address of the picture that directories take. The same in the podcast namespace is no other one. */
export const artworkSaid = (element: XmlElement, place: NotePlace): string | undefined => {
  const artwork = childOf(element, "itunes:image")?.attributes.href;
  for (const { name, attributes, line } of element.children)
    if (name === "podcast:image" && attributes.href !== artwork)
      place.at(line).note("field", `podcast:image: ${attributes.href ?? attributes.srcset ?? ""}`);
  return artwork;
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
