import type { CalloutValue } from "#lib/blocks/ready/callout-block.ts";

/** A callout as an alert of GitHub; a title stands beside its kind, as in Obsidian. */
export const calloutText = (
  { kind, title, text }: CalloutValue,
  markdownOf: (html: string) => string,
): string => {
  const head = `[!${kind.toUpperCase()}] ${markdownOf(title)}`.trimEnd();
  const lines = text === "" ? [] : markdownOf(text).split("\n");
  return [head, ...lines].map((line) => `> ${line}`.trimEnd()).join("\n");
};
