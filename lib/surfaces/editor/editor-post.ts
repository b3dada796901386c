import type * as z from "zod/mini";
import type { CustomBlocks } from "#lib/blocks/custom-block.ts";
import { readSection } from "#lib/blocks/read-block.ts";
import { storedBlocks } from "#lib/blocks/sections.ts";
import type { MediaIds, RequestedMedia } from "#lib/media/references.ts";
import { editUrl, previewUrl } from "#lib/pages/addresses.ts";
import type { PostContent } from "#lib/pages/content.ts";
import type { FieldName } from "#lib/pages/field-names.ts";
import { type Page, statusOf } from "#lib/pages/page.ts";
import type { Revision } from "#lib/pages/revision.ts";
import { withoutUndefined } from "#lib/pages/without-undefined.ts";
import type { editorPost } from "#lib/routes/editor-post-shapes.ts";
import type { Category } from "#lib/site/site.ts";

export interface PostWithLatest {
  readonly page: Page;
  readonly latest: Revision | null;
}

export interface EditorPostContext {
  readonly categories: readonly Category[];
  /** Undefined if the site has none. */
  readonly custom: CustomBlocks | undefined;
  /** Contains at least those that the post refers to and that exist. */
  readonly media: RequestedMedia;
}

/** The editor post object (contract#read-latest), with its cover and the media that the caller may choose. */
export const editorPostView = (
  { page, latest }: PostWithLatest,
  { categories, custom, media }: EditorPostContext,
): z.input<typeof editorPost> => {
  if (!latest) throw new Error(`Post ${page.id} has no revision.`);
  const content = latest.content as PostContent;
  const blocks = { custom, media: media.choosable };
  const shown = {
    title: content.title,
    slug: content.slug,
    seo_title: content.seoTitle,
    search_description: content.searchDescription,
    visible_date: content.visibleDate,
    tags: [...content.tags],
    categories: byName(content.categories, categories),
    cover_image: coverView(content, media.existing),
    authors: unlessEmpty(content.authors),
    aliases: unlessEmpty(content.aliases),
    guid: content.guid ?? undefined,
    source: content.source ?? undefined,
    overview: readSection("overview", storedBlocks(content.body, "overview"), blocks),
    detail: readSection("detail", storedBlocks(content.body, "detail"), blocks),
  } satisfies Record<FieldName<PostContent>, unknown>;
  return {
    id: page.id,
    type: "site.Post",
    page_slug: page.slug,
    parent: { id: page.parentId ?? 0 },
    ...withoutUndefined(shown),
    latest_revision_id: latest.id,
    previous_revision_id: latest.previousRevisionId,
    live: page.live,
    status: statusOf(page),
    preview_url: previewUrl(page.id),
    edit_url: editUrl(page.id),
    api_url: `/api/editor/posts/${page.id}/`,
  };
};

/** Of a publication below a page that is not public. */
export const notPublic = {
  code: "not_public",
  path: "parent",
  message: "A page above this one is not public, so that nobody can reach it yet.",
} as const;

/** The object of a post or episode that has just been published. */
export const publishedView = <View extends { readonly latest_revision_id: number }>(
  view: View,
  publicUrl: string,
) => ({ ...view, published_revision_id: view.latest_revision_id, public_url: publicUrl });

const coverView = ({ coverImage }: PostContent, { image }: MediaIds) =>
  coverImage && image.has(coverImage.id) ? { id: coverImage.id, alt_text: coverImage.altText } : null;

const unlessEmpty = (texts: readonly string[] = []): string[] | undefined =>
  texts.length > 0 ? [...texts] : undefined;

/** The ids of existing categories, ordered by name. */
const byName = (ids: readonly number[], categories: readonly Category[]): number[] =>
  categories
    .filter((category) => ids.includes(category.id))
    .sort((one, other) => one.name.localeCompare(other.name, "en") || one.id - other.id)
    .map((category) => category.id);
