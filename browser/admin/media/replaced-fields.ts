import type { Json, JsonObject } from "#lib/json.ts";
import type { FieldDescription, ItemDescription } from "../forms/field-description.ts";
import type { MediaKind } from "./read-media.ts";

/** The blocks of a site, by their types, as `GET /api/editor/schema/` describes them. */
export type DescribedBlocks = ReadonlyMap<string, readonly FieldDescription[]>;

/** One media object that takes the place of another one of its kind. */
export interface Replacement {
  readonly kind: MediaKind;
  readonly from: number;
  readonly to: number;
}

type Described = ItemDescription | FieldDescription;

const isObject = (value: Json | undefined): value is JsonObject =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/**
 * The fields of a page that name the object, with the new one in its place; empty if none does. What is not
 * described is left alone, so that nothing is changed that only looks like an id.
 */
export const replacedFields = (
  page: JsonObject,
  fields: readonly FieldDescription[],
  blocks: DescribedBlocks,
  replacement: Replacement,
): JsonObject => {
  const changes: Record<string, Json> = {};
  for (const field of fields) {
    const value = page[field.name];
    if (value === undefined) continue;
    const next = replaced(value, field, { blocks, ...replacement });
    if (next !== value) changes[field.name] = next;
  }
  return changes;
};

type Context = Replacement & { readonly blocks: DescribedBlocks };

/** The value with the new object; the same value if it does not name the old one. */
const replaced = (value: Json, described: Described, context: Context): Json => {
  const { type, reference, items, fields = [] } = described;
  if (reference === context.kind && value === context.from) return context.to;
  if (reference === context.kind && isObject(value) && value.id === context.from)
    return { ...value, id: context.to };
  if (type === "blocks") return inBlocks(value, fields, context);
  if (Array.isArray(value) && items) return mapped(value, (each) => replaced(each, items, context));
  return isObject(value) ? inMembers(value, fields, context) : value;
};

const mapped = (values: readonly Json[], change: (value: Json) => Json): readonly Json[] => {
  const changed = values.map(change);
  return changed.some((value, index) => value !== values[index]) ? changed : values;
};

const inMembers = (value: JsonObject, fields: readonly FieldDescription[], context: Context): JsonObject => {
  const changes = fields.flatMap((field) => {
    const member = value[field.name];
    const next = member === undefined ? undefined : replaced(member, field, context);
    return next === undefined || next === member ? [] : [[field.name, next] as const];
  });
  return changes.length > 0 ? { ...value, ...Object.fromEntries(changes) } : value;
};

/** Blocks name their type; those within a block of the site are described there, others by the site. */
const inBlocks = (value: Json, inner: readonly FieldDescription[], context: Context): Json => {
  if (!Array.isArray(value)) return value;
  return mapped(value, (block) => {
    if (!isObject(block) || block.value === undefined) return block;
    const within = inner.find(({ name }) => name === block.type);
    const next = within
      ? replaced(block.value, within, context)
      : inValueOf(block.value, context.blocks.get(String(block.type)) ?? [], context);
    return next === block.value ? block : { ...block, value: next };
  });
};

/** A block whose value is no object has one field, `value`. */
const inValueOf = (value: Json, fields: readonly FieldDescription[], context: Context): Json => {
  const only = fields.length === 1 && fields[0]?.name === "value" ? fields[0] : undefined;
  if (only) return replaced(value, only, context);
  return isObject(value) ? inMembers(value, fields, context) : value;
};
