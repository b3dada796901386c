import { Reply } from "#lib/http/reply.ts";
import { contentPolicy } from "./content-policy.ts";

/** A page with the style sheet that stands inside of it. */
export interface StyledHtml {
  readonly html: string;
  readonly style: string;
}

/** The answer with a page that only its caller may see. */
export const privatePage = ({ html, style }: StyledHtml): Reply<string> =>
  new Reply(html, {
    headers: {
      "cache-control": "private, no-store",
      vary: "Cookie, Accept",
      "content-security-policy": contentPolicy(style, false),
    },
  });
