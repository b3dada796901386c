import { commitDecision } from "#lib/store/commit.ts";
import { type EditablePage, readEditablePage } from "#lib/store/pages.ts";
import type { SavedPage } from "./creation.ts";
import { pageOutcome } from "./page-outcome.ts";
import type { PageReads } from "./page-reads.ts";
import { decidePublication, type PublishedState } from "./publication.ts";

export interface Publication {
  readonly publisherId: number | null;
  readonly permit: (current: EditablePage | undefined) => void;
  readonly reads?: PageReads | undefined;
}

export type PublishedPage = SavedPage & PublishedState;

/**
 * Publishes the latest revision; later lists show it. Refuses what `permit` refuses, then what
 * `decidePublication` refuses. Cost: four requests, one more per 100 media objects, and some if tags of more
 * than ten families are new.
 */
export const publishPage = (
  pageId: number,
  { publisherId, permit, reads: { page: read = readEditablePage, numbers } = {} }: Publication,
): Promise<PublishedPage> =>
  commitDecision(async ({ beginChange }) => {
    const current = await read(pageId);
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
    return { ...decision, value: { ...decision.value, latest }, outcome: pageOutcome(decision.value.page) };
  }, numbers);
