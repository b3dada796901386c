import { isDeepStrictEqual } from "node:util";
import type { BodyPart } from "#cli/publish/body/body-part.ts";
import { readText } from "#cli/publish/body/read-text.ts";
import { fieldsInFiles } from "#cli/publish/file-fields.ts";
import type { StoredPost } from "#cli/publish/plan.ts";
import { type CustomBlocks, mapMedia } from "#lib/blocks/custom-block.ts";
import { isObject } from "#lib/blocks/is-object.ts";
import type { AuthorBlock } from "#lib/blocks/read-section.ts";
import { type SectionName, sectionNames } from "#lib/blocks/sections.ts";
import { chapterTime } from "#lib/media/chapters.ts";
import { isMediaKind, type MediaKind } from "#lib/media/media.ts";
import { fieldsOfKind } from "#lib/pages/content.ts";
import { type ContentField, episodeFields } from "#lib/pages/content-fields.ts";
import { declared } from "#lib/pages/content-values.ts";
import { escapeHtml } from "#lib/richtext/escape-html.ts";
import type { RichTextFeature } from "#lib/richtext/features.ts";
import { bodyText, type FolderBody, fencedBody } from "./body-text.ts";
import type { ExportedMedium, FindMedium, NamedRemoteFile, NamedText } from "./exported-media.ts";
import { type FolderFields, folderSoundbite, postText } from "./post-text.ts";

export interface ExportingRules {
  readonly features: readonly RichTextFeature[];
  readonly custom: CustomBlocks;
  /** Slugs by id. */
  readonly categories: ReadonlyMap<number, string>;
  /** Numbers by id. */
  readonly seasons: ReadonlyMap<number, number>;
  /** The addresses of pages by id; null for one that the public does not see. */
  readonly addresses: ReadonlyMap<number, string | null>;
  readonly mediaOf: FindMedium;
  readonly withoutIds: boolean;
  /** The path from the post's file to the folder of its blog or podcast, such as `../`. */
  readonly up: string;
}

export interface ExportedPost {
  readonly text: string;
  readonly files: readonly NamedRemoteFile[];
  /** Files beside it that are made here. */
  readonly texts: readonly NamedText[];
  /** The losses that the file cannot express. */
  readonly losses: readonly string[];
}

/** The state of the page, and the content that is written of it. */
export interface ExportedState {
  readonly scheduled_for: string | null;
  readonly live: boolean;
  /** True if there are later changes, which are not public. */
  readonly has_more: boolean;
}

/** The Markdown file of a post or episode, and what else it needs. */
export const exportedPost = async (
  post: StoredPost,
  { scheduled_for: scheduledFor, live, has_more: hasMore }: ExportedState,
  rules: ExportingRules,
): Promise<ExportedPost> => {
  const losses: string[] = [];
  const files: NamedRemoteFile[] = [];
  const find = async (kind: MediaKind, id: number, what: string): Promise<ExportedMedium | undefined> => {
    const found = await rules.mediaOf(kind, id);
    if (found) files.push(...found.files);
    else losses.push(`${what} (${kind} ${id}), which this token may not see`);
    return found;
  };
  const pathOf = (file: NamedRemoteFile | NamedText | undefined): string | undefined =>
    file && rules.up + file.path;
  const namedBy = async (blocks: readonly AuthorBlock[], section: SectionName) => {
    const named: AuthorBlock[] = [];
    for (const block of blocks)
      named.push(
        await blockWithFiles(
          rules.withoutIds ? withAddresses(block, rules) : block,
          rules.custom[section],
          fileIn(find, rules.up),
        ),
      );
    for (const { type, value } of named)
      if (type === "unsupported" && isObject(value))
        losses.push(`a block of type ${value.stored_type}, which stays in this service only`);
    return named;
  };
  const body: FolderBody = {
    overview: await namedBy(post.overview, "overview"),
    detail: await namedBy(post.detail, "detail"),
  };
  if (/linktype=/.test(JSON.stringify(body)))
    losses.push("links by ids, which lead there in this service only");

  const { cover_image: cover } = post;
  const coverFile = cover && (await find("image", cover.id, "the cover"))?.files[0];
  const episode = post.type === "site.Episode" ? await episodeKeysOf(post, rules, find, losses) : undefined;
  const { transcript, ...episodeKeys } = episode ?? {};
  const isPage = post.type === "site.Page";
  const date = isPage ? undefined : post.visible_date;
  const isOff =
    scheduledFor !== null && (date === undefined || Date.parse(scheduledFor) !== Date.parse(date));
  // With its date, a live page would be published at once, and the schedule of its changes would be
  // withdrawn.
  const isUndated = isOff && live && !rules.withoutIds;
  if (isUndated && date) losses.push(`its date, ${date}, because it is scheduled for ${scheduledFor}`);
  if (hasMore) losses.push("its latest changes, which are not public");
  const state = {
    publishDate: isOff && !live ? scheduledFor : undefined,
    draft: !live && scheduledFor === null,
  };
  const fields = {
    ...(isPage && { type: "page" }),
    ...saidIn(isPage ? fieldsOfKind.page : fieldsOfKind.post, post, {
      slug: { slug: post.slug, id: rules.withoutIds ? undefined : post.id },
      visible_date: { date: isUndated ? undefined : date, ...state },
      categories: isPage
        ? {}
        : { categories: post.categories.flatMap((id) => rules.categories.get(id) ?? []) },
      cover_image: coverFile ? { cover: pathOf(coverFile), cover_alt: cover?.alt_text } : {},
    }),
    ...(isPage && state),
    ...episodeKeys,
    transcript: pathOf(transcript),
  } as FolderFields;
  const written = bodyText(body, rules.features, undefined, rules.custom);
  const writeBody = isReadBack(written, body, rules) ? () => written : fencedBody;
  const text = postText(fields, body, rules.features, writeBody);
  return { text, files, texts: transcript ? [transcript] : [], losses };
};

/** True if the text is read as these blocks; two that are fine alone may be read otherwise together. */
const isReadBack = (text: string, body: FolderBody, rules: ExportingRules): boolean => {
  const [read, fenced] = [readText(text, 1, rules), readText(fencedBody(body), 1, rules)];
  const shown = (parts: readonly BodyPart[] = []) =>
    parts.map(({ media, block }) => [
      media.map(({ file }) => file),
      block(media.map((_, index) => index + 1)),
    ]);
  return sectionNames.every((section) => isDeepStrictEqual(shown(read[section]), shown(fenced[section])));
};

/** The block with addresses in links to pages, as far as these have one: elsewhere, ids are of others. */
const withAddresses = (block: AuthorBlock, { addresses }: ExportingRules): AuthorBlock =>
  block.type === "paragraph" && typeof block.value === "string"
    ? {
        ...block,
        value: block.value.replace(/<a linktype="page" id="(\d+)">/g, (link, id) => {
          const address = addresses.get(Number(id));
          return address ? `<a href="${escapeHtml(address)}">` : link;
        }),
      }
    : block;

/** The keys of a file for these fields; `apart`: for those that the API writes in another way. */
const saidIn = (
  fields: Readonly<Record<string, ContentField>>,
  post: Readonly<Record<string, unknown>>,
  apart: Readonly<Record<string, Partial<FolderFields>>>,
): Partial<FolderFields> => {
  const own = new Set<string>(declared(fields).map(([, , wire]) => wire));
  const said = Object.entries(fieldsInFiles).flatMap(([name, { key }]) => {
    if (!own.has(name)) return [];
    const value = post[name];
    return [apart[name] ?? (value === null || value === false ? {} : { [key]: value })];
  });
  return Object.assign({}, ...said);
};

type Find = (kind: MediaKind, id: number, what: string) => Promise<ExportedMedium | undefined>;

/** The name of a medium in a block, such as `{file: "media/12-heron.jpg"}`; undefined if there is none. */
export type NameOfMedium = (kind: MediaKind, id: number, type: string) => Promise<object | undefined>;

const fileIn =
  (find: Find, up: string): NameOfMedium =>
  async (kind, id, type) => {
    const found = await find(kind, id, `a block of type ${type}`);
    const [file] = found?.files ?? [];
    return file && { file: up + file.path, ...(found?.alt && { alt_text: found.alt }) };
  };

/** The block with names of files in the place of ids. */
export const blockWithFiles = async (
  block: AuthorBlock,
  custom: CustomBlocks[SectionName],
  nameOf: NameOfMedium,
): Promise<AuthorBlock> => {
  const { type, value } = block;
  const named = async (kind: MediaKind, id: unknown): Promise<object | undefined> =>
    typeof id === "number" ? nameOf(kind, id, type) : undefined;
  if (isMediaKind(type) && isObject(value)) return { type, value: (await named(type, value.id)) ?? value };
  if (type === "gallery" && Array.isArray(value)) {
    const entries: unknown[] = [];
    for (const { id, ...entry } of value)
      entries.push({ ...((await named("image", id)) ?? { id }), ...entry });
    return { type, value: entries };
  }
  const declared = custom.get(type);
  if (!declared) return block;
  const ids: (readonly [MediaKind, unknown])[] = [];
  const form = "written" as const;
  mapMedia(declared, value, [], { form, replace: (kind, id) => ids.push([kind, id]) });
  const objects: (object | undefined)[] = [];
  for (const [kind, id] of ids) objects.push(await named(kind, id));
  const replace = (_: MediaKind, id: unknown): unknown => objects.shift() ?? id;
  return { type, value: mapMedia(declared, value, [], { form, replace }) };
};

const episodeKeysOf = async (
  post: Extract<StoredPost, { type: "site.Episode" }>,
  { seasons, up, withoutIds }: ExportingRules,
  find: Find,
  losses: string[],
) => {
  const { podcast_audio: audio, season } = post;
  if (post.persons) losses.push("who takes part in it, which only a manifest can say");
  const found = audio ? await find("audio", audio.id, "its recording") : undefined;
  if (!found || found.files.length === 0) {
    losses.push("what belongs to an episode, because it has no recording");
    return { transcript: undefined };
  }
  const { chapters = [], transcript } = found.audio ?? {};
  // The service keeps another form than was sent, so publishing the file would send it again.
  if (transcript && !withoutIds) losses.push("its transcript, which stays as it is; --without-ids writes it");
  const said = withoutIds ? await transcript?.() : undefined;
  if (transcript && withoutIds && !said) losses.push("its transcript, which the service cannot show");
  const paths = found.files.map(({ path }) => up + path);
  const keys = saidIn(episodeFields, post, {
    podcast_audio: {
      audio: paths.length === 1 ? paths[0] : paths,
      chapters: chapters.map(({ start, title, link, image }) => ({
        ...{ start: chapterTime(start), title },
        ...(link !== "" && { link }),
        ...(image !== "" && { image }),
      })),
    },
    soundbites: { soundbites: post.soundbites?.map(folderSoundbite) },
    season: { season: season ? seasons.get(season.id) : undefined },
    explicit: { explicit: ({ 1: true, 2: false, 3: "clean" } as const)[post.explicit] },
  });
  return { ...keys, transcript: said };
};
