import type { AnyContent, PostContent } from "#lib/pages/content.ts";
import { type Excerpt, excerptOf } from "#lib/pages/excerpt.ts";
import type { Item } from "./client.ts";

/** As JSON. Of a post with a longer one, lists read the content; so its item does not grow by much. */
const maxCharacters = 4_000;

/** What lists show of a post, as an attribute of its live content; nothing for other pages. */
export const excerptBeside = (content: AnyContent): { readonly excerpt?: string } => {
  if (!("body" in content)) return {};
  const excerpt = JSON.stringify(excerptOf(content as PostContent));
  return excerpt.length > maxCharacters ? {} : { excerpt };
};

export interface LiveExcerpt {
  readonly pageId: number;
  readonly revisionId: number;
  readonly excerpt: Excerpt;
}

export const excerptAttributes = ["pageId", "revisionId", "excerpt"] as const;

/** Undefined for live content without one: of other pages, with a long one, or published by version 0.2. */
export const excerptIn = ({ pageId, revisionId, excerpt }: Item): LiveExcerpt | undefined =>
  excerpt === undefined
    ? undefined
    : {
        pageId: pageId as number,
        revisionId: revisionId as number,
        excerpt: JSON.parse(excerpt as string) as Excerpt,
      };
