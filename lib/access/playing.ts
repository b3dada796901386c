import type { Catalog } from "#lib/catalog/catalog.ts";
import { certain } from "#lib/certain.ts";
import type { Audio } from "#lib/media/media.ts";
import { type Listing, listingOf, plays } from "#lib/pages/listing.ts";
import { isWritten } from "#lib/pages/page.ts";
import { anonymousViewer } from "#lib/pages/restriction.ts";
import { Refusal } from "#lib/refusals/refusal.ts";
import type { Collection } from "#lib/site/site.ts";
import { readEditablePage, readPages } from "#lib/store/pages.ts";
import { readDraftEpisodeIds } from "#lib/store/schedules.ts";
import { mayEdit } from "./page-permissions.ts";
import { type Caller, hasAdminAccess, type Principal, viewerOf } from "./principal.ts";
import { collectionAccess } from "./visible-media.ts";

/** The request of a web player: an audio, and pages that play it (anchors). 0 is the id of no page. */
export interface PlayRequest {
  readonly audioId: number;
  readonly postId?: number;
  readonly episodeId?: number | undefined;
}

export interface Playing {
  readonly audio: Audio;
  readonly post: Listing | null;
  /** The episode that the audio belongs to, if there is exactly one. */
  readonly episode: Listing | null;
  /** True if everybody gets the same. */
  readonly isPublic: boolean;
}

export interface PlayContext {
  readonly caller: Caller;
  readonly catalog: Catalog;
  readonly collections: readonly Collection[];
}

/**
 * The audio, for callers who may view or edit every page that they name, or, if they name none, some episode
 * with it. For pages that the caller may edit, the latest draft counts too. Refuses `not_found` to others,
 * and for audios in collections that are closed to the caller (contract#player-access). Cost: mostly none.
 * With admin access, one request per named page that is not visible, and two or more if no episode is.
 */
export const requirePlaying = async (
  { audioId, postId, episodeId }: PlayRequest,
  context: PlayContext,
): Promise<Playing> => {
  const { catalog, collections, caller } = context;
  const audio = catalog.media("audio", audioId);
  const access = audio && collectionAccess(viewerOf(caller), collections, audio.collectionId);
  if (!audio || access === "closed") {
    throw new Refusal("not_found", { detail: "No Audio matches the given query." });
  }
  const post = postId === undefined ? null : await requireAnchor(postId, audioId, context);
  const named = episodeId === undefined ? null : await requireAnchor(episodeId, audioId, context);
  const episodes = named
    ? [named].filter((page) => page.podcastAudio === audioId)
    : await episodesWith(audioId, context);
  if (!post && !named && episodes.length === 0) {
    throw new Refusal("not_found", { detail: "no public episode references this audio" });
  }
  const pages = [post, named, ...episodes].filter((page) => page !== null);
  return {
    audio,
    post,
    episode: episodes.length === 1 ? certain(episodes[0]) : null,
    isPublic: access === "public" && pages.every(({ id }) => isPublic(id, audioId, catalog)),
  };
};

const isPublic = (id: number, audioId: number, catalog: Catalog): boolean => {
  const seen = catalog.page(id, anonymousViewer);
  return seen !== undefined && plays(seen, audioId);
};

/** The page, if it plays the audio in a version that the caller may see. */
const requireAnchor = async (id: number, audioId: number, context: PlayContext): Promise<Listing> => {
  const seen = context.catalog.page(id, viewerOf(context.caller));
  const anchor = seen && plays(seen, audioId) ? seen : await editableAnchor(id, audioId, context);
  if (!anchor) throw new Refusal("not_found", { detail: "no authorized anchor for this audio" });
  return anchor;
};

const editableAnchor = async (
  id: number,
  audioId: number,
  { caller, catalog }: PlayContext,
): Promise<Listing | undefined> => {
  const principal = editorOf(caller);
  if (!principal) return undefined;
  const current = await readEditablePage(id);
  if (!current || !isWritten(current.page) || !mayEdit(principal, current.page)) return undefined;
  const { page, latest } = current;
  const draft = latest && listingOf(page, latest.content, []);
  return [catalog.listingById(id), draft].find((listing) => listing && plays(listing, audioId)) ?? undefined;
};

const editorOf = ({ principal }: Caller): Principal | null =>
  principal && hasAdminAccess(principal) ? principal : null;

/** The public episodes with the audio, else those the caller may view, else at most two they may edit. */
const episodesWith = async (audioId: number, context: PlayContext): Promise<readonly Listing[]> => {
  for (const viewer of [anonymousViewer, viewerOf(context.caller)]) {
    const seen = context.catalog.episodesWith(audioId, viewer);
    if (seen.length > 0) return seen;
  }
  return editableEpisodes(audioId, context);
};

const editableEpisodes = async (audioId: number, context: PlayContext): Promise<readonly Listing[]> => {
  const principal = editorOf(context.caller);
  if (!principal) return [];
  const ids = new Set([...context.catalog.episodeIdsWith(audioId), ...(await readDraftEpisodeIds(audioId))]);
  const episodes: Listing[] = [];
  for (const page of await readPages([...ids])) {
    if (!page || !mayEdit(principal, page)) continue;
    const episode = await editableAnchor(page.id, audioId, context);
    if (episode?.podcastAudio === audioId) episodes.push(episode);
    if (episodes.length === 2) break;
  }
  return episodes;
};
