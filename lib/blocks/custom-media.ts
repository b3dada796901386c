import { isMediaKind, type MediaKind } from "#lib/media/media.ts";
import type { CustomBlock } from "./custom-block.ts";
import { type LeafPlace, type LeafReplacement, mapLeaves } from "./map-leaves.ts";

interface MediaReplacement extends Pick<LeafReplacement, "form"> {
  readonly replace: (kind: MediaKind, value: unknown, at: LeafPlace) => unknown;
}

/** A custom block's value with its media replaced. Values of another shape than declared stay. */
export const mapMedia = (
  block: CustomBlock,
  value: unknown,
  at: LeafPlace,
  { form, replace }: MediaReplacement,
): unknown => {
  const replaceMedia: LeafReplacement["replace"] = (type, leaf, place) =>
    isMediaKind(type) ? replace(type, leaf, place) : leaf;
  return mapLeaves(block, value, at, { form, replace: replaceMedia });
};
