import type * as z from "zod/mini";
import type { CustomBlocks } from "#lib/blocks/custom-block.ts";
import { readSection } from "#lib/blocks/read-section.ts";
import { storedBlocks } from "#lib/blocks/sections.ts";
import type { RequestedMedia } from "#lib/media/references.ts";
import { editUrl, previewUrl } from "#lib/pages/addresses.ts";
import { fieldsOfKind, writtenContentIn } from "#lib/pages/content.ts";
import {
  type ContentField,
  type ContentType,
  type ContentValues,
  episodeFields,
} from "#lib/pages/content-fields.ts";
import { declared, emptyOf, isLeftOut } from "#lib/pages/content-values.ts";
import { type PageOf, statusOf, type WrittenKind } from "#lib/pages/page.ts";
import type { Person } from "#lib/pages/podcast.ts";
import type { Revision } from "#lib/pages/revision.ts";
import type { ShownShape } from "#lib/routes/content-shapes.ts";
import type { editorEpisode, editorPage, editorPost, editorWritten } from "#lib/routes/editor-post-shapes.ts";
import type { Category } from "#lib/site/site.ts";

export interface PostWithLatest {
  readonly page: PageOf<WrittenKind>;
  readonly latest: Revision | null;
}

export interface EditorPostContext extends ShownContext {
  /** Undefined if the site has none. */
  readonly custom: CustomBlocks | undefined;
}

/** The latest revision of a post, which has one from its creation. */
export const latestOf = ({ page, latest }: PostWithLatest): Revision => {
  if (!latest) throw new Error(`Post ${page.id} has no revision.`);
  return latest;
};

/** The editor post object (contract#read-latest), with its cover and the media that the caller may choose. */
export const editorPostView = (
  post: PostWithLatest,
  context: EditorPostContext,
): z.input<typeof editorPost> => {
  const { content } = latestOf(post);
  return {
    ...beginningOf(post),
    type: "site.Post",
    ...shownContent(fieldsOfKind.post, content, context),
    ...endingOf(post, context),
  };
};

/** The object of a page that is no post (contract#standalone-pages). */
export const editorPageView = (
  page: PostWithLatest,
  context: EditorPostContext,
): z.input<typeof editorPage> => {
  const { content } = latestOf(page);
  return {
    ...beginningOf(page),
    type: "site.Page",
    ...shownContent(fieldsOfKind.page, content, context),
    ...endingOf(page, context),
  };
};

const beginningOf = ({ page }: PostWithLatest) => ({
  id: page.id,
  page_slug: page.slug,
  parent: { id: page.parentId },
});

const endingOf = (post: PostWithLatest, { custom, media }: EditorPostContext) => {
  const { page } = post;
  const latest = latestOf(post);
  const { body } = writtenContentIn(latest);
  const blocks = { custom, media: media.choosable };
  return {
    overview: readSection("overview", storedBlocks(body, "overview"), blocks),
    detail: readSection("detail", storedBlocks(body, "detail"), blocks),
    latest_revision_id: latest.id,
    previous_revision_id: latest.previousRevisionId,
    live: page.live,
    status: statusOf(page),
    preview_url: previewUrl(page.id),
    edit_url: editUrl(page.id),
    api_url: `/api/editor/posts/${page.id}/`,
  };
};

/** Answers a publication below a page that is not public. */
export const notPublic = {
  code: "not_public",
  path: "parent",
  message: "A page above this one is not public, so that nobody can reach it yet.",
} as const;

/** Shows a post or episode that has just been published. */
export const publishedView = <View extends { readonly latest_revision_id: number }>(
  view: View,
  publicUrl: string,
) => ({ ...view, published_revision_id: view.latest_revision_id, public_url: publicUrl });

export interface ShownContext {
  readonly categories: readonly Category[];
  /** At least the media that the content refers to and that exist. */
  readonly media: RequestedMedia;
}

type Views = {
  readonly [Type in ContentType]?: (value: ContentValues[Type], context: ShownContext) => unknown;
};

/** The ids of existing categories, ordered by name. */
const byName = (ids: readonly number[], categories: readonly Category[]): number[] =>
  categories
    .filter((category) => ids.includes(category.id))
    .sort((one, other) => one.name.localeCompare(other.name, "en") || one.id - other.id)
    .map((category) => category.id);

const personView =
  ({ media }: ShownContext) =>
  ({ name, role, group, link, image, ...rest }: Person) => ({
    ...{
      name,
      role,
      group,
      link,
      image: image !== null && media.existing.image.has(image) ? { id: image } : null,
    },
    ...(rest satisfies Readonly<Record<string, never>>),
  });

/** What editors see in place of a stored value; undefined is for bodies, which are sections. */
const views: Views = {
  categories: (ids, { categories }) => byName(ids, categories),
  cover: (cover, { media }) =>
    cover && media.existing.image.has(cover.id) ? { id: cover.id, alt_text: cover.altText } : null,
  // All who may edit an episode see its audio, unless it was deleted.
  audio: (id, { media }) => (id !== null && media.existing.audio.has(id) ? { id } : null),
  season: (id) => (id === null ? null : { id }),
  persons: (persons, context) => persons.map(personView(context)),
  soundbites: (soundbites) =>
    soundbites.map(({ startSeconds, durationSeconds, title }) => ({
      ...{ start: startSeconds, duration: durationSeconds, title },
    })),
  body: () => undefined,
};

/** What the editor API shows of these fields. Sections of bodies are fields by themselves. */
const shownContent = <const Fields extends Readonly<Record<string, ContentField>>>(
  fields: Fields,
  content: object,
  context: ShownContext,
) =>
  Object.fromEntries(
    declared(fields).flatMap(([name, field, wire]) => {
      const value = (content as Readonly<Record<string, unknown>>)[name] ?? emptyOf(field);
      if (isLeftOut(field, value)) return [];
      const view = views[field.type] as ((value: unknown, context: ShownContext) => unknown) | undefined;
      const shown = view ? view(value, context) : (value ?? field.shownAs ?? null);
      return shown === undefined ? [] : [[wire, shown]];
    }),
  ) as z.input<z.ZodMiniObject<ShownShape<Fields>>>;

/** The editor episode object (contract#episode-fields). All who may edit it see its audio, unless deleted. */
export const editorEpisodeView = (
  episode: PostWithLatest,
  context: EditorPostContext,
): z.input<typeof editorEpisode> => {
  const post = editorPostView(episode, context);
  const { content } = latestOf(episode);
  return {
    ...post,
    type: "site.Episode",
    ...shownContent(episodeFields, content, context),
    api_url: `/api/editor/episodes/${post.id}/`,
  };
};

const viewsByKind = {
  post: editorPostView,
  episode: editorEpisodeView,
  page: editorPageView,
} as const satisfies Record<WrittenKind, unknown>;

/** The editor's object of what is written, by its kind. */
export const editorWrittenView = (
  shown: PostWithLatest,
  context: EditorPostContext,
): z.input<typeof editorWritten> => viewsByKind[shown.page.kind](shown, context);
