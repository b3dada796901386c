import { certain } from "#lib/certain.ts";
import { declarationsIn } from "#lib/field.ts";
import type { Path } from "#lib/manifest/problem.ts";
import {
  type ObjectField,
  type ObjectFields,
  type ObjectType,
  ordinaryValue,
  type StoredObject,
} from "#lib/object-fields.ts";

/** The id of what a file names at that place; undefined while it does not exist. */
export type IdOfName = (kind: NamedKind, name: string, at: Path) => number | undefined;

/** The kinds of objects that a file names in the fields of others. */
export type NamedKind = "image" | "page" | "group" | "collection";

/**
 * Reads an object; fields that the file leaves out get their default. Throws if it requires what does not
 * exist.
 */
export const readObject = <const Fields extends ObjectFields>(
  fields: Fields,
  said: object,
  idOf: IdOfName,
  at: Path = [],
): StoredObject<Fields> => certain(read(fields, said, idOf, at)) as StoredObject<Fields>;

const read = (fields: ObjectFields, said: object, idOf: IdOfName, at: Path): object | undefined => {
  const members = new Map<string, unknown>(Object.entries(said));
  const object: Record<string, unknown> = {};
  for (const [name, field, wire] of declarationsIn(fields)) {
    const value = members.get(wire) ?? undefined;
    const reader = value === undefined ? undefined : readers[field.type];
    const stored = reader ? reader(value as never, { idOf, at: [...at, wire], field }) : value;
    if (stored === undefined && field.required) return undefined;
    if (stored !== undefined || !field.optional) object[name] = stored ?? ordinaryValue(field);
  }
  return object;
};

interface ReadContext {
  readonly idOf: IdOfName;
  readonly at: Path;
  readonly field: ObjectField;
}

type Reader<Said> = (said: Said, context: ReadContext) => unknown;

/** Without those that require what does not exist. */
const readEach: Reader<readonly object[]> = (said, { idOf, at, field: { fields = {} } }) =>
  said.flatMap((each, index) => read(fields, each, idOf, [...at, index]) ?? []);

const idsOf = (kind: "page" | "group", names: readonly string[], { idOf, at }: ReadContext): number[] =>
  names.flatMap((name, index) => idOf(kind, name, [...at, index]) ?? []);

/** Reads values that are not stored as a file says them, by the type of their field. */
const readers: { readonly [Type in ObjectType]?: Reader<never> } = {
  image: ({ image }: { readonly image: string }, { idOf, at }) => idOf("image", image, at),
  page: (path: string, { idOf, at }) => idOf("page", path, at),
  pages: (paths: readonly string[], context) => idsOf("page", paths, context),
  groups: (names: readonly string[], context) =>
    [...new Set(idsOf("group", names, context))].sort((one, other) => one - other),
  collection: (path: string, { idOf, at }) => idOf("collection", path, at),
  someOf: (said: readonly string[], { field: { names = [] } }) => names.filter((name) => said.includes(name)),
  object: (said: object, { idOf, at, field: { fields = {} } }) => read(fields, said, idOf, at),
  objects: readEach,
  persons: readEach,
};
