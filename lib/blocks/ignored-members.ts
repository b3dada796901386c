import { isObject } from "./is-object.ts";
import type { WritingCollector } from "./writing-rules.ts";

/** Reports the members of an author's object that mean nothing. */
export const reportIgnored = (
  collector: WritingCollector | undefined,
  value: unknown,
  path: string,
  known: readonly string[],
): void => {
  if (!collector || !isObject(value)) return;
  for (const name of Object.keys(value)) if (!known.includes(name)) collector.ignored(`${path}.${name}`);
};
