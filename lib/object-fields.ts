import type { RichTextFeature } from "#lib/richtext/features.ts";
import type { Declaration } from "./field.ts";

/**
 * The stored value of a field of each type, in objects beside contents. A choice is one of the `choices` of
 * its declaration, and an object has its `fields`.
 */
export interface ObjectValues {
  title: string;
  slug: string;
  /** Text that is not blank. */
  line: string;
  /** Plain, on one line or several. */
  text: string;
  /** The IANA name of a time zone. */
  timezone: string;
  language: string | null;
  uuid: string | null;
  email: string;
  origin: string | null;
  /** An address of the web; empty if it is not set. */
  webAddress: string;
  /** A path of the site, or an address of the web. */
  linkTarget: string;
  /** The address of a WebSub hub. */
  hub: string | null;
  boolean: boolean;
  choice: string;
  /** The id of an image; one that is gone counts as none. */
  image: number | null;
  features: readonly RichTextFeature[] | null;
  podcastCategories: readonly { readonly name: string; readonly subcategory: string | null }[];
  object: object | null;
  objects: readonly object[];
  persons: readonly object[];
}

/** The values of fields that nobody has set, by type; null for other types. */
const empties: { readonly [Type in ObjectType]?: ObjectValues[Type] } = {
  title: "",
  line: "",
  text: "",
  webAddress: "",
  boolean: false,
  podcastCategories: [],
  objects: [],
  persons: [],
};

export type ObjectType = keyof ObjectValues;

/** The declaration of a field of an object. Stored objects have all of their fields. */
export interface ObjectField
  extends Pick<Declaration, "type" | "called" | "empty" | "required" | "maxLength" | "choices"> {
  readonly type: ObjectType;
  /** Exports say it also if nobody has set it. */
  readonly exported?: "always";
  /** The fields of the object, or of each object of the list. */
  readonly fields?: ObjectFields;
  /** The most members of a list. */
  readonly maxMembers?: number;
}

export type ObjectFields = Readonly<Record<string, ObjectField>>;

/** The stored value of a field. */
export type ObjectValueOf<Field extends ObjectField> = Field extends {
  readonly choices: readonly (readonly [infer Choice, string])[];
}
  ? Choice
  : Field extends { readonly type: "object"; readonly fields: infer Fields extends ObjectFields }
    ? StoredObject<Fields> | null
    : Field extends {
          readonly type: "objects" | "persons";
          readonly fields: infer Fields extends ObjectFields;
        }
      ? readonly StoredObject<Fields>[]
      : ObjectValues[Field["type"]];

/** The object that has these fields. */
export type StoredObject<Fields extends ObjectFields> = {
  readonly [Name in keyof Fields]: ObjectValueOf<Fields[Name]>;
};

/** The value of a field that nobody has set. */
export const ordinaryValue = ({ type, empty }: ObjectField): unknown =>
  empty === undefined ? (empties[type] ?? null) : empty;

/** The object while nobody has set any of these fields. */
export const emptyObject = <const Fields extends ObjectFields>(fields: Fields): StoredObject<Fields> =>
  Object.fromEntries(
    Object.entries(fields).map(([name, field]) => [name, ordinaryValue(field)]),
  ) as StoredObject<Fields>;

/** The ids of the images that an object and the objects in its lists name. */
export const imagesIn = (fields: ObjectFields, object: object): number[] => {
  const values = new Map<string, unknown>(Object.entries(object));
  return Object.entries(fields).flatMap(([name, { type, fields: inner }]) => {
    const value = values.get(name);
    if (type === "image") return typeof value === "number" ? [value] : [];
    return inner ? [value ?? []].flat().flatMap((each) => imagesIn(inner, each as object)) : [];
  });
};
