import { clock } from "#lib/clock.ts";
import type { Page } from "#lib/pages/page.ts";
import { Refusal } from "#lib/refusals/refusal.ts";
import { settledInOrder } from "#lib/settled.ts";
import { commitDecision, type Decision } from "#lib/store/commit.ts";
import { type EditablePage, putPage, readEditablePage, readRevision } from "#lib/store/pages.ts";
import { scheduleWrites } from "#lib/store/schedules.ts";
import { pageOutcome } from "./change-page-state.ts";
import type { PageReads } from "./page-reads.ts";
import { decidePublication, type PublishedState } from "./publication.ts";
import type { SavedDraft } from "./save-draft.ts";
import { type CopyToTake, takeWorkingCopy } from "./take-working-copy.ts";

export interface Publication {
  readonly publisherId: number | null;
  readonly permit: (current: EditablePage | undefined) => void;
  readonly reads?: PageReads | undefined;
  /** The working copy that ends with the publication. */
  readonly takes?: CopyToTake | undefined;
}

export type PublishedPage = SavedDraft & PublishedState;

/**
 * Publishes the latest revision; later lists show it. Refuses what `permit` refuses, then what
 * `decidePublication` refuses. Cost: four requests, one more per 100 media objects, and some if tags of more
 * than ten families are new.
 */
export const publishPage = (
  pageId: number,
  { publisherId, permit, takes, reads: { page: read = readEditablePage, numbers } = {} }: Publication,
): Promise<PublishedPage> =>
  commitDecision(async ({ beginChange }) => {
    const [current, { writes: ends, keepsCopy }] = await settledInOrder([
      read(pageId),
      takeWorkingCopy(pageId, takes),
    ]);
    permit(current);
    if (!current?.latest)
      throw new Error(`The publication of page ${pageId} was permitted, which has no revision.`);
    beginChange();
    const { page, latest } = current;
    const decision = await decidePublication(page, {
      revision: latest,
      publisherId,
      kind: "wagtail.publish",
      schedule: page.schedule,
    });
    return {
      ...decision,
      writes: [...decision.writes, ...ends],
      value: { ...decision.value, latest, keepsCopy },
      outcome: pageOutcome(decision.value.page, keepsCopy),
    };
  }, numbers);

/** `idle`: there was nothing to do any more. */
export type ScheduledOutcome =
  | { readonly outcome: "published" | "idle" }
  | { readonly outcome: "refused"; readonly reason: string };

/**
 * Publishes the approved revision of a page if it is due, and removes the approval, also if it cannot be
 * published (contract#publish-scheduled). What passes, such as a store that is busy, is left to the next run.
 * Of concurrent runs, one publishes. Four requests, or six.
 */
export const publishScheduledPage = (pageId: number): Promise<ScheduledOutcome> =>
  commitDecision(async (): Promise<Decision<ScheduledOutcome>> => {
    const current = await readEditablePage(pageId);
    const schedule = current?.page.schedule;
    if (!schedule || schedule.publishAt > clock.now()) return { writes: [], value: { outcome: "idle" } };
    const { page, latest } = current;
    const approved =
      latest?.id === schedule.revisionId ? latest : await readRevision(pageId, schedule.revisionId);
    if (!approved) return withdrawal(page, "the approved revision is gone");
    try {
      const decision = await decidePublication(page, {
        revision: approved,
        publisherId: null,
        kind: "wagtail.publish.scheduled",
        schedule: null,
      });
      return { ...decision, value: { outcome: "published" } };
    } catch (error) {
      if (error instanceof Refusal && error.kind.status < 500) return withdrawal(page, reasonOf(error));
      throw error;
    }
  });

const withdrawal = (page: Page, reason: string): Decision<ScheduledOutcome> => ({
  writes: [
    putPage({ ...page, schedule: null, version: page.version + 1 }, page.version),
    ...scheduleWrites(page.id, page.schedule, null),
  ],
  value: { outcome: "refused", reason },
});

const reasonOf = ({ message, details }: Refusal): string =>
  details.problems?.map((problem) => problem.message).join(" ") ?? message;
