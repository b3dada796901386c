import type { RichTextFeature } from "#lib/richtext/features.ts";
import type { WebhookEvent } from "#lib/site/webhook.ts";

/** What choices are called whose own names say little to people; all others go by their names. */
export const choiceTexts: readonly (readonly [choice: RichTextFeature | WebhookEvent, text: string])[] = [
  ["h1", "heading 1"],
  ["h2", "heading 2"],
  ["h3", "heading 3"],
  ["h4", "heading 4"],
  ["h5", "heading 5"],
  ["h6", "heading 6"],
  ["ol", "numbered list"],
  ["ol-start", "numbered list from any number"],
  ["ul", "list"],
  ["hr", "line between parts"],
  ["blockquote", "quotation"],
  ["autolink", "addresses become links"],
  ["document-link", "link to a document"],
  ["page.published", "a page has become public"],
  ["page.updated", "a public page has changed"],
  ["page.unpublished", "a page is not public any more"],
  ["page.deleted", "a page is deleted"],
];
