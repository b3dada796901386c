import { certain } from "#lib/certain.ts";
import type { Feed, FeedPerson } from "#lib/feeds/feed.ts";
import type { Listing } from "#lib/pages/listing.ts";
import { type PodcastDetails, podcastDefaults } from "#lib/pages/podcast.ts";
import { readableText } from "#lib/richtext/readable-text.ts";
import type { SiteSettings } from "#lib/site/site.ts";
import { feedPerson, feedPicture } from "./feed-item.ts";
import type { FeedContext } from "./feed-scene.ts";
import { podcastGuid } from "./podcast-guid.ts";

/** What a blog's feed says of the blog, of which these posts are in the document. */
export const feedOfBlog = (
  blog: Listing,
  posts: readonly Listing[],
  settings: SiteSettings,
  context: FeedContext,
): Feed => {
  const { reading, base, addressOf } = context;
  const isPodcast = blog.kind === "podcast";
  const { guid, artwork, persons, ...details } = { ...podcastDefaults, ...blog.podcast };
  const pictureId = isPodcast ? artwork : settings.logo;
  const picture = pictureId === null ? undefined : reading.media("image", pictureId);
  const instants = [blog, ...posts].map(({ lastPublishedAt }) => lastPublishedAt ?? "");
  return {
    uuid: blog.uuid,
    title: blog.title,
    description: readableText(blog.description ?? "") || blog.searchDescription,
    language: (isPodcast && details.language) || settings.locale,
    pageUrl: base + addressOf(blog),
    picture: picture ? feedPicture(picture, context) : null,
    updatedAt: certain(instants.sort().at(-1)),
    podcast: isPodcast
      ? {
          ...details,
          guid: guid ?? podcastGuid(blog.uuid),
          persons:
            persons.length > 0 ? persons.map((person) => feedPerson(person, context)) : authorOf(details),
        }
      : null,
  };
};

/** A podcast that names no persons has its author for a host. */
const authorOf = ({ author }: Pick<PodcastDetails, "author">): readonly FeedPerson[] =>
  author === "" ? [] : [{ name: author, role: "host", group: null, link: null, pictureUrl: null }];
