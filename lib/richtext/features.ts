export const richTextFeatureNames = [
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
  "ol-start",
  "ul",
  "hr",
  "blockquote",
  "link",
  "autolink",
  "document-link",
  "image",
  "embed",
] as const;

/** The features that an editor may allow. `image` and `embed` allow nothing (contract#rich-text-invalid). */
export type RichTextFeature = (typeof richTextFeatureNames)[number];

/**
 * All but `autolink`, which is about the Markdown of `lectern publish` (docs/publishing.md) and keeps nothing
 * of HTML.
 */
export const keptFeatureNames: readonly RichTextFeature[] = /* @__PURE__ */ richTextFeatureNames.filter(
  (name) => name !== "autolink",
);

/** The features of an editor when neither its block nor the site says otherwise (docs/settings.md). */
export const defaultFeatures: readonly RichTextFeature[] = [
  "bold",
  "italic",
  "ol",
  "ul",
  "hr",
  "link",
  "document-link",
];
