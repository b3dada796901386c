import type { SpokenParagraph } from "./transcript.ts";

/** The paragraphs in parts of about so many bytes of text, each with one paragraph at least. */
export const transcriptParts = (
  paragraphs: readonly SpokenParagraph[],
  maxBytes: number,
): readonly (readonly SpokenParagraph[])[] => {
  const parts: SpokenParagraph[][] = [];
  let bytes = 0;
  for (const paragraph of paragraphs) {
    const size = paragraph.lines.reduce((sum, { text }) => sum + Buffer.byteLength(text), 0);
    const last = parts.at(-1);
    if (last && bytes + size <= maxBytes) {
      last.push(paragraph);
      bytes += size;
    } else {
      parts.push([paragraph]);
      bytes = size;
    }
  }
  return parts;
};
