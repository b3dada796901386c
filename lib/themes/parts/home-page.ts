import type { Image } from "#lib/media/media.ts";
import { type Element, h } from "#lib/themes/element.ts";
import type { PageLink } from "#lib/themes/page-parts.ts";
import type { HomePage, Reading, SearchPage, SubscribePage } from "#lib/themes/theme.ts";
import { linkElement, ownFeedNote } from "./blog-page.ts";
import type { Composition, Parts } from "./composition.ts";
import { documentOf, siteLink } from "./document.ts";
import { boxedPicture } from "./media.ts";
import { pagination, postCount, problemList } from "./narrowing.ts";
import { dayElement } from "./post-parts.ts";
import { logo } from "./site-frame.ts";
import { richText } from "./text.ts";

export const homePage = (home: HomePage, reading: Reading, composition: Composition): Element =>
  documentOf(
    home,
    {
      title: home.seoTitle || home.title,
      openGraph: {
        "og:type": "website",
        "og:title": home.seoTitle || home.title,
        "og:description": home.description,
      },
      above: [],
      main: h(
        "div",
        { class: "page home" },
        composition.parts.homeOpening(home, reading),
        composition.parts.homeBlogs(home, reading),
        composition.parts.homeNewest(home, reading),
      ),
    },
    reading,
    composition,
  );

export const homeOpening: Parts["homeOpening"] = ({ site, title, description, introduction }, reading) =>
  h(
    "header",
    null,
    h("h1", null, logo(site, reading), title),
    description !== "" && h("p", { class: "lead" }, description),
    introduction !== undefined && richText(introduction, reading),
  );

export const homeBlogs: Parts["homeBlogs"] = ({ blogs }, reading) =>
  blogs.length === 0
    ? h("p", { class: "nothing" }, "There are no blogs yet.")
    : h(
        "ul",
        { class: "blogs", role: "list" },
        blogs.map(({ title, url, description }) =>
          h("li", null, h("h2", null, h("a", { href: url }, title)), richText(description, reading)),
        ),
      );

export const homeNewest: Parts["homeNewest"] = ({ newest }, reading) =>
  newest.length === 0
    ? null
    : h(
        "section",
        null,
        h("h2", { class: "label" }, "Newest"),
        h(
          "ul",
          { class: "newest", role: "list" },
          newest.map(({ title, url, visibleDate, blog, cover }) =>
            h(
              "li",
              null,
              cover && coverOf(cover, reading),
              h("a", { href: url }, title),
              dayAndBlog(visibleDate, blog, reading),
            ),
          ),
        ),
      );

/** The picture of a post in the list of the newest. */
const coverOf = (image: Image, reading: Reading): Element =>
  boxedPicture(image, reading, { class: "cover", width: 110, ratio: 3 / 2, loading: "lazy" });

export const searchPage = (page: SearchPage, reading: Reading, composition: Composition): Element => {
  const { title, count, pageNumber } = page;
  return documentOf(
    page,
    {
      title: `${title}${pageNumber > 1 ? `, page ${pageNumber}` : ""} — ${page.site.name}`,
      openGraph: {},
      above: [siteLink(page)],
      main: h(
        "div",
        { class: "page results" },
        h(
          "header",
          null,
          h("h1", null, title),
          h("p", { class: "byline", role: "status" }, postCount(count)),
        ),
        problemList(page),
        posts(page, reading),
        pagination(page),
      ),
    },
    reading,
    composition,
  );
};

const posts = ({ posts }: SearchPage, reading: Reading): Element =>
  posts.length === 0
    ? h("p", { class: "nothing" }, "No posts match. Search for other words.")
    : h(
        "ul",
        { class: "found", role: "list" },
        posts.map(({ title, url, visibleDate, blog, description }) =>
          h(
            "li",
            null,
            h("h2", null, h("a", { href: url }, title)),
            dayAndBlog(visibleDate, blog, reading),
            description !== "" && h("p", { class: "text" }, description),
          ),
        ),
      );

/** When something was written, and where it stands; null for a page that says neither. */
const dayAndBlog = (visibleDate: string, blog: PageLink | null, reading: Reading): Element | null => {
  const day = dayElement(visibleDate, reading);
  return day || blog
    ? h("p", { class: "byline" }, day, blog && h("a", { href: blog.url }, blog.title))
    : null;
};

export const subscribePage = (page: SubscribePage, reading: Reading, composition: Composition): Element =>
  documentOf(
    page,
    {
      title: `Subscribe to ${page.podcast.title} — ${page.site.name}`,
      openGraph: {},
      above: [siteLink(page), page.podcast],
      main: h(
        "div",
        { class: "page subscribe" },
        h("header", null, h("h1", null, `Subscribe to ${page.podcast.title}`)),
        ownFeedNote(page),
        page.directories.length > 0 && [
          h("p", null, "Follow the podcast where you listen:"),
          h(
            "ul",
            { class: "links", role: "list" },
            page.directories.map((link) => h("li", null, linkElement(link))),
          ),
        ],
        page.feeds.length === 0
          ? page.ownFeedUrl === null &&
              h("p", { class: "nothing" }, "There are no episodes to subscribe to yet.")
          : [
              page.ownFeedUrl !== null && h("p", null, "What follows has only what everybody may hear."),
              h("p", null, "Open the podcast in an app on this device:"),
              h(
                "ul",
                { class: "links", role: "list" },
                page.apps.map((link) => h("li", null, linkElement(link))),
              ),
              h("p", null, "Or copy the address of a feed into any podcast app:"),
              h(
                "dl",
                { class: "feeds" },
                page.feeds.flatMap(({ title, url }) => [
                  h("dt", null, title),
                  h("dd", null, h("a", { href: url }, url)),
                ]),
              ),
            ],
      ),
      footer: h("a", { href: page.podcast.url }, `← ${page.podcast.title}`),
    },
    reading,
    composition,
  );
