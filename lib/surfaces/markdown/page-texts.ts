import type { Caller } from "#lib/access/principal.ts";
import { privateHeaders, Reply } from "#lib/http/reply.ts";
import { audioFormats } from "#lib/media/audio-formats.ts";
import type { AnyWritten } from "#lib/pages/content.ts";
import type { Excerpt } from "#lib/pages/excerpt.ts";
import type { Listing } from "#lib/pages/listing.ts";
import type { SitePageQuery } from "#lib/queries/site-page-queries.ts";
import { readableText } from "#lib/richtext/plain-text.ts";
import { richTextMarkdown } from "#lib/richtext/rich-text-markdown.ts";
import { isIndexed } from "#lib/settings/site.ts";
import { episodeAudio } from "#lib/surfaces/content/podcast-episodes.ts";
import { type BlogPosts, liveBlogPage, podcastSubscribePage } from "#lib/surfaces/html/live-blog-page.ts";
import {
  foundPosts,
  liveHomePage,
  liveSearchPage,
  type SiteSearch,
  siteSearch,
} from "#lib/surfaces/html/live-home-page.ts";
import { livePostHead } from "#lib/surfaces/html/live-post-page.ts";
import type { SiteContext } from "#lib/surfaces/html/site-context.ts";
import { articleHtml } from "#lib/themes/article-html.ts";
import { richTextHtml } from "#lib/themes/parts/text.ts";
import type { SitePage } from "#lib/themes/theme.ts";
import { bulletList, entryLine, markdownUrl, textLine } from "./markdown-text.ts";

/** A post or page: its title, what is known of it, and all of its text. All addresses are absolute. */
export const postAsText = async (
  post: Listing,
  { content }: { readonly content: AnyWritten },
  _: unknown,
  context: SiteContext,
  caller: Caller,
): Promise<Reply<string>> => {
  const { base, addressOf, reading, catalog, viewer } = context;
  const head = livePostHead(post, content, context);
  const url = base + addressOf(post);
  const blog = catalog.parent(post.id, viewer);
  const article = articleHtml({ body: content.body, sections: ["overview", "detail"] }, reading);
  const facts = [
    ["Published", head.visibleDate.slice(0, 10)],
    ["In", blog && `[${textLine(blog.title)}](${markdownUrl(base + addressOf(blog))})`],
    ["Categories", head.categories.map(({ name }) => textLine(name)).join(", ")],
    ["Tags", head.tags.map(({ name }) => textLine(name)).join(", ")],
    ["Audio", recordingOf(post, context)],
    ["Page", url],
  ] as const;
  const parts = [
    `# ${textLine(content.title)}`,
    head.description && `> ${textLine(head.description)}`,
    bulletList(facts.flatMap(([name, value]) => (value ? [`${name}: ${value}`] : []))),
    head.cover && imageLine(head.cover.altText, url, reading.fileUrl(head.cover.image.display)),
    htmlMarkdown(article, url),
  ];
  return textReply(parts, { url, isIndexed: isIndexed() }, caller);
};

/** A page of a blog's list. */
export const blogAsText = (
  posts: BlogPosts,
  excerpts: readonly Excerpt[],
  context: SiteContext,
  caller: Caller,
): Reply<string> => {
  const page = liveBlogPage(posts, excerpts, context);
  const { base, reading } = context;
  const parts = [
    `# ${textLine(page.title)}`,
    htmlMarkdown(richTextHtml(page.introduction, reading), base + page.address),
    ...page.problems.map(textLine),
    page.posts.length === 0 && (page.chosen.length > 0 ? "No posts match." : "There are no posts yet."),
    bulletList(page.posts.map((post) => entryLine(base, post))),
    page.nextUrl && `[Next](${markdownUrl(base + page.nextUrl)})`,
  ];
  return textReply(parts, page, caller, posts.isMissing ? 404 : 200);
};

/** The front page, with its blogs and the newest posts, or what a search of the whole site has found. */
export const frontAsText = (
  home: Listing,
  { query, found }: { readonly query: SitePageQuery; readonly found: Uint32Array | null },
  context: SiteContext,
  caller: Caller,
): Reply<string> => {
  const search = siteSearch(home, query, found);
  if (search) return searchText(search, context, caller);
  const page = liveHomePage(home, context);
  const { base, reading } = context;
  const blogs = page.blogs.map((blog) => ({ ...blog, description: readableText(blog.description) }));
  const parts = [
    `# ${textLine(page.title)}`,
    page.description && `> ${textLine(page.description)}`,
    page.introduction && htmlMarkdown(richTextHtml(page.introduction, reading), `${base}/`),
    bulletList(blogs.map((blog) => entryLine(base, blog))),
    page.newest.length > 0 && "## Newest",
    bulletList(page.newest.map((post) => entryLine(base, { ...post, description: "" }))),
  ];
  return textReply(parts, page, caller);
};

const searchText = (search: SiteSearch, context: SiteContext, caller: Caller): Reply<string> => {
  const list = foundPosts(search, context);
  const page = liveSearchPage(list, search, context);
  const { base } = context;
  const parts = [
    `# ${textLine(page.title)}`,
    ...page.problems.map(textLine),
    page.posts.length === 0 && "No posts match.",
    bulletList(page.posts.map((post) => entryLine(base, post))),
    page.nextUrl && `[Next](${markdownUrl(base + page.nextUrl)})`,
  ];
  return textReply(parts, page, caller, list.isMissing ? 404 : 200);
};

/** The page for subscribers of a podcast: where else it is, and the addresses of its feeds. */
export const subscribersAsText = (podcast: Listing, context: SiteContext, caller: Caller): Reply<string> => {
  const page = podcastSubscribePage(podcast, context);
  const title = textLine(page.podcast.title);
  const links = [...page.directories, ...page.feeds];
  const parts = [
    `# Subscribe to ${title}`,
    `[${title}](${markdownUrl(context.base + page.podcast.url)})`,
    bulletList(links.map(({ title: name, url }) => `[${textLine(name)}](<${url}>)`)),
  ];
  return textReply(parts, page, caller);
};

const recordingOf = (post: Listing, { reading, base }: SiteContext): string | undefined => {
  const audio = episodeAudio(post, reading.media);
  const file = audio && audioFormats.flatMap((format) => audio.files[format] ?? [])[0];
  return file && URL.parse(reading.fileUrl(file), base)?.href;
};

const imageLine = (alt: string, page: string, address: string): string =>
  `![${textLine(alt)}](${URL.parse(address, page)?.href ?? address})`;

/** HTML of a page as Markdown, with absolute addresses. */
const htmlMarkdown = (html: string, page: string): string =>
  richTextMarkdown(html, (target) =>
    "address" in target ? (URL.parse(target.address, page)?.href ?? target.address) : undefined,
  );

/**
 * The answer with these parts of a text. No cache may keep it if the caller has credentials. Search engines
 * that know it are led to the page, or asked not to index it, as the page asks them.
 */
const textReply = (
  parts: readonly (string | false | null | undefined)[],
  { url, isIndexed: mayBeIndexed }: Pick<SitePage, "url" | "isIndexed">,
  { principal, session }: Caller,
  status = 200,
): Reply<string> =>
  new Reply(`${parts.filter(Boolean).join("\n\n")}\n`, {
    status,
    headers: {
      "content-type": "text/markdown; charset=utf-8",
      ...(mayBeIndexed ? { link: `<${url}>; rel="canonical"` } : { "x-robots-tag": "noindex" }),
      ...(principal || session ? privateHeaders : {}),
    },
  });
