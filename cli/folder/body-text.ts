import { isDeepStrictEqual } from "node:util";
import { stringify } from "yaml";
import { type BodyRules, readText } from "#cli/publish/body/read-text.ts";
import { takesFootnotes } from "#cli/publish/body/ready-part.ts";
import type { CustomBlock, CustomBlocks } from "#lib/blocks/custom-block.ts";
import type { AuthorBlock } from "#lib/blocks/read-section.ts";
import type { CalloutValue } from "#lib/blocks/ready/callout-block.ts";
import type { FootnotesValue } from "#lib/blocks/ready/footnotes-block.ts";
import {
  type ReadyBlockName,
  readyBlockNames,
  readyBlocks,
  withReadyBlocks,
} from "#lib/blocks/ready/ready-blocks.ts";
import type { TableValue } from "#lib/blocks/ready/table-block.ts";
import type { SectionName } from "#lib/blocks/sections.ts";
import { writeCustom } from "#lib/blocks/write-custom.ts";
import { keptFeatureNames, type RichTextFeature } from "#lib/richtext/features.ts";
import { fencedCode } from "#lib/richtext/fenced-code.ts";
import { blocksFromMarkdown } from "#lib/richtext/markdown.ts";
import { partAllowance } from "#lib/richtext/problem.ts";
import { calloutText } from "./callout-text.ts";
import { embedText } from "./embed-text.ts";
import { footnotesText, numbersOfNotes } from "./footnotes-text.ts";
import { type LinkedFiles, linkToAmong, markdownForms, paragraphText } from "./paragraph-text.ts";
import { isCaptioned, pictureAsText } from "./picture-text.ts";
import { tableText } from "./table-text.ts";

/** The sections of a post. Media are named by file: `{type: "image", value: {file: "heron.jpg"}}`. */
export interface FolderBody {
  readonly overview: readonly AuthorBlock[];
  readonly detail: readonly AuthorBlock[];
}

/** The line between overview and detail. */
const more = "<!--more-->";

/**
 * The sections as Markdown. Blocks that Markdown cannot say stand in code blocks with the word `lectern`,
 * as YAML. `features` are those of the site that the text is from; by default all. Links to addresses that
 * `files` names are written to these files, but for those in such code blocks.
 */
export const bodyText = (
  { overview, detail }: FolderBody,
  features: readonly RichTextFeature[] = keptFeatureNames,
  files?: LinkedFiles,
  custom: CustomBlocks = allReady,
): string => {
  const write = (notes: ReadonlyMap<string, number>): string => {
    const rules = { features, files, custom, notes };
    return [
      ...sectionTexts("overview", overview, rules),
      ...(overview.length > 0 ? [more] : []),
      ...sectionTexts("detail", detail, rules),
    ]
      .map((text) => `${text}\n`)
      .join("\n");
  };
  const notes = takesFootnotes(custom.detail) ? numbersOfNotes([overview, detail]) : new Map();
  const text = write(notes);
  const isSame =
    notes.size === 0 ||
    isDeepStrictEqual(notesRead(text, { features, custom }), notesOf([...overview, ...detail]));
  return isSame ? text : write(new Map());
};

const notesOf = (blocks: readonly AuthorBlock[]) => blocks.filter(({ type }) => type === "footnotes");

const notesRead = (text: string, rules: BodyRules): AuthorBlock[] => {
  const { overview = [], detail } = readText(text, 1, rules);
  return notesOf([...overview, ...detail].map(({ media, block }) => block(media.map(() => 1))));
};

const allReady: CustomBlocks = withReadyBlocks(undefined, readyBlockNames);

interface TextRules {
  readonly features: readonly RichTextFeature[];
  readonly files: LinkedFiles | undefined;
  readonly custom: CustomBlocks;
  /** The numbers of the notes that are written in Markdown, by their labels. */
  readonly notes: ReadonlyMap<string, number>;
}

/** The text of a body, with every block in code blocks. */
export const fencedBody = ({ overview, detail }: FolderBody): string =>
  [overview, detail]
    .map((blocks) => (blocks.length > 0 ? `${fencedText(blocks)}\n` : ""))
    .join(overview.length > 0 ? `\n${more}\n\n` : "");

const sectionTexts = (section: SectionName, blocks: readonly AuthorBlock[], rules: TextRules): string[] => {
  const texts: string[] = [];
  let fenced: AuthorBlock[] = [];
  const endFence = () => {
    if (fenced.length > 0) texts.push(fencedText(fenced));
    fenced = [];
  };
  let isAfterProse = false;
  for (const block of blocks) {
    const isProse = block.type === "paragraph";
    // Successive prose is one block, so the second of two is fenced.
    const text: string | undefined = isProse && isAfterProse ? undefined : plainText(block, section, rules);
    isAfterProse = isProse && text !== undefined;
    if (text === undefined) fenced.push(block);
    else {
      endFence();
      texts.push(text);
    }
  }
  endFence();
  return texts;
};

/** A block in Markdown's own words; undefined if it has none for it. */
const plainText = (
  { type, value }: AuthorBlock,
  section: SectionName,
  rules: TextRules,
): string | undefined => {
  const { features, files, custom } = rules;
  switch (type) {
    case "paragraph":
      return typeof value === "string" ? paragraphText(value, features, files, rules) : undefined;
    case "code":
      return codeText(value);
    case "image":
      return isCaptioned(value) ? undefined : pictureAsText(value);
    case "gallery": {
      // One picture without a caption would be read as an image block.
      const isSaid = Array.isArray(value) && (value.length > 1 || value.some(isCaptioned));
      const pictures = isSaid ? value.map(pictureAsText) : [undefined];
      return pictures.includes(undefined) ? undefined : pictures.join("\n");
    }
    default: {
      const declared = custom[section].get(type);
      if (declared === readyBlocks.external_embed.declaration) return embedText(value, { features, custom });
      return declared && readyText({ type, value }, declared, rules);
    }
  }
};

/** A ready block in Markdown that is read back as the same block; undefined if there is none. */
const readyText = (
  block: AuthorBlock,
  declared: CustomBlock,
  { features, files, custom, notes }: TextRules,
): string | undefined => {
  const isNotes = block.type === "footnotes";
  if (isNotes && notes.size === 0) return undefined;
  const write = writerFor(declared);
  const parts = partAllowance();
  const isWhole =
    "value" in writeCustom(declared, block.value, { features, parts, newId: () => "", path: "" });
  if (!write || !isWhole) return undefined;
  const linkTo = linkToAmong(files ?? new Map());
  const isSame = (text: string): boolean => {
    // Notes are read with the text that refers to them (`bodyText`).
    if (isNotes) return true;
    const { detail, problems } = readText(text, 1, { features, custom, linkTo, notes });
    return (
      problems.length === 0 &&
      isDeepStrictEqual(
        detail.map((part) => part.block([])),
        [block],
      )
    );
  };
  return (["pretty", "written"] as const)
    .map((form) => write(block.value, (html) => markdownForms(html, { features, files, notes })[form]))
    .find(isSame);
};

type WriteReady = (value: unknown, lineText: (html: string) => string) => string;

/** Those that hold rich text. */
const readyWriters: Readonly<Record<Exclude<ReadyBlockName, "external_embed">, WriteReady>> = {
  table: (value, lineText) => tableText(value as TableValue, lineText),
  callout: (value, markdownOf) => calloutText(value as CalloutValue, markdownOf),
  footnotes: (value, markdownOf) => footnotesText(value as FootnotesValue, markdownOf),
};

const writerFor = (declared: CustomBlock): WriteReady | undefined => {
  const name = readyBlockNames.find((each) => readyBlocks[each].declaration === declared);
  return name && name !== "external_embed" ? readyWriters[name] : undefined;
};

const codeText = (value: unknown): string | undefined => {
  const { language, source } = (value ?? {}) as Record<string, unknown>;
  if (typeof language !== "string" || typeof source !== "string" || language === lectern) return undefined;
  const text = fencedCode(language === "text" ? "" : language, source);
  const read = blocksFromMarkdown(text, []);
  const isSame =
    "blocks" in read && isDeepStrictEqual(read.blocks, [{ type: "code", value: { language, source } }]);
  return isSame ? text : undefined;
};

const lectern = "lectern";

const fencedText = (blocks: readonly AuthorBlock[]): string =>
  fencedCode(lectern, stringify(blocks.length === 1 ? blocks[0] : blocks, yamlForm).trimEnd());

/** Without anchors for blocks that are one value, which a reader of YAML may refuse. */
const yamlForm = { lineWidth: 0, aliasDuplicateObjects: false };
