import { allowedMarkup } from "./allowed-markup.ts";
import { elementNames } from "./element-names.ts";
import type { RichTextFeature } from "./features.ts";
import { flatTags } from "./flat-tags.ts";
import { outlineOf } from "./outline.ts";
import { outlineHtml } from "./outline-html.ts";
import { type PartAllowance, partAllowance, takeParts, tooManyParts } from "./part-allowance.ts";
import { brokenCharacters, type RichTextProblem } from "./problem.ts";
import { type SafeHtml, vouchedHtml } from "./safe-html.ts";

export type Sanitized = { readonly html: SafeHtml } | { readonly problem: RichTextProblem };

/**
 * `html` rebuilt from what `features` allow, or why it cannot be. The result is normalized: blocks without
 * white space between them, every text in a block, inline elements merged and nested `a b i s sup sub code`.
 * Sanitizing it again with the same features changes nothing.
 *
 * What an HTML parser can mend is mended. Refused are embeds with `inline_embed`, more tags than are allowed,
 * sent or written, with `max_length`, and with `invalid` links to pages and documents without an integer id,
 * nesting deeper than 100 and lone surrogates. Never throws; linear in the length of `html`. Nothing visible
 * gives `<p></p>` (contract#rich-text).
 */
export function sanitizeRichText(
  html: string,
  features: readonly RichTextFeature[],
  allowance: PartAllowance = partAllowance(),
): Sanitized {
  if (!html.isWellFormed()) return { problem: brokenCharacters };
  const names = elementNames(features);
  const { left } = allowance;
  const flat = flatTags(html.replaceAll("\0", "\uFFFD"), names, allowance);
  if ("problem" in flat) return flat;
  const tags = left - allowance.left;
  if (!takeParts(allowance, referencesIn(flat.markup) / referencesPerPart)) return { problem: tooManyParts };
  const allowed = allowedMarkup(flat.markup, names, features);
  if ("problem" in allowed) return allowed;
  const outline = outlineOf(allowed.markup);
  if ("problem" in outline) return outline;
  const written = outlineHtml(outline.blocks);
  // What is stored must be taken again when it is sent back, even where it has more tags than what was sent.
  const more = tagsIn(written) - tags;
  if (more > 0 && !takeParts(allowance, more)) return { problem: tooManyParts };
  return { html: vouchedHtml(written) };
}

/** A character reference costs a quarter of what a tag does. */
const referencesPerPart = 4;

/** Counts references; in flat markup, a `<` that begins no tag is one, too. */
const referencesIn = (markup: string): number => occurrences("&", markup);

/** Counts tags; in what we write, every `<` begins one. */
const tagsIn = (html: string): number => occurrences("<", html);

function occurrences(character: string, text: string): number {
  let count = 0;
  for (let at = text.indexOf(character); at !== -1; at = text.indexOf(character, at + 1)) count += 1;
  return count;
}
