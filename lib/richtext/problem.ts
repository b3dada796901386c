/** Why rich text cannot be taken (contract#rich-text-invalid). */
export type RichTextProblem = {
  readonly code: "invalid" | "inline_embed" | "max_length";
  readonly message: string;
};

/** How deep elements, lists and quotes may be nested. */
export const maximumDepth = 100;

export const tooDeep: RichTextProblem = {
  code: "invalid",
  message: `Rich text must not be nested deeper than ${maximumDepth} levels.`,
};

/** For text that is not well-formed UTF-16. */
export const brokenCharacters: RichTextProblem = {
  code: "invalid",
  message: "Rich text must not contain lone surrogates.",
};

export const embedded: RichTextProblem = {
  code: "inline_embed",
  message: "Embeds inside rich text are not supported.",
};

/** For an internal link that says no id. */
export const linkWithoutTarget: RichTextProblem = {
  code: "invalid",
  message: "Links to pages and documents need an integer id.",
};
