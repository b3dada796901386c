import type { LineProblem } from "#cli/publish/front-matter.ts";
import type { Removal } from "#lib/richtext/removals.ts";

/** Says what the site does not keep of a text. Losses without a line are on `line`. */
export const lossesIn = (removals: readonly Removal[], line: number): LineProblem[] =>
  removals.map((removal) => ({
    line: removal.line ?? line,
    message: `${words[removal.kind](removal.name)} is not kept${removal.text === "" ? "" : `: ${removal.text}`}`,
  }));

const words = {
  element: (name: string) => `The element ${name}`,
  attribute: (name: string) => `The attribute ${name}`,
  link: () => "The target of a link",
  comment: () => "A comment",
  formatting: (name: string) => `The formatting ${name}`,
};
