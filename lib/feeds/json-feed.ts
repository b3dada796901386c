import type { FeedDocument, FeedItem } from "./feed.ts";

/** A document of a feed as JSON Feed 1.1; older items follow at `next_url`. */
export const jsonFeed = ({ feed, items, selfUrl, hubUrl, olderUrl, digest }: FeedDocument): string =>
  `${JSON.stringify({
    version: "https://jsonfeed.org/version/1.1",
    title: feed.title,
    home_page_url: feed.pageUrl,
    feed_url: selfUrl,
    ...(feed.description !== "" && { description: feed.description }),
    ...(olderUrl !== null && { next_url: olderUrl }),
    ...(feed.picture && { icon: feed.picture.url }),
    language: feed.language,
    ...(hubUrl !== null && { hubs: [{ type: "WebSub", url: hubUrl }] }),
    items: items.map(itemView),
    _lectern: { digest },
  })}\n`;

const itemView = (item: FeedItem): object => ({
  id: item.guid ?? `urn:uuid:${item.uuid}`,
  url: item.url,
  title: item.title,
  content_html: item.html,
  ...(item.summary !== "" && { summary: item.summary }),
  ...(item.picture && { image: item.picture.url }),
  date_published: item.publishedAt,
  date_modified: item.updatedAt,
  ...(item.language !== null && { language: item.language }),
  ...(item.terms.length > 0 && { tags: item.terms }),
  ...(item.episode && { attachments: [attachment(item.episode)] }),
});

const attachment = ({ enclosure, seconds }: NonNullable<FeedItem["episode"]>): object => ({
  url: enclosure.url,
  mime_type: enclosure.type,
  size_in_bytes: enclosure.bytes,
  ...(seconds !== null && { duration_in_seconds: seconds }),
});
