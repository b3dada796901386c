import { isObject } from "#lib/blocks/is-object.ts";
import { externalEmbedName } from "#lib/blocks/ready/external-embed-block.ts";
import { type Section, shownSections } from "#lib/blocks/sections.ts";

/** A frame that readers may load. */
export interface ShownFrame {
  readonly address: string;
  /** Of a post of a network, which is higher than wide; others have the shape of a video. */
  readonly isPost: boolean;
  /** The host of what is embedded, as manifests name it. */
  readonly host: string;
}

export interface EmbedFrames {
  /** The frame of an embed, by its stored value; undefined if it is a link. */
  readonly frameOf: (stored: unknown) => ShownFrame | undefined;
  /** The origins of all frames of the body. */
  readonly origins: readonly string[];
}

/**
 * The frames of a body's embeds on a site that takes those of these hosts. What knows frames is loaded for
 * bodies with embeds only; undefined for others.
 */
export const embedFrames = async (
  body: readonly Section[],
  hosts: readonly string[] | undefined,
): Promise<EmbedFrames | undefined> => {
  const embeds = shownSections(body)
    .flatMap(({ value }) => value)
    .filter(({ type }) => type === externalEmbedName);
  if (!hosts || embeds.length === 0) return undefined;
  const { embeddable, isFrameOf, isPostFrame } = await import("#lib/blocks/ready/embed-frames.ts");
  const frameOf = (stored: unknown): ShownFrame | undefined => {
    if (!isObject(stored) || typeof stored.url !== "string") return undefined;
    const taken = embeddable(stored.url, hosts);
    const address = taken?.frame ?? stored.frame;
    if (!taken || typeof address !== "string" || !isFrameOf(address, hosts)) return undefined;
    return { address, isPost: isPostFrame(address), host: taken.host };
  };
  const origins = embeds.flatMap(({ value }) => {
    const frame = frameOf(value);
    return frame ? new URL(frame.address).origin : [];
  });
  return { frameOf, origins: [...new Set(origins)] };
};
