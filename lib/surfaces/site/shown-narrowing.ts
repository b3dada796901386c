import type { BlogPage } from "#lib/themes/theme.ts";

/** How a list of posts can be narrowed, and what is chosen. */
export interface ShownNarrowing extends Pick<BlogPage, "form" | "chosen" | "facets"> {
  /** True if a public post of the blog has the tag that was asked for. */
  readonly knowsTag: boolean;
}
