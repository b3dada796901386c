import { paragraphText } from "#cli/folder/paragraph-text.ts";
import type { AuthorBlock } from "#lib/blocks/read-section.ts";
import { certain } from "#lib/certain.ts";
import { keptFeatureNames, type RichTextFeature } from "#lib/richtext/features.ts";
import { removalsBetween } from "#lib/richtext/removals.ts";
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
  for (const { kind, name, line, text } of removalsBetween(pieces, kept)) {
    if (kind === "attribute" || meaningless.has(name)) continue;
    const at = line === null ? place : place.below(line);
    if (kind === "link") at.note("formatting", `a link to ${text}`);
    else at.note(kind === "formatting" ? "formatting" : "element", `${name}: ${text}`);
  }
};

/** The features without which a site would not keep these blocks. */
export const featuresIn = (blocks: readonly AuthorBlock[]): Set<RichTextFeature> => {
  const found = new Set<RichTextFeature>();
  for (const { type, value } of blocks)
    if (type === "paragraph")
      for (const [, name, start] of String(value).matchAll(/<([a-z0-9]+)( start=)?/g)) {
        addFeature(found, certain(name));
        if (start) found.add("ol-start");
      }
  return found;
};

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
