import { hashOfSecret, newSecret } from "#lib/access/secrets.ts";
import { clock } from "#lib/clock.ts";
import type { Page } from "#lib/pages/page.ts";
import { maxPreviewLinks, type PreviewLink } from "#lib/pages/preview-link.ts";
import { invalid, Refusal } from "#lib/refusals/refusal.ts";
import { commitDecision } from "#lib/store/commit.ts";
import { drawNumbers } from "#lib/store/items.ts";
import { requirePage } from "#lib/store/pages.ts";
import { putPreviewLinks, readPreviewLinks } from "#lib/store/preview-links.ts";
import { readPageWithRevisions } from "#lib/store/revisions.ts";
import type { LinkReads } from "./page-reads.ts";

interface NewPreviewLink extends Pick<PreviewLink, "makerId" | "revisionId"> {
  readonly permit: (current: { readonly page: Page } | undefined) => void;
  readonly expiresInSeconds: number;
  readonly reads?: LinkReads;
}

/** A link, with its secret, which is not stored. */
interface MadePreviewLink {
  readonly link: PreviewLink;
  readonly key: string;
}

/**
 * Makes a preview link of a post. Refuses `revision/not_found` for a revision that the post does not have,
 * `no_revision`, and `too_many_preview_links`. Cost: four requests, of
 * which two are side by side.
 */
export const createPreviewLink = async (
  pageId: number,
  {
    permit,
    expiresInSeconds,
    reads: { row = readPageWithRevisions, links = readPreviewLinks } = {},
    ...chosen
  }: NewPreviewLink,
): Promise<MadePreviewLink> => {
  const key = newSecret();
  const link = await commitDecision(async () => {
    const { revisionId } = chosen;
    const [found, current] = await Promise.all([
      row(pageId, ...(revisionId === null ? [] : [revisionId])),
      links(pageId),
    ]);
    permit(found);
    if (!found) throw new Error(`A preview link of page ${pageId} was permitted, which does not exist.`);
    const { page, revisions } = found;
    if (revisionId !== null && !revisions[0])
      throw invalid("revision", "not_found", `The page has no revision ${revisionId}.`);
    if (page.latestRevisionId === null)
      throw new Refusal("no_revision", { detail: "The page has no revision to show." });
    if (current.links.length >= maxPreviewLinks) throw new Refusal("too_many_preview_links");
    const link: PreviewLink = {
      ...chosen,
      secretHash: hashOfSecret(key),
      id: (await drawNumbers("previewLink")).previewLink,
      createdAt: clock.now(),
      expiresAt: new Date(clock.nowMs() + expiresInSeconds * 1000).toISOString(),
    };
    return {
      writes: [requirePage(page), putPreviewLinks(current, [...current.links, link])],
      value: link,
      outcome: { id: link.id, state: { expiresAt: link.expiresAt } },
    };
  });
  return { link, key };
};

interface Revocation {
  readonly id: number;
  readonly permit: (current: { readonly page: Page } | undefined) => void;
  readonly reads?: LinkReads;
}

/** Ends a preview link of a post at once. Refuses `not_found` for one that has ended. Three requests. */
export const deletePreviewLink = (
  pageId: number,
  { id, permit, reads: { row = readPageWithRevisions, links = readPreviewLinks } = {} }: Revocation,
): Promise<void> =>
  commitDecision(async () => {
    const [page, current] = await Promise.all([row(pageId), links(pageId)]);
    permit(page);
    const others = current.links.filter((link) => link.id !== id);
    if (others.length === current.links.length)
      throw new Refusal("not_found", { detail: "Preview link not found." });
    return { writes: [putPreviewLinks(current, others)], value: undefined, outcome: { id } };
  });
