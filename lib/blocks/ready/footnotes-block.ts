import type { BlockProblem, CustomBlock } from "#lib/blocks/custom-block.ts";
import type { ReadyBlock } from "./ready-block.ts";

/** Notes below a text as authors write them, in the order of their numbers. */
export type FootnotesValue = readonly {
  /** The name by which marks in the text refer to it (`lib/richtext/note-marks.ts`). */
  readonly label: string;
  /** Rich text. */
  readonly text: string;
}[];

const maxNotes = 500;

export const footnotesBlock: ReadyBlock = {
  declaration: {
    type: "list",
    required: true,
    item: {
      type: "struct",
      required: true,
      fields: new Map<string, CustomBlock>([
        ["label", { type: "char", required: true, minLength: 1, maxLength: 100 }],
        ["text", { type: "richtext", required: true, features: null }],
      ]),
    },
    check: (value) => footnotesProblems(value as FootnotesValue),
  },
};

const footnotesProblems = (notes: FootnotesValue): BlockProblem[] => {
  if (notes.length === 0) return [{ path: "", code: "required", message: "At least one note is expected." }];
  if (notes.length > maxNotes)
    return [{ path: "", code: "max_length", message: `There are at most ${maxNotes} notes.` }];
  const labels = new Set<string>();
  return notes.flatMap(({ label }, index): BlockProblem[] => {
    const path = `${index}.label`;
    if (/[\s[\]]/.test(label))
      return [{ path, code: "invalid", message: "A label has no white space and no square brackets." }];
    if (labels.has(label)) return [{ path, code: "duplicate", message: "Another note has this label." }];
    labels.add(label);
    return [];
  });
};
