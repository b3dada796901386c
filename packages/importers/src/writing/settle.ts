import type { FolderFile, Imported, ImportedPost } from "#importers/imported.ts";
import {
  type AuthorBlock,
  cutText,
  distinctAliases,
  embedAt,
  type FolderFields,
  featuresIn,
  holdsBareAddress,
  isGuid,
  keptFeatureNames,
  keyOfAlias,
  maxAliases,
  maxGuidLength,
  maxTagLength,
  maxTitleLength,
  mayBeSlug,
  numberedSlug,
  percentDecoded,
  postText,
  type ReadyBlockName,
  type RichTextFeature,
  readText,
  readyBlockNames,
  slugFromTitle,
  withAddresses,
} from "#importers/lectern.ts";
import type { NotePlace } from "#importers/notes.ts";
import { Numbering } from "#importers/reading/numbering.ts";
import { textOfHtml } from "./html-body.ts";
import type { FetchedFiles } from "./media-files.ts";
import { fileFrom, PostLinks } from "./post-links.ts";
import {
  absolute,
  allowedEmbed,
  type BodyOf,
  readyBlocksWith,
  type WritingTools,
  withPrefix,
} from "./writing-tools.ts";

/** A file of the folder: its path in it, and its text. */
export interface WrittenPost {
  readonly file: string;
  readonly text: string;
  readonly place: NotePlace;
  readonly identity: string;
}

/** An episode has the file of its audio. */
type SettledPost = WrittenPost & { readonly audio: string | undefined };

/** The files, and what a site has to allow for them. */
interface SettledPosts {
  readonly files: readonly SettledPost[];
  readonly features: ReadonlySet<RichTextFeature>;
  readonly blocks: ReadonlySet<ReadyBlockName>;
  readonly embedHosts: ReadonlySet<string>;
}

/** The files of all posts, with slugs, addresses and media settled. */
export const settlePosts = (
  { posts, originalOf, site }: Imported,
  media: FetchedFiles,
  /** The files of earlier runs, by their posts' identities. */
  known: ReadonlyMap<string, string>,
): SettledPosts => {
  const slugs = new Slugs(known);
  const named = withOwnIdentities(posts).map((post) => ({ post, slug: slugs.slugOf(post) }));
  const links = new PostLinks(
    named.map(({ post, slug }) => [post, fileNameOf(post, slug)] as const),
    site.address,
  );
  const features = new Set<RichTextFeature>(site.features);
  const allowed = { features, blocks: new Set<ReadyBlockName>(), embedHosts: new Set<string>() };
  const files = named.map(({ post, slug }) => {
    const { place, folder } = post;
    const prefix = folder === undefined ? "" : "../";
    const fileOf = (from: FolderFile | string | undefined, use: Parameters<FetchedFiles["fileOf"]>[2]) => {
      if (from === undefined || from === "") return undefined;
      if (typeof from !== "string") return withPrefix(prefix, media.copyOf(from.path, from.name, place, use));
      return withPrefix(prefix, media.fileOf(absolute(from, baseOf(post)), place, use));
    };
    const nameOf = (from: FolderFile | string | undefined) =>
      typeof from === "string"
        ? withPrefix(prefix, media.nameOf(absolute(from, baseOf(post)), place, "audio"))
        : undefined;
    const { cover, audio, transcript, chapters } = post.files;
    const { chapters: listed, ...fields } = post.fields;
    const original = (address: string) => originalOf?.(absolute(address, baseOf(post)), {}) ?? address;
    const coverFile = fileOf(typeof cover === "string" ? original(cover) : cover, "image");
    // An episode whose recording is missing is refused until it is there: it must not become a post.
    const audioFile = fileOf(audio, "audio") ?? nameOf(audio);
    const said: FolderFields = {
      title: shownTitle(post.fields.title, slug, place),
      slug: isNamedBySlug(slug) ? undefined : slug,
      ...withoutTitle(fields),
      summary: fields.summary && visible(fields.summary),
      tags: fields.tags && tagsOf(fields.tags),
      guid: usableGuid(fields.guid, place),
      aliases: aliasesOf(post),
      cover: coverFile,
      cover_alt: coverFile && fields.cover_alt,
      audio: audioFile,
      transcript: fileOf(transcript, "transcript"),
      chapters: listed ?? fileOf(chapters, "chapters"),
    };
    const file = fileNameOf(post, slug);
    const written = folder === "pages" ? fieldsOfPage(said, place) : said;
    const text = textOf(post, written, { media, prefix, file, links, originalOf, ...allowed });
    return { file, place, text, identity: post.identity, audio: audioFile };
  });
  return { files, ...allowed };
};

const textOf = (post: ImportedPost, fields: FolderFields, tools: WritingTools): string => {
  const { body } = post;
  const copied = body.kind === "markdown" ? copiedBody(body, tools) : undefined;
  const text =
    body.kind === "html"
      ? textOfHtml(body, fields, tools)
      : postText(fields, { overview: [], detail: [] }) + (copied ?? "");
  const { removed, warnings } = usedBy(copied ?? text.replace(/^---\n[\s\S]*?\n---\n/, ""), tools);
  if (copied !== undefined && body.kind === "markdown" && body.linksAddresses && holdsBareAddress(copied))
    tools.features.add("autolink");
  // What HTML loses is noted where it is read.
  if (body.kind === "html") return text;
  // Blank lines at the beginning are left out, but for one.
  const leading = (/^[\r\n]*/.exec(body.text)?.[0] ?? "").replace(/\r/g, "").length;
  for (const { line, message } of [...removed, ...warnings])
    body.place.below(line - 1 + leading).note("read", message);
  return text;
};

/** Reads a text as `lectern publish` does, and adds what a site has to allow for it. */
const usedBy = (text: string, { features, blocks, embedHosts }: WritingTools) => {
  // HTML may write them in quotation marks of either kind, and without the scheme.
  const addresses = text.match(/(?:https?:)?\/\/[^\s<>()"']+/gi) ?? [];
  const custom = readyBlocksWith(addresses.flatMap((address) => embedAt(address)?.host ?? []));
  const read = readText(text, 1, { features: keptFeatureNames, custom });
  const parts = [...(read.overview ?? []), ...read.detail].filter(({ media }) => media.length === 0);
  const written = parts.map(({ block }) => block([]));
  for (const feature of featuresIn(written)) features.add(feature);
  const isUsed = ({ type, value }: AuthorBlock): boolean =>
    type !== "external_embed" ||
    allowedEmbed(String((value as { url?: unknown }).url), embedHosts) !== undefined;
  for (const block of written.filter(isUsed)) {
    const name = readyBlockNames.find((each) => each === block.type);
    if (name) blocks.add(name);
  }
  return read;
};

/** Markdown as it was, with the files of its pictures and recordings, and links between files. */
const copiedBody = (body: BodyOf<"markdown">, { media, prefix, file, links }: WritingTools): string => {
  const isKnownSite = !body.base.startsWith("http://localhost");
  const whole = (address: string): string | undefined => {
    const found = absolute(address, body.base);
    const isReachable = isKnownSite || !found.startsWith("http://localhost");
    return /^https?:/i.test(found) && isReachable ? found : undefined;
  };
  const text = withAddresses(body.text.replace(/\r\n?/g, "\n"), {
    mediaTo: (address, line, element) => {
      if (element === "img" && embedAt(address)) return { file: address };
      const use = element === "img" ? "image" : element;
      const from = body.resolve(address);
      const place = body.place.below(line);
      const found =
        typeof from === "object"
          ? media.copyOf(from.path, from.name, place, use)
          : media.fileOf(from ?? address, place, use);
      return found === undefined ? { link: whole(address) } : { file: prefix + found };
    },
    linkTo: (address, line) => {
      const [, path = "", suffix = ""] = /^([^?#]*)(.*)$/s.exec(address) ?? [];
      if (path === "") return undefined;
      const beside = body.resolve(path);
      const post =
        (typeof beside === "object" ? links.named(beside.name) : undefined) ??
        links.at(absolute(address, body.base), body.place.below(line));
      if (post) return fileFrom(file, post) + suffix.replace(/^[^#]*/, "");
      // A path of the old site's folder would be read as that of a file in this one.
      if (/^(?:[a-z][a-z0-9+.-]*:|\/)/i.test(path)) return undefined;
      return whole(address) ?? new URL(address, body.base).pathname + suffix;
    },
  });
  const trimmed = text.replace(/^\n+|\s+$/g, "");
  return trimmed === "" ? "" : `\n${trimmed}\n`;
};

/** Exports may name two posts alike; the second one is another post in each run. */
const withOwnIdentities = (posts: readonly ImportedPost[]): ImportedPost[] => {
  const counts = new Map<string, number>();
  return posts.map((post) => {
    const count = (counts.get(post.identity) ?? 0) + 1;
    counts.set(post.identity, count);
    if (count === 1) return post;
    post.place.note("field", `guid or address ${post.identity}: another post has the same`);
    return { ...post, identity: `${post.identity} (${count})` };
  });
};

const shownTitle = (title: string, slug: string, place: NotePlace): string => {
  const kept = cutText(visible(title), maxTitleLength).trim();
  if (kept.length < visible(title).trim().length)
    place.note("field", `title: longer than ${maxTitleLength} characters`);
  return kept || slug;
};

/** Without control characters, which the service refuses. */
const visible = (text: string): string => text.replace(/\p{Cc}+/gu, " ");

const tagsOf = (written: readonly string[]): readonly string[] => {
  const tags = written.map((tag) => cutText(visible(tag).trim(), maxTagLength).trim());
  return [...new Set(tags)].filter((tag) => tag !== "");
};

const usableGuid = (guid: string | undefined, place: NotePlace): string | undefined => {
  if (guid === undefined || (isGuid(guid) && [...guid].length <= maxGuidLength)) return guid;
  place.note("field", `guid: ${guid}`);
  return undefined;
};

/** What a page that is no post has of the fields; what else it had is noted. */
const fieldsOfPage = (
  { date, guid: _, tags, categories, authors, ...fields }: FolderFields,
  place: NotePlace,
): FolderFields => {
  for (const [name, said] of Object.entries({ tags, categories, authors }))
    if (said?.length) place.note("page", `${name}: ${said.join(", ")}`);
  // It has no day, but may be one to come.
  return { type: "page", ...fields, publishDate: date };
};

const withoutTitle = ({ title: _, ...fields }: ImportedPost["fields"]) => fields;

const baseOf = ({ body }: ImportedPost): string => (body.kind === "html" ? body.base : "");

/** The default slug of a file leaves out what looks like a date. */
const isNamedBySlug = (slug: string): boolean => !/^\d{4}-\d{2}-\d{2}-/.test(slug);

/** The paths of the addresses that a post had, as far as an alias can be one. */
const aliasesOf = ({ addresses, place }: ImportedPost): readonly string[] => {
  const paths = addresses.flatMap((address) => {
    const url = URL.canParse(address, "http://localhost") ? new URL(address, "http://localhost") : undefined;
    const path = url?.pathname;
    if (path && keyOfAlias(path) && (url.search === "" || path !== "/")) {
      if (url.search !== "") place.note("alias", `${address}: only the path ${path} leads to the post`);
      return [readable(path)];
    }
    place.note("alias", address);
    return [];
  });
  const all = distinctAliases(paths);
  for (const path of all.slice(maxAliases)) place.note("alias", `${path}: a post has at most ${maxAliases}`);
  return all.slice(0, maxAliases);
};

const readable = (path: string): string => {
  const decoded = percentDecoded(path);
  return keyOfAlias(decoded) === keyOfAlias(path) ? decoded : path;
};

const fileNameOf = (
  { folder }: { readonly folder?: ImportedPost["folder"] | undefined },
  slug: string,
): string => `${folder === undefined ? "" : `${folder}/`}${slug}.md`;

/** Gives each post of a folder a slug, and with it a file, of its own. */
class Slugs {
  readonly #known: ReadonlyMap<string, string>;
  readonly #taken: Set<string>;
  readonly #numbering = new Numbering();

  constructor(known: ReadonlyMap<string, string>) {
    this.#known = known;
    this.#taken = new Set([...known.values()].map((file) => file.toLowerCase()));
  }

  slugOf(post: ImportedPost): string {
    const { folder, place, identity } = post;
    const wanted = post.slug === undefined ? "" : percentDecoded(post.slug).normalize("NFC");
    const slug = this.#knownSlug(identity, folder) ?? this.#newSlug(post, wanted);
    if (wanted !== "" && wanted !== slug) place.note("slug", `${wanted}: now ${slug}`);
    return slug;
  }

  #knownSlug(identity: string, folder: ImportedPost["folder"]): string | undefined {
    const file = this.#known.get(identity);
    const slug = file?.replace(/^pages\//, "").replace(/\.md$/, "");
    return slug !== undefined && file === fileNameOf({ folder }, slug) ? slug : undefined;
  }

  #newSlug(post: ImportedPost, wanted: string): string {
    const usable = mayBeSlug(wanted) && Buffer.byteLength(wanted) <= 200 ? wanted : slugFromTitle(wanted);
    const base = cut(usable || slugFromTitle(post.fields.title) || post.fallbackSlug);
    const keyOf = (slug: string) => fileNameOf(post, slug).toLowerCase();
    const slug = this.#numbering.firstFree(
      keyOf(base),
      (number) => numberedSlug(base, number),
      (name) => this.#taken.has(keyOf(name)),
    );
    this.#taken.add(keyOf(slug));
    return slug;
  }
}

/** Names of files have at most 255 bytes. */
const cut = (slug: string): string => {
  const kept = [...slug];
  while (Buffer.byteLength(kept.join("")) > 200) kept.pop();
  return kept.join("");
};
