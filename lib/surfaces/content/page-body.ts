import { isObject } from "#lib/blocks/is-object.ts";
import { type Section, type StoredBlock, shownSections } from "#lib/blocks/sections.ts";
import { galleryEntries } from "#lib/blocks/stored-media.ts";
import { isMediaKind } from "#lib/media/media.ts";
import { isMediaId, type MediaLookup } from "#lib/media/references.ts";
import type { RichTextFormat } from "#lib/queries/page-rendering.ts";
import { type PageAddress, pageHtml } from "#lib/richtext/page-html.ts";
import { type LinkDestination, richTextMarkdown } from "#lib/richtext/rich-text-markdown.ts";

/**
 * A post's sections in order (contract#body). Built-in blocks that cannot be shown, such as those with
 * deleted media, are left out; galleries only lose deleted images.
 */
export const pageBody = (body: readonly Section[], media: MediaLookup) =>
  shownSections(body).map(({ type, value, id }) => ({
    type,
    value: value.flatMap((block) => shownBlock(block, media)),
    id: id ?? null,
  }));

const shownBlock = (block: StoredBlock, media: MediaLookup) => {
  const value = shownValue(block, media);
  return value === undefined ? [] : [{ type: block.type, value, id: block.id ?? null }];
};

const shownValue = ({ type, value }: StoredBlock, media: MediaLookup): unknown => {
  if (isMediaKind(type)) return isMediaId(value) && media(type, value) ? value : undefined;
  switch (type) {
    case "paragraph":
    case "embed":
      return typeof value === "string" ? value : undefined;
    case "code":
      return shownCode(value);
    case "gallery":
      return shownGallery(value, media);
    default:
      return value;
  }
};

const shownCode = (stored: unknown) => {
  if (!isObject(stored)) return undefined;
  const { language, source } = stored;
  return typeof language === "string" && typeof source === "string" ? { language, source } : undefined;
};

const shownGallery = (stored: unknown, media: MediaLookup) => {
  const gallery = galleryEntries(stored)?.filter(({ image }) => media("image", image));
  if (!gallery || gallery.length === 0) return undefined;
  const { layout } = stored as { readonly layout?: unknown };
  return { layout: typeof layout === "string" ? layout : "default", gallery };
};

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
