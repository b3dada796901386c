/** GET /{path+} — show people a page of the site, or, at `/`, its front page */
import type { Catalog } from "#lib/catalog/catalog.ts";
import { onceCurrent } from "#lib/catalog/current/beside-log.ts";
import { searchPages } from "#lib/catalog/current/full-text.ts";
import { readExcerpts } from "#lib/catalog/excerpts.ts";
import { narrowingOf } from "#lib/catalog/pages/narrowing.ts";
import { readPublicContents, wholePost } from "#lib/catalog/public-contents.ts";
import { redirectTargetOf } from "#lib/catalog/redirect-target.ts";
import { clock } from "#lib/clock.ts";
import { endpoint } from "#lib/http/endpoint.ts";
import { isBlog, isWritten } from "#lib/pages/page.ts";
import { searchForAll } from "#lib/queries/word-search.ts";
import { readSitePage } from "#lib/routes/site-pages.ts";
import { siteAt } from "#lib/store/site.ts";
import { contentAnswer } from "#lib/surfaces/content/public-answer.ts";
import { blogPosts } from "#lib/surfaces/html/live-blog-page.ts";
import { blogReply, frontReply, postAnswer } from "#lib/surfaces/html/page-replies.ts";
import { siteContextFor } from "#lib/surfaces/html/site-context.ts";
import { errorPage } from "#lib/surfaces/html/site-page.ts";
import { type AskedPage, askedPage, type SitePageCall } from "#lib/surfaces/markdown/asked-page.ts";
import { noPageFor } from "#lib/surfaces/markdown/no-page.ts";
import { blogAsText, frontAsText, postAsText } from "#lib/surfaces/markdown/page-texts.ts";

export const handler = endpoint({ ...readSitePage, errorPage }, (call) => {
  const asked = askedPage(call);
  const read = (catalog: Catalog) => pageFrom(catalog, call, asked);
  // The form for a comment says when it was made, so that each visitor gets one of their own.
  if (call.query.comment?.kind === "form") return onceCurrent(read);
  return contentAnswer(call, read, { isPage: true, form: asked.isMarkdown ? "markdown" : "" });
});

/** Shows the page at the address. Undefined if the store is ahead of the catalog. */
const pageFrom = async (catalog: Catalog, call: SitePageCall, asked: AskedPage) => {
  const { query, caller, request } = call;
  const site = await siteAt(catalog.siteVersion);
  const context = siteContextFor({ catalog, site, caller, request }, query, catalog.state);
  const page = catalog.pageAt(asked.slugs, context.viewer);
  if (!page) {
    const reply = await noPageFor(asked, (path) => redirectTargetOf(catalog, path, site), context, call);
    return () => reply;
  }
  if (isWritten(page)) {
    const [post] = (await readPublicContents([page], wholePost, catalog)) ?? [];
    if (!post?.content) return undefined;
    const { content, comments } = post;
    const show = asked.isMarkdown ? postAsText : postAnswer;
    return () => show(page, { content, comments }, { query, nowMs: clock.nowMs() }, context, caller);
  }
  const search = searchForAll(query.filter.search);
  const found = search && (await searchPages(catalog, search, site));
  if (isBlog(page)) {
    const narrowing = narrowingOf(query.filter, site);
    const posts = blogPosts({ blog: page, query, narrowing, found }, context);
    const excerpts = await readExcerpts(catalog, posts.listings);
    const show = asked.isMarkdown ? blogAsText : blogReply;
    return excerpts && (() => show(posts, excerpts, context, caller));
  }
  const show = asked.isMarkdown ? frontAsText : frontReply;
  return () => show(page, { query, found }, context, caller);
};
