import type * as z from "zod/mini";
import type { CustomBlock, CustomBlocks } from "#lib/blocks/custom-block.ts";
import { isObject } from "#lib/blocks/is-object.ts";
import { readyBlockNames, withReadyBlocks } from "#lib/blocks/ready/ready-blocks.ts";
import type { customBlock, editorSite } from "#lib/routes/editor-site.ts";

type View = z.output<typeof customBlock>;

/**
 * The custom blocks of a site, as the service shows them. Ready blocks that this program does not know are
 * like the site's own.
 */
export const customBlocksOf = ({
  custom_blocks: blocks,
  ready_blocks: ready = [],
  embed_hosts: embedHosts,
}: Pick<z.output<typeof editorSite>, "custom_blocks" | "ready_blocks" | "embed_hosts">): CustomBlocks => {
  const known = readyBlockNames.filter((name) => ready.includes(name));
  const ownIn = (views: unknown) =>
    [...blocksIn(views)].filter(([name]) => !known.some((each) => each === name));
  const own = { overview: new Map(ownIn(blocks?.overview)), detail: new Map(ownIn(blocks?.detail)) };
  return withReadyBlocks(own, known, embedHosts);
};

const blocksIn = (views: unknown): ReadonlyMap<string, CustomBlock> =>
  new Map(
    Object.entries(isObject(views) ? views : {}).map(([name, view]) => [name, customBlockFrom(view as View)]),
  );

const customBlockFrom = ({ type, required, ...details }: View): CustomBlock => {
  // Each type of block has details of its own; the declared type of the answer has those of all.
  const { min_length, max_length, min_value, max_value, choices, features, fields, item, blocks } = details;
  return {
    ...{ type, required },
    ...{ minLength: min_length ?? 0, maxLength: max_length ?? Number.POSITIVE_INFINITY },
    ...{ minValue: min_value ?? Number.NEGATIVE_INFINITY, maxValue: max_value ?? Number.POSITIVE_INFINITY },
    ...{ choices, features: features ?? null },
    ...(type === "struct" && { fields: blocksIn(fields) }),
    ...(type === "list" && { item: customBlockFrom(item as View) }),
    ...(type === "stream" && { blocks: blocksIn(blocks) }),
  } as unknown as CustomBlock;
};
