import { audioFormats } from "#lib/media/audio-formats.ts";
import { fileUrl } from "#lib/media/file-key.ts";
import type { Audio } from "#lib/media/media.ts";
import type { Listing } from "#lib/pages/listing.ts";
import { isPost } from "#lib/pages/page.ts";
import type { PageLink, PostHead, StructuredData } from "#lib/themes/page-parts.ts";
import type { SitePage } from "#lib/themes/theme.ts";
import type { SiteContext } from "./site-context.ts";

type Texts = Readonly<Record<string, string | number | null | undefined>>;

/** The members that say something. */
const told = (members: Texts) =>
  Object.fromEntries(Object.entries(members).filter(([, value]) => value || value === 0));

/** The data of a blog or podcast for search engines, with its place in the site. */
export const blogData = (blog: Listing, page: SitePage, context: SiteContext): readonly StructuredData[] => {
  const { base, addressOf, site } = context;
  const isPodcast = blog.kind === "podcast";
  const author = isPodcast ? blog.podcast?.author : "";
  const [feed] = page.feeds;
  return [
    {
      ...blogNamed(blog, context),
      ...told({
        description: page.description,
        inLanguage: (isPodcast && blog.podcast?.language) || site.settings.locale,
        image: page.share?.url,
        webFeed: isPodcast ? feed?.url : null,
      }),
      ...(author && { author: { "@type": "Person", name: author } }),
      publisher: { "@type": "Organization", name: site.settings.name, url: `${base}/` },
    },
    breadcrumbs([siteLink(context), { title: blog.title, url: base + addressOf(blog) }]),
  ];
};

/** The data of a post or episode for search engines; `blog` is undefined if the visitor sees none. */
export const postData = (
  post: Listing,
  { page, head, blog }: { page: SitePage; head: PostHead; blog: Listing | undefined },
  context: SiteContext,
): readonly StructuredData[] => {
  const { base, addressOf, site } = context;
  const url = base + addressOf(post);
  const { episode } = head;
  const isEpisode = post.kind === "episode";
  const above = blog && blogNamed(blog, context);
  return [
    {
      "@type": isEpisode ? "PodcastEpisode" : isPost(post) ? "BlogPosting" : "WebPage",
      "@id": url,
      url,
      [isEpisode || !isPost(post) ? "name" : "headline"]: head.title,
      ...told({
        description: head.description,
        inLanguage: post.language || (isEpisode && blog?.podcast?.language) || site.settings.locale,
        datePublished: head.visibleDate,
        dateModified: post.lastPublishedAt,
        image: page.share?.url,
        keywords: head.tags.map(({ name }) => name).join(", "),
        episodeNumber: episode?.number,
      }),
      ...(above && { [isEpisode ? "partOfSeries" : "isPartOf"]: above }),
      ...(episode?.season && {
        partOfSeason: {
          "@type": "CreativeWorkSeason",
          seasonNumber: episode.season.number,
          ...told({ name: episode.season.name }),
        },
      }),
      ...(episode?.audio && { associatedMedia: audioData(episode.audio, base) }),
      publisher: { "@type": "Organization", name: site.settings.name, url: `${base}/` },
    },
    breadcrumbs([
      siteLink(context),
      ...(blog ? [{ title: blog.title, url: base + addressOf(blog) }] : []),
      { title: head.title, url },
    ]),
  ];
};

const blogNamed = (blog: Listing, { base, addressOf }: SiteContext): StructuredData => {
  const url = base + addressOf(blog);
  return { "@type": blog.kind === "podcast" ? "PodcastSeries" : "Blog", "@id": url, url, name: blog.title };
};

/** The first of an audio's files, in the order of preference. */
const audioData = ({ files, durationSeconds }: Audio, base: string): StructuredData => {
  const file = audioFormats.flatMap((format) => files[format] ?? [])[0];
  return {
    "@type": "AudioObject",
    ...told({
      contentUrl: file && base + fileUrl(file),
      encodingFormat: file?.contentType,
      duration: durationSeconds === null ? null : `PT${Math.round(durationSeconds)}S`,
    }),
  };
};

const siteLink = ({ base, site }: SiteContext): PageLink => ({ title: site.settings.name, url: `${base}/` });

/** The way to a page from the front page. */
const breadcrumbs = (links: readonly PageLink[]): StructuredData => ({
  "@type": "BreadcrumbList",
  itemListElement: links.map(({ title, url }, index) => ({
    "@type": "ListItem",
    position: index + 1,
    name: title,
    item: url,
  })),
});
