import { type Child, type Element, h } from "#lib/themes/element.ts";
import { withFocusClass } from "#lib/themes/focus.ts";
import type { Archive, ListedPost, PageLink, PostHead, ShownPodcast } from "#lib/themes/page-parts.ts";
import type { BlogPage, Reading } from "#lib/themes/theme.ts";
import { articleBlocks } from "./article.ts";
import { type Composition, keptPart, type Parts } from "./composition.ts";
import { documentOf, inLanguageOf, siteLink } from "./document.ts";
import { artworkImage, boxedPicture } from "./media.ts";
import { activeFilters, facets, narrowingForm, pagination, postCount, problemList } from "./narrowing.ts";
import { byline, placeInPodcast, tagList } from "./post-parts.ts";
import { richText } from "./text.ts";
import { clockTime, monthInWords } from "./times.ts";

export const blogPage = (blog: BlogPage, reading: Reading, composition: Composition): Element => {
  const heading = blog.archive && archiveHeading(blog.archive, reading);
  const blogTitle = blog.seoTitle || blog.title;
  const title = heading === null ? blogTitle : `${heading} — ${blogTitle}`;
  const description =
    heading === null ? blog.description : `${heading}: ${postCount(blog.count)} in ${blog.title}.`;
  const isPart = heading !== null;
  // The form of filters has a field for words, and the only one of the page.
  const site = blog.form?.search == null ? blog.site : { ...blog.site, search: null };
  return documentOf(
    { ...blog, site, description },
    {
      title: `${title}${blog.pageNumber > 1 ? `, page ${blog.pageNumber}` : ""} — ${blog.site.name}`,
      openGraph: { "og:type": "website", "og:title": title, "og:description": description },
      above: isPart ? [siteLink(blog), whole(blog)] : [siteLink(blog)],
      main: h(
        "div",
        { class: "page blog" },
        heading === null
          ? composition.parts.blogOpening(blog, reading)
          : h("header", null, h("h1", null, heading)),
        narrowingForm(blog),
        problemList(blog),
        activeFilters(blog, reading),
        posts(blog, reading, composition.parts),
        pagination(blog),
        keptPart(blog.facets, reading, () => facets(blog, reading)),
      ),
      footer: isPart
        ? h("a", { href: blog.address }, `← ${blog.title}`)
        : h("a", { href: blog.site.url }, `← ${blog.site.name}`),
    },
    reading,
    composition,
  );
};

export const blogOpening: Parts["blogOpening"] = ({ title, introduction, podcast }, reading) =>
  h(
    "header",
    null,
    podcast && artworkImage(podcast.artwork, reading, 180),
    h("h1", null, title),
    richText(introduction, reading),
    subscribeLinks(podcast),
  );

/** The links to subscribe to a podcast; null for blogs. */
const subscribeLinks = (podcast: BlogPage["podcast"]): Child =>
  podcast && [
    h(
      "p",
      { class: "links" },
      h("a", { href: podcast.subscribeUrl }, "Subscribe"),
      podcast.directories.map(linkElement),
    ),
    ownFeedNote(podcast),
  ];

export const linkElement = ({ title, url }: PageLink): Element => h("a", { href: url }, title);

/** Tells somebody who may hear more than everybody where an app gets it; null for all others. */
export const ownFeedNote = ({ ownFeedUrl }: Pick<ShownPodcast, "ownFeedUrl">): Element | null =>
  ownFeedUrl === null
    ? null
    : h(
        "p",
        null,
        "Not everybody may hear all of this. ",
        h("a", { href: ownFeedUrl }, "Get an address of your own for your podcast app."),
      );

const archiveHeading = ({ kind, name }: Archive, reading: Reading): string => {
  switch (kind) {
    case "date":
      return monthInWords(name, reading.locale);
    case "category":
      return `Posts in ${name}`;
    case "tag":
      return `Posts tagged ${name}`;
  }
};

const whole = ({ title, address }: BlogPage): PageLink => ({ title, url: address });

const nothingFound = "No posts match. Remove a filter above, or search for other words.";

const posts = (blog: BlogPage, reading: Reading, { entries, entry }: Parts): Child =>
  blog.posts.length === 0
    ? h("p", { class: "nothing" }, blog.chosen.length > 0 ? nothingFound : "There are no posts yet.")
    : entries(blog, reading, (post, given) =>
        given === reading ? keptPart(post, reading, () => entry(post, reading)) : entry(post, given),
      );

export const entries: Parts["entries"] = ({ posts }, reading, entry) =>
  h(
    "div",
    { class: "entries" },
    posts.map((post) => entry(post, reading)),
  );

export const entry: Parts["entry"] = (post, reading) => {
  const { title, url, cover, episode, hasMore, tags } = post;
  const duration = episode?.audio?.durationSeconds ?? null;
  return h(
    "article",
    { class: "entry", ...inLanguageOf(post) },
    h(
      "header",
      null,
      placeInPodcast(episode),
      h("h2", null, h("a", { href: url }, title)),
      byline(post, reading, duration === null ? null : clockTime(duration)),
    ),
    cover && thumbnail(post, url, reading),
    excerpt(post, reading),
    hasMore &&
      h("p", { class: "more" }, h("a", { href: url, "aria-label": `Read more: ${title}` }, "Read more")),
    tagList(tags),
  );
};

/** The overview; for a post without one, its description. */
const excerpt = (post: ListedPost, reading: Reading): readonly Element[] => {
  const { overview: body, description, url } = post;
  const overview = articleBlocks({ body, sections: ["overview"], notesUrl: url }, reading);
  return overview.length > 0 || description === "" ? overview : [h("p", { class: "text" }, description)];
};

/** Hidden from keyboards and screen readers, because the title beside it links to the same page. */
const thumbnail = ({ cover }: PostHead, url: string, reading: Reading): Element | null =>
  cover &&
  h(
    "a",
    { class: withFocusClass("thumbnail", cover.image), href: url, tabindex: -1, "aria-hidden": "true" },
    boxedPicture(cover.image, reading, {
      width: 400,
      sizes: (fill) => `(min-width: 544px) ${fill("160px")}, ${fill("(100vw - 40px)")}`,
      ratio: 3 / 2,
      loading: "lazy",
    }),
  );
