import { readEditablePage, readRevision } from "#lib/store/pages.ts";
import { plannedRead, type RequestById } from "#lib/store/planned-read.ts";
import { readPreviewLinks } from "#lib/store/preview-links.ts";
import { readPageWithRevisions } from "#lib/store/revisions.ts";
import { type PlannedNumbers, plannedNumbers } from "#lib/store/sequences.ts";
import { readBeingEdited, readWorkingCopy } from "#lib/store/working-copies.ts";

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

export interface WorkingCopyReads {
  readonly row?: typeof readPageWithRevisions;
  readonly copy?: typeof readWorkingCopy;
}

interface RequestByRevision {
  readonly params: { readonly id: number; readonly revision: number };
}

/** Plans to read a page with its latest revision. */
const draftReads = ({ params }: RequestById) => ({ page: plannedRead(readEditablePage, params.id) });

/** Plans the same for a change that only editors see. */
export const editReads = (request: RequestById) => ({
  ...draftReads(request),
  numbers: plannedNumbers("IDS"),
});

/** Plans the same for a change that lists may show. */
export const publicationReads = (request: RequestById) => ({
  ...draftReads(request),
  numbers: plannedNumbers("CHANGES"),
});

/** Plans what `editReads` does, and the revision that is to be restored. */
export const revertReads = (request: RequestByRevision & RequestWithCopy) => ({
  ...saveReads(request),
  revision: plannedRead(readRevision, request.params.id, request.params.revision),
});

/** A change that may take up the caller's working copy. */
interface RequestWithCopy extends RequestById {
  readonly userId: number;
  readonly query: URLSearchParams;
}

/** Plans to read the caller's working copy, if the query asks for it. */
const copyReads = ({ params, userId, query }: RequestWithCopy) =>
  query.has("working_copy") ? { copy: plannedRead(readWorkingCopy, params.id, userId) } : {};

/** Plans to read who is typing, if the query asks for it. */
export const beingEditedReads = ({ query }: Pick<RequestWithCopy, "query">) =>
  query.has("being_edited") ? { beingEdited: plannedRead(readBeingEdited) } : {};

/** Plans what `draftReads` does, and who is typing. */
export const objectReads = (request: RequestById & Pick<RequestWithCopy, "query">) => ({
  ...draftReads(request),
  ...beingEditedReads(request),
});

/** Plans what `draftReads` does, and the working copy that is to be shown. */
export const previewReads = (request: RequestWithCopy) => ({
  ...draftReads(request),
  ...copyReads(request),
});

/** Plans what `editReads` does, and the working copy that a save takes up. */
export const saveReads = (request: RequestWithCopy) => ({ ...editReads(request), ...copyReads(request) });

/** Plans what `publicationReads` does, and the working copy that a publication takes up. */
export const publishReads = (request: RequestWithCopy) => ({
  ...publicationReads(request),
  ...copyReads(request),
});

/** Plans to read the row of a page. */
export const rowReads = ({ params }: RequestById) => ({ row: plannedRead(readPageWithRevisions, params.id) });

/** Plans to read the row of a page with its preview links. */
export const linkReads = (request: RequestById) => ({
  ...rowReads(request),
  links: plannedRead(readPreviewLinks, request.params.id),
});

/** Plans to read the row of a page with the caller's working copy. */
export const workingCopyReads = (request: RequestById & { readonly userId: number }) => ({
  ...rowReads(request),
  copy: plannedRead(readWorkingCopy, request.params.id, request.userId),
});

/** Plans to read the row of a page with a revision. */
export const revisionReads = ({ params }: RequestByRevision) => ({
  revisions: plannedRead(readPageWithRevisions, params.id, params.revision),
});
