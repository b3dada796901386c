import { signal } from "@preact/signals";
import type { FieldDescription } from "../forms/field-description.ts";
import { readFieldTexts, schemaWith } from "./field-texts.ts";
import { service } from "./service.ts";

type Schema = Awaited<ReturnType<typeof readSchema>>;

const readSchema = () => service.request("get", "/api/editor/schema/");
const readSite = () => service.request("get", "/api/editor/site/");

/** The description of what can be written, in the language of the admin, read once. */
export const schema = signal<Schema | null>(null);

/** The names that pages choose from, read once. */
export const site = signal<Awaited<ReturnType<typeof readSite>> | null>(null);

/** The fields of a kind of object, as the service describes them; none before that is known. */
export const fieldsOfKind = (kind: string): readonly FieldDescription[] => {
  const kinds = schema.value?.kinds as
    | Readonly<Record<string, { readonly fields: readonly FieldDescription[] }>>
    | undefined;
  return kinds?.[kind]?.fields ?? [];
};

let reading: Promise<void> | undefined;

export const needSchema = (): Promise<void> => {
  reading ??= Promise.all([readSchema(), readSite(), readFieldTexts()]).then(
    ([described, read, texts]) => {
      schema.value = schemaWith(texts, described);
      site.value = read;
    },
    (error) => {
      reading = undefined;
      throw error;
    },
  );
  return reading;
};
