/** A run of lines of Markdown; those of code are left alone. */
export interface SourceLines {
  readonly text: string;
  readonly isCode: boolean;
}

interface Scan {
  fence: string | undefined;
  /** True where an indented line would be code, and not part of a list or paragraph. */
  mayBeCode: boolean;
  isInList: boolean;
}

/** Text as runs of lines: of code, which stands between fences or is indented, and of everything else. */
export const sourceLines = (markdown: string): SourceLines[] => {
  const runs: { lines: string[]; isCode: boolean }[] = [];
  const scan: Scan = { fence: undefined, mayBeCode: true, isInList: false };
  for (const line of markdown.split("\n")) {
    const isCode = isCodeLine(line, scan);
    const last = runs.at(-1);
    if (last && last.isCode === isCode) last.lines.push(line);
    else runs.push({ lines: [line], isCode });
  }
  return runs.map(({ lines, isCode }) => ({ text: lines.join("\n"), isCode }));
};

const containers = /^(?:[ \t]*(?:>|(?:[-*+]|\d{1,9}[.)])(?=[ \t])))*[ \t]*/;

const isCodeLine = (line: string, scan: Scan): boolean => {
  const text = line.replace(containers, "");
  const mark = /^(`{3,}(?=[^`]*$)|~{3,})/.exec(text)?.[1];
  if (scan.fence !== undefined) {
    const closes = mark?.startsWith(scan.fence) && /^[`~]+\s*$/.test(text);
    if (closes) scan.fence = undefined;
    return true;
  }
  if (mark !== undefined) {
    scan.fence = mark;
    scan.mayBeCode = true;
    return true;
  }
  if (text.trim() === "") {
    scan.mayBeCode = true;
    return false;
  }
  const isIndented = /^(?: {4}| {0,3}\t)/.test(line);
  if (isIndented && scan.mayBeCode && !scan.isInList) return true;
  if (!isIndented)
    scan.isInList = /^ {0,3}(?:[-*+]|\d{1,9}[.)])[ \t]/.test(line) || (scan.isInList && /^ /.test(line));
  scan.mayBeCode = false;
  return false;
};
