import type { CalloutValue } from "#lib/blocks/ready/callout-block.ts";

/** A callout as an alert of GitHub; a title stands beside its kind, as in Obsidian. */
export const calloutText = (
  { kind, title, text }: CalloutValue,
  markdownOf: (html: string) => string,
): string => {
  const head = `[!${kind.toUpperCase()}] ${markdownOf(title)}`.trimEnd();
  const lines = text === "" ? [] : markdownOf(text).split("\n");
  // Right below the head, a list that does not begin at 1 and a rule would be something else.
  const gap = /^(?:(?!1[.)])\d+[.)] |---)/.test(lines[0] ?? "") ? [""] : [];
  return [head, ...gap, ...lines].map((line) => `> ${line}`.trimEnd()).join("\n");
};
