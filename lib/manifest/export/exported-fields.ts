import { isDeepStrictEqual } from "node:util";
import { declarationsIn } from "#lib/field.ts";
import {
  type ObjectField,
  type ObjectFields,
  type ObjectType,
  type ObjectValues,
  ordinaryValue,
  type StoredObject,
} from "#lib/object-fields.ts";

/** The fields that do not have their default. */
export const unless = <Fields extends object>(ordinary: unknown, fields: Fields): Partial<Fields> =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== ordinary)) as Partial<Fields>;

/** The lists that are not empty. */
export const unlessEmpty = <Fields extends Readonly<Record<string, readonly unknown[]>>>(
  fields: Fields,
): Partial<Fields> =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value.length > 0)) as Partial<Fields>;

/** Why a file says nothing of some fields. */
export const namesWin = "Objects of the file have names in place of ids.";
export const marks = "What a manifest makes is marked when it is applied.";

/** What the file calls an object; undefined for what is gone. */
export type NameOf = (kind: "image", id: number) => string | undefined;

/** For each stored field that is not declared, why a file says nothing of it. */
type Unsaid<Stored, Fields> = Readonly<Record<Exclude<keyof Stored, keyof Fields>, string>>;

/**
 * What a file says of an object: what it requires, and what is not as it is where nobody has said anything.
 */
export const exportedObject = <const Fields extends ObjectFields, Stored extends StoredObject<Fields>>(
  fields: Fields,
  object: Stored,
  nameOf: NameOf,
  _unsaid: Unsaid<Stored, Fields>,
): Record<string, unknown> => saidOf(fields, object, nameOf);

const saidOf = (fields: ObjectFields, object: object, nameOf: NameOf): Record<string, unknown> => {
  const members = new Map(Object.entries(object));
  const said = declarationsIn(fields).flatMap(([name, field, wire]) => {
    const stored = members.get(name);
    const isOrdinary =
      !field.required && field.exported !== "always" && isDeepStrictEqual(stored, ordinaryValue(field));
    const write = exports[field.type];
    const value = isOrdinary ? undefined : write ? write(stored as never, nameOf, field) : stored;
    return value === undefined ? [] : [[wire, value]];
  });
  return Object.fromEntries(said);
};

type Write<Type extends ObjectType> = (
  value: ObjectValues[Type],
  nameOf: NameOf,
  field: ObjectField,
) => unknown;

const writeEach: Write<"objects" | "persons"> = (values, nameOf, { fields = {} }) =>
  values.map((value) => saidOf(fields, value, nameOf));

/** What a file says in place of a stored value, by the type of its field; undefined for what is gone. */
const exports: { readonly [Type in ObjectType]?: Write<Type> } = {
  image: (id, nameOf) => {
    const image = id === null ? undefined : nameOf("image", id);
    return image === undefined ? undefined : { image };
  },
  object: (value, nameOf, { fields = {} }) => value && saidOf(fields, value, nameOf),
  objects: writeEach,
  persons: writeEach,
  podcastCategories: (categories) =>
    categories.map(({ name, subcategory }) => (subcategory === null ? name : `${name} > ${subcategory}`)),
};
