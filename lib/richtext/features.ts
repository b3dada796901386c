const knownFeatures = [
  "bold",
  "italic",
  "superscript",
  "subscript",
  "strikethrough",
  "code",
  "h1",
  "h2",
  "h3",
  "h4",
  "h5",
  "h6",
  "ol",
  "ul",
  "hr",
  "blockquote",
  "link",
  "document-link",
  "image",
  "embed",
] as const;

/**
 * One thing that an editor lets its authors do. `image` and `embed` are words that settings may hold, but
 * they allow nothing: inline images and embeds are always removed or refused (contract#rich-text-invalid).
 */
export type RichTextFeature = (typeof knownFeatures)[number];

/** What an editor allows when neither its block nor the site says otherwise (docs/settings.md). */
export const defaultFeatures: readonly RichTextFeature[] = [
  "bold",
  "italic",
  "ol",
  "ul",
  "hr",
  "link",
  "document-link",
];

/**
 * The features that a setting or a block's definition lists by name, such as `["bold", "h2"]`; the default ones when it
 * says nothing. Throws an error that names the value when it is anything else than a list of known features.
 */
export function parseRichTextFeatures(value: unknown): readonly RichTextFeature[] {
  if (value === undefined || value === null) return defaultFeatures;
  if (!Array.isArray(value))
    throw new Error(`Rich-text features are a list of names: ${JSON.stringify(value)}`);
  return value.map((name: unknown) => {
    if (!nameIsFeature(name)) throw new Error(`There is no rich-text feature ${JSON.stringify(name)}.`);
    return name;
  });
}

function nameIsFeature(name: unknown): name is RichTextFeature {
  return (knownFeatures as readonly unknown[]).includes(name);
}
