import { type SectionName, storedBlocks } from "#lib/blocks/sections.ts";
import type { StoredBlock } from "#lib/blocks/stored.ts";
import { type Element, h } from "#lib/themes/element.ts";
import type { Article, Reading } from "#lib/themes/theme.ts";
import { customValue } from "./custom.ts";
import { audioFigure, gallery, imageFigure, videoFigure } from "./media.ts";
import { codeListing, richText, webLink } from "./text.ts";

/** The blocks of an article that can be shown, in their order (contract#body). */
export const articleBlocks = ({ body, sections }: Article, reading: Reading): Element[] =>
  sections.flatMap((name) =>
    storedBlocks(body, name).flatMap((block) => blockOf(name, block, reading) ?? []),
  );

const blockOf = (section: SectionName, { type, value }: StoredBlock, reading: Reading): Element | null => {
  switch (type) {
    case "paragraph":
      return richText(value, reading);
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
  const shown = block ? customValue(block, value, reading) : null;
  return shown && h("div", { class: `custom ${type}` }, shown);
};
