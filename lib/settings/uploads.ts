import { maxImageBytes } from "#lib/media/file-rules.ts";
import type { UploadLimits } from "#lib/media/upload.ts";
import { variable } from "./environment.ts";
import { seconds, textSetting, wholeNumber } from "./setting.ts";

export const maxRecordingBytes = {
  audio: textSetting<number>("SITE_AUDIO_UPLOAD_MAX_BYTES", wholeNumber("bytes"), 536_870_912),
  video: textSetting<number>("SITE_VIDEO_UPLOAD_MAX_BYTES", wholeNumber("bytes"), 2_147_483_648),
};

export const maxFileBytes = (): number =>
  Math.max(maxImageBytes, maxRecordingBytes.audio(), maxRecordingBytes.video());

/** Upload sessions that one user may have at a time. */
export const maxUploadCount = /* @__PURE__ */ textSetting<number>(
  "SITE_UPLOADS_MAX_COUNT",
  wholeNumber("uploads"),
  100,
);

/** The total size of one user's upload sessions; by default five times the largest file. */
export const maxUploadBytes = /* @__PURE__ */ textSetting<number | undefined>(
  "SITE_UPLOADS_MAX_BYTES",
  wholeNumber("bytes"),
  undefined,
);

export const uploadLimits = (): UploadLimits => ({
  maxCount: maxUploadCount(),
  maxBytes: maxUploadBytes() ?? 5 * maxFileBytes(),
});

/** When the lock of an upload that died expires; by default as soon as its function can no longer run. */
export const uploadLockSeconds = /* @__PURE__ */ textSetting<number>(
  "SITE_EDITOR_MEDIA_UPLOAD_LOCK_SECONDS",
  seconds,
  Number.POSITIVE_INFINITY,
);

/** The time limit for probing one upload. */
export const probeSeconds = /* @__PURE__ */ textSetting<number>(
  "SITE_EDITOR_MEDIA_PROBE_SECONDS",
  seconds,
  10,
);

export const probeTimeoutMs = (): number => Math.ceil(probeSeconds() * 1000);

/** The function that probes media; without one, each process probes by itself. */
export const proberFunction = (): string | undefined => variable("PROBER_FUNCTION");
