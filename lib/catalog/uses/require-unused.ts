import { currentCatalog } from "#lib/catalog/current/current-catalog.ts";
import { currentEditorListings } from "#lib/catalog/current/current-editor-listings.ts";
import type { MediaKind } from "#lib/media/media.ts";
import { imagesIn } from "#lib/object-fields.ts";
import type { AnyContent } from "#lib/pages/content.ts";
import { usedMedia } from "#lib/pages/post-references.ts";
import { Refusal } from "#lib/refusals/refusal.ts";
import { knownBlocks } from "#lib/settings/blocks.ts";
import { type SiteSettings, settingFields } from "#lib/site/site.ts";
import { readLatestRevisions, readLiveContents } from "#lib/store/pages.ts";

/** Refuses `in_use` for an object that pages or the site's settings use (contract#media-in-use). */
export const requireUnused = async (kind: MediaKind, id: number, settings: SiteSettings): Promise<void> => {
  const pages = await pagesUsing(kind, id);
  if (pages.length > 0) throw new Refusal("in_use", { fields: { pages } });
  if (kind !== "image" || !imagesIn(settingFields, settings).includes(id)) return;
  const detail = "The site's settings use the image; `force=true` deletes it all the same.";
  throw new Refusal("in_use", { detail, fields: { pages } });
};

/**
 * The ids of the pages that use a media object, in what is public or in their latest revisions, ascending
 * (decision 042). What listings and rows do not say is read from contents: one request per 100 pages.
 */
const pagesUsing = async (kind: MediaKind, id: number): Promise<readonly number[]> => {
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
