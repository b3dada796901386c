import { randomUUID } from "node:crypto";
import { config } from "#lib/config.ts";
import { Refusal } from "#lib/refusals/refusal.ts";
import { releaseUploadLock, takeUploadLock } from "#lib/store/upload-lock.ts";

/**
 * What the work gives, done while the user has no other upload of sound or film in progress: `rate_limited` when there
 * is one (spec "Editor media uploads" 2).
 *
 * The lock ends with the work, however it ends. When the process ends in the middle, it ends by itself: after the site's
 * setting, or as soon as no function could still be at work, which is `longestSeconds` from now. Two requests.
 */
export const whileOnlyUpload = async <Result>(
  userId: number,
  longestSeconds: number,
  work: () => Promise<Result>,
): Promise<Result> => {
  const holder = randomUUID();
  const seconds = Math.min(config.uploadLockSeconds(), longestSeconds);
  try {
    if (!(await takeUploadLock(userId, holder, seconds))) throw otherUpload();
    return await work();
  } finally {
    // A lock that cannot be given back expires soon; what the work came to is more important.
    await releaseUploadLock(userId, holder).catch(() => false);
  }
};

const otherUpload = (): Refusal =>
  new Refusal("rate_limited", {
    detail: "Another upload of yours is in progress; try again when it is done.",
  });
