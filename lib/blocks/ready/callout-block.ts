import type { BlockProblem, CustomBlock } from "#lib/blocks/custom-block.ts";
import { inlineText, type ReadyBlock } from "./ready-block.ts";

/** What a callout is, from the least pressing on. */
export const calloutKinds = ["note", "tip", "important", "warning", "caution"] as const;

export type CalloutKind = (typeof calloutKinds)[number];

/** A callout as authors write it: a text that stands out, under a title or the name of its kind. */
export interface CalloutValue {
  readonly kind: CalloutKind;
  /** A line of rich text; empty for the name of the kind. */
  readonly title: string;
  /** Rich text; empty if the title says everything. */
  readonly text: string;
}

export const calloutBlock: ReadyBlock = {
  declaration: {
    type: "struct",
    required: true,
    fields: new Map<string, CustomBlock>([
      ["kind", { type: "choice", required: true, choices: calloutKinds }],
      ["title", inlineText],
      ["text", { type: "richtext", required: false, features: null }],
    ]),
    check: (value) => calloutProblems(value as CalloutValue),
  },
};

const calloutProblems = ({ title, text }: CalloutValue): BlockProblem[] =>
  title === "" && text === ""
    ? [{ path: "text", code: "required", message: "A callout needs a text or a title." }]
    : [];
