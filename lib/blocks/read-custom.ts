import type { CustomBlock, ListBlock, StreamBlock, StructBlock } from "./custom-block.ts";
import { isObject } from "./is-object.ts";
import { isBlank, leafValue } from "./leaf-value.ts";

/**
 * The author's form of a custom block's stored value: lists without their wrappers, stream children with
 * their ids. Rich text comes as it is stored. Undefined when the stored value could not be sent back: one of
 * another shape, or one with raw HTML in it (contract#custom-blocks, contract#placeholders).
 */
export const readCustom = (block: CustomBlock, stored: unknown): unknown => {
  switch (block.type) {
    case "struct":
      return readStruct(block, stored);
    case "list":
      return readList(block, stored);
    case "stream":
      return readStream(block, stored);
    case "richtext":
      if (isBlank(stored)) return block.required ? undefined : "";
      return typeof stored === "string" ? stored : undefined;
    case "rawhtml":
      return undefined;
    default: {
      const leaf = leafValue(block, stored);
      return "value" in leaf ? leaf.value : undefined;
    }
  }
};

const readStruct = ({ fields, required }: StructBlock, stored: unknown): unknown => {
  if (stored === null && !required) return null;
  if (!isObject(stored)) return undefined;
  const members: [string, unknown][] = [];
  for (const [name, field] of fields) {
    const member = Object.hasOwn(stored, name) ? stored[name] : undefined;
    // Raw HTML that was never given is left out again.
    if (field.type === "rawhtml" && !field.required && isBlank(member)) continue;
    const read = readCustom(field, member ?? emptyContainer(field));
    if (read === undefined) return undefined;
    members.push([name, read]);
  }
  return Object.fromEntries(members);
};

/** What an optional container holds where an older form of the struct did not have it. */
const emptyContainer = ({ type, required }: CustomBlock): unknown => {
  if (required) return undefined;
  return type === "list" || type === "stream" ? [] : null;
};

const readList = ({ item }: ListBlock, stored: unknown): unknown => {
  if (!Array.isArray(stored)) return undefined;
  return whole(
    stored.map((entry: unknown) =>
      isObject(entry) && entry.type === "item" ? readCustom(item, entry.value) : undefined,
    ),
  );
};

const readStream = ({ blocks, required }: StreamBlock, stored: unknown): unknown => {
  if (!Array.isArray(stored) || (required && stored.length === 0)) return undefined;
  return whole(
    stored.map((child: unknown) => {
      const kind = isObject(child) && typeof child.type === "string" ? blocks.get(child.type) : undefined;
      if (!kind || !isObject(child)) return undefined;
      const value = readCustom(kind, child.value);
      if (value === undefined) return undefined;
      return { type: child.type, value, ...(typeof child.id === "string" && { id: child.id }) };
    }),
  );
};

/** The list, unless something of it could not be read. */
const whole = (values: readonly unknown[]): readonly unknown[] | undefined =>
  values.includes(undefined) ? undefined : values;
