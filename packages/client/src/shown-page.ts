import type { builderFields } from "./builder-fields.ts";
import type { Schemas } from "./operations.ts";
import type { CoverAlways, PageAlways, PageAsked, PageDetails, PageDetailsOnly } from "./shown-fields.ts";

/** A public page of any type, with the fields that nobody has asked for left open. */
export type Page = Schemas["Page"];

/** The part of a query that decides which members a page has. */
export interface ShownBy {
  readonly type?: string | undefined;
  readonly exact_type?: boolean | "true" | "false" | undefined;
  readonly fields?: string | undefined;
}

/** A page of a list, with the fields that its query asks for and no others. */
export type ListedPage<Query extends ShownBy> = ShownPage<Query, "list">;

/** A page that is read alone, with the fields that its query asks for and no others. */
export type SinglePage<Query extends ShownBy> = ShownPage<Query, "single">;

/** What decides which pages a copy has, and which members they have. */
export interface FollowedBy {
  readonly types?: readonly string[] | undefined;
  readonly fields?: string | undefined;
}

/** A page with what a copy needs to keep it. */
export type FollowedPage<Options extends FollowedBy = FollowedBy> = FollowedOf<
  Options extends { readonly types: readonly (infer Type extends string)[] }
    ? Type
    : "types" extends keyof Options
      ? string
      : "site.Post" | "site.Episode",
  Options extends { readonly fields: infer Fields extends string }
    ? Fields
    : "fields" extends keyof Options
      ? string
      : typeof builderFields
>;

type FollowedOf<Type, Fields extends string> = Type extends string
  ? ListedPage<{ type: Type; exact_type: true; fields: Fields }> & {
      readonly id: number;
      readonly digest: string;
    }
  : never;

type Place = "list" | "single";

/** Fields in brackets, and texts that only the program knows, leave open what a page has. */
type ShownPage<Query extends ShownBy, In extends Place> =
  FieldsOf<Query> extends infer Fields extends string
    ? string extends Fields | Query["type"]
      ? PageOf<Query>
      : Fields extends `${string}(${string}`
        ? PageOf<Query>
        : Shown<PageOf<Query>, NamesIn<Fields, In> & KnownIn<Query, In>>
    : never;

type FieldsOf<Query extends ShownBy> = Query extends { readonly fields: infer Fields extends string }
  ? Fields
  : "fields" extends keyof Query
    ? string
    : "";

type PagesByType = {
  "site.HomePage": Schemas["HomePage"];
  "site.Blog": Schemas["Blog"] | Schemas["Podcast"];
  "site.Podcast": Schemas["Podcast"];
  "site.Post": Schemas["Post"] | Schemas["Episode"];
  "site.Episode": Schemas["Episode"];
};

type ExactPagesByType = Omit<PagesByType, "site.Blog" | "site.Post"> & {
  "site.Blog": Schemas["Blog"];
  "site.Post": Schemas["Post"];
};

/** The pages that a query means: subtypes count, unless it asks for exact types. */
type PageOf<Query extends ShownBy> = Query extends { readonly type: infer Type extends string }
  ? Items<Type> extends keyof PagesByType
    ? Query extends { readonly exact_type: true | "true" }
      ? ExactPagesByType[Items<Type>]
      : PagesByType[Items<Type>]
    : Page
  : Page;

/** Lists of several types show what all pages have. */
type KnownIn<Query extends ShownBy, In extends Place> = In extends "single"
  ? string
  : Query extends { readonly type: keyof PagesByType }
    ? string
    : MembersOf<Schemas["HomePage"]>;

type MembersOf<P> = P extends { meta?: infer Meta } ? keyof P | keyof NonNullable<Meta> : never;

/** The items of a comma list. */
type Items<Text extends string> = Text extends `${infer Item},${infer Rest}` ? Item | Items<Rest> : Text;

/** The names of the fields that a `fields` parameter asks for. */
type NamesIn<Fields extends string, In extends Place> = Exclude<
  StartOf<Fields, In> | Items<Fields>,
  RemovedBy<Items<Fields>>
>;

type RemovedBy<Item extends string> = Item extends `-${infer Name}` ? Name | Item : never;

/** What is shown without being named. `*` shows in lists what they leave out, and alone all that is asked for. */
type StartOf<Fields extends string, In extends Place> =
  Items<Fields> extends infer Item
    ? "_" extends Item
      ? never
      : "*" extends Item
        ? PageAlways | PageDetails | PageAsked | (In extends "single" ? PageDetailsOnly : never)
        : PageAlways | (In extends "single" ? PageDetails | PageDetailsOnly : never)
    : never;

/** The members of a page with these names, in itself and in its `meta`. Pages without aliases lack them. */
type Shown<P, Names> = P extends { meta?: infer Meta }
  ? Simple<
      { [Name in Exclude<keyof P & Names, Rare | "cover_image">]: Required<P>[Name] } & {
        [Name in keyof P & Names & Rare]?: P[Name];
      } & CoverOf<P, Names> &
        MetaOf<NonNullable<Meta>, Names>
    >
  : never;

/** What pages have only where it is not empty. */
type Rare = "aliases";

type CoverOf<P, Names> = "cover_image" extends keyof P & Names ? { cover_image: CoverImage | null } : unknown;

type CoverImage = Shown<Schemas["Image"], CoverAlways>;

type MetaOf<Meta, Names> = [keyof Meta & Names] extends [never]
  ? unknown
  : { meta: { [Name in keyof Meta & Names]: Required<Meta>[Name] } };

/** One object in place of an intersection, which editors show as it is. */
type Simple<Type> = { [Name in keyof Type]: Type[Name] };
