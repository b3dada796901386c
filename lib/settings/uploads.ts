import { maxImageBytes } from "#lib/media/image-rules.ts";
import type { UploadLimits } from "#lib/media/upload.ts";
import { seconds, wholeNumber } from "./schemas.ts";
import { textSetting } from "./setting.ts";

/** The largest recording of each kind that is taken, in bytes. */
export const maxRecordingBytes = {
  audio: textSetting<number>("SITE_AUDIO_UPLOAD_MAX_BYTES", wholeNumber("bytes"), 536_870_912),
  video: textSetting<number>("SITE_VIDEO_UPLOAD_MAX_BYTES", wholeNumber("bytes"), 2_147_483_648),
};

/** The largest file of any kind that is taken, in bytes. */
export const maxFileBytes = (): number =>
  Math.max(maxImageBytes, maxRecordingBytes.audio(), maxRecordingBytes.video());

/** How many upload sessions a user may have at a time. */
export const maxUploadCount = textSetting<number>("SITE_UPLOADS_MAX_COUNT", wholeNumber("uploads"), 100);

/**
 * How many bytes the files of a user's upload sessions may have together; five times the largest file where
 * it is not set.
 */
export const maxUploadBytes = textSetting<number | undefined>(
  "SITE_UPLOADS_MAX_BYTES",
  wholeNumber("bytes"),
  undefined,
);

/** What the upload sessions of a user may come to together. */
export const uploadLimits = (): UploadLimits => ({
  maxCount: maxUploadCount(),
  maxBytes: maxUploadBytes() ?? 5 * maxFileBytes(),
});

/**
 * After how many seconds the lock of an upload that broke off is void. By default as soon as its function
 * cannot run any longer.
 */
export const uploadLockSeconds = textSetting<number>(
  "SITE_EDITOR_MEDIA_UPLOAD_LOCK_SECONDS",
  seconds,
  Number.POSITIVE_INFINITY,
);
