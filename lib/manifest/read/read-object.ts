import { declarationsIn } from "#lib/field.ts";
import type { Path } from "#lib/manifest/problem.ts";
import type { ObjectSaid } from "#lib/manifest/sayings.ts";
import {
  type ObjectField,
  type ObjectFields,
  type ObjectType,
  ordinaryValue,
  type StoredObject,
} from "#lib/object-fields.ts";

/** The id of what a file names at that place; undefined while it does not exist. */
export type IdOfName = (kind: "image", name: string, at: Path) => number | undefined;

/** The object that a file says; what the file does not say is as where nobody has said anything. */
export const readObject = <const Fields extends ObjectFields>(
  fields: Fields,
  said: ObjectSaid<Fields>,
  idOf: IdOfName,
  at: Path = [],
): StoredObject<Fields> => {
  const members = new Map<string, unknown>(Object.entries(said));
  const stored = declarationsIn(fields).map(([name, field, wire]) => {
    const value = members.get(wire) ?? undefined;
    const read = value === undefined ? undefined : readers[field.type];
    return [
      name,
      read ? read(value as never, { idOf, at: [...at, wire], field }) : (value ?? ordinaryValue(field)),
    ];
  });
  return Object.fromEntries(stored) as StoredObject<Fields>;
};

interface ReadContext {
  readonly idOf: IdOfName;
  readonly at: Path;
  readonly field: ObjectField;
}

type Read<Said> = (said: Said, context: ReadContext) => unknown;

const readEach: Read<readonly object[]> = (said, { idOf, at, field: { fields = {} } }) =>
  said.map((each, index) => readObject(fields, each, idOf, [...at, index]));

/** Reads values that are not stored as a file says them, by the type of their field. */
const readers: { readonly [Type in ObjectType]?: Read<never> } = {
  image: ({ image }: { readonly image: string }, { idOf, at }) => idOf("image", image, at) ?? null,
  object: (said: object, { idOf, at, field: { fields = {} } }) => readObject(fields, said, idOf, at),
  objects: readEach,
  persons: readEach,
};
