import type * as z from "zod/mini";
import type { Principal } from "#lib/access/principal.ts";
import { listenerOf, privatePodcastFor } from "#lib/access/private-podcast.ts";
import { hashOfSecret, newFeedSecret } from "#lib/access/secrets.ts";
import { visibleMedia } from "#lib/access/visible-media.ts";
import { makePrivateFeed } from "#lib/actions/people/private-feeds.ts";
import type { Catalog } from "#lib/catalog/catalog.ts";
import { documentName, type PodcastForm, podcastForms, privateFeedUrl } from "#lib/feeds/feed-names.ts";
import { Refusal } from "#lib/refusals/refusal.ts";
import type { madeFeed, privateFeed } from "#lib/routes/private-feeds.ts";
import type { PrivateFeed } from "#lib/site/private-feed.ts";
import { podcastFormsAmong, visibleEpisodes } from "#lib/surfaces/content/podcast-episodes.ts";

/** A feed as its owner sees it. Its address is not stored. */
export const privateFeedView = (
  { id, podcastId, createdAt }: PrivateFeed,
  lastUsedOn: string | null,
): z.input<typeof privateFeed> => ({
  ...{ id, podcast: podcastId },
  ...{ created_at: createdAt, last_used_on: lastUsedOn },
});

interface Wish {
  readonly podcastId: number;
  readonly principal: Principal;
  readonly request: { readonly origin: string };
}

/**
 * Makes a feed of a podcast for the caller, with the addresses that nobody is told again. Refuses `not_found`
 * for a podcast that the caller may not see, or that everybody may.
 */
export const newPrivateFeed = async (
  catalog: Catalog,
  { podcastId, principal: { user, site }, request }: Wish,
): Promise<z.input<typeof madeFeed>> => {
  const podcast = privatePodcastFor(catalog, podcastId, listenerOf(user));
  if (!podcast) throw new Refusal("not_found", { detail: "There is no such podcast for you." });
  const forms = formsOfFeed(catalog, podcast.id, { user, site });
  const secret = newFeedSecret();
  const { id } = await makePrivateFeed(user.id, podcast.id, hashOfSecret(secret));
  const base = site.settings.baseUrl ?? request.origin;
  const urls = forms.map((form) => [form, privateFeedUrl(base, secret, documentName(form))]);
  return { id, podcast: podcast.id, urls: Object.fromEntries(urls) };
};

/** The forms of a person's feed: those of the episodes that they see, or all while none has an audio. */
export const formsOfFeed = (
  catalog: Catalog,
  podcastId: number,
  { user, site }: Pick<Principal, "user" | "site">,
): readonly PodcastForm[] => {
  const viewer = listenerOf(user);
  const episodes = catalog.listingsOf(visibleEpisodes(catalog, podcastId, viewer));
  const present = podcastFormsAmong(episodes, visibleMedia(catalog.media, viewer, site.collections));
  return present.length > 0 ? present : podcastForms;
};
