import type { CustomBlock } from "#lib/blocks/custom-block.ts";
import { readCustom } from "#lib/blocks/read-section.ts";
import type { CalloutValue } from "#lib/blocks/ready/callout-block.ts";
import type { ExternalEmbedValue } from "#lib/blocks/ready/external-embed-block.ts";
import { type ReadyBlockName, readyBlockNames, readyBlocks } from "#lib/blocks/ready/ready-blocks.ts";
import type { TableValue } from "#lib/blocks/ready/table-block.ts";
import type { Element } from "#lib/themes/element.ts";
import type { Reading } from "#lib/themes/theme.ts";
import { calloutElement } from "./callout.ts";
import { embedElement } from "./external-embed.ts";
import { tableElement } from "./table.ts";

type Show = (value: unknown, reading: Reading, stored: unknown) => Element | null;

/** The element of each ready block, from its author's value. */
const elements: Readonly<Record<ReadyBlockName, Show>> = {
  table: (value, reading) => tableElement(value as TableValue, reading),
  callout: (value, reading) => calloutElement(value as CalloutValue, reading),
  // They stand below the article.
  footnotes: () => null,
  external_embed: (value, reading, stored) => embedElement(value as ExternalEmbedValue, reading, stored),
};

const shows: ReadonlyMap<CustomBlock, Show> = new Map(
  readyBlockNames.map((name) => [readyBlocks[name].declaration, elements[name]]),
);

/** The element of a stored ready block; null for a value of another shape, undefined for other blocks. */
export const readyElement = (
  block: CustomBlock,
  stored: unknown,
  reading: Reading,
): Element | null | undefined => {
  const show = shows.get(block);
  if (!show) return undefined;
  const value = readCustom(block, stored);
  return value === undefined ? null : show(value, reading, stored);
};
