import { commitDecision } from "#lib/store/commit.ts";
import { type EditablePage, readEditablePage } from "#lib/store/pages.ts";
import type { SavedPage } from "./creation.ts";
import { decidePublication, type PublishedState } from "./publication.ts";

/** Who publishes, and whether they may. `permit` sees the page as it is, and runs again after a lost race. */
export interface Publication {
  readonly publisherId: number | null;
  readonly permit: (current: EditablePage | undefined) => void;
}

/** A page that is public now, with the revision that it shows. */
export type PublishedPage = SavedPage & PublishedState;

/**
 * Makes the latest revision of a page public, under the slug and title that it says, with its audit entries.
 * Lists that are read after this has answered show it. Refuses what `permit` refuses, then
 * `podcast_audio/required` of an episode whose audio does not exist, then `slug/duplicate` when a sibling
 * holds the slug by now. Cost: four requests, one more for every 100 media objects, and one when the public
 * slug changes.
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
