import type { Imported, ImportedPost } from "#importers/imported.ts";
import { type ImportNote, NotePlace } from "#importers/notes.ts";
import { instantOf, Names, summaryFrom, titleIn } from "#importers/reading/texts.ts";
import { childOf, childText, noteUnknown, readXmlFeed, type XmlElement } from "#importers/reading/xml.ts";
import { isMostlyRecorded, postsBelow, type SiteKind } from "../recordings.ts";
import { type Attachment, attachmentsOf, metaOf, originalFinder } from "./attachments.ts";
import { type ShownPicture, withFigures, withoutShortcodes } from "./shortcodes.ts";
import { authorNames, categoriesOf, termsOf } from "./terms.ts";

const ownOfChannel = new Set(
  "title link description pubDate language generator wp:wxr_version wp:base_site_url wp:base_blog_url wp:author wp:category wp:tag wp:term atom:link cloud".split(
    " ",
  ),
);

const ownOfItem = new Set(
  "title link pubDate dc:creator guid description content:encoded excerpt:encoded category wp:post_id wp:post_date wp:post_date_gmt wp:post_modified wp:post_modified_gmt wp:comment_status wp:ping_status wp:post_name wp:status wp:post_parent wp:menu_order wp:post_type wp:post_password wp:is_sticky wp:postmeta wp:comment wp:attachment_url".split(
    " ",
  ),
);

/** What WordPress writes for itself. */
const ownMeta = new Set(
  "_edit_last _edit_lock _pingme _encloseme _thumbnail_id _wp_old_slug _wp_old_date _wp_attached_file _wp_attachment_metadata _wp_attachment_image_alt enclosure audio_file footnotes _yoast_wpseo_metadesc rank_math_description _aioseo_description".split(
    " ",
  ),
);

interface Export {
  readonly authors: Names;
  readonly authorNames: ReadonlyMap<string, string>;
  readonly categories: Names;
  readonly attachments: ReadonlyMap<string, Attachment>;
}

/** Reads an export of WordPress (WXR). */
export const readWordpress = async (
  name: string,
  lines: AsyncIterable<string>,
  kind?: SiteKind,
): Promise<Imported> => {
  const notes: ImportNote[] = [];
  const file = new NotePlace(notes, name);
  const { channel: feed, items } = await readXmlFeed(lines, file);
  noteUnknown(feed, ownOfChannel, file);
  const channel = feed.children;
  const language = childOf(feed, "language");
  if (language) file.at(language.line).note("setting", `language: ${language.text.trim()}`);
  const attachments = attachmentsOf(items, file);
  const authors = new Names();
  const context: Export = {
    authors,
    authorNames: authorNames(channel, file),
    categories: categoriesOf(channel, file),
    attachments,
  };
  const posts = items.flatMap((item) => postOf(item, file, context) ?? []);
  const address = childText(feed, "wp:base_blog_url") ?? childText(feed, "link");
  const isPodcast = kind === undefined ? isMostlyRecorded(posts) : kind === "podcast";
  return {
    site: {
      title: titleIn(childText(feed, "title") ?? "Untitled"),
      description: summaryFrom(childText(feed, "description") ?? ""),
      address,
      isPodcast,
      feedPaths:
        address && URL.canParse(address) ? [`${new URL(address).pathname.replace(/\/$/, "")}/feed/`] : [],
      categories: context.categories.all,
      authors: authors.all,
      seasons: [],
    },
    posts: postsBelow(isPodcast, posts),
    notes,
    attachments: [...attachments.values()],
    originalOf: originalFinder(attachments),
  };
};

const postOf = (item: XmlElement, file: NotePlace, context: Export): ImportedPost | undefined => {
  const type = childText(item, "wp:post_type") ?? "post";
  const id = childText(item, "wp:post_id") ?? "";
  const title = titleIn(childText(item, "title") ?? "") || `Untitled ${id}`.trim();
  const place = file.at(item.line, title);
  if (type === "attachment") return undefined;
  if (type !== "post" && type !== "page") {
    place.note("post_type", `${type} ${id}`);
    return undefined;
  }
  const status = childText(item, "wp:status") ?? "publish";
  if (status === "trash" || status === "auto-draft") {
    place.note("status", `${status}: left out`);
    return undefined;
  }
  const date = dateOf(item, place);
  const isDraft = isDraftOf(item, { status, date }, place);
  noteFields(item, place);
  const meta = metaOf(item);
  const link = childText(item, "link") ?? "";
  const guid = childText(item, "guid");
  const slug = childText(item, "wp:post_name");
  const isPlainLink = !link || /[?&](?:p|page_id|post_type)=/.test(link);
  if (isPlainLink && link && !isDraft) place.note("alias", link);
  const old = item.children
    .filter((child) => child.name === "wp:postmeta" && childText(child, "wp:meta_key") === "_wp_old_slug")
    .map((child) => childText(child, "wp:meta_value") ?? "");
  const formerLinks =
    isPlainLink || !slug
      ? []
      : old.filter((each) => each !== "").map((each) => link.replace(/[^/]+(?=\/?$)/, each));
  const thumbnail = context.attachments.get(meta.get("_thumbnail_id") ?? "");
  if (meta.get("_thumbnail_id") && !thumbnail)
    place.note("media", `featured image ${meta.get("_thumbnail_id")}`);
  const body = childOf(item, "content:encoded");
  const bodyPlace = place.at(body?.textLine ?? item.line);
  const html = withNotes(body?.text ?? "", meta.get("footnotes"), place);
  const { overview, detail } = sectionsOf(html, id, bodyPlace, context);
  return {
    place,
    identity: guid ?? (link || `post ${id}`),
    ...(type === "page" && { folder: "pages" as const }),
    ...(slug && { slug }),
    fallbackSlug: `post-${id}`,
    addresses: isPlainLink ? [] : [link, ...formerLinks],
    linkedAs: [link, ...(guid ? [guid] : [])].filter((address) => /^https?:/.test(address)),
    fields: {
      title,
      date,
      draft: isDraft,
      summary: summaryOf(item, meta),
      ...termsOf(item, place, context.categories),
      authors: authorsOf(item, context),
      guid,
      cover_alt: thumbnail?.alt || undefined,
    },
    body: {
      kind: "html",
      overview,
      detail,
      place: bodyPlace,
      hasLineBreaks: !/<!-- wp:/.test(body?.text ?? ""),
      base: link,
    },
    files: { cover: thumbnail?.address, audio: audioOf(meta) },
  };
};

const isDraftOf = (
  item: XmlElement,
  { status, date }: { readonly status: string; readonly date: string | undefined },
  place: NotePlace,
): boolean => {
  const hasPassword = childText(item, "wp:post_password") !== undefined;
  const isDated = date !== undefined;
  const isPublic = (status === "publish" || status === "future") && isDated;
  if (hasPassword) place.note("password", "has a password");
  if (status === "private") place.note("private", "is private");
  else if (!isPublic)
    place.note("status", status === "publish" || status === "future" ? `${status}, without a date` : status);
  return hasPassword || !isPublic;
};

const noteFields = (item: XmlElement, place: NotePlace): void => {
  noteUnknown(item, ownOfItem, place);
  let comments = 0;
  for (const child of item.children) {
    const at = place.at(child.line);
    const text = child.text.trim();
    if (["wp:menu_order", "wp:post_parent"].includes(child.name) && !["", "0"].includes(text))
      at.note("field", `${child.name}: ${text}`);
    if (child.name === "wp:comment") comments += 1;
    else if (child.name === "wp:is_sticky" && text === "1") at.note("field", "wp:is_sticky: stays on top");
    else if (child.name === "wp:comment_status" && text === "closed")
      at.note("field", "wp:comment_status: closed");
    else if (child.name === "wp:postmeta") {
      const [key = "", value = ""] = [childText(child, "wp:meta_key"), childText(child, "wp:meta_value")];
      const isUsual = key === "_wp_page_template" && value === "default";
      if (!ownMeta.has(key) && !isUsual) at.note("field", `wp:postmeta ${key}: ${value}`);
    }
  }
  if (comments > 0) place.note("comments", `${comments} of them`);
};

const dateOf = (item: XmlElement, place: NotePlace): string | undefined => {
  const isSet = (text: string | undefined): text is string => text !== undefined && !text.startsWith("0000");
  const [gmt, local] = [childText(item, "wp:post_date_gmt"), childText(item, "wp:post_date")];
  if (isSet(gmt)) return instantOf(`${gmt} Z`, place);
  return isSet(local) ? instantOf(local, place) : undefined;
};

const summaryOf = (item: XmlElement, meta: ReadonlyMap<string, string>): string | undefined => {
  const keys = ["_yoast_wpseo_metadesc", "rank_math_description", "_aioseo_description"];
  const text = childText(item, "excerpt:encoded") ?? keys.map((key) => meta.get(key)).find((each) => each);
  return text === undefined ? undefined : summaryFrom(text);
};

/** The authors; Co-Authors Plus keeps several of them as categories. */
const authorsOf = (
  item: XmlElement,
  { authors, authorNames: names }: Export,
): readonly string[] | undefined => {
  const together = item.children
    .filter(({ name, attributes }) => name === "category" && attributes.domain === "author")
    .map(({ attributes: { nicename = "" }, text }) => ({ login: nicename.replace(/^cap-/, ""), text }));
  const login = childText(item, "dc:creator");
  if (together.length === 0)
    return login === undefined ? undefined : [authors.slugOf(names.get(login) ?? login, login)];
  const slugs = together.map(({ login: key, text }) =>
    authors.slugOf(names.get(key) ?? (titleIn(text) || key), key),
  );
  return [...new Set(slugs)];
};

/** The text with its footnotes, which WordPress keeps beside it, where its block for them is. */
const withNotes = (html: string, kept: string | undefined, place: NotePlace): string => {
  if (!kept) return html;
  let notes: unknown;
  try {
    notes = JSON.parse(kept);
  } catch {
    notes = undefined;
  }
  const items = (Array.isArray(notes) ? notes : []).flatMap((note: unknown) => {
    const { id, content } = (note ?? {}) as Readonly<Record<string, unknown>>;
    const isNote = typeof id === "string" && /^[\w-]+$/.test(id) && typeof content === "string";
    return isNote ? [`<li id="${id}">${content}</li>`] : [];
  });
  if (items.length === 0) {
    if (kept !== "[]") place.note("field", `wp:postmeta footnotes: ${kept}`);
    return html;
  }
  const list = `<ol class="footnotes">${items.join("")}</ol>`;
  const block = /<!-- wp:footnotes(?:\s[^>]*)?\/-->/;
  return block.test(html) ? html.replace(block, () => list) : `${html}\n${list}`;
};

/** PowerPress keeps an episode in `enclosure`, as address, length and type on lines of their own. */
const audioOf = (meta: ReadonlyMap<string, string>): string | undefined => {
  const [address = "", , type = "audio/"] = (meta.get("enclosure") ?? "")
    .split(/\r?\n/)
    .map((line) => line.trim());
  const audio = meta.get("audio_file") || (type.startsWith("audio/") ? address : "");
  return /^https?:/.test(audio) ? audio : undefined;
};

const sectionsOf = (html: string, id: string, place: NotePlace, { attachments }: Export) => {
  const picturesOf = (ids: readonly string[] | undefined): readonly ShownPicture[] =>
    ids === undefined
      ? [...attachments.values()].filter(
          ({ parent, address }) => parent === id && /\.(?:jpe?g|png|gif|webp|avif)$/i.test(address),
        )
      : ids.flatMap((each) => attachments.get(each) ?? []);
  const text = withoutShortcodes(withFigures(html), { place, picturesOf });
  const more = /(?:<!-- wp:more[\s\S]*?-->\s*)?<!--more[\s\S]*?-->(?:\s*<!-- \/wp:more -->)?/.exec(text);
  if (!more) return { detail: text };
  const overview = text.slice(0, more.index);
  // As many lines as before, so that notes name the right ones.
  const before = text.slice(0, more.index + more[0].length).split("\n").length - 1;
  return { overview, detail: "\n".repeat(before) + text.slice(more.index + more[0].length) };
};
