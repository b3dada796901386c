import { storedBlocks } from "#lib/blocks/sections.ts";
import type { PostContent } from "./content.ts";

/** What a list of posts for people shows of one. */
export interface Excerpt {
  /** The public content, of whose body only the overview. */
  readonly content: PostContent;
  /** True if the post has more to read. */
  readonly hasMore: boolean;
}

export const excerptOf = (content: PostContent): Excerpt => ({
  content: { ...content, body: [{ type: "overview", value: storedBlocks(content.body, "overview") }] },
  hasMore: storedBlocks(content.body, "detail").length > 0,
});
