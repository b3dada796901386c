/**
 * The members of every declaration of a field. A surface treats fields by their types, in one table for each
 * surface, so that a field of a known type needs nothing but its declaration.
 */
export interface Declaration {
  readonly type: string;
  /** The name of the field in the API and in files, if it is not made of its own name. */
  readonly called?: string;
  /** The value while nobody has set any, if it differs from that of the type. */
  readonly empty?: unknown;
  /**
   * True of a field that every stored content has. Others are absent while they are empty, because contents
   * of versions that did not know them lack them, too.
   */
  readonly always?: true;
  /** A new object must have it. */
  readonly required?: true;
  /** The longest text, in code points. */
  readonly maxLength?: number;
  /** The values of a choice, and the meaning of each. */
  readonly choices?: readonly (readonly [value: string | number, meaning: string])[];
  /** A page must have it to be published. */
  readonly requiredToPublish?: true;
  /** Only manifests set it; the API shows it. */
  readonly setBy?: "manifest";
  /** The page-content API shows it; absent: it is not public there. */
  readonly item?: ItemRule;
  /**
   * True: listings have it. "content": it is in the `content` of listings, which can be made again from the
   * revision.
   */
  readonly listed?: true | "content";
  /** Searches find its text. */
  readonly searched?: true;
}

/**
 * How items show a field. `place`: in their `meta` instead of themselves. `shown`: by default, by default on
 * details only, on request only, on details and never in lists, or only by its name, so that `*` gives what
 * it always gave. `filter`: lists may filter and order by it; a text is its name there in the document.
 * `nested`: `fields` may continue in brackets after its name.
 */
export interface ItemRule {
  readonly place?: "meta";
  readonly shown: "always" | "details" | "asked" | "details only" | "named";
  readonly filter?: true | string;
  readonly nested?: "shown" | "ignored";
}

/** How a query writes the values of a field that lists filter by. */
export type FilterKind = "boolean" | "datetime" | "integer" | "slug" | "text" | "uuid";

/** The texts about a field for people, and its key in files. */
export interface Authoring {
  /** Its label in forms. */
  readonly label: string;
  /** A sentence below its input. */
  readonly help: string;
  /** Its front matter; absent if a file says it in another way, or cannot say it. */
  readonly file?: FileRule;
}

/**
 * The front matter of a field. `leftOut: "stays"`: the field stays as it is when a file no longer has the
 * key; otherwise it becomes empty.
 */
export type FileRule = { readonly key: string; readonly leftOut?: "stays" } & (AlwaysSent | SentIfSaid);

/**
 * A file without the key says that the field is empty. Only fields of the first version are sent like this.
 */
interface AlwaysSent {
  readonly alwaysSent: true;
  readonly digestBit?: undefined;
}

/**
 * With this bit, digests of files tell whether the file had the key. No two fields have the same bit; 10 is
 * that of the overview.
 */
interface SentIfSaid {
  readonly alwaysSent?: undefined;
  readonly digestBit: number;
}

/** The names of the fields whose declarations have these members. */
export type NamesSaying<Fields, Said> = {
  [Name in keyof Fields]: Fields[Name] extends Said ? Name : never;
}[keyof Fields] &
  string;

/** The name of a field in the API and in files: `seo_title` for `seoTitle`. */
export type WireName<Name extends string> = string extends Name
  ? string
  : Name extends `${infer First}${infer Rest}`
    ? `${First extends Lowercase<First> ? First : `_${Lowercase<First>}`}${WireName<Rest>}`
    : "";

export const wireName = <Name extends string>(name: Name): WireName<Name> =>
  name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`) as WireName<Name>;

/** The name of a declared field in the API and in files; any text where the declaration is not known. */
export type SaidName<Name extends string, Field> = Field extends {
  readonly called: infer Called extends string;
}
  ? Called
  : "called" extends keyof Field
    ? string
    : WireName<Name>;

/** A declaration with its name, and the name that the API and files use. */
export type DeclaredField<Name extends string, Field> = readonly [
  name: Name,
  field: Field,
  wire: SaidName<Name, Field>,
];

const lists = new WeakMap<object, readonly DeclaredField<string, Declaration>[]>();

/**
 * Lists the declarations, each with its name and the name that the API and files use. Made once for each
 * object.
 */
export const declarationsIn = <Name extends string, Field extends Declaration>(
  fields: Readonly<Record<Name, Field>>,
): readonly DeclaredField<Name, Field>[] => {
  const list =
    lists.get(fields) ??
    Object.entries<Declaration>(fields).map(
      ([name, field]): DeclaredField<string, Declaration> => [name, field, field.called ?? wireName(name)],
    );
  lists.set(fields, list);
  return list as readonly DeclaredField<Name, Field>[];
};

/** An object that holds these values for its fields; those that may be absent are. */
export type ObjectOf<Fields, Values extends Readonly<Record<keyof Fields, unknown>>> = {
  readonly [Name in keyof Fields as Fields[Name] extends { readonly always: true }
    ? Name
    : never]: Values[Name];
} & {
  readonly [Name in keyof Fields as Fields[Name] extends { readonly always: true }
    ? never
    : Name]?: Values[Name];
};

/**
 * The members of an object with these names first. Answers, files and documents keep the order that they have
 * had since before fields were declared; what is declared later follows.
 */
export const inOrder = <Fields extends object>(
  names: readonly (keyof Fields & string)[],
  fields: Fields,
): Fields => {
  const first = names.flatMap((name) => (name in fields ? [[name, fields[name]]] : []));
  return { ...Object.fromEntries(first), ...fields };
};

type Given<Fields> = {
  [Name in keyof Fields as undefined extends Fields[Name] ? never : Name]: Fields[Name];
} & {
  [Name in keyof Fields as undefined extends Fields[Name] ? Name : never]?: Exclude<Fields[Name], undefined>;
};

/** The fields that have a value, where absent is not the same as undefined. */
export const withoutUndefined = <Fields extends object>(fields: Fields): Given<Fields> =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Given<Fields>;
