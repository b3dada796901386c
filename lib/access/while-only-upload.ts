import { AsyncLocalStorage } from "node:async_hooks";
import { randomUUID } from "node:crypto";
import { clock } from "#lib/clock.ts";
import { Refusal } from "#lib/refusals/refusal.ts";
import { uploadLockSeconds } from "#lib/settings/uploads.ts";
import { releaseUploadLock, takeUploadLock } from "#lib/store/upload-lock.ts";

/**
 * Keeps the lock for as long again, at most once in a third of that time. Refused: `rate_limited`, where it
 * was lost meanwhile.
 */
export type KeepLock = () => Promise<void>;

/**
 * Whose lock the present work has: on one machine, a form's file is received under the lock with which its
 * function then works.
 */
const held = new AsyncLocalStorage<{ readonly userId: number; readonly keep: KeepLock }>();

/**
 * What the work gives, done while the user has no other upload of sound or film in progress: `rate_limited`
 * when there is one (contract#upload-lock). Work within such work has its lock.
 *
 * The lock ends with the work, however it ends. When the process ends in the middle, it ends by itself: after
 * the site's setting, or as soon as no function could still be at work, which is `maxSeconds` from when
 * it was last kept. Two requests.
 */
export const whileOnlyUpload = async <Result>(
  userId: number,
  maxSeconds: number,
  work: (keep: KeepLock) => Promise<Result>,
): Promise<Result> => {
  const outer = held.getStore();
  if (outer?.userId === userId) return work(outer.keep);
  const holder = randomUUID();
  const seconds = Math.min(uploadLockSeconds(), maxSeconds);
  let takenAtMs = clock.monotonicMs();
  const take = async () => {
    if (!(await takeUploadLock(userId, holder, seconds))) throw new Refusal("rate_limited");
  };
  const keep = async () => {
    const now = clock.monotonicMs();
    if (now - takenAtMs < (seconds * 1000) / 3) return;
    takenAtMs = now;
    await take();
  };
  try {
    await take();
    return await held.run({ userId, keep }, () => work(keep));
  } finally {
    // A lock that cannot be given back expires soon; what the work came to is more important.
    await releaseUploadLock(userId, holder).catch(() => false);
  }
};
