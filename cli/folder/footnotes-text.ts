import type { AuthorBlock } from "#lib/blocks/read-section.ts";
import type { FootnotesValue } from "#lib/blocks/ready/footnotes-block.ts";
import { notedLabel } from "#lib/richtext/note-marks.ts";

/** Notes as `[^label]: text`, in the lines below the text. */
export const footnotesText = (notes: FootnotesValue, markdownOf: (html: string) => string): string =>
  notes
    .map(({ label, text }) => {
      const [first = "", ...others] = markdownOf(text).split("\n");
      const lines = others.map((line) => (line === "" ? "" : `    ${line}`));
      return [`[^${label}]: ${first}`, ...lines].join("\n");
    })
    .join("\n");

/**
 * The numbers of the notes of these sections by their labels, if Markdown can say them: the block is the last
 * of its section, and its notes have the order in which the section refers to them. Else none.
 */
export const numbersOfNotes = (
  sections: readonly (readonly AuthorBlock[])[],
): ReadonlyMap<string, number> => {
  const numbers = new Map<string, number>();
  const listed: string[] = [];
  const referred: string[] = [];
  for (const blocks of sections) {
    const notes = blocks.filter(({ type }) => type === "footnotes");
    if (notes.length > 1 || (notes.length === 1 && blocks.at(-1) !== notes[0])) return new Map();
    const text = blocks.map(({ type, value }) => (type === "code" ? "" : JSON.stringify(value))).join(" ");
    for (const [, address = ""] of text.matchAll(/href=\\"(#fn-[^"\\]*)\\"/g)) {
      const label = notedLabel(address);
      if (label !== undefined && !referred.includes(label)) referred.push(label);
    }
    for (const { label } of (notes[0]?.value ?? []) as FootnotesValue) listed.push(label);
    const known = listed.filter((label) => referred.includes(label));
    if (
      known.length < listed.length ||
      referred.filter((label) => listed.includes(label)).join(" ") !== listed.join(" ")
    )
      return new Map();
  }
  for (const label of listed) numbers.set(label, numbers.size + 1);
  return numbers;
};

/** Links to notes as the marks that Markdown has for them. */
export const withNoteMarks = (markdown: string, numbers: ReadonlyMap<string, number>): string =>
  markdown.replace(/\[(\d+)\]\(<(#fn-[^<>\s]+)>\)/g, (link, number, address) => {
    const label = notedLabel(address);
    return label !== undefined && numbers.get(label) === Number(number) ? `[^${label}]` : link;
  });
