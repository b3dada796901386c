import { signal } from "@preact/signals";
import { service } from "./service.ts";

type Schema = Awaited<ReturnType<typeof readSchema>>;

const readSchema = () => service.request("get", "/api/editor/schema/");
const readSite = () => service.request("get", "/api/editor/site/");

/** The description of what can be written, read once. */
export const schema = signal<Schema | null>(null);

/** The names that pages choose from, read once. */
export const site = signal<Awaited<ReturnType<typeof readSite>> | null>(null);

let reading: Promise<void> | undefined;

export const needSchema = (): Promise<void> => {
  reading ??= Promise.all([readSchema(), readSite()]).then(
    ([described, read]) => {
      schema.value = described;
      site.value = read;
    },
    (error) => {
      reading = undefined;
      throw error;
    },
  );
  return reading;
};

/** A field as the description has it (docs/forms.md). */
export interface FieldDescription {
  readonly name: string;
  readonly type: string;
  readonly label: string;
  readonly help?: string;
  readonly required?: boolean;
  readonly nullable?: boolean;
  readonly max_length?: number;
  readonly pattern?: string;
  readonly choices?: readonly { readonly value: string | number; readonly label: string }[];
  readonly reference?: string;
  readonly items?: Omit<FieldDescription, "name" | "label">;
  readonly fields?: readonly FieldDescription[];
}
