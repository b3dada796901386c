import {
  type CustomBlock,
  type CustomBlocks,
  type CustomLeaf,
  customLeaves,
} from "#lib/blocks/custom-block.ts";
import { isObject } from "#lib/blocks/is-object.ts";
import { type SectionName, type StoredBlock, shownSections } from "#lib/blocks/sections.ts";
import { galleryEntries } from "#lib/blocks/stored-media.ts";
import { searchedTexts } from "#lib/media/media.ts";
import type { MediaLookup } from "#lib/media/references.ts";
import { fieldsOfAll, type WrittenContent } from "#lib/pages/content.ts";
import { declared } from "#lib/pages/content-values.ts";
import { plainText } from "#lib/richtext/plain-text.ts";
import { readyWords } from "./words.ts";

/**
 * The ready words of a post: from its title, its paragraphs, code and captions, the titles and descriptions
 * of images in its body, the texts and choices of custom blocks, and its cover's alternative text
 * (contract#search), and declared fields of plain text that are searched. Nothing else is searched: no tags,
 * no file names, no sections that are not shown.
 */
export const postWords = (content: WrittenContent, context: WordContext): readonly string[] =>
  readyWords(content.title, searchedTextsOf(content, context));

/** All texts of a post that are searched, without its title. */
export const searchedTextsOf = (
  content: WrittenContent,
  { media, customBlocks }: WordContext,
): readonly string[] => {
  const { body, coverImage } = content;
  return [
    ...searchedFields(content),
    ...shownSections(body).flatMap((section) => {
      const custom = customBlocks?.[section.type as SectionName];
      return section.value.flatMap((block) => textsOf(block, media, custom?.get(block.type)));
    }),
    coverImage?.altText ?? "",
  ];
};

/** Fields of plain text whose words searches find. */
const searchedFields = (content: WrittenContent): string[] =>
  declared(fieldsOfAll).flatMap(([name, { type, searched }]) =>
    searched && type === "text" ? [String(content[name as keyof WrittenContent] ?? "")] : [],
  );

export interface WordContext {
  readonly media: MediaLookup;
  /** The site's custom blocks; undefined if it has none. */
  readonly customBlocks: CustomBlocks | undefined;
}

const textsOf = (
  { type, value }: StoredBlock,
  media: MediaLookup,
  custom: CustomBlock | undefined,
): readonly string[] => {
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
      return custom ? [...customLeaves(custom, value)].flatMap(textsOfLeaf) : [];
  }
};

const textsOfLeaf = ({ type, value }: CustomLeaf): readonly string[] => {
  if (!isText(value)) return [];
  if (type === "richtext") return [plainText(value)];
  return type === "char" || type === "text" || type === "choice" ? [value] : [];
};

const imageTexts = (id: unknown, media: MediaLookup): readonly string[] => {
  const image = typeof id === "number" ? media("image", id) : undefined;
  return image ? searchedTexts(image) : [];
};

const isText = (value: unknown): value is string => typeof value === "string";
