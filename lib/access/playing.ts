import type { Catalog } from "#lib/catalog/catalog.ts";
import type { Audio } from "#lib/media/media.ts";
import type { PostContent } from "#lib/pages/content.ts";
import { type Listing, listingOf, plays } from "#lib/pages/listing.ts";
import { isPost } from "#lib/pages/page.ts";
import { anonymousViewer } from "#lib/pages/restriction.ts";
import { Refusal } from "#lib/refusals/refusal.ts";
import type { Collection } from "#lib/site/site.ts";
import { readDraftEpisodeIds } from "#lib/store/draft-episodes.ts";
import { readEditablePage, readPages } from "#lib/store/pages.ts";
import { collectionAccess } from "./collection-access.ts";
import { mayEdit } from "./page-permissions.ts";
import { type Caller, hasAdminAccess, type Principal, viewerOf } from "./principal.ts";

/**
 * What a web player asks for. The anchors are pages that must be seen to play the audio; 0 is the id of none.
 */
export interface PlayRequest {
  readonly audioId: number;
  readonly postId?: number;
  readonly episodeId?: number | undefined;
}

/** An audio that the caller may play, and where. */
export interface Playing {
  readonly audio: Audio;
  /** The post in whose context it is played; null for none. */
  readonly post: Listing | null;
  /** The episode that it is the audio of, where there is one to name. */
  readonly episode: Listing | null;
  /** True when everybody would get this. */
  readonly isPublic: boolean;
}

/** What decides who may see which pages and media. */
export interface PlayContext {
  readonly caller: Caller;
  readonly catalog: Catalog;
  readonly collections: readonly Collection[];
}

/**
 * The audio, for callers who may view or edit every page that the request names as playing it, or, where it
 * names none, an episode that has it as its audio. Of pages that the caller may edit, the latest draft counts
 * as well. Refused as `not_found`: anybody else, and audios in collections that are closed to the caller
 * (contract#player-access). Cost: no request; for callers with admin access one for each page that they name
 * and do not see, and two or more where no episode is to be seen.
 */
export const requirePlaying = async (
  { audioId, postId, episodeId }: PlayRequest,
  scene: PlayContext,
): Promise<Playing> => {
  const { catalog, collections, caller } = scene;
  const audio = catalog.media("audio", audioId);
  const access = audio && collectionAccess(viewerOf(caller), collections, audio.collectionId);
  if (!audio || access === "closed") {
    throw new Refusal("not_found", { detail: "No Audio matches the given query." });
  }
  const post = postId === undefined ? null : await requireAnchor(postId, audioId, scene);
  const named = episodeId === undefined ? null : await requireAnchor(episodeId, audioId, scene);
  const episodes = named
    ? [named].filter((page) => page.podcastAudio === audioId)
    : await episodesWith(audioId, scene);
  if (!post && !named && episodes.length === 0) {
    throw new Refusal("not_found", { detail: "no public episode references this audio" });
  }
  const pages = [post, named, ...episodes].filter((page) => page !== null);
  return {
    audio,
    post,
    episode: episodes.length === 1 ? episodes[0]! : null,
    isPublic: access === "public" && pages.every(({ id }) => isPublic(id, audioId, catalog)),
  };
};

/** True when everybody sees the page play the audio. */
const isPublic = (id: number, audioId: number, catalog: Catalog): boolean => {
  const seen = catalog.page(id, anonymousViewer);
  return seen !== undefined && plays(seen, audioId);
};

/** The page, if it plays the audio and the caller may know. */
const requireAnchor = async (id: number, audioId: number, scene: PlayContext): Promise<Listing> => {
  const seen = scene.catalog.page(id, viewerOf(scene.caller));
  const anchor = seen && plays(seen, audioId) ? seen : await editableAnchor(id, audioId, scene);
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
  if (!current || !isPost(current.page.kind) || !mayEdit(principal, current.page)) return undefined;
  const { page, latest } = current;
  const draft = latest && listingOf(page, latest.content as PostContent, []);
  return [catalog.listingById(id), draft].find((listing) => listing && plays(listing, audioId)) ?? undefined;
};

const editorOf = ({ principal }: Caller): Principal | null =>
  principal && hasAdminAccess(principal) ? principal : null;

/**
 * The public episodes that have the audio; where there are none, those that the caller may view; and where
 * there are none of these either, two at most of those that the caller may edit.
 */
const episodesWith = async (audioId: number, scene: PlayContext): Promise<readonly Listing[]> => {
  for (const viewer of [anonymousViewer, viewerOf(scene.caller)]) {
    const seen = scene.catalog.episodesWith(audioId, viewer);
    if (seen.length > 0) return seen;
  }
  return editableEpisodes(audioId, scene);
};

const editableEpisodes = async (audioId: number, scene: PlayContext): Promise<readonly Listing[]> => {
  const principal = editorOf(scene.caller);
  if (!principal) return [];
  const ids = new Set([...scene.catalog.episodeIdsWith(audioId), ...(await readDraftEpisodeIds(audioId))]);
  const episodes: Listing[] = [];
  for (const page of await readPages([...ids])) {
    if (!page || !mayEdit(principal, page)) continue;
    const episode = await editableAnchor(page.id, audioId, scene);
    if (episode?.podcastAudio === audioId) episodes.push(episode);
    if (episodes.length === 2) break;
  }
  return episodes;
};
