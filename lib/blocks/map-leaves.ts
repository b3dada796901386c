import type { CustomBlock } from "./custom-block.ts";
import type { CustomLeaf } from "./custom-leaves.ts";
import { isObject } from "./is-object.ts";

/** Names of members and indexes. */
export type LeafPlace = readonly (string | number)[];

/** Replaces the value of a leaf that stands at `at`. */
export interface LeafReplacement {
  /** `written`: items of lists are plain, as authors send them; `stored`: they are maps with a `value`. */
  readonly form: "written" | "stored";
  readonly replace: (type: CustomLeaf["type"], value: unknown, at: LeafPlace) => unknown;
}

/** A custom block's value with its leaves replaced. Containers of another shape than declared stay. */
export const mapLeaves = (
  block: CustomBlock,
  value: unknown,
  at: LeafPlace,
  replacement: LeafReplacement,
): unknown => {
  const mapPart = (part: CustomBlock, member: unknown, ...steps: LeafPlace): unknown =>
    mapLeaves(part, member, [...at, ...steps], replacement);
  const mapChild = (kind: CustomBlock | undefined, child: unknown, index: number): unknown =>
    kind && isObject(child) && Object.hasOwn(child, "value")
      ? { ...child, value: mapPart(kind, child.value, index, "value") }
      : child;
  switch (block.type) {
    case "struct": {
      if (!isObject(value)) return value;
      const members = Object.entries(value).map(([name, member]) => {
        const field = block.fields.get(name);
        return [name, field ? mapPart(field, member, name) : member];
      });
      return Object.fromEntries(members);
    }
    case "list": {
      if (!Array.isArray(value)) return value;
      const mapItem = replacement.form === "written" ? mapPart : mapChild;
      return value.map((item: unknown, index) => mapItem(block.item, item, index));
    }
    case "stream":
      if (!Array.isArray(value)) return value;
      return value.map((child: unknown, index) => {
        const kind = isObject(child) ? block.blocks.get(child.type as string) : undefined;
        return mapChild(kind, child, index);
      });
    default:
      return replacement.replace(block.type, value, at);
  }
};
