import { subscribeSlug } from "#lib/pages/addresses.ts";
import type { Listing } from "#lib/pages/listing.ts";
import type { SubscribePage } from "#lib/themes/theme.ts";
import { linkTo, type SiteContext, sitePage } from "./site-context.ts";

/** The address of that page. */
export const subscribeUrl = (podcast: Listing, { addressOf }: Pick<SiteContext, "addressOf">): string =>
  `${addressOf(podcast)}${subscribeSlug}/`;

/** The apps that can be opened with a feed: by an address of their own that has the feed's in it. */
const apps: readonly { readonly title: string; readonly open: (feed: URL) => string }[] = [
  { title: "Apple Podcasts", open: ({ host, pathname }) => `podcast://${host}${pathname}` },
  { title: "AntennaPod", open: ({ host, pathname }) => `antennapod-subscribe://${host}${pathname}` },
  { title: "Overcast", open: ({ href }) => `overcast://x-callback-url/add?url=${encodeURIComponent(href)}` },
  { title: "Pocket Casts", open: ({ host, pathname }) => `pktc://subscribe/${host}${pathname}` },
  { title: "Podcast Addict", open: ({ host, pathname }) => `podcastaddict://${host}${pathname}` },
];

/** The page with the addresses of a podcast's feeds, and links that open them in the usual apps. */
export const podcastSubscribePage = (podcast: Listing, context: SiteContext): SubscribePage => {
  const feeds = context.feedsOf(podcast);
  const [preferred] = feeds;
  return {
    ...sitePage(podcast, context),
    url: context.base + subscribeUrl(podcast, context),
    feeds,
    podcast: linkTo(podcast, context),
    apps: preferred ? apps.map(({ title, open }) => ({ title, url: open(new URL(preferred.url)) })) : [],
  };
};
