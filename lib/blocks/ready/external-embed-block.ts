import type { BlockProblem, BlockSite, CustomBlock, CustomBlocks } from "#lib/blocks/custom-block.ts";
import { isObject } from "#lib/blocks/is-object.ts";
import type { StoredBlock } from "#lib/blocks/sections.ts";
import { embedHost } from "./embed-hosts.ts";
import type { ReadyBlock } from "./ready-block.ts";

/** Content of another site as authors write it, such as a video. */
export interface ExternalEmbedValue {
  readonly url: string;
  /** A line of text; empty for none. */
  readonly title: string;
  /** The id of the site's own picture that stands there before the click; null for none. */
  readonly image: number | null;
}

export const externalEmbedName = "external_embed";

export const externalEmbedBlock: ReadyBlock = {
  declaration: {
    type: "struct",
    required: true,
    fields: new Map<string, CustomBlock>([
      ["url", { type: "url", required: true, minLength: 1, maxLength: 2_000 }],
      ["title", { type: "char", required: false, minLength: 0, maxLength: 250 }],
      ["image", { type: "image", required: false }],
    ]),
    check: (value, site) => embedProblems(value as ExternalEmbedValue, site),
  },
};

const embedProblems = ({ url }: ExternalEmbedValue, { embedHosts }: BlockSite): BlockProblem[] => {
  if (embedHost(url) === undefined)
    return [{ path: "url", code: "invalid", message: "An address of the web without a port is expected." }];
  if (embedHost(url, embedHosts) !== undefined) return [];
  const message = `The site embeds nothing of ${new URL(url).hostname}. It takes ${embedHosts?.join(", ")}.`;
  return [{ path: "url", code: "embed_host_not_enabled", message }];
};

/** True where posts may have embeds: the ready block, and not one of its name that the site declares. */
export const takesEmbedBlocks = (custom: CustomBlocks | undefined): boolean =>
  custom?.detail.get(externalEmbedName) === externalEmbedBlock.declaration;

/** The address of a stored embed that has no frame; undefined for other blocks. */
const framelessUrl = ({ type, value }: StoredBlock): string | undefined => {
  if (type !== externalEmbedName || !isObject(value) || value.frame !== "") return undefined;
  return typeof value.url === "string" ? value.url : undefined;
};

/** The addresses of stored embeds without a frame. */
export const framelessUrls = (blocks: readonly StoredBlock[]): readonly string[] =>
  blocks.flatMap((block) => framelessUrl(block) ?? []);

/** The blocks with the frames that were found, by the addresses of embeds without one. */
export const withFrames = (
  blocks: readonly StoredBlock[],
  frameOf: (url: string) => string | undefined,
): readonly StoredBlock[] =>
  blocks.map((block) => {
    const url = framelessUrl(block);
    const frame = url === undefined ? undefined : frameOf(url);
    return frame === undefined ? block : { ...block, value: { ...(block.value as object), frame } };
  });

/** The frames of stored embeds by their addresses. */
export const framesIn = (blocks: readonly StoredBlock[]): ReadonlyMap<string, string> =>
  new Map(
    blocks.flatMap(({ type, value }) =>
      type === externalEmbedName && isObject(value) && typeof value.frame === "string" && value.frame !== ""
        ? [[String(value.url), value.frame]]
        : [],
    ),
  );
