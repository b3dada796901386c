import { certain } from "#lib/certain.ts";
import { type Authoring, type FileRule, inOrder, type WireName, wireName } from "#lib/field.ts";
import { fieldsOfKind } from "#lib/pages/content.ts";
import { contentAuthoring } from "#lib/pages/content-authoring.ts";
import {
  type ContentField,
  type ContentType,
  episodeFields,
  type pageFields,
  type postFields,
  standaloneFields,
} from "#lib/pages/content-fields.ts";
import { declared } from "#lib/pages/content-values.ts";

/** How front matter says a field of posts or episodes. */
export type FieldInFiles = FileRule & { readonly field: ContentField };

/**
 * The fields that front matter can have, by their names in the API, in the order in which digests have always
 * had them; fields that are declared later follow.
 */
export const fieldsInFiles: Readonly<Record<string, FieldInFiles>> = inOrder<Record<string, FieldInFiles>>(
  [
    ...["title", "slug", "visible_date", "search_description", "seo_title", "tags", "categories", "authors"],
    ...["aliases", "guid", "cover_image", "podcast_audio", "season", "episode_number", "episode_type"],
    ...["explicit", "keywords", "block"],
  ],
  Object.fromEntries(
    declared({ ...fieldsOfKind.episode, ...standaloneFields }).flatMap(([name, field, wire]) => {
      const { file }: Authoring = contentAuthoring[name];
      return file ? [[wire, { ...file, field }]] : [];
    }),
  ),
);

/** The front matter key for each field of the editor API. */
export const keyByField: ReadonlyMap<string, string> = new Map(
  Object.entries(fieldsInFiles).map(([name, { key }]) => [name, key]),
);

/**
 * Types that front matter writes in other ways than the API: as slugs, or by the names of files and seasons.
 */
type SaidApart = "categories" | "cover" | "audio" | "season";
const saidApart: ReadonlySet<ContentType> = new Set<SaidApart>(["categories", "cover", "audio", "season"]);

/** The names of fields whose keys hold what the API takes: texts or lists of texts. */
type PlainName<Fields> = WireName<
  {
    [Name in keyof Fields]: Name extends keyof typeof contentAuthoring
      ? (typeof contentAuthoring)[Name] extends { readonly file: FileRule }
        ? Fields[Name] extends { readonly type: SaidApart }
          ? never
          : Name
        : never
      : never;
  }[keyof Fields] &
    string
>;

/** A mask for `z.pick`, with the names of those fields that are plain. */
const plainMask = <Name extends string>(fields: Readonly<Record<string, ContentField>>) =>
  Object.fromEntries(
    Object.keys(fields)
      .map(wireName)
      .filter((name) => name in fieldsInFiles && !saidApart.has(certain(fieldsInFiles[name]).field.type))
      .map((name) => [name, true]),
  ) as Readonly<Record<Name, true>>;

export const plainOfPosts = plainMask<PlainName<typeof pageFields> | PlainName<typeof postFields>>(
  fieldsOfKind.post,
);

export const plainOfPages = plainMask<PlainName<typeof standaloneFields>>(standaloneFields);

/** The keys that say something of a page that is no post, beside those of media. */
export const keysOfPages: ReadonlySet<string> = new Set(
  declared(fieldsOfKind.page).flatMap(([, , wire]) => keyByField.get(wire) ?? []),
);

/** The keys that only such pages have: to other tools they mean something else. */
export const keysOfPagesOnly: ReadonlySet<string> = new Set(
  declared(standaloneFields).flatMap(([, , wire]) => keyByField.get(wire) ?? []),
);

export const plainOfEpisodes = plainMask<PlainName<typeof episodeFields>>(episodeFields);
