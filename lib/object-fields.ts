import type { RichTextFeature } from "#lib/richtext/features.ts";
import type { Authoring, Declaration } from "./field.ts";

/**
 * The stored value of a field of each type, in objects beside contents. A choice is one of the `choices` of
 * its declaration, and an object has its `fields`.
 */
export interface ObjectValues {
  title: string;
  slug: string;
  /** A theme's slug. */
  theme: string;
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
  integer: number;
  /** Some of the `names` of its declaration, in their order. */
  someOf: readonly string[];
  /** Names of hosts, such as `video.example`. */
  hosts: readonly string[];
  features: readonly RichTextFeature[] | null;
  podcastCategories: readonly { readonly name: string; readonly subcategory: string | null }[];
  /** A path of the site at which no page needs to be. */
  sitePath: string;
  /** The name of a document of a feed. */
  feedName: string;
  /** The id of a page; an object that names a page that is gone is left out. */
  page: number;
  /** The ids of pages, in the order of the file. */
  pages: readonly number[];
  /** The ids of groups, ascending. */
  groups: readonly number[];
  /** The id of a collection; an object that names one that is gone is left out. */
  collection: number;
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
  integer: 0,
  someOf: [],
  hosts: [],
  pages: [],
  groups: [],
  podcastCategories: [],
  objects: [],
  persons: [],
};

export type ObjectType = keyof ObjectValues;

/** The declaration of a field of an object. */
export interface ObjectField
  extends Pick<Declaration, "type" | "called" | "empty" | "required" | "maxLength" | "choices"> {
  readonly type: ObjectType;
  /** Exports say it also if nobody has set it. */
  readonly exported?: "always";
  /** True of a field that stored objects lack while nobody has set it. */
  readonly optional?: true;
  /** True: the document says what the field is if a file does not say it. */
  readonly stated?: true;
  /** The names that `someOf` may have. */
  readonly names?: readonly string[];
  /** The fields of the object, or of each object of the list. */
  readonly fields?: ObjectFields;
  readonly minMembers?: number;
  readonly maxMembers?: number;
  /** The range of an integer. */
  readonly min?: number;
  readonly max?: number;
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
      : Field extends { readonly names: readonly (infer Name)[] }
        ? readonly Name[]
        : ObjectValues[Field["type"]];

/** The object that has these fields. */
export type StoredObject<Fields extends ObjectFields> = {
  readonly [Name in keyof Fields as Fields[Name] extends Optional ? never : Name]: ObjectValueOf<
    Fields[Name]
  >;
} & {
  readonly [Name in keyof Fields as Fields[Name] extends Optional ? Name : never]?: ObjectValueOf<
    Fields[Name]
  >;
};

type Optional = { readonly optional: true };

/** What people are told of each field. Functions without forms do not carry it. */
export type Authored<Fields> = Readonly<Record<keyof Fields, Authoring>>;

/** The value of a field that nobody has set. */
export const ordinaryValue = ({ type, empty }: ObjectField): unknown =>
  empty === undefined ? (empties[type] ?? null) : empty;

/** The object while nobody has set any of these fields. */
export const emptyObject = <const Fields extends ObjectFields>(fields: Fields): StoredObject<Fields> =>
  Object.fromEntries(
    Object.entries(fields).flatMap(([name, field]) => (field.optional ? [] : [[name, ordinaryValue(field)]])),
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
