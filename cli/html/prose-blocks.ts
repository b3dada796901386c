import { paragraphText } from "#cli/folder/paragraph-text.ts";
import type { AuthorBlock } from "#lib/blocks/read-section.ts";
import { readyBlockNames } from "#lib/blocks/ready/ready-blocks.ts";
import { certain } from "#lib/certain.ts";
import { keptFeatureNames, type RichTextFeature } from "#lib/richtext/features.ts";
import { type Removal, removalsBetween } from "#lib/richtext/removals.ts";
import { sanitizeRichText } from "#lib/richtext/sanitize.ts";
import type { HtmlPlace } from "./html-place.ts";
import { type HtmlNode, htmlOfNodes, isElement } from "./html-tree.ts";

/** Elements that say nothing by themselves. */
const meaningless = new Set(
  "div span p section article main header footer aside center font figure tbody tr td th".split(" "),
);

/**
 * Successive prose as paragraph blocks: one, or if Markdown cannot say some of it, as few as keep the rest
 * readable. What rich text does not keep is noted.
 */
export const proseBlocks = (nodes: readonly HtmlNode[], place: HtmlPlace): AuthorBlock[] => {
  if (nodes.length > maxAtOnce) {
    const half = Math.ceil(nodes.length / 2);
    return [...proseBlocks(nodes.slice(0, half), place), ...proseBlocks(nodes.slice(half), place)];
  }
  const whole = sanitized(nodes, place);
  if (whole === undefined) return [];
  noteRemovals(nodes, whole, place);
  if (isMarkdown(whole)) return [paragraph(whole)];
  const parts = nodes.flatMap((node) => sanitized([node]) ?? []);
  const runs: { readonly isMarkdown: boolean; readonly parts: string[] }[] = [];
  for (const part of parts) {
    const isPlain = isMarkdown(part);
    const last = runs.at(-1);
    if (last?.isMarkdown && isPlain) last.parts.push(part);
    else runs.push({ isMarkdown: isPlain, parts: [part] });
  }
  return runs.flatMap((run) =>
    (isMarkdown(run.parts.join("")) ? [run.parts.join("")] : run.parts).map(paragraph),
  );
};

/** The most paragraphs and the like in one block: the service takes some thousands of tags in one. */
const maxAtOnce = 200;

const paragraph = (value: string): AuthorBlock => ({ type: "paragraph", value });

const isMarkdown = (html: string): boolean => paragraphText(html, keptFeatureNames) !== undefined;

const sanitized = (nodes: readonly HtmlNode[], place?: HtmlPlace): string | undefined => {
  const result = sanitizeRichText(htmlOfNodes(nodes).toWellFormed(), keptFeatureNames);
  if ("problem" in result) {
    place?.note("element", `the text from here on: ${result.problem.message}`);
    return undefined;
  }
  return /^(?:<p>(?:<br\/>)*<\/p>)*$/.test(result.html) ? undefined : result.html;
};

const noteRemovals = (nodes: readonly HtmlNode[], kept: string, place: HtmlPlace): void => {
  const pieces = nodes.map((node) => ({
    html: htmlOfNodes([node]),
    line: isElement(node) ? node.line : null,
  }));
  for (const removal of removalsBetween(pieces, kept)) {
    const { line } = removal;
    noteRemoval(removal, line === null ? place : place.below(line));
  }
};

/** Notes what rich text does not keep, unless it says nothing by itself. */
export const noteRemoval = ({ kind, name, text }: Removal, place: HtmlPlace): void => {
  if (kind === "attribute" || meaningless.has(name)) return;
  if (kind === "link") place.note("formatting", `a link to ${text}`);
  else place.note(kind === "formatting" ? "formatting" : "element", `${name}: ${text}`);
};

/** The features without which a site would not keep these blocks. */
export const featuresIn = (blocks: readonly AuthorBlock[]): Set<RichTextFeature> => {
  const found = new Set<RichTextFeature>();
  for (const { type, value } of blocks)
    if (type === "paragraph" || readyBlockNames.some((name) => name === type))
      for (const html of textsIn(value))
        for (const [, name, start] of html.matchAll(/<([a-z0-9]+)( start=)?/g)) {
          addFeature(found, certain(name));
          if (start) found.add("ol-start");
        }
  return found;
};

/** The texts of a block, which may be a struct or a list. */
const textsIn = (value: unknown): readonly string[] =>
  typeof value === "string"
    ? [value]
    : typeof value === "object" && value !== null
      ? Object.values(value).flatMap(textsIn)
      : [];

const byElement: Readonly<Record<string, RichTextFeature>> = {
  b: "bold",
  i: "italic",
  s: "strikethrough",
  sup: "superscript",
  sub: "subscript",
  a: "link",
};

const addFeature = (found: Set<RichTextFeature>, name: string): void => {
  const feature = byElement[name] ?? keptFeatureNames.find((known) => known === name);
  if (feature) found.add(feature);
};
