import type { Rules } from "marked";
import { columnAfter, interruptsParagraph } from "./quoted-lines.ts";
import type { ReadingLimits } from "./reading-limits.ts";

const itemMarker = /^( {0,3}(?:\d{1,9})?([*+.)-]))([ \t]*)(.?)/;

/**
 * Takes what it costs to find the items of the list that `source` begins with: marked copies the whole item
 * for each line that lazily continues a paragraph. Gives the number of characters after these lines.
 */
export function takeListLines(source: string, { other }: Rules, limits: ReadingLimits): number {
  const kind = itemMarker.exec(source)?.[2];
  let indent = Number.POSITIVE_INFINITY;
  let item = 0;
  let afterBlank = false;
  for (let start = 0; start < source.length; ) {
    const end = source.indexOf("\n", start);
    const line = source.slice(start, end === -1 ? source.length : end);
    limits.takeLines(1);
    limits.takeLookahead(4 * line.length);
    let isBlank = line.trim() === "";
    if (!isBlank && columnAfter(/^[ \t]*/.exec(line)?.[0] ?? "", 0) < indent) {
      const begun = beginningOfItem(line, kind);
      if (begun !== undefined && (start === 0 || !other.hrRegex(4).test(line))) {
        ({ indent, isBlank } = begun);
        item = start;
      } else if (afterBlank || interruptsParagraph(line, other)) {
        return source.length - start;
      } else {
        limits.takeLookahead(start - item);
      }
    }
    afterBlank = isBlank;
    start += line.length + 1;
  }
  return 0;
}

/** Where `line` begins an item of this kind: the column of its content, and whether this line has none. */
function beginningOfItem(
  line: string,
  kind: string | undefined,
): { readonly indent: number; readonly isBlank: boolean } | undefined {
  const [, marker = "", character, blank = "", text] = itemMarker.exec(line) ?? [];
  if (character !== kind || (blank === "" && text !== "")) return undefined;
  const width = columnAfter(blank, marker.length) - marker.length;
  return { indent: marker.length + (text === "" || width > 4 ? 1 : width), isBlank: text === "" };
}
