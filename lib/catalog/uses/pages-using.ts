import { currentCatalog } from "#lib/catalog/current/current-catalog.ts";
import { currentEditorListings } from "#lib/catalog/current/current-editor-listings.ts";
import type { MediaKind } from "#lib/media/media.ts";
import type { AnyContent } from "#lib/pages/content.ts";
import { usedMedia } from "#lib/pages/post-references.ts";
import { knownBlocks } from "#lib/settings/blocks.ts";
import { readLatestRevisions, readLiveContents } from "#lib/store/pages.ts";

/**
 * The ids of the pages that use a media object, in what is public or in their latest revisions, ascending
 * (decision 042). What listings and rows do not say is read from contents: one request per 100 pages.
 */
export const pagesUsing = async (kind: MediaKind, id: number): Promise<readonly number[]> => {
  const [catalog, listings] = await Promise.all([currentCatalog(), currentEditorListings()]);
  const uses = (content: AnyContent) => usedMedia(content, knownBlocks())[kind]?.includes(id) ?? false;
  const drafts = [...listings.byId.values()];
  const silent = drafts.filter(({ latestRevisionId, latest }) => latestRevisionId !== null && !latest.media);
  const [revisions, contents] = await Promise.all([
    readLatestRevisions(silent),
    readLiveContents(catalog.idsWithoutListedContent()),
  ]);
  const found = new Set([
    ...catalog.idsUsing(kind, [id]),
    ...catalog
      .containers()
      .filter(uses)
      .map((blog) => blog.id),
    ...drafts.filter(({ latest }) => latest.media?.[kind]?.includes(id)).map((draft) => draft.id),
    ...revisions.filter(({ content }) => uses(content)).map(({ pageId }) => pageId),
    ...contents.flatMap((live) => (live && uses(live.content) ? [live.pageId] : [])),
  ]);
  return [...found].sort((one, other) => one - other);
};
