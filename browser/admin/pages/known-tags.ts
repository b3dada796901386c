import { type ReadonlySignal, useSignal } from "@preact/signals";
import { service } from "../shell/service.ts";
import { useSettled } from "../shell/settled.ts";

/** Tags that pages have already, with what is typed in them. */
export const useKnownTags = (typed: string): ReadonlySignal<readonly string[]> => {
  const known = useSignal<readonly string[]>([]);
  useSettled(
    (isPast) =>
      service.request("get", "/api/editor/tags/", { query: { q: typed, pageSize: 8 } }).then(
        ({ results }) => {
          if (!isPast()) known.value = results.map(({ name }) => name);
        },
        () => {},
      ),
    [typed],
  );
  return known;
};
