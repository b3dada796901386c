import type { LineProblem } from "#cli/publish/front-matter.ts";
import type { Removal } from "#lib/richtext/removals.ts";

/** Elements that say nothing by themselves, and attributes of elements that do. */
const meaningless = new Set(
  "html head body div span p section article main header footer aside center font address figure hgroup nav details tbody thead tfoot tr td th wbr".split(
    " ",
  ),
);

/** True for what a text of Markdown and HTML may lose without a word. */
export const isMeaningless = ({ kind, name }: Removal): boolean =>
  kind === "attribute" || meaningless.has(name);

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
