import type { QueryValues } from "./last-values.ts";

/** The id that `episode_id` states: 0, which is nobody's, for what cannot be one; undefined where the query does not have it. */
export const parseEpisodeId = (values: QueryValues): number | undefined => {
  const text = values.get("episode_id");
  if (text === undefined) return undefined;
  return /^\d+$/.test(text) && Number.isSafeInteger(Number(text)) ? Number(text) : 0;
};
