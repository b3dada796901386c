import { commitDecision } from "#lib/store/commit.ts";
import { type EditablePage, readEditablePage } from "#lib/store/pages.ts";
import type { SavedPage } from "./creation.ts";
import { decidePublication, type PublishedState } from "./publication.ts";

/** `permit` gets the page as it is, and refuses or returns; it runs again after a lost race. */
export interface Publication {
  readonly publisherId: number | null;
  readonly permit: (current: EditablePage | undefined) => void;
}

export type PublishedPage = SavedPage & PublishedState;

/**
 * Publishes the latest revision of a page; later lists show it. Refuses what `permit` refuses, then
 * `podcast_audio/required` if an episode's audio does not exist, then `slug/duplicate` if a sibling has the
 * slug. Cost: four requests, one more per 100 media objects, one if the public slug changes.
 */
export const publishPage = (pageId: number, { publisherId, permit }: Publication): Promise<PublishedPage> =>
  commitDecision(async () => {
    const current = await readEditablePage(pageId);
    permit(current);
    if (!current?.latest)
      throw new Error(`The publication of page ${pageId} was permitted, which has no revision.`);
    const { page, latest } = current;
    const decision = await decidePublication(page, {
      revision: latest,
      publisherId,
      kind: "wagtail.publish",
      schedule: page.schedule,
    });
    return { ...decision, value: { ...decision.value, latest } };
  });
