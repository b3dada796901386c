import type * as z from "zod/mini";
import { wireName } from "#lib/field.ts";
import type { RequestedMedia } from "#lib/media/references.ts";
import {
  type ContentField,
  type ContentType,
  type ContentValues,
  declared,
  emptyOf,
} from "#lib/pages/content-fields.ts";
import type { Person } from "#lib/pages/person.ts";
import type { ShownShape } from "#lib/routes/content-shapes.ts";
import type { Category } from "#lib/site/site.ts";

export interface ShownContext {
  readonly categories: readonly Category[];
  /** Contains at least those that the content refers to and that exist. */
  readonly media: RequestedMedia;
}

type Views = {
  readonly [Type in ContentType]?: (value: ContentValues[Type], context: ShownContext) => unknown;
};

const unlessEmpty = <Value>(values: readonly Value[]): Value[] | undefined =>
  values.length > 0 ? [...values] : undefined;

/** The ids of existing categories, ordered by name. */
const byName = (ids: readonly number[], categories: readonly Category[]): number[] =>
  categories
    .filter((category) => ids.includes(category.id))
    .sort((one, other) => one.name.localeCompare(other.name, "en") || one.id - other.id)
    .map((category) => category.id);

const personView =
  ({ media }: ShownContext) =>
  ({ name, role, group, link, image, ...rest }: Person) => ({
    ...{
      name,
      role,
      group,
      link,
      image: image !== null && media.existing.image.has(image) ? { id: image } : null,
    },
    ...(rest satisfies Readonly<Record<string, never>>),
  });

/** What editors are shown of a value, where that is not the value; undefined to leave it out. */
const views: Views = {
  categories: (ids, { categories }) => byName(ids, categories),
  cover: (cover, { media }) =>
    cover && media.existing.image.has(cover.id) ? { id: cover.id, alt_text: cover.altText } : null,
  authors: unlessEmpty,
  aliases: unlessEmpty,
  guid: (guid) => guid ?? undefined,
  source: (source) => source ?? undefined,
  // All who may edit an episode see its audio, unless it was deleted.
  audio: (id, { media }) => (id !== null && media.existing.audio.has(id) ? { id } : null),
  season: (id) => (id === null ? null : { id }),
  persons: (persons, context) => unlessEmpty(persons.map(personView(context))),
  body: () => undefined,
};

/** What the editor API shows of these fields. Sections of bodies are fields by themselves. */
export const shownContent = <const Fields extends Readonly<Record<string, ContentField>>>(
  fields: Fields,
  content: object,
  context: ShownContext,
) =>
  Object.fromEntries(
    declared(fields).flatMap(([name, field]) => {
      const value = (content as Readonly<Record<string, unknown>>)[name] ?? emptyOf(field);
      const view = views[field.type] as ((value: unknown, context: ShownContext) => unknown) | undefined;
      const shown = view ? view(value, context) : (value ?? field.shownAs ?? null);
      return shown === undefined ? [] : [[wireName(name), shown]];
    }),
  ) as z.input<z.ZodMiniObject<ShownShape<Fields>>>;
