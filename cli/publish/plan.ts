import { isDeepStrictEqual } from "node:util";
import type * as z from "zod/mini";
import type { AuthorBlock } from "#lib/blocks/read-block.ts";
import { parseInstant } from "#lib/instant.ts";
import { type RichTextFeature, richTextFeatureNames } from "#lib/richtext/features.ts";
import type { editorPostOrEpisode, postOrEpisodeChanges } from "#lib/routes/editor-episode-shapes.ts";
import type { newPost } from "#lib/routes/editor-post-shapes.ts";
import type { editorSite } from "#lib/routes/editor-site.ts";
import { PlainError } from "#local/plain-error.ts";
import { detailFromMarkdown } from "./detail.ts";
import type { LineProblem } from "./front-matter.ts";
import { problemsInFile } from "./problems.ts";
import type { PostSource } from "./source.ts";

/** A post, or an episode, as the editor API shows it. */
export type StoredPost = z.output<typeof editorPostOrEpisode>;

type Site = z.output<typeof editorSite>;

/** A file's post with the category ids and blocks of one service. */
export interface PlannedPost {
  readonly source: PostSource;
  /** All of it is sent on create, and on update what differs. */
  readonly fields: PostSource["post"] & { readonly categories: readonly number[] };
  /** The blocks that the service will show for `detail_markdown`. */
  readonly detail: readonly AuthorBlock[];
}

/** The post for a service with these categories and rich-text features, or the problems with it. */
export const planPost = (
  source: PostSource,
  site: Site,
): PlannedPost | { readonly problems: readonly LineProblem[] } => {
  const { post, categories, positions } = source;
  const idBySlug = new Map(site.categories.map(({ id, slug }) => [slug, id]));
  const known = [...idBySlug.keys()].join(", ") || "none";
  const unknown = categories
    .filter(({ text }) => !idBySlug.has(text))
    .map(({ line, text }) => ({ line, message: `categories: There is no "${text}"; there are ${known}.` }));
  const detail = detailFromMarkdown(post.detail_markdown, featuresOf(site));
  const problems = [...unknown, ...("problems" in detail ? problemsInFile(positions, detail.problems) : [])];
  if ("problems" in detail || problems.length > 0) return { problems };
  const ids = new Set(categories.flatMap(({ text }) => idBySlug.get(text) ?? []));
  return { source, fields: { ...post, categories: [...ids] }, detail: detail.blocks };
};

const featuresOf = (site: Site): readonly RichTextFeature[] =>
  site.rich_text_features.map((name) => {
    const feature = richTextFeatureNames.find((known) => known === name);
    if (feature) return feature;
    throw new PlainError(
      `The service is newer than this program, which does not know the rich-text feature ${name}; update it.`,
    );
  });

export type Changes = z.output<typeof postOrEpisodeChanges>;

/** The fields in which a stored post differs from its file; what the file may leave out stays as it is. */
export const changesTo = (stored: StoredPost, { fields, detail }: PlannedPost): Changes => {
  const { visible_date: date } = fields;
  const differing: Readonly<Record<string, boolean>> = {
    title: stored.title !== fields.title,
    slug: stored.slug !== fields.slug,
    visible_date: date !== undefined && date !== parseInstant(stored.visible_date),
    tags: !sameMembers(stored.tags, fields.tags),
    authors: fields.authors !== undefined && !isDeepStrictEqual(stored.authors ?? [], fields.authors),
    aliases: fields.aliases !== undefined && !sameMembers(stored.aliases ?? [], fields.aliases),
    categories: !sameMembers(stored.categories, fields.categories),
    search_description: stored.search_description !== fields.search_description,
    detail_markdown: !isDeepStrictEqual(stored.detail, detail),
  };
  return Object.fromEntries(Object.entries(fields).filter(([name]) => differing[name]));
};

const sameMembers = (one: readonly unknown[], other: readonly unknown[]): boolean =>
  isDeepStrictEqual(new Set(one), new Set(other));

export const isAsPlanned = (stored: StoredPost, planned: PlannedPost): boolean =>
  Object.keys(changesTo(stored, planned)).length === 0;

export const creationOf = ({ fields }: PlannedPost, parentId: number): z.output<typeof newPost> => ({
  ...fields,
  categories: [...fields.categories],
  parent: { id: parentId },
  overview: [],
});
