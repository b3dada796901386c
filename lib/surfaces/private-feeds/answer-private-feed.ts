import { principalOf } from "#lib/access/authenticate.ts";
import type { Principal } from "#lib/access/principal.ts";
import { listenerOf, podcastFor } from "#lib/access/private-podcast.ts";
import { hashOfSecret } from "#lib/access/secrets.ts";
import { visibleMedia } from "#lib/access/visible-media.ts";
import type { Catalog } from "#lib/catalog/catalog.ts";
import { currentCatalog } from "#lib/catalog/current/current-catalog.ts";
import { clock } from "#lib/clock.ts";
import { privateFeedDocument } from "#lib/feed-renewal/private-feed.ts";
import { type PodcastForm, podcastForms } from "#lib/feeds/feed-names.ts";
import { downloadAddress } from "#lib/files/download-address.ts";
import { fileKey } from "#lib/files/file-key.ts";
import { Reply } from "#lib/http/reply.ts";
import type { Request } from "#lib/http/request.ts";
import { type AudioFormat, audioFormats } from "#lib/media/audio-formats.ts";
import { fileDelivery } from "#lib/media/file-delivery.ts";
import type { Listing } from "#lib/pages/listing.ts";
import { Refusal } from "#lib/refusals/refusal.ts";
import { settledInOrder } from "#lib/settled.ts";
import { utcDayOf } from "#lib/statistics/totals.ts";
import { type FeedSecret, noteFeedUse, readFeedSecret } from "#lib/store/private-feeds.ts";
import { episodeAudio } from "#lib/surfaces/content/podcast-episodes.ts";

/**
 * Answers with a feed for one person, or leads to the audio of an episode in it. Whoever has the address gets
 * what its owner may see now. All else is the same `not_found`. Three requests, one after the other at most,
 * and those for what is published of episodes; one more on the first use of a day.
 */
export const answerPrivateFeed = async (
  tail: string,
  request: Request,
): Promise<Reply<string | undefined>> => {
  const asked = askedIn(tail);
  const digest = asked && hashOfSecret(asked.secret);
  const found = digest === undefined ? undefined : await readFeedSecret(digest);
  if (!asked || digest === undefined || !found) throw new Refusal("not_found");
  const [owner, catalog] = await settledInOrder([principalOf(found.userId, null), currentCatalog()]);
  const podcast = owner && podcastFor(catalog, found.podcastId, listenerOf(owner.user));
  if (!owner || !podcast) throw new Refusal("not_found");
  const hearing = { owner, catalog, podcast };
  const { wanted, secret } = asked;
  const reply =
    "form" in wanted
      ? await feedReply({ ...hearing, ...wanted, secret }, request)
      : await audioReply({ ...hearing, ...wanted }, request);
  await noteUse(digest, found);
  return reply;
};

interface Asked {
  readonly secret: string;
  /** The feed in a form, or an episode's audio in a format. */
  readonly wanted: { readonly form: PodcastForm } | WantedAudio;
}

interface WantedAudio {
  readonly episodeId: number;
  readonly format: AudioFormat;
}

const askedIn = (tail: string): Asked | undefined => {
  const [, secret = "", name = "", ending = ""] = /^([0-9a-f]{40})\/(\w+)\.(\w+)\/?$/.exec(tail) ?? [];
  const wanted = ending === "rss" ? wantedFeed(name) : wantedAudio(name, ending);
  return secret === "" || !wanted ? undefined : { secret, wanted };
};

const wantedFeed = (name: string) => {
  const form = podcastForms.find((each) => each === name);
  return form && { form };
};

const wantedAudio = (name: string, ending: string): WantedAudio | undefined => {
  const format = audioFormats.find((each) => each === ending);
  return format && /^[1-9]\d{0,14}$/.test(name) ? { episodeId: Number(name), format } : undefined;
};

interface Hearing {
  readonly owner: Principal;
  readonly catalog: Catalog;
  readonly podcast: Listing;
}

const feedReply = async (
  {
    owner,
    catalog,
    podcast,
    secret,
    form,
  }: Hearing & { readonly secret: string; readonly form: PodcastForm },
  request: Request,
): Promise<Reply<string>> => {
  const { site } = owner;
  const base = site.settings.baseUrl ?? request.origin;
  const listener = listenerOf(owner.user);
  const source = { catalog, live: catalog, site, base, podcast, secret, form, listener };
  return new Reply(await privateFeedDocument(source));
};

const audioReply = async (
  { owner, catalog, podcast, episodeId, format }: Hearing & WantedAudio,
  request: Request,
): Promise<Reply<undefined>> => {
  const listener = listenerOf(owner.user);
  const episode = catalog.page(episodeId, listener);
  const isHeard = episode?.kind === "episode" && episode.parentId === podcast.id;
  const media = visibleMedia(catalog.media, listener, owner.site.collections);
  const file = isHeard ? episodeAudio(episode, media)?.files[format] : undefined;
  if (!file) throw new Refusal("not_found");
  // Never as what everybody may keep: the address ends in an hour, whoever may see the episode.
  const { redirectCacheControl: _, ...download } = fileDelivery(file, false, clock.nowMs());
  const method = request.method === "HEAD" ? "HEAD" : "GET";
  const location = await downloadAddress(fileKey(file.key), { ...download, method }, request.origin);
  return new Reply(undefined, { status: 302, headers: { location } });
};

/** Writes down, once a day, that a feed is used. A failure of that fails nothing. */
const noteUse = async (digest: string, { lastUsedAt }: FeedSecret): Promise<void> => {
  const day = utcDayOf(new Date(clock.nowMs()).toISOString());
  if (lastUsedAt !== day) await noteFeedUse(digest, day, lastUsedAt).catch(() => {});
};
