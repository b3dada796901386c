import { lookupIn, type MediaLookup } from "#lib/media/references.ts";
import type { Page } from "#lib/pages/page.ts";
import type { PostReferences } from "#lib/pages/post-references.ts";
import { anonymousViewer } from "#lib/pages/restriction.ts";
import type { Site } from "#lib/site/site.ts";
import { type PostContext, readPostContext } from "#lib/store/post-context.ts";
import { visibleMedia } from "./visible-media.ts";

/** A post's context with only those media that everybody may see. Cost: as `readPostContext`. */
export const readPublicPostContext = async (
  post: Page,
  references: PostReferences,
  { collections }: Site,
): Promise<Omit<PostContext, "media"> & { readonly media: MediaLookup }> => {
  const { media, ...others } = await readPostContext(post, references);
  return { ...others, media: visibleMedia(lookupIn(media), anonymousViewer, collections) };
};
