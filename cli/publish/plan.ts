import { isDeepStrictEqual } from "node:util";
import type * as z from "zod/mini";
import { type Anchors, anchorsOf } from "#cli/publish/body/anchors.ts";
import type { BodyPart } from "#cli/publish/body/body-part.ts";
import { withoutIds } from "#cli/publish/body/children-ids.ts";
import { customBlocksOf } from "#cli/publish/body/custom-blocks.ts";
import { type LinkTo, readText } from "#cli/publish/body/read-text.ts";
import { type IdOf, type MediaId, noIds, type SeasonName, withIds } from "#cli/publish/media/file-beside.ts";
import type { KeysOfMedia } from "#cli/publish/media/media-keys.ts";
import { type FilesOfSite, mediaOfPost, noFilesYet } from "#cli/publish/media/media-of-post.ts";
import type { SaidOfMedia } from "#cli/publish/media/said-of-media.ts";
import type { AuthorBlock } from "#lib/blocks/read-section.ts";
import { sectionNames } from "#lib/blocks/sections.ts";
import { parseInstant } from "#lib/instant.ts";
import type { ContentType } from "#lib/pages/content-fields.ts";
import { emptyOf } from "#lib/pages/content-values.ts";
import { type RichTextFeature, richTextFeatureNames } from "#lib/richtext/features.ts";
import type { editorWritten, newEpisode, writtenChanges } from "#lib/routes/editor-post-shapes.ts";
import { createEpisode, createPost, createStandalonePage } from "#lib/routes/editor-posts.ts";
import type { editorSite } from "#lib/routes/editor-site.ts";
import { PlainError } from "#local/plain-error.ts";
import { fieldsSentBy } from "./digest-text.ts";
import { fieldsInFiles } from "./file-fields.ts";
import type { LineProblem } from "./front-matter.ts";
import type { Positions } from "./problems.ts";
import { isMdx, type PostSource } from "./source.ts";

/** A post, an episode or a page as the editor API shows it. */
export type StoredPost = z.output<typeof editorWritten>;

export type EditorSite = z.output<typeof editorSite>;

/** A file's post with the category ids and blocks of one service. */
export interface PlannedPost {
  readonly source: PostSource;
  /** A create sends all of it, an update what differs. */
  readonly fields: PostSource["post"] &
    KeysOfMedia["episode"] & {
      readonly categories: readonly number[];
      readonly cover_image?: { readonly id: MediaId; readonly alt_text: string };
      /** What makes a post an episode. */
      readonly podcast_audio?: { readonly id: MediaId };
      readonly season?: { readonly id: SeasonName };
      /** The blocks as the service shows them. Without `<!--more-->`, a file has no overview. */
      readonly overview?: readonly AuthorBlock[];
      readonly detail: readonly AuthorBlock[];
    };
  readonly said: SaidOfMedia;
  readonly positions: Positions;
  /** Formatting of the text that the site does not keep. */
  readonly removed: readonly LineProblem[];
  /** Warnings of what means nothing, or perhaps not what the author meant. */
  readonly warnings: readonly LineProblem[];
}

/** The post for a service with these categories and rich-text features, or the problems with it. */
export const planPost = (
  source: PostSource,
  site: EditorSite,
  files: FilesOfSite = noFilesYet,
  linkTo?: LinkTo,
): PlannedPost | { readonly problems: readonly LineProblem[] } => {
  const { post, categories, body, bodyLine } = source;
  const idBySlug = new Map(site.categories.map(({ id, slug }) => [slug, id]));
  const known = [...idBySlug.keys()].join(", ") || "none";
  const unknown = categories
    .filter(({ text }) => !idBySlug.has(text))
    .map(({ line, text }) => ({ line, message: `categories: There is no "${text}"; there are ${known}.` }));
  const custom = customBlocksOf(site);
  const rules = { features: featuresOf(site), custom, isMdx: isMdx(source.file) };
  const read = readText(body, bodyLine, { ...rules, ...(linkTo && { linkTo }) });
  const media = mediaOfPost(source, files);
  const problems = [...unknown, ...read.problems, ...media.problems];
  if (problems.length > 0) return { problems };
  const ids = new Set(categories.flatMap(({ text }) => idBySlug.get(text) ?? []));
  let used = 0;
  const blocksOf = (parts: readonly BodyPart[]) =>
    parts.map(({ block, media: { length } }) => {
      used += length;
      return block(media.inText.slice(used - length, used));
    });
  const { overview, detail, removed, warnings } = read;
  return {
    source,
    fields: {
      ...{ ...post, ...media.fields, categories: [...ids] },
      ...(overview && { overview: blocksOf(overview) }),
      detail: blocksOf(detail),
    },
    said: media.said,
    positions: {
      lines: new Map([...source.positions.lines, ...media.lines]),
      blocks: { overview: overview ?? [], detail },
    },
    removed,
    warnings: [...source.warnings, ...warnings],
  };
};

/** The ids on the page of a file's post. */
export const anchorsIn = ({ file, body, bodyLine }: PostSource, site: EditorSite): Anchors => {
  const rules = { features: featuresOf(site), custom: customBlocksOf(site), isMdx: isMdx(file) };
  return anchorsOf(readText(body, bodyLine, rules));
};

export const featuresOf = (site: Pick<EditorSite, "rich_text_features">): readonly RichTextFeature[] =>
  site.rich_text_features.map((name) => {
    const feature = richTextFeatureNames.find((known) => known === name);
    if (feature) return feature;
    throw new PlainError(
      `The service is newer than this program, which does not know the rich-text feature ${name}; update it.`,
    );
  });

export type Changes = z.output<typeof writtenChanges>;

/** The fields in which a stored post differs from its file; what the file may leave out stays as it is. */
export const changesTo = (stored: StoredPost, planned: PlannedPost, idOf: IdOf = noIds): Changes => {
  const fields = withIds(planned.fields, idOf);
  const kept = stored as Readonly<Record<string, unknown>>;
  const differs = ([name, value]: readonly [string, unknown]): boolean => {
    if (value === undefined) return false;
    const isSame = name === "overview" || name === "detail" ? sameBlocks : sameFor(name);
    return !isSame(kept[name], value);
  };
  return Object.fromEntries([...Object.entries(fields).filter(differs), ...emptiedFields(stored, planned)]);
};

type Sameness = (stored: unknown, said: unknown) => boolean;

const sameBlocks: Sameness = (stored, said) => isDeepStrictEqual(withoutIds(stored), withoutIds(said));

const sameMembers: Sameness = (stored, said) =>
  isDeepStrictEqual(new Set(stored as unknown[]), new Set(said as unknown[]));

/** How values of a type are compared, where deep equality is not enough. */
const samenesses: { readonly [Type in ContentType]?: Sameness } = {
  instant: (stored, said) => said === parseInstant(String(stored)),
  ...{ tags: sameMembers, categories: sameMembers, aliases: sameMembers },
};

/** The comparison of a field. A field that a post does not show is empty. */
const sameFor = (name: string): Sameness => {
  const field = fieldsInFiles[name]?.field;
  const isSame = (field && samenesses[field.type]) ?? isDeepStrictEqual;
  return (stored, said) => isSame(stored ?? (field && emptyOf(field)), said);
};

/** The fields that files can say in which two revisions of a page differ. */
export const fieldsThatDiffer = (one: StoredPost, other: StoredPost): readonly string[] => {
  const [before, after] = [one, other] as readonly Readonly<Record<string, unknown>>[];
  const isSame = (name: string): boolean => {
    const value = after?.[name];
    const isInstant = fieldsInFiles[name]?.field.type === "instant";
    return sameFor(name)(before?.[name], isInstant ? parseInstant(String(value)) : (value ?? emptyIn(name)));
  };
  const sections = sectionNames.filter((name) => !sameBlocks(one[name], other[name]));
  return [...Object.keys(fieldsInFiles).filter((name) => !isSame(name)), ...sections];
};

const emptyIn = (name: string): unknown => {
  const field = fieldsInFiles[name]?.field;
  return field && emptyOf(field);
};

/** The values of fields that a file no longer says. */
const emptied: readonly (readonly [name: string, empty: unknown])[] = [
  ["overview", []],
  ...Object.entries(fieldsInFiles).flatMap(([name, { field, alwaysSent, leftOut }]): [string, unknown][] =>
    alwaysSent || leftOut === "stays" ? [] : [[name, emptyOf(field)]],
  ),
];

/** The fields that the file said when the page was saved last, and no longer says. */
const emptiedFields = (stored: StoredPost, { fields, source }: PlannedPost): [string, unknown][] => {
  const sent = fieldsSentBy(source.origin, stored.source);
  const kept: Readonly<Record<string, unknown>> = stored;
  const said: Readonly<Record<string, unknown>> = fields;
  return emptied.flatMap(([name, empty]): [string, unknown][] =>
    sent.includes(name) && said[name] === undefined && !isDeepStrictEqual(kept[name], empty)
      ? [[name, empty]]
      : [],
  );
};

export const isAsPlanned = (stored: StoredPost, planned: PlannedPost, idOf: IdOf): boolean =>
  Object.keys(changesTo(stored, planned, idOf)).length === 0;

/** The body that creates the post, the episode if it has an audio, or the page. */
export const creationOf = (
  { fields, source }: PlannedPost,
  parentId: number,
  idOf: IdOf,
): z.output<typeof newEpisode> => {
  const { tags, categories, ...ofAll } = fields;
  const own = source.isPage ? ofAll : fields;
  const body = { overview: [], ...own, parent: { id: parentId } };
  // Only trials leave out files and seasons without an id.
  return withIds(body, idOf) as unknown as z.output<typeof newEpisode>;
};

export const isEpisode = ({ fields }: PlannedPost): boolean => fields.podcast_audio !== undefined;

/** The route that creates what a file says. */
export const creationRoute = (planned: PlannedPost) => {
  const route = planned.source.isPage
    ? createStandalonePage
    : isEpisode(planned)
      ? createEpisode
      : createPost;
  // All three take such a body, and answer with an object of their kind.
  return route as unknown as Omit<typeof createEpisode, "answer"> & { readonly answer: typeof editorWritten };
};

/** What the service calls the kind of a file's page. */
export const typeOfFile = (planned: PlannedPost): StoredPost["type"] =>
  planned.source.isPage ? "site.Page" : isEpisode(planned) ? "site.Episode" : "site.Post";
