import type { Principal } from "#lib/access/principal.ts";
import { readPublicPostContext } from "#lib/access/public-post-context.ts";
import type { Reply } from "#lib/http/reply.ts";
import type { Request } from "#lib/http/request.ts";
import type { PostContent } from "#lib/pages/content.ts";
import type { Page } from "#lib/pages/page.ts";
import { postReferences } from "#lib/pages/post-references.ts";
import type { Revision } from "#lib/pages/revision.ts";
import { customBlocks } from "#lib/settings/blocks.ts";
import { customThemes } from "#lib/settings/themes.ts";
import { privatePage } from "#lib/surfaces/site/private-page.ts";
import { postPreview } from "./post-preview.ts";

/**
 * A post's latest revision as the page that strangers would see if it were published now. The request only
 * supplies the origin of absolute links (contract#preview). Cost: one request, two with links to other pages.
 */
export const preview = async (
  { page, latest }: { readonly page: Page; readonly latest: Revision | null },
  { site }: Pick<Principal, "site">,
  request: Pick<Request, "origin">,
): Promise<Reply<string>> => {
  if (!latest) throw new Error(`Post ${page.id} has no revision.`);
  const content = latest.content as PostContent;
  const blocks = customBlocks();
  const context = await readPublicPostContext(page, postReferences(content, blocks), site);
  const settings = { customBlocks: blocks, customThemes: customThemes() };
  return privatePage(postPreview({ page, content, site, ...context, ...settings, request }));
};
