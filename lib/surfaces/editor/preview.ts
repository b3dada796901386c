import type { Principal } from "#lib/access/principal.ts";
import { readPublicPostContext } from "#lib/access/public-post-context.ts";
import { Reply } from "#lib/http/reply.ts";
import type { Request } from "#lib/http/request.ts";
import { editUrl } from "#lib/pages/addresses.ts";
import { postContentIn } from "#lib/pages/content.ts";
import type { Page } from "#lib/pages/page.ts";
import { postReferences } from "#lib/pages/post-references.ts";
import type { Revision } from "#lib/pages/revision.ts";
import { customBlocks } from "#lib/settings/blocks.ts";
import { customThemes } from "#lib/settings/themes.ts";
import { contentPolicy } from "#lib/surfaces/site/content-policy.ts";
import { siteImages } from "#lib/surfaces/site/site-frame.ts";
import { codeHighlighter } from "#lib/themes/highlight-code.ts";
import type { Account, DraftBar } from "#lib/themes/theme.ts";
import { latestOf, type PostWithLatest } from "./editor-post.ts";
import { stateInWords } from "./page-state.ts";
import { postPreview } from "./post-preview.ts";
import { publicAddress } from "./public-address.ts";

/** What is around a preview: of one for people, a bar that says what they see, and who is signed in. */
export interface PreviewFrame {
  readonly account: Account | null;
  /** True for people without an account. */
  readonly isForGuests: boolean;
  /** The theme that the request names, if there is such a one. */
  readonly theme: string | null;
  readonly barOf: (page: Page, latest: Revision, pages: ReadonlyMap<number, Page>) => DraftBar | null;
}

const forStrangers: PreviewFrame = { account: null, isForGuests: false, theme: null, barOf: () => null };

/** The page that strangers would see if the draft were published now (contract#preview). Two requests. */
export const preview = async (
  post: PostWithLatest,
  { site }: Pick<Principal, "site">,
  request: Pick<Request, "origin">,
  frame: PreviewFrame = forStrangers,
): Promise<Reply<string>> => {
  const { page } = post;
  const latest = latestOf(post);
  const content = postContentIn(latest);
  const blocks = customBlocks();
  const { media, pages } = postReferences(content, blocks);
  const image = new Set([...media.image, ...siteImages(site.settings)]);
  const context = await readPublicPostContext(page, { media: { ...media, image }, pages }, site);
  const settings = {
    customBlocks: blocks,
    customThemes: customThemes(),
    codeParts: await codeHighlighter(content.body),
    account: frame.account,
    isForGuests: frame.isForGuests,
    theme: frame.theme,
    draft: frame.barOf(page, latest, context.pages),
  };
  const { html, style, extras } = postPreview({ page, content, site, ...context, ...settings, request });
  const headers = {
    "cache-control": "private, no-store",
    vary: "Cookie, Accept",
    "content-security-policy": contentPolicy({ style, extras, sendsForms: frame.account !== null }),
  };
  return new Reply(html, { headers });
};

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
