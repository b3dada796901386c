/** GET /{path+} — show people a page of the site, or, at `/`, its front page */
import type { Catalog } from "#lib/catalog/catalog.ts";
import { currentCatalog } from "#lib/catalog/current-catalog.ts";
import { narrowingOf } from "#lib/catalog/pages/narrowing.ts";
import { readPublicContents } from "#lib/catalog/public-contents.ts";
import { settledWith } from "#lib/catalog/settled-with.ts";
import { searchPages } from "#lib/catalog/words/full-text.ts";
import { parseBlogQuery } from "#lib/discovery/blog-query.ts";
import { type Call, endpoint } from "#lib/http/endpoint.ts";
import { publicAnswer } from "#lib/http/public-answer.ts";
import type { Reply } from "#lib/http/reply.ts";
import { closedPage, openPage } from "#lib/http/site-page.ts";
import { siteVisit } from "#lib/http/site-visit.ts";
import { slugsIn } from "#lib/pages/addresses.ts";
import { isBlog, isPost } from "#lib/pages/page.ts";
import { readSitePage } from "#lib/routes/site-pages.ts";
import { siteAt } from "#lib/store/site.ts";
import { blogPage, blogPosts } from "#lib/views/blog-page.ts";
import { homePage } from "#lib/views/home-page.ts";
import { livePostPage } from "#lib/views/live-post-page.ts";
import { siteTheme } from "#lib/views/site-theme.ts";

export const handler = endpoint(readSitePage, async (call) => {
  const held = await currentCatalog();
  return publicAnswer(call, held.state, () => settledWith(held, (catalog) => answerFrom(catalog, call)));
});

/** Undefined where the store is ahead of the catalog. */
const answerFrom = async (
  catalog: Catalog,
  call: Call<never, undefined>,
): Promise<Reply<string> | undefined> => {
  const { tail, query, caller, request } = call;
  const slugs = slugsIn(tail);
  const site = await siteAt(catalog.siteVersion);
  const visit = siteVisit({ catalog, site, caller, request }, call);
  const { reading, viewer, postFilters } = visit;
  const page = catalog.pageAt(slugs, viewer);
  if (!page) return closedPage(catalog.barrierAt(slugs, viewer), visit, call);
  const theme = siteTheme(page, visit);
  if (isPost(page.kind)) {
    const [post] = (await readPublicContents([page], { body: true, comments: true })) ?? [];
    if (!post?.content) return undefined;
    const shown = livePostPage(page, post.content, post.comments, visit);
    return openPage(theme.postPage(shown, reading), theme, caller, shown.passwordForms.length > 0);
  }
  if (isBlog(page.kind)) {
    const wanted = parseBlogQuery(query, postFilters);
    const { search: words } = wanted.filter;
    const found = words && (await searchPages(catalog, { words, operator: "and" }));
    const narrowing = narrowingOf(wanted.filter, site.categories);
    const posts = blogPosts({ blog: page, query: wanted, narrowing, found }, visit);
    if (!posts) return closedPage(undefined, visit, call);
    const contents = await readPublicContents(posts.listings, { body: true, comments: false });
    if (!contents) return undefined;
    const shown = blogPage(posts, contents, visit);
    return openPage(theme.blogPage(shown, reading), theme, caller, shown.form !== null);
  }
  return openPage(theme.homePage(homePage(page, visit), reading), theme, caller);
};
