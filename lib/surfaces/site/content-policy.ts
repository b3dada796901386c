import { hash } from "node:crypto";

/** A page's content security policy: no scripts, and no style but its own (decision 007). */
export const contentPolicy = (style: string, sendsForms: boolean): string => {
  const digest = hash("sha256", style, "base64");
  return [
    "default-src 'none'",
    // Media are behind redirects, and policies apply to where a redirect ends.
    "img-src 'self' https: data:",
    "media-src 'self' https:",
    `style-src 'sha256-${digest}'`,
    "base-uri 'none'",
    `form-action ${sendsForms ? "'self'" : "'none'"}`,
    "frame-ancestors 'none'",
  ].join("; ");
};
