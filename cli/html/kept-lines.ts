/** The lines of code for prose, which joins blanks: those that would be one become ones that do not break. */
export const keptLines = (code: string): string[] =>
  code
    .replace(/\n+$/, "")
    .split("\n")
    .map((line) =>
      line.replaceAll("\t", "    ").replace(/^ +| {2,}/g, (blanks) => "\u00a0".repeat(blanks.length)),
    );
