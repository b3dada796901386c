import { readEditablePage, readRevision } from "#lib/store/pages.ts";
import { type AskedById, plannedRead } from "#lib/store/planned-read.ts";
import { readPreviewLinks } from "#lib/store/preview-links.ts";
import { readPageWithRevisions } from "#lib/store/revisions.ts";
import { type PlannedNumbers, plannedNumbers } from "#lib/store/sequences.ts";

/** The reads of a change: its page, and the sequences from which its transaction takes its numbers. */
export interface PageReads {
  readonly page?: typeof readEditablePage;
  readonly numbers?: PlannedNumbers;
}

export interface RevertReads extends PageReads {
  readonly revision?: typeof readRevision;
}

export interface LinkReads {
  readonly row?: typeof readPageWithRevisions;
  readonly links?: typeof readPreviewLinks;
}

interface AskedByRevision {
  readonly params: { readonly id: number; readonly revision: number };
}

/** Plans to read a page with its latest revision. */
export const draftReads = ({ params }: AskedById) => ({ page: plannedRead(readEditablePage, params.id) });

/** Plans the same for a change that only editors see. */
export const editReads = (asked: AskedById) => ({ ...draftReads(asked), numbers: plannedNumbers("IDS") });

/** Plans the same for a change that lists may show. */
export const publicationReads = (asked: AskedById) => ({
  ...draftReads(asked),
  numbers: plannedNumbers("CHANGES"),
});

/** Plans what `editReads` does, and the revision that is to be restored. */
export const revertReads = (asked: AskedByRevision) => ({
  ...editReads(asked),
  revision: plannedRead(readRevision, asked.params.id, asked.params.revision),
});

/** Plans to read the row of a page. */
export const rowReads = ({ params }: AskedById) => ({ row: plannedRead(readPageWithRevisions, params.id) });

/** Plans to read the row of a page with its preview links. */
export const linkReads = (asked: AskedById) => ({
  ...rowReads(asked),
  links: plannedRead(readPreviewLinks, asked.params.id),
});

/** Plans to read the row of a page with a revision. */
export const revisionReads = ({ params }: AskedByRevision) => ({
  revisions: plannedRead(readPageWithRevisions, params.id, params.revision),
});
