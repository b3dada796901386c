import { isDeepStrictEqual } from "node:util";
import { declarationsIn } from "#lib/field.ts";
import type { NamedKind } from "#lib/manifest/read/read-object.ts";
import {
  type ObjectField,
  type ObjectFields,
  type ObjectType,
  type ObjectValues,
  ordinaryValue,
  type StoredObject,
} from "#lib/object-fields.ts";

type Parts = Readonly<Record<string, unknown>>;

/** For each stored field, the way in which a file says it, or the reason why it does not. */
export type ToldFields<Stored, Said = Parts> = { readonly [Name in keyof Stored]-?: Said | string };

/** The members of an object in a file, in the order of its fields. */
export const told = <Stored>(fields: ToldFields<Stored>): Record<string, unknown> =>
  Object.assign({}, ...Object.values<Parts | string>(fields).filter((part) => typeof part !== "string"));

/** The fields that do not have their default. */
export const unless = <Fields extends object>(ordinary: unknown, fields: Fields): Partial<Fields> =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== ordinary)) as Partial<Fields>;

/** The lists that are not empty. */
export const unlessEmpty = <Fields extends Readonly<Record<string, readonly unknown[]>>>(
  fields: Fields,
): Partial<Fields> =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value.length > 0)) as Partial<Fields>;

/** The reasons why files leave out some fields. */
export const namesWin = "Objects of the file have names in place of ids.";
export const marks = "What a manifest makes is marked when it is applied.";

/** The name of an object in the file; undefined for one that is gone. */
export type NameOf = (kind: NamedKind, id: number) => string | undefined;

/** For each stored field that is not declared, the reason why files leave it out. */
type Unsaid<Stored, Fields> = Readonly<Record<Exclude<keyof Stored, keyof Fields>, string>>;

/** The members of an object in a file: the required ones, and those that are not as they are by default. */
export const exportedObject = <const Fields extends ObjectFields, Stored extends StoredObject<Fields>>(
  fields: Fields,
  object: Stored,
  nameOf: NameOf,
  unsaid: Unsaid<Stored, Fields>,
): Record<string, unknown> => exportedObjects(fields, [object], nameOf, unsaid)[0] ?? {};

/** The members of several objects, without objects that need one that is gone. */
export const exportedObjects = <const Fields extends ObjectFields, Stored extends StoredObject<Fields>>(
  fields: Fields,
  objects: readonly Stored[],
  nameOf: NameOf,
  _unsaid: Unsaid<Stored, Fields>,
): Record<string, unknown>[] =>
  objects.map((object) => saidOf(fields, object, nameOf)).filter((said) => said !== undefined);

const saidOf = (
  fields: ObjectFields,
  object: object,
  nameOf: NameOf,
): Record<string, unknown> | undefined => {
  const members = new Map(Object.entries(object));
  const said: Record<string, unknown> = {};
  for (const [name, field, wire] of declarationsIn(fields)) {
    // Objects of earlier versions lack later fields.
    const stored = members.get(name) ?? (field.optional ? undefined : ordinaryValue(field));
    const write = exports[field.type];
    const value = write && stored !== undefined ? write(stored as never, nameOf, field) : stored;
    if (value === undefined && field.required) return undefined;
    const isSaid =
      field.required || field.exported === "always" || !isDeepStrictEqual(value, ordinaryValue(field));
    if (isSaid && value !== undefined) said[wire] = value;
  }
  return said;
};

type Write<Type extends ObjectType> = (
  value: ObjectValues[Type],
  nameOf: NameOf,
  field: ObjectField,
) => unknown;

const writeEach: Write<"objects" | "persons"> = (values, nameOf, { fields = {} }) =>
  values.flatMap((value) => saidOf(fields, value, nameOf) ?? []);

/** The values in files that replace stored ones, by the type of the field; undefined for what is gone. */
const exports: { readonly [Type in ObjectType]?: Write<Type> } = {
  image: (id, nameOf) => {
    const image = id === null ? undefined : nameOf("image", id);
    return image === undefined ? undefined : { image };
  },
  page: (id, nameOf) => nameOf("page", id),
  pages: (ids, nameOf) => ids.flatMap((id) => nameOf("page", id) ?? []),
  groups: (ids, nameOf) => ids.flatMap((id) => nameOf("group", id) ?? []),
  collection: (id, nameOf) => nameOf("collection", id),
  object: (value, nameOf, { fields = {} }) => value && saidOf(fields, value, nameOf),
  objects: writeEach,
  persons: writeEach,
  podcastCategories: (categories) =>
    categories.map(({ name, subcategory }) => (subcategory === null ? name : `${name} > ${subcategory}`)),
};
