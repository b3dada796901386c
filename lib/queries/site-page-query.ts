import { type BlogQuery, parseBlogQuery } from "./blog-query.ts";
import { type CommentQuery, commentQuery } from "./comment-query.ts";
import { integerFrom } from "./integer.ts";
import { lastValues } from "./last-values.ts";
import { themeParameters } from "./page-rendering.ts";
import { type PasswordQuery, passwordQuery } from "./password-query.ts";
import { postFilterParameters } from "./post-filter.ts";
import type { QueryDeclaration } from "./query-declaration.ts";

/**
 * A request for a page of the site. Every page reads the theme and the password, posts read `comment` and the
 * part of the transcript, only blogs the rest.
 */
export interface SitePageQuery extends BlogQuery, PasswordQuery, CommentQuery {
  /** The part of long transcripts that the page shows, from 1. */
  readonly transcriptPart: number;
}

/** The query of the site's pages. Refuses nothing: bad values are ignored. */
export const sitePageQuery: QueryDeclaration<SitePageQuery> = {
  parameters: {
    page: { description: "Of a blog: the page of the list of its posts, from 1.", type: "integer" },
    search: { description: "Of a blog: only posts with all of these words, those that fit best first." },
    transcript: {
      description: "Of a post: the part of a long transcript that the page shows, from 1.",
      type: "integer",
    },
    ...postFilterParameters,
    ...themeParameters,
    ...passwordQuery.parameters,
    ...commentQuery.parameters,
  },
  parse: (params, context) => ({
    ...parseBlogQuery(params, context.postFilters()),
    ...passwordQuery.parse(params, context),
    ...commentQuery.parse(params, context),
    transcriptPart: Math.max(1, integerFrom(lastValues(params).get("transcript") ?? "") ?? 1),
  }),
};
