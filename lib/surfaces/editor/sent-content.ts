import { wireName } from "#lib/field.ts";
import { type ContentField, type ContentOf, type ContentType, declared } from "#lib/pages/content-fields.ts";

type Stored = { readonly [Type in ContentType]?: (sent: never) => unknown };

/** What is stored of a request's value, where that is not the value. */
const storedValues: Stored = {
  cover: ({ id, alt_text: altText = "" }: { readonly id: number; readonly alt_text?: string }) => ({
    id,
    altText,
  }),
  audio: ({ id }: { readonly id: number }) => id,
  season: ({ id }: { readonly id: number }) => id,
};

/** The fields that a request gives a value or removes, as contents have them; others are left out. */
export const sentContent = <const Fields extends Readonly<Record<string, ContentField>>>(
  fields: Fields,
  body: Readonly<Record<string, unknown>>,
) =>
  Object.fromEntries(
    declared(fields).flatMap(([name, { type, setBy }]) => {
      const sent = setBy === "manifest" || type === "body" ? undefined : body[wireName(name)];
      if (sent === undefined) return [];
      const stored = storedValues[type];
      return [[name, sent === null || !stored ? sent : stored(sent as never)]];
    }),
  ) as Partial<ContentOf<Fields>>;
