/** GET /{path+} — show people a page of the site, or, at `/`, its front page */
import type { Catalog } from "#lib/catalog/catalog.ts";
import { currentCatalog } from "#lib/catalog/current/current-catalog.ts";
import { searchPages } from "#lib/catalog/current/full-text.ts";
import { retryOnNewerCatalog } from "#lib/catalog/current/retry-on-newer-catalog.ts";
import { narrowingOf } from "#lib/catalog/pages/narrowing.ts";
import { readPublicContents } from "#lib/catalog/public-contents.ts";
import { type Call, endpoint } from "#lib/http/endpoint.ts";
import type { Reply } from "#lib/http/reply.ts";
import { slugsIn } from "#lib/pages/addresses.ts";
import { isBlog, isPost } from "#lib/pages/page.ts";
import type { SitePageQuery } from "#lib/queries/site-page-query.ts";
import { readSitePage } from "#lib/routes/site-pages.ts";
import { siteAt } from "#lib/store/site.ts";
import { publicAnswer } from "#lib/surfaces/content/public-answer.ts";
import { blogPosts, liveBlogPage } from "#lib/surfaces/site/live-blog-page.ts";
import { liveHomePage } from "#lib/surfaces/site/live-home-page.ts";
import { livePostPage } from "#lib/surfaces/site/live-post-page.ts";
import { closedPage, openPage, siteTheme } from "#lib/surfaces/site/site-page.ts";
import { siteVisit } from "#lib/surfaces/site/site-visit.ts";
import { podcastSubscribePage, subscribeSlug } from "#lib/surfaces/site/subscribe-page.ts";

export const handler = endpoint(readSitePage, async (call) => {
  const current = await currentCatalog();
  return publicAnswer(call, current.state, () =>
    retryOnNewerCatalog(current, (catalog) => answerFrom(catalog, call)),
  );
});

/** Undefined if the store is ahead of the catalog. */
const answerFrom = async (
  catalog: Catalog,
  call: Call<never, undefined, SitePageQuery>,
): Promise<Reply<string> | undefined> => {
  const { tail, query, caller, request } = call;
  const slugs = slugsIn(tail);
  const site = await siteAt(catalog.siteVersion);
  const visit = siteVisit({ catalog, site, caller, request }, query);
  const { reading, viewer } = visit;
  const page = catalog.pageAt(slugs, viewer);
  if (!page && slugs.at(-1) === subscribeSlug) {
    const podcast = catalog.pageAt(slugs.slice(0, -1), viewer);
    if (podcast?.kind === "podcast") {
      const theme = siteTheme(podcast, visit);
      return openPage(theme.subscribePage(podcastSubscribePage(podcast, visit), reading), theme, caller);
    }
  }
  if (!page) return closedPage(catalog.blockingRestrictionAt(slugs, viewer), visit, call);
  const theme = siteTheme(page, visit);
  if (isPost(page.kind)) {
    const [post] = (await readPublicContents([page], { body: true, comments: true })) ?? [];
    if (!post?.content) return undefined;
    const shown = livePostPage(page, post.content, post.comments, visit);
    return openPage(theme.postPage(shown, reading), theme, caller, shown.passwordForms.length > 0);
  }
  if (isBlog(page.kind)) {
    const { search: words } = query.filter;
    const found = words && (await searchPages(catalog, { words, operator: "and" }));
    const narrowing = narrowingOf(query.filter, site.categories);
    const posts = blogPosts({ blog: page, query, narrowing, found }, visit);
    if (!posts) return closedPage(undefined, visit, call);
    const contents = await readPublicContents(posts.listings, { body: true, comments: false });
    if (!contents) return undefined;
    const shown = liveBlogPage(posts, contents, visit);
    return openPage(theme.blogPage(shown, reading), theme, caller, shown.form !== null);
  }
  return openPage(theme.homePage(liveHomePage(page, visit), reading), theme, caller);
};
