import { comparedSlug, mayBeSlug } from "#lib/pages/slug.ts";

/** What is written in the place of a page's id, as a path; undefined for what is none, such as a number. */
export const writtenPath = (written: unknown): string | undefined =>
  typeof written === "string" && written.startsWith("/")
    ? comparedSlug(written.replace(/(.)\/$/, "$1"))
    : undefined;

/** False for a path at which no page can be. */
export const mayBePage = (path: string): boolean => path === "/" || path.slice(1).split("/").every(mayBeSlug);
