import { hash } from "node:crypto";
import { cached } from "#lib/cached.ts";
import { type PageExtra, pageExtras } from "#lib/themes/page-extras.ts";

interface PolicyParts {
  /** The theme's style sheet, exactly as the page contains it. */
  readonly style: string;
  readonly sendsForms?: boolean;
  readonly extras?: readonly PageExtra[];
}

/** A page's content security policy: its style, and the site's scripts where it has some (decision 007). */
export const contentPolicy = ({ style, extras = [], sendsForms = false }: PolicyParts): string => {
  const parts = extras.map((name) => pageExtras[name]);
  const digests = [style, ...parts.map((part) => part.style)].map(sourceOf);
  return [
    "default-src 'none'",
    // Media are behind redirects, and policies apply to where a redirect ends.
    "img-src 'self' https: data:",
    "media-src 'self' https:",
    `style-src ${digests.join(" ")}`,
    ...(parts.some(({ script }) => script !== null) ? ["script-src 'self'"] : []),
    ...(parts.some(({ reads }) => reads) ? ["connect-src 'self'"] : []),
    "base-uri 'none'",
    `form-action ${sendsForms ? "'self'" : "'none'"}`,
    "frame-ancestors 'none'",
  ].join("; ");
};

/** There are few style sheets, and each page has some of them. */
const sources = new Map<string, string>();

const sourceOf = (style: string): string =>
  cached(sources, 100, style, () => `'sha256-${hash("sha256", style, "base64")}'`);
