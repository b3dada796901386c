import type { Rules } from "marked";
import type { ReadingLimits } from "./reading-limits.ts";

type OpenBlock = "paragraph" | "html" | "none" | { readonly fence: string };

/** Markers of items and quotes; five or more spaces after an item's marker begin indented code. */
const containerMarkers =
  /^(?: {0,3}(?:(?:[*+-]|\d{1,9}[.)])(?: {0,3}\t(?![ \t])| {1,4}(?![ \t])|[ \t]|$)|>[ \t]?))+/;

/**
 * The block quote that `source` begins with: `raw` as written and `content` without its markers, where a line
 * that lazily continues a paragraph is changed so that it can be nothing else. Linear time.
 */
export function quotedLines(
  source: string,
  rules: Rules,
): { readonly raw: string; readonly content: string } | undefined {
  const content: string[] = [];
  let open: OpenBlock = "none";
  let end = 0;
  while (end < source.length) {
    const start = end === 0 ? 0 : end + 1;
    const line = lineAt(source, start);
    const quoted = withoutMarker(line);
    if (quoted !== undefined) {
      content.push(quoted);
      open = openBlockAfter(quoted, open, rules);
    } else if (open === "paragraph" && !interruptsParagraph(line, rules.other)) {
      content.push(protectedContinuation(line));
    } else {
      break;
    }
    end = start + line.length;
  }
  return content.length === 0 ? undefined : { raw: source.slice(0, end), content: content.join("\n") };
}

function lineAt(source: string, start: number): string {
  const end = source.indexOf("\n", start);
  return source.slice(start, end === -1 ? source.length : end);
}

/** Tabs after the marker reach to the next column divisible by four; one column belongs to the marker. */
function withoutMarker(line: string): string | undefined {
  const [, marker, blank = ""] = /^( {0,3}>)([ \t]*)/.exec(line) ?? [];
  if (marker === undefined) return undefined;
  const text = line.slice(marker.length + blank.length);
  if (!blank.startsWith("\t")) return blank.slice(1) + text;
  return " ".repeat(columnAfter(blank, marker.length) - marker.length - 1) + text;
}

/** The column after blanks that begin in `column`. */
function columnAfter(blanks: string, column: number): number {
  let reached = column;
  for (const character of blanks) reached += character === "\t" ? 4 - (reached % 4) : 1;
  return reached;
}

/** The line, indented too far to begin a block, and escaped where it would underline a heading. */
function protectedContinuation(line: string): string {
  return `    ${line.trimStart().replace(/^(?=(?:=+|-+)[ \t]*$)/, "\\")}`;
}

/** The block that a line after `content` could continue; `before` is what `content` could. */
function openBlockAfter(content: string, before: OpenBlock, { block, other }: Rules): OpenBlock {
  const text = content.replace(containerMarkers, "");
  if (typeof before === "object") {
    const closes = text.trimStart().startsWith(before.fence) && /^[`~]+[ \t]*$/.test(text.trim());
    return closes ? "none" : before;
  }
  if (text.trim() === "") return "none";
  if (before === "html") return before;
  if (block.hr.test(content) || block.hr.test(text)) return "none";
  const fence = /^ {0,3}(`{3,}(?=[^`]*$)|~{3,})/.exec(text)?.[1];
  if (fence !== undefined) return { fence };
  if (other.htmlBeginRegex(4).test(text)) return "html";
  if (other.headingBeginRegex(4).test(text)) return "none";
  if (before === "paragraph") return /^ {0,3}(?:=+|-+)[ \t]*$/.test(text) ? "none" : before;
  return /^(?: {4}| {0,3}\t)/.test(text) ? "none" : "paragraph";
}

function interruptsParagraph(line: string, other: Rules["other"]): boolean {
  return (
    line.trim() === "" ||
    other.headingBeginRegex(4).test(line) ||
    other.hrRegex(4).test(line) ||
    other.fencesBeginRegex(4).test(line) ||
    other.nextBulletRegex(4).test(line) ||
    other.htmlBeginRegex(4).test(line)
  );
}

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

/** The column of the content, if `line` begins an item of this kind, and whether this line has none. */
function beginningOfItem(
  line: string,
  kind: string | undefined,
): { readonly indent: number; readonly isBlank: boolean } | undefined {
  const [, marker = "", character, blank = "", text] = itemMarker.exec(line) ?? [];
  if (character !== kind || (blank === "" && text !== "")) return undefined;
  const width = columnAfter(blank, marker.length) - marker.length;
  return { indent: marker.length + (text === "" || width > 4 ? 1 : width), isBlank: text === "" };
}
