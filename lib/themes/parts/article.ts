import type {
  CustomBlock,
  ListBlock,
  SimpleLeaf,
  StreamBlock,
  StructBlock,
} from "#lib/blocks/custom-block.ts";
import { isObject } from "#lib/blocks/is-object.ts";
import { type SectionName, type StoredBlock, storedBlocks } from "#lib/blocks/sections.ts";
import { type Element, h } from "#lib/themes/element.ts";
import { endnotes, notesOf } from "#lib/themes/parts/ready/footnotes.ts";
import { readyElement } from "#lib/themes/parts/ready/ready-elements.ts";
import type { Article, Reading } from "#lib/themes/theme.ts";
import { audioFigure, gallery, imageFigure, videoFigure } from "./media.ts";
import { codeListing, richText, webLink } from "./text.ts";
import { dayInWords } from "./times.ts";

/** The blocks of an article that can be shown, in their order (contract#body). */
export const articleBlocks = (article: Article, context: Reading): Element[] => {
  const notes = notesOf(article, context);
  const reading = notes ? { ...context, notes } : context;
  const blocks = article.sections.flatMap((name) =>
    storedBlocks(article.body, name).flatMap((block) => blockOf(name, block, reading) ?? []),
  );
  return notes ? [...blocks, ...endnotes(notes, reading)] : blocks;
};

const blockOf = (section: SectionName, { type, value }: StoredBlock, reading: Reading): Element | null => {
  switch (type) {
    case "paragraph":
      return richText(value, reading, reading.anchors?.startTagWithId);
    case "code":
      return codeListing(value, reading);
    case "image":
      return imageFigure(value, reading);
    case "gallery":
      return gallery(value, reading);
    case "audio":
      return audioFigure(value, reading);
    case "video":
      return videoFigure(value, reading);
    case "embed": {
      const link = webLink(value);
      return link && h("p", { class: "embed" }, link);
    }
    default:
      return customBlock(section, { type, value }, reading);
  }
};

const customBlock = (
  section: SectionName,
  { type, value }: StoredBlock,
  reading: Reading,
): Element | null => {
  const block = reading.customBlocks?.[section].get(type);
  if (!block) return null;
  const ready = readyElement(block, value, reading);
  if (ready !== undefined) return ready;
  const shown = customValue(block, value, reading);
  return shown && h("div", { class: `custom ${type}` }, shown);
};

/** The elements for a custom block's stored value, in its order; null for nothing. Never raw HTML. */
const customValue = (block: CustomBlock, stored: unknown, reading: Reading): Element | null => {
  switch (block.type) {
    case "struct":
      return structMembers(block, stored, reading);
    case "list":
      return listItems(block, stored, reading);
    case "stream":
      return streamChildren(block, stored, reading);
    case "richtext":
      return richText(stored, reading);
    case "rawhtml":
      return null;
    default:
      return leafValue(block, stored, reading);
  }
};

const structMembers = ({ fields }: StructBlock, stored: unknown, reading: Reading): Element | null => {
  if (!isObject(stored)) return null;
  const members = [...fields].flatMap(([name, field]) => {
    const member = Object.hasOwn(stored, name) ? customValue(field, stored[name], reading) : null;
    if (!member) return [];
    return needsLabel(field) ? h("p", { class: "fact" }, `${inWords(name)}: `, member) : member;
  });
  return members.length > 0 ? h("div", { class: "struct" }, members) : null;
};

/** A number or a "yes" means nothing to readers without the field's name. */
const needsLabel = ({ type }: CustomBlock): boolean =>
  ["integer", "decimal", "boolean", "choice", "date", "datetime"].includes(type);

/** `First seen` for `first_seen`. */
const inWords = (name: string): string => {
  const words = name.replace(/[_-]+/g, " ").trim();
  return words.charAt(0).toUpperCase() + words.slice(1);
};

const listItems = ({ item }: ListBlock, stored: unknown, reading: Reading): Element | null => {
  if (!Array.isArray(stored)) return null;
  const items = stored.flatMap((entry: unknown) => {
    const value = isObject(entry) ? customValue(item, entry.value, reading) : null;
    return value ? h("li", null, value) : [];
  });
  return items.length > 0 ? h("ul", null, items) : null;
};

const streamChildren = ({ blocks }: StreamBlock, stored: unknown, reading: Reading): Element | null => {
  if (!Array.isArray(stored)) return null;
  const children = stored.flatMap((child: unknown) => {
    const kind = isObject(child) && typeof child.type === "string" ? blocks.get(child.type) : undefined;
    return (kind && isObject(child) && customValue(kind, child.value, reading)) || [];
  });
  return children.length > 0 ? h("div", { class: "stream" }, children) : null;
};

const leafValue = ({ type }: SimpleLeaf, stored: unknown, reading: Reading): Element | null => {
  switch (type) {
    case "image":
      return imageFigure(stored, reading);
    case "audio":
      return audioFigure(stored, reading);
    case "video":
      return videoFigure(stored, reading);
    case "page":
      return pageLink(stored, reading);
    case "boolean":
      return typeof stored === "boolean" ? h("span", null, stored ? "yes" : "no") : null;
    case "integer":
      return typeof stored === "number" ? h("span", null, String(stored)) : null;
    default:
      return typeof stored === "string" && stored !== "" ? textLeaf(type, stored, reading) : null;
  }
};

const textLeaf = (type: SimpleLeaf["type"], text: string, reading: Reading): Element | null => {
  switch (type) {
    case "url":
      return h("p", null, webLink(text) ?? text);
    case "email":
      return h("p", null, h("a", { href: `mailto:${encodeURIComponent(text.toWellFormed())}` }, text));
    case "date":
    case "datetime":
      return h("time", { datetime: text }, dayInWords(text, reading) ?? text);
    case "decimal":
    case "choice":
      return h("span", null, text);
    default:
      return h("p", { class: "text" }, text);
  }
};

const pageLink = (stored: unknown, { pageUrl }: Reading): Element | null => {
  const address = typeof stored === "number" ? pageUrl(stored) : undefined;
  return address === undefined ? null : h("p", null, h("a", { href: address }, address));
};
