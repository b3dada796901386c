import type { AuthorBlock } from "#lib/blocks/read-section.ts";
import type { HtmlElement } from "./html-tree.ts";

/** Takes what HTML says, in its order. */
export interface HtmlTarget {
  /** A paragraph, heading, list, quote or line. */
  readonly prose: (element: HtmlElement) => void;
  /** A block in the form of the editor API, with media by file, and the line where it begins. */
  readonly block: (block: AuthorBlock, line: number) => void;
  /** A block for which an element of the name `partName` stands; `isMoved` if it stood in prose. */
  readonly part?: (number: number, isMoved: boolean) => void;
}
