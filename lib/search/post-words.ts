import { isObject } from "#lib/blocks/is-object.ts";
import { shownSections } from "#lib/blocks/sections.ts";
import type { StoredBlock } from "#lib/blocks/stored.ts";
import { galleryEntries } from "#lib/blocks/stored-media.ts";
import type { MediaLookup } from "#lib/media/references.ts";
import type { PostContent } from "#lib/pages/content.ts";
import { plainText } from "#lib/richtext/plain-text.ts";
import { readyWords } from "./ready-words.ts";

/**
 * The ready words of a post: from its title, its paragraphs, code and captions, the titles and descriptions
 * of images in its body, and its cover's alternative text (contract#search). Nothing else is searched: no
 * tags, no file names, no custom blocks, no sections that are not shown.
 */
export const postWords = ({ title, body, coverImage }: PostContent, media: MediaLookup): readonly string[] =>
  readyWords(title, [
    ...shownSections(body).flatMap(({ value }) => value.flatMap((block) => textsOf(block, media))),
    coverImage?.altText ?? "",
  ]);

const textsOf = ({ type, value }: StoredBlock, media: MediaLookup): readonly string[] => {
  switch (type) {
    case "paragraph":
      return typeof value === "string" ? [plainText(value)] : [];
    case "code":
      return isObject(value) ? [value.language, value.source].filter(isText) : [];
    case "image":
      return imageTexts(value, media);
    case "gallery":
      return (galleryEntries(value) ?? []).flatMap(({ image, caption }) => [
        caption,
        ...imageTexts(image, media),
      ]);
    default:
      return [];
  }
};

const imageTexts = (id: unknown, media: MediaLookup): readonly string[] => {
  const image = typeof id === "number" ? media("image", id) : undefined;
  return image ? [image.title, image.description] : [];
};

const isText = (value: unknown): value is string => typeof value === "string";
