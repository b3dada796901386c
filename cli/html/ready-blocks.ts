import { type AuthorBlock, readCustom } from "#lib/blocks/read-section.ts";
import { readyBlockNames, readyBlocks } from "#lib/blocks/ready/ready-blocks.ts";
import { writeCustom } from "#lib/blocks/write-custom.ts";
import { keptFeatureNames } from "#lib/richtext/features.ts";
import { partAllowance } from "#lib/richtext/problem.ts";
import type { HtmlPlace } from "./html-place.ts";
import { noteRemoval } from "./prose-blocks.ts";

/** A block of Lectern's own with its rich text as it is stored. What is not kept of it is noted. */
export const storedReadyBlock = (block: AuthorBlock, place: HtmlPlace): AuthorBlock[] => {
  const name = readyBlockNames.find((each) => each === block.type);
  if (!name) return [block];
  const { declaration } = readyBlocks[name];
  const written = writeCustom(declaration, block.value, {
    ...{ features: keptFeatureNames, parts: partAllowance(), newId: () => "", path: "" },
    collector: {
      removed: (_, removals) => {
        for (const removal of removals) noteRemoval(removal, place);
      },
      ignored: () => {},
    },
  });
  const value = "value" in written ? readCustom(declaration, written.value) : undefined;
  if (value !== undefined) return [{ type: name, value }];
  const [problem] = "problems" in written ? written.problems : [];
  place.note("element", `${name}: ${problem?.message ?? ""}`);
  return [];
};
