/** The common part of upload routes. `bodyBytes` is the most that Lambda takes. */
export const uploadRoute = {
  auth: "editor",
  envelope: "editor",
  method: "POST",
  scope: "write",
  takesKeys: true,
  bodyKinds: ["multipart", "form"],
  status: 201,
  limits: { bodyBytes: 6_291_456, timeoutSeconds: 29, memoryMb: 2_048 },
} as const;

export const imageErrors = ["no_upload_collection", "cleanup_failed", "busy"] as const;

export const videoErrors = [...imageErrors, "rate_limited", "post_save_permission_denied"] as const;

/** Refusals of an audio, whose duration must be found. */
export const audioErrors = [...videoErrors, "probe_timeout", "probe_failed"] as const;
