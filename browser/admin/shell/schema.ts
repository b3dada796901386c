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
