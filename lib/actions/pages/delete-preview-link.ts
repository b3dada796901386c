import type { Page } from "#lib/pages/page.ts";
import { Refusal } from "#lib/refusals/refusal.ts";
import { commitDecision } from "#lib/store/commit.ts";
import { putPreviewLinks, readPreviewLinks } from "#lib/store/preview-links.ts";
import { readPageWithRevisions } from "#lib/store/revisions.ts";
import type { LinkReads } from "./page-reads.ts";

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
