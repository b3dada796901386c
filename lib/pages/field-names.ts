import type { EpisodeContent, PostContent } from "./content.ts";

/**
 * What files and the API call the fields of a stored type: `seo_title` is `seoTitle`, a body is its sections.
 * What treats fields one by one is a record over these names, or over those of the type, so that the compiler
 * names each such place when a field is added.
 */
export type FieldName<Stored> =
  | Underscored<Exclude<keyof Stored & string, "body">>
  | ("body" extends keyof Stored ? "overview" | "detail" : never);

type Underscored<Name extends string> = Name extends `${infer First}${infer Rest}`
  ? `${First extends Lowercase<First> ? First : `_${Lowercase<First>}`}${Underscored<Rest>}`
  : "";

/** What an episode has beside a post. */
export type EpisodeFieldName = Exclude<FieldName<EpisodeContent>, FieldName<PostContent>>;

/** All fields of a type, those too that may be absent: undefined is said, and not forgotten. */
export type EveryField<Stored> = { readonly [Name in keyof Stored]-?: Stored[Name] | undefined };
