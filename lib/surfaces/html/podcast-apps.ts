import type { PageLink } from "#lib/themes/page-parts.ts";

/** The apps that can be opened with a feed: by an address of their own that has the feed's in it. */
const apps: readonly { readonly title: string; readonly open: (feed: URL) => string }[] = [
  { title: "Apple Podcasts", open: ({ host, pathname }) => `podcast://${host}${pathname}` },
  { title: "AntennaPod", open: ({ host, pathname }) => `antennapod-subscribe://${host}${pathname}` },
  { title: "Overcast", open: ({ href }) => `overcast://x-callback-url/add?url=${encodeURIComponent(href)}` },
  { title: "Pocket Casts", open: ({ host, pathname }) => `pktc://subscribe/${host}${pathname}` },
  { title: "Podcast Addict", open: ({ host, pathname }) => `podcastaddict://${host}${pathname}` },
];

/** Links that open these apps with the feed at an address. */
export const podcastAppLinks = (feedUrl: string): readonly PageLink[] =>
  apps.map(({ title, open }) => ({ title, url: open(new URL(feedUrl)) }));
