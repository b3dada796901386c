import { hash } from "node:crypto";

interface PolicyParts {
  /** The style sheets of the page, exactly as it contains them. */
  readonly styles: readonly string[];
  readonly sendsForms?: boolean;
  /** True for pages with the script of players, which reads documents from this site. */
  readonly hasPlayers?: boolean;
}

/** A page's content security policy: no script but the players', and no style but its own (decision 007). */
export const contentPolicy = ({ styles, sendsForms = false, hasPlayers = false }: PolicyParts): string => {
  const digests = styles.map((style) => `'sha256-${hash("sha256", style, "base64")}'`);
  return [
    "default-src 'none'",
    // Media are behind redirects, and policies apply to where a redirect ends.
    "img-src 'self' https: data:",
    "media-src 'self' https:",
    `style-src ${digests.join(" ")}`,
    ...(hasPlayers ? ["script-src 'self'", "connect-src 'self'"] : []),
    "base-uri 'none'",
    `form-action ${sendsForms ? "'self'" : "'none'"}`,
    "frame-ancestors 'none'",
  ].join("; ");
};
