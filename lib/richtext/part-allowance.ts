import type { RichTextProblem } from "./problem.ts";

/** The most parts that the texts of one request may have together: parts cost time, not length. */
export const maxParts = 50_000;

/**
 * How many parts the texts of one request may still have. A part is a tag, a mark of Markdown, a block, an
 * entry of a gallery, or an item of a custom block: each takes as long as some hundred letters. No text that
 * people read has one in twenty letters.
 */
export interface PartAllowance {
  left: number;
}

/** The allowance of a request. */
export const partAllowance = (): PartAllowance => ({ left: maxParts });

/** Takes some parts; false where too few are left. */
export const takeParts = (allowance: PartAllowance, count = 1): boolean => {
  allowance.left -= count;
  return allowance.left >= 0;
};

/** For a text with more parts. */
export const tooManyParts: RichTextProblem = {
  code: "max_length",
  message:
    `The body has more than ${maxParts.toLocaleString("en")} parts, ` +
    "which are blocks, entries, tags of HTML and marks of Markdown. Split it into several posts.",
};
