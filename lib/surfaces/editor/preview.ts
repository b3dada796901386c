import type { Principal } from "#lib/access/principal.ts";
import { readPublicPostContext } from "#lib/access/visible-media.ts";
import type { CustomBlocks } from "#lib/blocks/custom-block.ts";
import { embedHostsOf } from "#lib/blocks/ready/embed-hosts.ts";
import { Reply } from "#lib/http/reply.ts";
import type { Request } from "#lib/http/request.ts";
import { fileUrl } from "#lib/media/file-key.ts";
import type { MediaLookup } from "#lib/media/references.ts";
import { editUrl } from "#lib/pages/addresses.ts";
import { type AnyWritten, type BlogContent, writtenContentIn } from "#lib/pages/content.ts";
import { isBlog, type Page, type PageOf, type WrittenKind } from "#lib/pages/page.ts";
import { postReferences } from "#lib/pages/post-references.ts";
import type { Revision } from "#lib/pages/revision.ts";
import { foreignLanguage } from "#lib/pages/text-language.ts";
import { knownBlocks } from "#lib/settings/blocks.ts";
import { customThemes } from "#lib/settings/themes.ts";
import type { Site } from "#lib/site/site.ts";
import { postHead, sharePicture } from "#lib/surfaces/html/post-head.ts";
import { contentPolicy, siteFrame, siteImages } from "#lib/surfaces/html/site-frame.ts";
import { embedFrames } from "#lib/themes/embed-frames.ts";
import { headingAnchors } from "#lib/themes/heading-anchors.ts";
import { codeHighlighter } from "#lib/themes/highlight-code.ts";
import { hasReadyBlock, type PageExtra, withFocus } from "#lib/themes/page-extras.ts";
import type { Account, DraftBar } from "#lib/themes/page-parts.ts";
import type { PostPage, Reading } from "#lib/themes/theme.ts";
import { type ThemeName, themeSlug } from "#lib/themes/theme-names.ts";
import { themeNamed } from "#lib/themes/themes.ts";
import { latestOf, type PostWithLatest } from "./editor-post.ts";
import { stateInWords } from "./page-state.ts";
import { publicAddress, siteAddress } from "./public-address.ts";

/** The notice around a preview for people: a bar that says what they see, and who is signed in. */
export interface PreviewFrame {
  readonly account: Account | null;
  /** True for people without an account. */
  readonly isForGuests: boolean;
  /** True if pages of this origin may show it in a frame, as the admin does. */
  readonly isFramed?: boolean;
  /** The theme that the request names, if it exists. */
  readonly theme: string | null;
  readonly barOf: (page: Page, latest: Revision, pages: ReadonlyMap<number, Page>) => DraftBar | null;
}

const forStrangers: PreviewFrame = {
  ...{ account: null, isForGuests: false, isFramed: true, theme: null },
  barOf: () => null,
};

/**
 * Shows the page that strangers would see if the draft were published now (contract#preview). Two requests.
 */
export const preview = async (
  post: PostWithLatest,
  { site }: Pick<Principal, "site">,
  request: Pick<Request, "origin">,
  frame: PreviewFrame = forStrangers,
): Promise<Reply<string>> => {
  const { page } = post;
  const latest = latestOf(post);
  const content = writtenContentIn(latest);
  const blocks = knownBlocks();
  const { media, pages } = postReferences(content, blocks);
  const image = new Set([...media.image, ...siteImages(site.settings)]);
  const context = await readPublicPostContext(page, { media: { ...media, image }, pages }, site);
  const settings = {
    customBlocks: blocks,
    customThemes: customThemes(),
    codeParts: await codeHighlighter(content.body),
    anchors: await headingAnchors(content.body),
    embeds: await embedFrames(content.body, embedHostsOf(site.settings)),
    account: frame.account,
    isForGuests: frame.isForGuests,
    theme: frame.theme,
    draft: frame.barOf(page, latest, context.pages),
  };
  const { html, style, extras, frames } = postPreview({
    page,
    content,
    site,
    ...context,
    ...settings,
    request,
  });
  const headers = {
    "cache-control": "private, no-store",
    vary: "Cookie, Accept",
    "content-security-policy": contentPolicy({
      ...{ style, extras, frames },
      sendsForms: frame.account !== null,
      ...(frame.isFramed && { framedBy: "'self'" }),
    }),
    ...(frame.isFramed && { "x-frame-options": "SAMEORIGIN" }),
  };
  return new Reply(frame.isFramed ? withLinksInNewTabs(html) : html, { headers });
};

/** Links begin a tab of their own: no other page of the site may be shown in the frame. */
const withLinksInNewTabs = (html: string): string =>
  html.replace(/<a (?![^>]*\btarget=)(?=[^>]*\bhref="(?!#))/g, '<a target="_blank" ');

/** The bar above a draft (contract#draft-page). */
export const draftBar: PreviewFrame["barOf"] = (page, { id }, pages) => {
  const address = publicAddress(page, pages);
  return {
    text: `Preview of revision ${id}. ${stateInWords(page)}`,
    links: [
      ...(address === undefined ? [] : [{ title: "Public page", url: address }]),
      { title: "Edit", url: editUrl(page.id) },
    ],
  };
};

export interface PreviewContext {
  readonly page: PageOf<WrittenKind>;
  readonly content: AnyWritten;
  readonly site: Site;
  /** The published blog; undefined while it is a draft. */
  readonly blog: BlogContent | undefined;
  /** The pages above the post, those it links to, and the pages above these, by id. */
  readonly pages: ReadonlyMap<number, Page>;
  /** Finds only the media that everybody may see. */
  readonly media: MediaLookup;
  readonly customBlocks: CustomBlocks | undefined;
  readonly customThemes: readonly ThemeName[];
  readonly codeParts?: Reading["codeParts"];
  readonly embeds?: Reading["embeds"];
  readonly anchors?: Reading["anchors"];
  /** For people who look at a draft; null shows the page as strangers would see it. */
  readonly draft: DraftBar | null;
  readonly account: Account | null;
  /**
   * True for people without an account. Then no link leads to an address where they would find something
   * else, and nothing tells of a blog that strangers do not see.
   */
  readonly isForGuests: boolean;
  /** The slug of a chosen theme, perhaps unknown; null for none. */
  readonly theme: string | null;
  readonly request: { readonly origin: string };
}

interface Preview {
  readonly html: string;
  /** The style sheet of its theme. */
  readonly style: string;
  readonly extras: readonly PageExtra[];
  /** The origins of the frames that readers may load. */
  readonly frames: readonly string[];
}

/** The page as publishing would make it, in the theme of the blog or the site. */
const postPreview = (context: PreviewContext): Preview => {
  const { site, blog } = context;
  const theme = themeNamed(
    themeSlug([context.theme, blog?.theme, site.settings.theme], context.customThemes),
  );
  const frames = context.embeds?.origins ?? [];
  const extras: readonly PageExtra[] = [
    ...(context.codeParts ? (["code"] as const) : []),
    ...(hasReadyBlock(context.content.body) ? (["blocks"] as const) : []),
    ...(frames.length > 0 ? (["embeds"] as const) : []),
  ];
  const html = theme.postPage({ ...postPage(context), extras }, readingOf(context));
  return { html, style: theme.style, extras: withFocus(html, extras), frames };
};

const readingOf = (context: PreviewContext): Reading => ({
  locale: context.site.settings.locale,
  timezone: context.site.settings.timezone,
  media: context.media,
  fileUrl,
  pageUrl: (pageId) => {
    const target = context.pages.get(pageId);
    return target?.live ? siteAddress(target, context.pages) : undefined;
  },
  customBlocks: context.customBlocks,
  embeds: context.embeds,
  codeParts: context.codeParts,
  anchors: context.anchors,
});

const postPage = (context: PreviewContext): PostPage => {
  const { page, content, site, pages, media, draft, isForGuests, request } = context;
  const base = site.settings.baseUrl ?? request.origin;
  const language = foreignLanguage(content, site.settings.locale);
  const above = pages.get(page.parentId);
  const parent = above && isBlog(above) ? above : undefined;
  const head = postHead({
    content,
    categories: site.categories,
    seasons: parent?.seasons ?? [],
    // The persons of the podcast are not read for a preview.
    persons: [],
    media,
    termUrls: { category: () => null, tag: () => null },
  });
  return {
    ...head,
    ...(language && { language }),
    body: content.body,
    draft,
    site: { ...siteFrame(site.settings, media, null, { account: context.account }), search: null },
    blog:
      !parent || (isForGuests && !isSeenByStrangers(page, pages))
        ? null
        : { title: parent.title, url: siteAddress(parent, pages) ?? "/" },
    isIndexed: false,
    feeds: [],
    ...(isForGuests
      ? { url: null, share: null, description: "" }
      : {
          url: base + (siteAddress({ ...page, slug: content.slug }, pages) ?? "/"),
          share: sharePicture([head.cover], base),
        }),
    seoTitle: content.seoTitle,
    // Previews are shown as to strangers, without forms.
    passwordForms: [],
    comments: [],
    commenting: null,
    artwork: null,
    series: null,
    older: null,
    newer: null,
    related: [],
  };
};

/** True if strangers see the page's parent. */
const isSeenByStrangers = ({ ancestors }: Page, pages: ReadonlyMap<number, Page>): boolean =>
  ancestors.every((id) => {
    const above = pages.get(id);
    return above?.restriction === null && (above.kind === "root" || above.live);
  });
