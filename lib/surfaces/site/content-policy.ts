import { hash } from "node:crypto";

/**
 * The content security policy of a page: nothing in it runs, and it has no style but its own (decision 007).
 */
export const contentPolicy = (style: string, sendsForms: boolean): string => {
  const digest = hash("sha256", style, "base64");
  return [
    "default-src 'none'",
    // Media files lie behind a redirect to where they are kept, and a policy asks where a redirect ends.
    "img-src 'self' https: data:",
    "media-src 'self' https:",
    `style-src 'sha256-${digest}'`,
    "base-uri 'none'",
    `form-action ${sendsForms ? "'self'" : "'none'"}`,
    "frame-ancestors 'none'",
  ].join("; ");
};
