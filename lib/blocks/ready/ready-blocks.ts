import type { CustomBlocks } from "#lib/blocks/custom-block.ts";
import { type SectionName, sectionNames } from "#lib/blocks/sections.ts";
import { calloutBlock } from "./callout-block.ts";
import { externalEmbedBlock } from "./external-embed-block.ts";
import { footnotesBlock } from "./footnotes-block.ts";
import type { ReadyBlock } from "./ready-block.ts";
import { tableBlock } from "./table-block.ts";

/** The blocks that a site enables by name (contract#ready-blocks). */
export const readyBlockNames = ["table", "callout", "footnotes", "external_embed"] as const;

export type ReadyBlockName = (typeof readyBlockNames)[number];

export const readyBlocks: Readonly<Record<ReadyBlockName, ReadyBlock>> = {
  table: tableBlock,
  callout: calloutBlock,
  footnotes: footnotesBlock,
  external_embed: externalEmbedBlock,
};

/** The ready ones among these, which a site has not declared itself. */
export const readyNamesIn = (custom: CustomBlocks): readonly ReadyBlockName[] =>
  readyBlockNames.filter((name) =>
    sectionNames.some((section) => custom[section].get(name) === readyBlocks[name].declaration),
  );

/**
 * A site's own custom blocks, and these ready ones unless the site declares one of that name. Embeds are
 * those of all hosts if none are given.
 */
export const withReadyBlocks = (
  own: CustomBlocks | undefined,
  names: readonly ReadyBlockName[],
  embedHosts?: readonly string[],
): CustomBlocks => {
  const ready = names
    .filter((name) => !sectionNames.some((section) => own?.[section].has(name)))
    .map((name) => [name, readyBlocks[name].declaration] as const);
  const blocksIn = (section: SectionName) => new Map([...(own?.[section] ?? []), ...ready]);
  return { overview: blocksIn("overview"), detail: blocksIn("detail"), ...(embedHosts && { embedHosts }) };
};
