import { timingSafeEqual } from "node:crypto";
import { isWritten, type PageOf, type WrittenKind } from "#lib/pages/page.ts";
import type { PreviewLink } from "#lib/pages/preview-link.ts";
import type { Revision } from "#lib/pages/revision.ts";
import { Refusal } from "#lib/refusals/refusal.ts";
import type { Site } from "#lib/site/site.ts";
import { readEditablePage, readPageWithRevision } from "#lib/store/pages.ts";
import { readPreviewLinks } from "#lib/store/preview-links.ts";
import { readSiteVersion, siteAt } from "#lib/store/site.ts";
import { principalOf } from "./authenticate.ts";
import { mayEdit } from "./page-permissions.ts";
import { hasAdminAccess } from "./principal.ts";
import { hashOfSecret } from "./secrets.ts";

/** The page and revision that a preview link shows. */
export interface OpenPreview {
  readonly link: PreviewLink;
  readonly page: PageOf<WrittenKind>;
  readonly revision: Revision;
  readonly site: Site;
}

/**
 * Opens a preview link for anybody who has its address. Refuses `not_found`, always the same, for links that
 * are unknown, expired or revoked, and while their maker may not edit the post. Three requests.
 */
export const openPreview = async (
  address: { readonly id: number; readonly link: number },
  key: string,
): Promise<OpenPreview> => {
  const pageId = address.id;
  const { links } = await readPreviewLinks(pageId);
  const link = links.find(({ id }) => id === address.link);
  const isKnown = timingSafeEqual(digestOf(key), Buffer.from(link?.secretHash ?? noHash, "hex"));
  if (!link || !isKnown) throw new Refusal("not_found");
  const { revisionId } = link;
  const [found, site] = await Promise.all([
    revisionId === null ? readEditablePage(pageId) : readPageWithRevision(pageId, revisionId),
    siteIfAllowed(link),
  ]);
  if (!found?.latest || !isWritten(found.page)) throw new Refusal("not_found");
  const allowed = site(found.page);
  if (!allowed) throw new Refusal("not_found");
  return { link, page: found.page, revision: found.latest, site: allowed };
};

/** No secret has this digest. */
const noHash = "0".repeat(64);

const digestOf = (key: string): Buffer => Buffer.from(hashOfSecret(key), "hex");

/** Gives the site for pages that the maker of the link may edit now, and undefined for others. */
const siteIfAllowed = async ({
  makerId,
}: PreviewLink): Promise<(page: PageOf<WrittenKind>) => Site | undefined> => {
  if (makerId === null) {
    const site = await siteAt(await readSiteVersion());
    return () => site;
  }
  const maker = await principalOf(makerId, null);
  return (page) => (maker && hasAdminAccess(maker) && mayEdit(maker, page) ? maker.site : undefined);
};
