/** What all routes have in common by which media are uploaded. A body is as large as Lambda takes it. */
export const uploadRoute = {
  auth: "editor",
  envelope: "editor",
  method: "POST",
  scope: "write",
  bodyKinds: ["multipart", "form"],
  status: 201,
  limits: { bodyBytes: 6_291_456, timeoutSeconds: 29, memoryMb: 2_048 },
} as const;

/** How the upload of an image may be refused, beside what forms are refused for. */
export const imageErrors = ["no_upload_collection", "cleanup_failed", "busy"] as const;

/** The same of a video. */
export const videoErrors = [...imageErrors, "rate_limited", "post_save_permission_denied"] as const;

/** The same of an audio, whose file must say how long it is. */
export const audioErrors = [...videoErrors, "probe_timeout", "probe_failed"] as const;
