import fc from "fast-check";
import type { RichTextFeature } from "#lib/richtext/features.ts";

/**
 * What each feature permits, written again here, so that the sanitizer is not tested against its own table.
 */
const elementsByFeature: Record<RichTextFeature, readonly RegExp[]> = {
  bold: [/^b$/],
  italic: [/^i$/],
  superscript: [/^sup$/],
  subscript: [/^sub$/],
  strikethrough: [/^s$/],
  code: [/^code$/],
  h1: [/^h1( data-block-key="[^"]+")?$/],
  h2: [/^h2( data-block-key="[^"]+")?$/],
  h3: [/^h3( data-block-key="[^"]+")?$/],
  h4: [/^h4( data-block-key="[^"]+")?$/],
  h5: [/^h5( data-block-key="[^"]+")?$/],
  h6: [/^h6( data-block-key="[^"]+")?$/],
  ol: [/^ol$/, /^li( data-block-key="[^"]+")?$/],
  "ol-start": [/^ol start="\d{1,9}"$/],
  ul: [/^ul$/, /^li( data-block-key="[^"]+")?$/],
  hr: [/^hr\/$/],
  blockquote: [/^blockquote( data-block-key="[^"]+")?$/],
  link: [/^a href="(?:(?:https?|ftp|mailto|tel):|(?![^"/?#]*:))[^"]*"$/i, /^a linktype="page" id="\d+"$/],
  autolink: [],
  "document-link": [/^a linktype="document" id="\d+"$/],
  image: [],
  embed: [],
};

export const allFeatures = Object.keys(elementsByFeature) as RichTextFeature[];

export const featureSets = fc.subarray(allFeatures);

/** The tags that `features` do not permit, and every `<` or `>` outside of tags. */
export function forbiddenIn(html: string, features: readonly RichTextFeature[]): string[] {
  const allowed = [
    /^p( data-block-key="[^"]+")?$/,
    /^br\/$/,
    ...features.flatMap((feature) => elementsByFeature[feature]),
  ];
  const open: string[] = [];
  const forbidden: string[] = [];
  for (const [piece, tag] of html.matchAll(/<([^<>]*)>|[<>]/g)) {
    if (tag?.startsWith("/")) {
      if (open.pop() !== tag.slice(1)) forbidden.push(piece);
    } else if (tag === undefined || !allowed.some((pattern) => pattern.test(tag))) {
      forbidden.push(piece);
    } else if (!tag.endsWith("/") || tag.startsWith("a ")) {
      open.push(tag.replace(/ .*/s, ""));
    }
  }
  return [...forbidden, ...open];
}
