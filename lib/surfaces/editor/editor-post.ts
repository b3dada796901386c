import type * as z from "zod/mini";
import type { CustomBlocks } from "#lib/blocks/custom-block.ts";
import { readSection } from "#lib/blocks/read-block.ts";
import { storedBlocks } from "#lib/blocks/sections.ts";
import { editUrl, previewUrl } from "#lib/pages/addresses.ts";
import { fieldsOfKind, postContentIn } from "#lib/pages/content.ts";
import { type Page, statusOf } from "#lib/pages/page.ts";
import type { Revision } from "#lib/pages/revision.ts";
import type { editorPost } from "#lib/routes/editor-post-shapes.ts";
import { type ShownContext, shownContent } from "./shown-content.ts";

export interface PostWithLatest {
  readonly page: Page;
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
  { categories, custom, media }: EditorPostContext,
): z.input<typeof editorPost> => {
  const { page } = post;
  const latest = latestOf(post);
  const content = postContentIn(latest);
  const blocks = { custom, media: media.choosable };
  return {
    id: page.id,
    type: "site.Post",
    page_slug: page.slug,
    parent: { id: page.parentId ?? 0 },
    ...shownContent(fieldsOfKind.post, content, { categories, media }),
    overview: readSection("overview", storedBlocks(content.body, "overview"), blocks),
    detail: readSection("detail", storedBlocks(content.body, "detail"), blocks),
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
