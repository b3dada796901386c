import { footnoteMarks } from "#importers/html/in-page-links.ts";
import { codeLineTest } from "#importers/reading/code-fences.ts";

/** A footnote as Markdown. */
interface FootnoteText {
  readonly number: number;
  readonly text: string;
}

/**
 * A file with the marks of its footnotes as Markdown has them, and the notes below it. Where a mark stands in
 * a code block with the word `lectern`, or a note holds one, all become plain numbers with a list, because
 * Markdown's footnotes are not read there.
 */
export const withFootnotes = (file: string, notes: readonly FootnoteText[]): string => {
  if (notes.length === 0) return file;
  const isPlain = hasFencedMark(file) || notes.some(({ text }) => /^ {0,3}(?:`{3}|~{3})/m.test(text));
  const mark = isPlain ? "\\[$1\\]" : "[^$1]";
  const isCode = codeLineTest();
  const marked = file
    .split("\n")
    .map((line) => line.replace(footnoteMarks, isCode(line) ? "[$1]" : mark))
    .join("\n");
  const written = notes.map(({ number, text }) => {
    const lines = text.trim().replace(footnoteMarks, mark).split("\n");
    if (isPlain) return `\\[${number}\\] ${lines.join("\n")}\n`;
    return `[^${number}]: ${lines.map((line, index) => (index > 0 && line !== "" ? `    ${line}` : line)).join("\n")}\n`;
  });
  return `${marked.trimEnd()}\n\n${written.join(isPlain ? "\n" : "")}`;
};

const hasFencedMark = (file: string): boolean => {
  const isCode = codeLineTest();
  return file.split("\n").some((line) => isCode(line) && line.search(footnoteMarks) >= 0);
};
