import { lookupIn, type MediaLookup } from "#lib/media/references.ts";
import type { Page } from "#lib/pages/page.ts";
import type { PostReferences } from "#lib/pages/post-references.ts";
import { anonymousViewer } from "#lib/pages/restriction.ts";
import type { Site } from "#lib/site/site.ts";
import { type PostSurroundings, readPostSurroundings } from "#lib/store/post-surroundings.ts";
import { visibleMedia } from "./visible-media.ts";

/** What anybody may see around a post: of its media those in collections that are open to all. Cost: as `readPostSurroundings`. */
export const readPublicSurroundings = async (
  post: Page,
  references: PostReferences,
  { collections }: Site,
): Promise<Omit<PostSurroundings, "media"> & { readonly media: MediaLookup }> => {
  const { media, ...others } = await readPostSurroundings(post, references);
  return { ...others, media: visibleMedia(lookupIn(media), anonymousViewer, collections) };
};
