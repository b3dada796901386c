import { blocksOf, piecesOf, type TextBlock, type TextPiece } from "#lib/richtext/source/pieces.ts";
import { matches } from "./merge.ts";

/**
 * Another version of a text with the pieces that `changed` has and `before` has not, such as a picture that
 * was uploaded while somebody wrote: each behind the piece that it followed, or about where it was.
 */
export const withAdditions = (
  before: readonly TextBlock[],
  changed: readonly TextBlock[],
  other: readonly TextBlock[],
): readonly TextBlock[] => {
  const [from, to, into] = [piecesOf(before), piecesOf(changed), [...piecesOf(other)]];
  const stayed = matches(from, to);
  const there = matches(from, into);
  const isOld = new Set(stayed);
  let added = 0;
  for (const [index, piece] of to.entries()) {
    if (isOld.has(index)) continue;
    const old = stayed.findLastIndex((place) => place !== undefined && place < index);
    into.splice(placeBehind(old, there, into.length - added) + added, 0, piece);
    added++;
  }
  return blocksOf(into as readonly TextPiece[]);
};

/** The place behind an old piece, or behind the next one before it that is still there. */
const placeBehind = (old: number, there: readonly (number | undefined)[], length: number): number => {
  for (let at = old; at >= 0; at--) {
    const place = there[at];
    if (place !== undefined) return Math.min(place + 1 + (old - at), length);
  }
  return Math.min(old + 1, length);
};
