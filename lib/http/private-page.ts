import { createHash } from "node:crypto";
import { Reply } from "./reply.ts";

/** A page with the style sheet that stands inside of it. */
export interface Page {
  readonly html: string;
  readonly style: string;
}

/**
 * The answer with a page that only its caller may see. Nothing in the page runs, and it has no style but its own
 * (decision 007).
 */
export const privatePage = ({ html, style }: Page): Reply<string> =>
  new Reply(html, {
    headers: {
      "cache-control": "private, no-store",
      vary: "Cookie, Accept",
      "content-security-policy": policyFor(style),
    },
  });

const policyFor = (style: string): string => {
  const digest = createHash("sha256").update(style).digest("base64");
  return [
    "default-src 'none'",
    // Media files lie behind a redirect to where they are kept, and a policy asks where a redirect ends.
    "img-src 'self' https: data:",
    "media-src 'self' https:",
    `style-src 'sha256-${digest}'`,
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join("; ");
};
