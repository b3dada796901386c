import { type Element, h, withHtml } from "#lib/themes/element.ts";
import type { Episode, PostComment, PostPage, Reading } from "#lib/themes/theme.ts";
import { articleBlocks } from "./article.ts";
import { audioPlayer, picture } from "./media.ts";
import { style } from "./style.ts";
import { dayInWords } from "./times.ts";

/** The page of a post, from `html` down. */
export const postPage = (post: PostPage, reading: Reading): Element =>
  h(
    "html",
    { lang: reading.locale },
    head(post),
    h(
      "body",
      null,
      h(
        "header",
        { class: "site" },
        h("a", { href: post.site.url }, post.site.name),
        h("a", { href: post.blog.url }, post.blog.title),
      ),
      h(
        "main",
        null,
        h(
          "article",
          null,
          articleHeader(post, reading),
          cover(post, reading),
          post.episode?.audio && audioPlayer(post.episode.audio, reading),
          articleBlocks({ body: post.body, sections: ["overview", "detail"] }, reading),
          tags(post),
        ),
        comments(post, reading),
      ),
      h("footer", { class: "site" }, h("a", { href: post.blog.url }, `← ${post.blog.title}`)),
    ),
  );

const head = (post: PostPage): Element => {
  const title = post.seoTitle || post.title;
  return h(
    "head",
    null,
    h("meta", { charset: "utf-8" }),
    h("meta", { name: "viewport", content: "width=device-width, initial-scale=1" }),
    h("title", null, `${title} — ${post.blog.title}`),
    post.description !== "" && h("meta", { name: "description", content: post.description }),
    post.isPreview && h("meta", { name: "robots", content: "noindex" }),
    h("link", { rel: "canonical", href: post.url }),
    openGraph(post, title),
    // Without an icon of its own, a browser would ask the site for one that is not there.
    h("link", { rel: "icon", href: "data:," }),
    withHtml("style", null, style),
  );
};

const openGraph = ({ site, url, coverUrl, description, visibleDate }: PostPage, title: string): Element[] => {
  const properties = {
    "og:type": "article",
    "og:site_name": site.name,
    "og:title": title,
    "og:url": url,
    "og:description": description,
    "og:image": coverUrl ?? "",
    "article:published_time": visibleDate,
  };
  return Object.entries(properties)
    .filter(([, content]) => content !== "")
    .map(([property, content]) => h("meta", { property, content }));
};

const articleHeader = ({ title, visibleDate, categories, episode }: PostPage, reading: Reading): Element => {
  const place = episode && placeInPodcast(episode);
  const day = dayInWords(visibleDate, reading.locale);
  return h(
    "header",
    null,
    place && h("p", { class: "place" }, place),
    h("h1", null, title),
    h(
      "p",
      { class: "byline" },
      day && h("time", { datetime: visibleDate }, day),
      categories.map((name) => h("span", null, name)),
    ),
  );
};

/** Such as `Season 2, The Fen · Episode 5`; empty where neither is known. */
const placeInPodcast = ({ season, number }: Episode): string => {
  const parts = [
    season && `Season ${season.number}${season.name === "" ? "" : `, ${season.name}`}`,
    number !== null && `Episode ${number}`,
  ];
  return parts.filter((part) => typeof part === "string").join(" · ");
};

const cover = ({ cover }: PostPage, reading: Reading): Element | null =>
  cover &&
  h("figure", { class: "image" }, picture(cover.image, cover.altText, reading, { loading: "eager" }));

const tags = ({ tags }: PostPage): Element | null =>
  tags.length === 0
    ? null
    : h(
        "ul",
        { class: "tags", "aria-label": "Tags", role: "list" },
        tags.map((tag) => h("li", null, tag)),
      );

const comments = ({ comments }: PostPage, { locale }: Reading): Element | null =>
  comments.length === 0
    ? null
    : h(
        "section",
        { class: "comments", "aria-labelledby": "comments" },
        h("h2", { id: "comments" }, "Comments"),
        h(
          "ol",
          { role: "list" },
          comments.map((comment) => commentItem(comment, locale)),
        ),
      );

const commentItem = ({ author, writtenAt, text, isAnswer }: PostComment, locale: string): Element => {
  const day = dayInWords(writtenAt, locale);
  return h(
    "li",
    { class: isAnswer ? "answer" : undefined },
    h("p", { class: "byline" }, h("strong", null, author), day && h("time", { datetime: writtenAt }, day)),
    h("p", { class: "text" }, text),
  );
};
