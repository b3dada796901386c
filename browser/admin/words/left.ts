import { afterSave, isOpenAfter, isSent, sharedWithCopy, sharedWithRevision, withRevision } from "./known.ts";
import type { Fields } from "./merge.ts";
import type { Base, JournalEntry, Outcome, PageService, StoredCopy } from "./ports.ts";

/**
 * Sends the saves again that tabs have left without an answer, and gives the entries as they are after it. It
 * comes before the page and its working copy are read, because a save changes both.
 */
export const settleLeft = async (
  entries: readonly JournalEntry[],
  service: PageService,
): Promise<Outcome<readonly JournalEntry[]>> => {
  const settled: JournalEntry[] = [];
  for (const entry of entries) {
    if (!entry.save) {
      settled.push(entry);
      continue;
    }
    const answer = await service.save(entry.save);
    if ("value" in answer) settled.push({ ...entry, ...afterSave(entry, entry.save, answer.value) });
    else if (isOpenAfter(answer.failure)) return answer;
    else settled.push({ ...entry, save: undefined });
  }
  return { value: settled };
};

/** What is stored in the service: the latest revision, and the working copy with the revision that it changes. */
export interface Stored {
  readonly latest: Base;
  readonly copy: { readonly stored: StoredCopy; readonly whole: Fields; readonly begun: Base } | undefined;
}

/** The last state that the tab of an entry shares with the screen, on which are the copy and the latest revision. */
export const sharedWithScreen = (entry: JournalEntry, { latest, copy }: Stored, screen: Fields): Fields => {
  if (copy && isSent(entry, copy.stored)) return withRevision(copy.whole, copy.begun, entry.base);
  return copy ? sharedWithCopy(entry, latest, screen) : sharedWithRevision(entry, latest);
};
