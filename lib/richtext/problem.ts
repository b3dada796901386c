/** Why rich text cannot be taken (contract#rich-text-invalid). */
export type RichTextProblem = {
  readonly code: "invalid" | "inline_embed" | "max_length";
  readonly message: string;
};

/** The deepest nesting of elements, lists and quotes. */
export const maximumDepth = 100;

export const tooDeep: RichTextProblem = {
  code: "invalid",
  message: `Rich text must not be nested deeper than ${maximumDepth} levels.`,
};

/** The problem of a text that is not well-formed UTF-16. */
export const brokenCharacters: RichTextProblem = {
  code: "invalid",
  message: "Rich text must not contain lone surrogates.",
};

export const embedded: RichTextProblem = {
  code: "inline_embed",
  message: "Embeds inside rich text are not supported.",
};

/** The problem of an internal link without an id. */
export const linkWithoutTarget: RichTextProblem = {
  code: "invalid",
  message: "Links to pages and documents need an integer id.",
};

/** The most parts that the texts of one request may have together: parts cost time, not length. */
export const maxParts = 50_000;

/**
 * The number of parts that the texts of one request may still have: tags, marks of Markdown, blocks, entries
 * of galleries, items of custom blocks. Each takes as long as some hundred letters.
 */
export interface PartAllowance {
  left: number;
}

export const partAllowance = (): PartAllowance => ({ left: maxParts });

/** Takes some parts; false where too few are left. */
export const takeParts = (allowance: PartAllowance, count = 1): boolean => {
  allowance.left -= count;
  return allowance.left >= 0;
};

/**
 * The problem of a text with more parts. The number is written out, because formatting one costs each start
 * 25 ms of CPU.
 */
export const tooManyParts: RichTextProblem = {
  code: "max_length",
  message:
    "The body has more than 50,000 parts, " +
    "which are blocks, entries, tags of HTML and marks of Markdown. Split it into several posts.",
};
