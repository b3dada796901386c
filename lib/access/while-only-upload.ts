import { AsyncLocalStorage } from "node:async_hooks";
import { randomUUID } from "node:crypto";
import { clock } from "#lib/clock.ts";
import { Refusal } from "#lib/refusals/refusal.ts";
import { uploadLockSeconds } from "#lib/settings/uploads.ts";
import { commitScope } from "#lib/store/commit-scope.ts";
import { releaseUploadLock, takeUploadLock, uploadLockMayBeOf } from "#lib/store/uploads.ts";

/** Extends the lock, at most once in a third of its time. Refuses `rate_limited` if it was lost meanwhile. */
export type KeepLock = () => Promise<void>;

/** The lock around the current work: on one machine the gateway takes it, and the function runs within it. */
const currentLock = new AsyncLocalStorage<{ readonly userId: number; readonly keep: KeepLock }>();

/**
 * Holders of locks that could not be released, as on a full disk, by user: the next upload in this process
 * takes them over. In other processes they expire.
 */
const unreleased = new Map<number, string>();

/**
 * Runs work while the user has no other upload of audio or video (contract#upload-lock). Refuses
 * `rate_limited` otherwise, or `request_in_progress` if a request with the same key has the lock. Nested
 * calls share the lock. If the process dies, it expires after the site's setting, at the latest `maxSeconds`
 * after its last extension. Cost: two requests.
 */
export const whileOnlyUpload = async <Result>(
  userId: number,
  maxSeconds: number,
  work: (keep: KeepLock) => Promise<Result>,
  receiptId: string | undefined = commitScope()?.receipt?.id,
): Promise<Result> => {
  const outer = currentLock.getStore();
  if (outer?.userId === userId) return work(outer.keep);
  const holder = randomUUID();
  const seconds = Math.min(uploadLockSeconds(), maxSeconds);
  let takenAtMs = clock.monotonicMs();
  const take = async () => {
    const former = unreleased.get(userId);
    if (await takeUploadLock(userId, holder, seconds, receiptId, former)) {
      if (former !== undefined) unreleased.delete(userId);
      return;
    }
    // A lock that is gone by now may have been of the same key: its request has just ended.
    const isOwn = receiptId !== undefined && (await uploadLockMayBeOf(userId, receiptId));
    throw new Refusal(isOwn ? "request_in_progress" : "rate_limited");
  };
  const keep = async () => {
    const now = clock.monotonicMs();
    if (now - takenAtMs < (seconds * 1000) / 3) return;
    takenAtMs = now;
    await take();
  };
  try {
    await take();
    return await currentLock.run({ userId, keep }, () => work(keep));
  } finally {
    // The result of the work matters more than a lock that cannot be released.
    await releaseUploadLock(userId, holder).catch(() => {
      // If another lock is still noted, this one was not taken.
      if (!unreleased.has(userId)) unreleased.set(userId, holder);
    });
  }
};
