/** An element around a piece of text. Compared by identity: two links to one address stay two. */
export type Wrapping = { readonly start: string; readonly end: string };

/** Some text, written as HTML, or a line break, with the elements around it from the outermost in. */
export type Piece = { readonly text: string; readonly wrappings: readonly Wrapping[] };

/** The text of a piece that is a line break. */
export const lineBreak = "<br/>";

/** True if there is anything but line breaks and white space, non-breaking space included, in `pieces`. */
export function textIsVisible(pieces: readonly Piece[]): boolean {
  return pieces.some(({ text }) => text !== lineBreak && /\S/.test(text));
}

/**
 * `pieces` with white space as a reader sees it: one space for a run, none at the line's edges and around
 * breaks. A line without visible text keeps its breaks (contract#rich-text-space).
 */
export function tidyPieces(pieces: readonly Piece[]): readonly Piece[] {
  if (!textIsVisible(pieces)) {
    return pieces.filter(({ text }) => text === lineBreak).map(({ text }) => ({ text, wrappings: [] }));
  }
  return withBreaksUnwrapped(withSpacesCollapsed(pieces));
}

/** The pieces as HTML, neighbours inside the same element joined in it. */
export function inlineHtml(pieces: readonly Piece[]): string {
  let html = "";
  let open: readonly Wrapping[] = [];
  for (const { text, wrappings } of pieces) {
    html += htmlBetween(open, wrappings) + text;
    open = wrappings;
  }
  return html + htmlBetween(open, []);
}

function htmlBetween(before: readonly Wrapping[], after: readonly Wrapping[]): string {
  const kept = shared(before, after).length;
  const ends = before.slice(kept).map(({ end }) => end);
  const starts = after.slice(kept).map(({ start }) => start);
  return ends.reverse().join("") + starts.join("");
}

function shared(one: readonly Wrapping[], other: readonly Wrapping[]): readonly Wrapping[] {
  const difference = one.findIndex((wrapping, depth) => wrapping !== other[depth]);
  return difference === -1 ? one : one.slice(0, difference);
}

function withSpacesCollapsed(pieces: readonly Piece[]): Piece[] {
  const collapsed: Piece[] = [];
  let pendingSpace: readonly Wrapping[] | undefined;
  let atEdge = true;
  for (const { text, wrappings } of pieces) {
    if (text === lineBreak) {
      collapsed.push({ text, wrappings });
      pendingSpace = undefined;
      atEdge = true;
      continue;
    }
    const spaced = text.replace(/[ \t\n\f\r]+/g, " ");
    if (spaced.startsWith(" ")) pendingSpace ??= wrappings;
    const words = spaced.replace(/^ | $/g, "");
    if (words === "") continue;
    if (pendingSpace !== undefined && !atEdge) {
      collapsed.push({ text: " ", wrappings: shared(pendingSpace, wrappings) });
    }
    collapsed.push({ text: words, wrappings });
    pendingSpace = spaced.endsWith(" ") ? wrappings : undefined;
    atEdge = false;
  }
  return collapsed;
}

/** Leaves each break only in the elements that also hold the text before or after it. */
function withBreaksUnwrapped(pieces: readonly Piece[]): Piece[] {
  const textAfter: (readonly Wrapping[])[] = [];
  pieces.reduceRight<readonly Wrapping[]>((after, { text, wrappings }, index) => {
    textAfter[index] = after;
    return text === lineBreak ? after : wrappings;
  }, []);
  let textBefore: readonly Wrapping[] = [];
  return pieces.map((piece, index) => {
    if (piece.text !== lineBreak) {
      textBefore = piece.wrappings;
      return piece;
    }
    const before = shared(piece.wrappings, textBefore);
    const after = shared(piece.wrappings, textAfter[index] ?? []);
    return { text: lineBreak, wrappings: before.length > after.length ? before : after };
  });
}
