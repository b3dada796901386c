import type { AuthorBlock } from "#lib/blocks/read-section.ts";
import type { HtmlPlace } from "./html-place.ts";
import { type HtmlSource, readHtml } from "./html-reader.ts";
import type { HtmlElement } from "./html-tree.ts";
import { proseBlocks } from "./prose-blocks.ts";
import { storedReadyBlock } from "./ready-blocks.ts";

/** HTML as blocks in the form of the editor API, with media by file. What finds no place is noted. */
export const htmlBlocks = <Place extends HtmlPlace>(source: HtmlSource<Place>): AuthorBlock[] => {
  const blocks: AuthorBlock[] = [];
  let prose: HtmlElement[] = [];
  const endProse = (): void => {
    if (prose.length > 0) blocks.push(...proseBlocks(prose, source.place));
    prose = [];
  };
  readHtml(source, {
    prose: (element) => void prose.push(element),
    block: (block, line) => {
      endProse();
      blocks.push(...storedReadyBlock(block, source.place.below(line)));
    },
  });
  endProse();
  return blocks;
};
