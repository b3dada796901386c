import type { RichTextFormat } from "#lib/queries/page-rendering.ts";
import { type PageAddress, pageHtml } from "#lib/richtext/page-html.ts";
import { type LinkDestination, richTextMarkdown } from "#lib/richtext/rich-text-markdown.ts";

/** Links as stored: pages and documents by kind and id. */
const storedDestination: LinkDestination = (target) => {
  if ("page" in target) return `page:${target.page}`;
  return "document" in target ? `document:${target.document}` : target.address;
};

const readersDestination =
  (addressOf: PageAddress): LinkDestination =>
  (target) => {
    if ("page" in target) return addressOf(target.page);
    return "document" in target ? undefined : target.address;
  };

/** Rich text as stored, or in a format with addresses that readers follow (contract#rich-text-format). */
export const writtenAs = (format: RichTextFormat | null, stored: string, addressOf: PageAddress): string => {
  switch (format) {
    case null:
    case "db_html":
      return stored;
    case "html":
      return pageHtml(stored, addressOf);
    case "db_markdown":
      return richTextMarkdown(stored, storedDestination);
    case "markdown":
      return richTextMarkdown(stored, readersDestination(addressOf));
  }
};
