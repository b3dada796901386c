import { clock } from "#lib/clock.ts";
import type { Page } from "#lib/pages/page.ts";
import type { AuditKind } from "#lib/pages/revision.ts";
import { putAudit } from "#lib/store/audit.ts";
import { commitDecision } from "#lib/store/commit.ts";
import type { RequestOutcome } from "#lib/store/commit-scope.ts";
import { inOneRead } from "#lib/store/items.ts";
import { type EditablePage, putPage, readEditablePage } from "#lib/store/pages.ts";
import type { Write } from "#lib/store/port/table-store.ts";
import { scheduleWrites } from "#lib/store/schedules.ts";
import type { PageReads } from "./page-reads.ts";

/** Longer slugs do not fit in a receipt, whose replay then shows the page's present slug. */
const maxSlugLength = 200;

/**
 * The outcome of a change of a page; the content of its answer is in the revision. `keepsCopy`: the answer
 * says that a working copy has stayed.
 */
export const pageOutcome = (page: Page, keepsCopy = false): RequestOutcome => {
  const { id, latestRevisionId, live, unpublishedChanges, slug, schedule } = page;
  return {
    id,
    revisionId: latestRevisionId,
    state: {
      ...{ live, unpublishedChanges, publishAt: schedule?.publishAt ?? null },
      ...(slug.length <= maxSlugLength && { slug }),
      ...(keepsCopy && { keepsCopy }),
    },
  };
};

export interface StateChange {
  /** The user who changes it; by default an administrator, who has no id. */
  readonly userId?: number | null;
  readonly permit: (current: EditablePage | undefined) => void;
  readonly reads?: PageReads | undefined;
}

/** A new state of a page that binds its editors, and what the page's history says of the change. */
export interface DecidedState extends Partial<Pick<Page, "lock" | "schedule" | "workflow">> {
  readonly audit: { readonly kind: AuditKind; readonly revisionId: number | null };
  /** Further conditions of the change. */
  readonly conditions?: readonly Write[];
}

/** Changes a page's lock, approval or workflow at once; undefined changes nothing. Three requests. */
export const changePageState = (
  pageId: number,
  { userId = null, permit, reads: { page: read = readEditablePage, numbers } = {} }: StateChange,
  change: (current: EditablePage) => DecidedState | undefined | Promise<DecidedState | undefined>,
): Promise<EditablePage> =>
  commitDecision(async ({ beginIds }) => {
    const current = await read(pageId);
    permit(current);
    if (!current) throw new Error(`A change of page ${pageId} was permitted, which does not exist.`);
    const decided = await inOneRead(
      () => change(current),
      () => beginIds("revision"),
    );
    if (!decided) return { writes: [], value: current, outcome: pageOutcome(current.page) };
    const { audit, conditions = [], ...state } = decided;
    const { page, latest } = current;
    const next: Page = { ...page, ...state, version: page.version + 1 };
    return {
      writes: [
        putPage(next, page.version),
        ...scheduleWrites(pageId, page.schedule, next.schedule),
        ...putAudit(next.version, [{ pageId, userId, at: clock.now(), ...audit }]),
        ...conditions,
      ],
      value: { page: next, latest },
      outcome: pageOutcome(next),
    };
  }, numbers);
