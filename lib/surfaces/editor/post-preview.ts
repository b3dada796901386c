import type { CustomBlocks } from "#lib/blocks/custom-block.ts";
import { fileUrl } from "#lib/media/file-url.ts";
import type { MediaLookup } from "#lib/media/references.ts";
import { idsAbove, publicUrl } from "#lib/pages/addresses.ts";
import type { BlogContent, EpisodeContent, PostContent } from "#lib/pages/content.ts";
import type { Page } from "#lib/pages/page.ts";
import type { Site } from "#lib/site/site.ts";
import { posterUrl } from "#lib/surfaces/content/image-item.ts";
import { postSummary } from "#lib/surfaces/site/post-summary.ts";
import type { PostPage, Reading } from "#lib/themes/theme.ts";
import { type ThemeName, themeSlug } from "#lib/themes/theme-names.ts";
import { themeNamed } from "#lib/themes/themes.ts";

/** What a preview is made of. */
export interface PreviewContext {
  readonly page: Page;
  readonly content: PostContent | EpisodeContent;
  readonly site: Site;
  /** What the public reads of the blog; undefined while it is a draft. */
  readonly blog: BlogContent | undefined;
  /** The pages above the post, and those it links to with the pages above them, by id. */
  readonly pages: ReadonlyMap<number, Page>;
  /** The media that anybody may see. */
  readonly media: MediaLookup;
  readonly customBlocks: CustomBlocks | undefined;
  readonly customThemes: readonly ThemeName[];
  readonly request: { readonly origin: string };
}

/**
 * The page of a post as it would be were it published now, in its blog's theme or the site's, with the
 * theme's style sheet.
 */
export const postPreview = (previewed: PreviewContext): { readonly html: string; readonly style: string } => {
  const { site, blog } = previewed;
  const theme = themeNamed(themeSlug([blog?.theme, site.settings.theme], previewed.customThemes));
  return { html: theme.postPage(postPage(previewed), readingOf(previewed)), style: theme.style };
};

const readingOf = (previewed: PreviewContext): Reading => ({
  locale: previewed.site.settings.locale,
  media: previewed.media,
  fileUrl,
  pageUrl: (pageId) => {
    const target = previewed.pages.get(pageId);
    return target?.live ? addressOf(target, previewed) : undefined;
  },
  customBlocks: previewed.customBlocks,
});

const postPage = (previewed: PreviewContext): PostPage => {
  const { page, content, site, pages, media, request } = previewed;
  const base = site.settings.baseUrl ?? request.origin;
  const parent = pages.get(page.parentId ?? 0);
  const summary = postSummary({
    kind: page.kind,
    content,
    categories: site.categories,
    seasons: parent?.seasons ?? [],
    media,
    termUrls: { category: () => null, tag: () => null },
  });
  return {
    ...summary,
    site: { name: site.settings.name, url: "/" },
    blog: { title: parent?.title ?? "", url: (parent && addressOf(parent, previewed)) ?? "/" },
    isIndexed: false,
    url: base + (addressOf({ ...page, slug: content.slug }, previewed) ?? "/"),
    coverUrl: summary.cover && posterUrl(summary.cover.image, base),
    seoTitle: content.seoTitle,
    // Nobody enters a password in a preview, which is shown as to a stranger.
    passwordForms: [],
    comments: [],
    older: null,
    newer: null,
  };
};

/**
 * The site-relative address of a page; undefined for the root, which nobody sees, and when a page above it is
 * gone.
 */
const addressOf = (page: Page, { pages }: Pick<PreviewContext, "pages">): string | undefined => {
  if (page.kind === "home") return "/";
  if (page.kind === "root") return undefined;
  const above = idsAbove(page).map((id) => pages.get(id)?.slug);
  return above.every((slug) => slug !== undefined) ? publicUrl([...above, page.slug]) : undefined;
};
