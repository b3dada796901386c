import type { Json } from "#lib/json.ts";
import { piecesOf, type TextBlock, type TextPiece } from "#lib/richtext/source/pieces.ts";
import { changesOf, type Fields, isText, keyOf } from "./merge.ts";

/** A field that has changed; of a text, how much of it. */
export interface ChangedPart {
  readonly field: string;
  /** Elements of rich text: changed, added or removed. */
  readonly paragraphs: number;
  /** Blocks of another kind. */
  readonly blocks: number;
}

/** What differs between two states of a page, for a sentence about it. */
export const changedParts = (before: Fields, after: Fields): readonly ChangedPart[] =>
  Object.keys(changesOf(before, after)).map((field) => {
    if (!isText(field)) return { field, paragraphs: 0, blocks: 0 };
    const [old, now] = [piecesIn(before[field]), piecesIn(after[field])];
    const [gone, come] = [without(old, now), without(now, old)];
    const count = (isCounted: (piece: TextPiece) => boolean) =>
      Math.max(gone.filter(isCounted).length, come.filter(isCounted).length);
    return {
      field,
      paragraphs: count((piece) => "html" in piece),
      blocks: count((piece) => "block" in piece),
    };
  });

const piecesIn = (value: Json | undefined): readonly TextPiece[] =>
  piecesOf((value ?? []) as unknown as readonly TextBlock[]);

/** The pieces that are not among the others. */
const without = (pieces: readonly TextPiece[], others: readonly TextPiece[]): readonly TextPiece[] => {
  const keys = new Set(others.map(keyOf));
  return pieces.filter((piece) => !keys.has(keyOf(piece)));
};
