import type { CustomBlock } from "#lib/blocks/custom-block.ts";
import { type ReadyBlockName, readyBlockNames, readyBlocks } from "#lib/blocks/ready/ready-blocks.ts";

/** What each block is for, and how its value must be. Functions without schemas do not carry it. */
const help: Readonly<Record<ReadyBlockName, string>> = {
  table:
    "A table: a caption, a header, how columns are aligned, and rows of cells. A table without a header has an " +
    "empty list for it. Every row has a cell for each column. It has at most 1000 rows, 50 columns and 5000 cells, " +
    "whose texts have at most 200 KB.",
  callout:
    "A note, tip, important remark, warning or caution that stands out of the text. Without a title, it is headed by " +
    "its kind. It has a title or a text.",
  footnotes:
    "Notes, which readers find below the text. A mark in the text is a link to `#fn-` and the label of its note, such " +
    'as <a href="#fn-1"><sup>1</sup></a>. Labels have no white space and no square brackets. At most 500 notes.',
  external_embed:
    "Content of another site, such as a video: its address, at one of the site's `embed_hosts`; perhaps a title, and " +
    "the id of an image that stands there before a reader loads it.",
};

/** What a ready block is for; undefined for blocks that a site declares itself. */
export const helpFor = (block: CustomBlock): string | undefined => {
  const name = readyBlockNames.find((each) => readyBlocks[each].declaration === block);
  return name && help[name];
};
