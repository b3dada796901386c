import type { CustomBlocks } from "#lib/blocks/custom-block.ts";
import { type CustomLeaf, customLeaves } from "#lib/blocks/custom-leaves.ts";
import { sectionNames, storedBlocks } from "#lib/blocks/sections.ts";
import { isMediaKind } from "#lib/media/media.ts";
import { isMediaId, type MediaIds, mediaIds } from "#lib/media/references.ts";
import { pageLinksIn } from "#lib/richtext/page-html.ts";
import type { PostContent } from "./content.ts";
import { mediaInPost } from "./post-media.ts";

/** Unique ids, of existing objects or not. */
export interface PostReferences {
  readonly media: MediaIds;
  readonly pages: readonly number[];
}

/** All media and linked pages that are needed to show a post, those inside custom blocks included. */
export const postReferences = (
  content: PostContent,
  customBlocks: CustomBlocks | undefined,
): PostReferences => {
  const leaves = leavesOf(content, customBlocks);
  const media = leaves.flatMap(({ type, value }) =>
    isMediaKind(type) && isMediaId(value) ? [{ kind: type, id: value }] : [],
  );
  const pages = leaves.flatMap(({ type, value }) => {
    if (type === "richtext") return typeof value === "string" ? pageLinksIn(value) : [];
    return type === "page" && isMediaId(value) ? [value] : [];
  });
  return { media: mediaIds([...mediaInPost(content), ...media]), pages: [...new Set(pages)] };
};

const leavesOf = ({ body }: PostContent, customBlocks: CustomBlocks | undefined): CustomLeaf[] =>
  sectionNames.flatMap((section) =>
    storedBlocks(body, section).flatMap(({ type, value }): CustomLeaf[] => {
      if (type === "paragraph") return [{ type: "richtext", value }];
      const block = customBlocks?.[section].get(type);
      return block ? [...customLeaves(block, value)] : [];
    }),
  );
