import type { Principal } from "#lib/access/principal.ts";
import { readPublicPostContext } from "#lib/access/public-post-context.ts";
import { Reply } from "#lib/http/reply.ts";
import type { Request } from "#lib/http/request.ts";
import type { PostContent } from "#lib/pages/content.ts";
import { postReferences } from "#lib/pages/post-references.ts";
import { customBlocks } from "#lib/settings/blocks.ts";
import { customThemes } from "#lib/settings/themes.ts";
import { contentPolicy } from "#lib/surfaces/site/content-policy.ts";
import { siteImages } from "#lib/surfaces/site/site-frame.ts";
import type { PostWithLatest } from "./editor-post.ts";
import { postPreview } from "./post-preview.ts";

/**
 * A post's latest revision as the page that strangers would see if it were published now. The request only
 * supplies the origin of absolute links (contract#preview). Cost: one request, two with links to other pages.
 */
export const preview = async (
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
  const settings = { customBlocks: blocks, customThemes: customThemes() };
  const { html, style } = postPreview({ page, content, site, ...context, ...settings, request });
  const headers = {
    "cache-control": "private, no-store",
    vary: "Cookie, Accept",
    "content-security-policy": contentPolicy(style, false),
  };
  return new Reply(html, { headers });
};
