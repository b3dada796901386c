import type { WorkingCopy } from "#lib/pages/working-copy.ts";
import { settledInOrder } from "#lib/settled.ts";
import { commitDecision } from "#lib/store/commit.ts";
import { inOneRead } from "#lib/store/items.ts";
import { requireSomePage } from "#lib/store/pages.ts";
import { readPageWithRevisions } from "#lib/store/revisions.ts";
import {
  endWorkingCopy,
  type NewCopy,
  putWorkingCopy,
  readWorkingCopy,
  type StoredCopy,
  wholeWorkingCopy,
} from "#lib/store/working-copies.ts";
import type { WorkingCopyReads } from "./page-reads.ts";

type Found = Awaited<ReturnType<typeof readPageWithRevisions>>;

interface CopyChange {
  readonly userId: number;
  readonly permit: (found: Found) => void;
  readonly reads?: WorkingCopyReads;
}

interface CopyToStore extends CopyChange {
  readonly copy: NewCopy;
  /** The version that the caller knows, as digits; 0 for none. */
  readonly expected: string;
  /** Makes the refusal for who knows another one than what is stored. */
  readonly conflict: (stored: WorkingCopy | undefined) => Error;
}

/**
 * Stores a user's working copy of a page. It replaces the one that the caller knows, and no other: of two at
 * once, one is stored. Two requests; one more where a conflict shows a copy that has parts.
 */
export const storeWorkingCopy = (
  pageId: number,
  { copy, expected, conflict, ...change }: CopyToStore,
): Promise<WorkingCopy> =>
  commitDecision(async () => {
    const stored = await permittedCopy(pageId, change);
    if (String(stored.current?.version ?? 0) !== expected) throw conflict(await wholeWorkingCopy(stored));
    const { copy: next, writes } = putWorkingCopy(stored, copy);
    const { version, updatedAt } = next;
    return {
      writes: [requireSomePage(pageId), ...writes],
      value: next,
      outcome: { id: pageId, state: { version, updatedAt } },
    };
  });

/** Removes a user's working copy of a page, if there is one. Two requests, or one. */
export const removeWorkingCopy = (pageId: number, change: CopyChange): Promise<void> =>
  commitDecision(async () => {
    const stored = await permittedCopy(pageId, change);
    return {
      writes: stored.current ? endWorkingCopy(stored) : [],
      value: undefined,
      outcome: { id: pageId },
    };
  });

const permittedCopy = async (
  pageId: number,
  { userId, permit, reads: { row = readPageWithRevisions, copy = readWorkingCopy } = {} }: CopyChange,
): Promise<StoredCopy> => {
  const [found, stored] = await settledInOrder(inOneRead(() => [row(pageId), copy(pageId, userId)]));
  permit(found);
  return stored;
};
