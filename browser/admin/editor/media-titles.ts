import { signal } from "@preact/signals";
import { type MediaKind, readMedia } from "../media/read-media.ts";

/** The titles of media by kind and id; empty of those that are asked for, are gone, or may not be seen. */
const titles = signal<ReadonlyMap<string, string>>(new Map());

const asked = new Set<string>();

/** The most media whose titles are asked for. */
const maxTitles = 200;

/** The title of a medium; undefined until it is read, of which a component that asks is told. */
export const mediaTitle = (kind: MediaKind, id: number): string | undefined => {
  const key = `${kind} ${id}`;
  const known = titles.value.get(key);
  if (known === undefined && !asked.has(key) && asked.size < maxTitles) {
    asked.add(key);
    readMedia(kind, id).then(
      ({ title }) => {
        titles.value = new Map(titles.peek()).set(key, title);
      },
      () => {
        // Somebody may ask again, when the service is there again.
        asked.delete(key);
      },
    );
  }
  return known || undefined;
};
