import type { Stemming } from "./stemming.ts";
import { WordIndex } from "./word-index.ts";

const forms = new Map<string | null, string>();

/** The digest of the table definitions of indexes with this stemming that this program can open. */
export const formOfWords = (stemming: Stemming): string => {
  const form = forms.get(stemming.language) ?? new WordIndex(":memory:", stemming).form;
  forms.set(stemming.language, form);
  return form;
};
