/** The policy of an answer that is no page: a browser runs, loads and frames nothing. */
const nothing = "default-src 'none'; frame-ancestors 'none'";

/** The headers of every answer that protect browsers (contract#safety-headers); pages have another policy. */
export const safetyHeaders = {
  "x-frame-options": "DENY",
  "x-content-type-options": "nosniff",
  "referrer-policy": "same-origin",
  "cross-origin-opener-policy": "same-origin",
  "content-security-policy": nothing,
} as const;
