import { Reply } from "#lib/http/reply.ts";
import { contentPolicy } from "./content-policy.ts";

/** A page with the style sheet that it contains. */
export interface StyledHtml {
  readonly html: string;
  readonly style: string;
}

/** A page that no cache may keep. */
export const privatePage = ({ html, style }: StyledHtml): Reply<string> =>
  new Reply(html, {
    headers: {
      "cache-control": "private, no-store",
      vary: "Cookie, Accept",
      "content-security-policy": contentPolicy(style, false),
    },
  });
