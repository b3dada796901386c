import type { Call } from "#lib/http/endpoint.ts";
import { acceptedType } from "#lib/http/negotiation.ts";
import type { Request } from "#lib/http/request.ts";
import { slugsIn } from "#lib/pages/addresses.ts";
import type { SitePageQuery } from "#lib/queries/site-page-queries.ts";

export type SitePageCall = Call<never, undefined, SitePageQuery>;

/** The page that a request asks for. */
export interface AskedPage {
  /** The path as it is. */
  readonly written: readonly string[];
  /** The slugs of the page: the path, or for that of a text, that of its page. */
  readonly slugs: readonly string[];
  /** True where the page's text is asked for, by the address or by `Accept`. */
  readonly isMarkdown: boolean;
}

export const askedPage = ({ tail, request }: SitePageCall): AskedPage => {
  const written = slugsIn(tail);
  const ofText = slugsOfText(written);
  if (ofText) return { written, slugs: ofText, isMarkdown: true };
  return { written, slugs: written, isMarkdown: prefersMarkdown(request) };
};

/** Browsers do not name Markdown; programs that do are given it where they like HTML no better. */
const prefersMarkdown = (request: Request): boolean =>
  /\btext\/markdown\b/i.test(request.headers.accept ?? "") &&
  acceptedType(["text/markdown", "text/html"], request) === "text/markdown";

/** The slugs of the page whose text is at this path; undefined for a path of none. */
const slugsOfText = (slugs: readonly string[]): readonly string[] | undefined => {
  const last = slugs.at(-1);
  if (!last?.endsWith(".md")) return undefined;
  const above = slugs.slice(0, -1);
  return above.length === 0 && last === "index.md" ? [] : [...above, last.slice(0, -".md".length)];
};
