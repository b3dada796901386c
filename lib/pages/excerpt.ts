import { storedBlocks } from "#lib/blocks/sections.ts";
import type { PostContent } from "./content.ts";
import { openingOf } from "./opening.ts";

/** The part of a post that lists of posts for people show. */
export interface Excerpt {
  /** The public content, of whose body only the overview. */
  readonly content: PostContent;
  /** True if the post has more to read. */
  readonly hasMore: boolean;
  /** The first words of a post that has neither overview nor description; absent of other posts. */
  readonly opening?: string;
}

export const excerptOf = (content: PostContent): Excerpt => {
  const overview = storedBlocks(content.body, "overview");
  const opening = overview.length === 0 && content.searchDescription === "" ? openingOf(content.body) : "";
  return {
    content: { ...content, body: [{ type: "overview", value: overview }] },
    hasMore: storedBlocks(content.body, "detail").length > 0,
    ...(opening !== "" && { opening }),
  };
};
