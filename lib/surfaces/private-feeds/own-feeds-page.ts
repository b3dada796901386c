import type { Caller, Principal } from "#lib/access/principal.ts";
import { listenerOf, podcastFor, privatePodcastsFor } from "#lib/access/private-podcast.ts";
import type { Catalog } from "#lib/catalog/catalog.ts";
import { currentCatalog } from "#lib/catalog/current/current-catalog.ts";
import { formTitles, type PodcastForm } from "#lib/feeds/feed-names.ts";
import type { Reply } from "#lib/http/reply.ts";
import type { Request } from "#lib/http/request.ts";
import type { Listing } from "#lib/pages/listing.ts";
import { Refusal } from "#lib/refusals/refusal.ts";
import { settledInOrder } from "#lib/settled.ts";
import { maxPrivateFeeds, ownFeedsAnchor, ownFeedsPath, type PrivateFeed } from "#lib/site/private-feed.ts";
import { readPrivateFeeds } from "#lib/store/listed-credentials.ts";
import { readFeedUses } from "#lib/store/private-feeds.ts";
import { accountOf, formReply, proofFields } from "#lib/surfaces/accounts/page-frame.ts";
import { pageAddresses } from "#lib/surfaces/content/page-context.ts";
import { podcastAppLinks } from "#lib/surfaces/html/podcast-apps.ts";
import { pageFrameFor } from "#lib/surfaces/html/site-frame.ts";
import type { ButtonForm } from "#lib/themes/page-parts.ts";
import {
  feedsContent,
  newFeedContent,
  type OwnFeed,
  type PodcastFeeds,
} from "#lib/themes/parts/feeds-page.ts";
import { formsOfFeed, newPrivateFeed } from "./make-private-feed.ts";

/** Somebody in a session who asks for their own feeds. */
export interface OwnFeedsCall {
  readonly caller: Caller;
  readonly principal: Principal;
  readonly request: Pick<Request, "path" | "query" | "origin">;
}

interface ShownWith {
  readonly isRevoked?: boolean;
  /** What has kept a feed of this podcast from being made. */
  readonly refused?: { readonly podcastId: number; readonly refusal: Refusal };
}

/**
 * The page with somebody's feeds, by podcast: those of which they may have some, and those of which they have
 * some all the same. Cost: three requests, two of them one after the other.
 */
export const ownFeedsReply = async (
  call: OwnFeedsCall,
  { isRevoked = false, refused }: ShownWith = {},
): Promise<Reply<string>> => {
  const { caller, principal, request } = call;
  const { user, site } = principal;
  const [catalog, feeds] = await settledInOrder([currentCatalog(), readPrivateFeeds(user.id)]);
  const uses = await readFeedUses(feeds.map(({ digest }) => digest));
  const podcasts = podcastsWith(feeds, catalog, call).map(
    (podcast): PodcastFeeds => podcastFeeds(podcast, { catalog, uses, call, refused }),
  );
  const isOfPodcast = refused && podcasts.some(({ anchor }) => anchor === ownFeedsAnchor(refused.podcastId));
  const { site: shown, theme, reading, policy } = pageFrameFor(site, { caller, request });
  const content = feedsContent(
    {
      isRevoked,
      problem: refused && !isOfPodcast ? refused.refusal.message : "",
      podcasts,
      links: [{ title: "Your account: password and sessions", url: accountOf(caller)?.url ?? "/" }],
    },
    site.settings,
  );
  const html = theme.accountPage({ site: shown, title: "Your podcast feeds", content }, reading);
  const { kind, details } = refused?.refusal ?? {};
  return formReply(
    { html, policy },
    kind ? { status: kind.status, headers: { ...kind.headers, ...details?.headers } } : {},
  );
};

interface PodcastWithFeeds {
  readonly id: number;
  /** Undefined if the person may not see it now. */
  readonly podcast: Listing | undefined;
  readonly isNeeded: boolean;
  readonly feeds: readonly PrivateFeed[];
}

/** By title; those that the person may not see now at the end. */
const podcastsWith = (
  feeds: readonly PrivateFeed[],
  catalog: Catalog,
  { principal: { user } }: OwnFeedsCall,
): readonly PodcastWithFeeds[] => {
  const viewer = listenerOf(user);
  const needed = new Set(privatePodcastsFor(catalog, viewer).map(({ id }) => id));
  const ids = new Set([...needed, ...feeds.map(({ podcastId }) => podcastId)]);
  return [...ids]
    .map((id) => ({
      id,
      podcast: podcastFor(catalog, id, viewer),
      isNeeded: needed.has(id),
      feeds: feeds
        .filter(({ podcastId }) => podcastId === id)
        .toSorted((one, other) => (one.createdAt < other.createdAt ? -1 : 1)),
    }))
    .toSorted((one, other) => orderOf(one).localeCompare(orderOf(other), "en"));
};

const orderOf = ({ podcast, id }: PodcastWithFeeds): string => (podcast ? `0 ${podcast.title}` : `1 ${id}`);

interface Showing {
  readonly catalog: Catalog;
  readonly uses: ReadonlyMap<string, string | null>;
  readonly call: OwnFeedsCall;
  readonly refused: ShownWith["refused"];
}

const podcastFeeds = (
  { id, podcast, isNeeded, feeds }: PodcastWithFeeds,
  { catalog, uses, call, refused }: Showing,
): PodcastFeeds => {
  const formats = podcast && feeds.length > 0 ? formsOfFeed(catalog, id, call.principal).map(titleOf) : [];
  const isFull = feeds.length >= maxPrivateFeeds;
  return {
    podcast: podcast ? { title: podcast.title, url: pageAddresses(catalog)(podcast) } : null,
    anchor: ownFeedsAnchor(id),
    feeds: feeds.map(
      (feed): OwnFeed => ({
        formats,
        madeAt: feed.createdAt,
        lastReadOn: uses.get(feed.digest) ?? null,
        revoke: buttonForm(`${ownFeedsPath}revoke/`, { feed: String(feed.id) }, call),
      }),
    ),
    more: !isNeeded ? "needless" : isFull ? "full" : buttonForm(ownFeedsPath, { podcast: String(id) }, call),
    problem: refused?.podcastId === id ? problemOf(refused.refusal) : "",
  };
};

/** A podcast that is on the page says itself why it needs no further feed, or cannot have one. */
const problemOf = ({ code, message }: Refusal): string =>
  code === "not_found" ? "No feed was made." : message;

const titleOf = (form: PodcastForm): string => formTitles[form];

const buttonForm = (
  address: string,
  fields: Readonly<Record<string, string>>,
  { caller }: OwnFeedsCall,
): ButtonForm => ({ address, kept: { ...fields, ...proofFields(caller) } });

/**
 * Makes a feed, and answers with the only page that has its addresses: not by a redirect, because nothing but
 * an address or a cookie could carry them there. What keeps it from being made is told on the page of feeds.
 */
export const newOwnFeedReply = async (podcastId: number, call: OwnFeedsCall): Promise<Reply<string>> => {
  const { caller, principal, request } = call;
  try {
    const catalog = await currentCatalog();
    const { podcast, urls } = await newPrivateFeed(catalog, { podcastId, principal, request });
    const addresses = Object.entries(urls).map(([form, url]) => ({
      format: titleOf(form as PodcastForm),
      url,
    }));
    const listing = podcastFor(catalog, podcast, listenerOf(principal.user));
    // Without a choice of themes: whoever used it would lose the address.
    const { site, theme, reading, policy } = pageFrameFor(principal.site, { caller, request: null });
    const content = newFeedContent({
      addresses,
      apps: addresses.slice(0, 1).flatMap(({ url }) => podcastAppLinks(url)),
      feedsUrl: ownFeedsPath,
    });
    const title = `Your feed of ${listing?.title ?? "a podcast"}`;
    const html = theme.accountPage({ site, title, content }, reading);
    return formReply({ html, policy });
  } catch (error) {
    if (!(error instanceof Refusal) || !toldOnPage.has(error.code)) throw error;
    return ownFeedsReply(call, { refused: { podcastId, refusal: error } });
  }
};

const toldOnPage: ReadonlySet<string> = new Set(["not_found", "too_many_feeds", "busy"]);
