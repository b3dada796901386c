import { isMediaKind, type MediaKind } from "#lib/media/media.ts";
import type { CustomBlock } from "./custom-block.ts";
import { isObject } from "./is-object.ts";

/** Names of members and indexes. */
type Steps = readonly (string | number)[];

/** Replaces a value that is declared as media and stands at `at`. */
export interface MediaReplacement {
  /** As authors write lists, items are plain; in storage, items are maps with a `value`. */
  readonly form: "written" | "stored";
  readonly replace: (kind: MediaKind, value: unknown, at: Steps) => unknown;
}

/** A custom block's value with its media replaced. Values of another shape than declared stay. */
export const mapMedia = (
  block: CustomBlock,
  value: unknown,
  at: Steps,
  replacement: MediaReplacement,
): unknown => {
  const mapPart = (part: CustomBlock, member: unknown, ...steps: Steps): unknown =>
    mapMedia(part, member, [...at, ...steps], replacement);
  const mapChild = (kind: CustomBlock | undefined, child: unknown, index: number): unknown =>
    kind && isObject(child) && Object.hasOwn(child, "value")
      ? { ...child, value: mapPart(kind, child.value, index, "value") }
      : child;
  if (isMediaKind(block.type)) return replacement.replace(block.type, value, at);
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
      return value;
  }
};
