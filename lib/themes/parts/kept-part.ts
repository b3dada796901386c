import { type Child, htmlOfAll, inOnePiece, withoutElement } from "#lib/themes/element.ts";
import type { Reading } from "#lib/themes/theme.ts";

/** A part of a page, written once for all readers who see the same where the reading keeps parts. */
export const keptPart = (shown: object, { kept }: Pick<Reading, "kept">, write: () => Child): Child =>
  kept ? withoutElement(kept(shown, () => inOnePiece(htmlOfAll(write())))) : write();
