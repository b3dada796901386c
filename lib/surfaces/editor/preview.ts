import type { Principal } from "#lib/access/principal.ts";
import { readPublicPostContext } from "#lib/access/public-post-context.ts";
import { Reply } from "#lib/http/reply.ts";
import type { Request } from "#lib/http/request.ts";
import { editUrl } from "#lib/pages/addresses.ts";
import type { PostContent } from "#lib/pages/content.ts";
import type { Page } from "#lib/pages/page.ts";
import { postReferences } from "#lib/pages/post-references.ts";
import type { Revision } from "#lib/pages/revision.ts";
import { customBlocks } from "#lib/settings/blocks.ts";
import { customThemes } from "#lib/settings/themes.ts";
import { contentPolicy } from "#lib/surfaces/site/content-policy.ts";
import { siteImages } from "#lib/surfaces/site/site-frame.ts";
import type { DraftBar } from "#lib/themes/theme.ts";
import type { PostWithLatest } from "./editor-post.ts";
import { stateInWords } from "./page-state.ts";
import { postPreview } from "./post-preview.ts";
import { publicAddress } from "./public-address.ts";

type Preview = (
  post: PostWithLatest,
  principal: Pick<Principal, "site">,
  request: Pick<Request, "origin">,
) => Promise<Reply<string>>;

/**
 * A post's latest revision as the page that strangers would see if it were published now. The request only
 * supplies the origin of absolute links (contract#preview). Cost: one request, two with links to other pages.
 */
export const preview: Preview = (post, principal, request) =>
  previewWith(() => null, post, principal, request);

/** The same for people, with a bar above it that says what they see. */
export const draftPreview: Preview = (post, principal, request) =>
  previewWith(draftBar, post, principal, request);

const previewWith = async (
  barOf: typeof draftBar | (() => null),
  { page, latest }: PostWithLatest,
  { site }: Pick<Principal, "site">,
  request: Pick<Request, "origin">,
): Promise<Reply<string>> => {
  if (!latest) throw new Error(`Post ${page.id} has no revision.`);
  const content = latest.content as PostContent;
  const blocks = customBlocks();
  const { media, pages } = postReferences(content, blocks);
  const image = new Set([...media.image, ...siteImages(site.settings)]);
  const context = await readPublicPostContext(page, { media: { ...media, image }, pages }, site);
  const draft = barOf(page, latest, context.pages);
  const settings = { customBlocks: blocks, customThemes: customThemes(), draft };
  const { html, style } = postPreview({ page, content, site, ...context, ...settings, request });
  const headers = {
    "cache-control": "private, no-store",
    vary: "Cookie, Accept",
    "content-security-policy": contentPolicy(style, false),
  };
  return new Reply(html, { headers });
};

const draftBar = (page: Page, { id }: Revision, pages: ReadonlyMap<number, Page>): DraftBar => {
  const address = publicAddress(page, pages);
  return {
    text: `Preview of revision ${id}. ${stateInWords(page)}`,
    links: [
      ...(address === undefined ? [] : [{ title: "Public page", url: address }]),
      { title: "Edit", url: editUrl(page.id) },
    ],
  };
};
