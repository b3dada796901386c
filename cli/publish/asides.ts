import { counted } from "#cli/output.ts";
import { printable } from "./printable.ts";
import type { PostSource } from "./source.ts";

/** Lines for people about what a run passes over, one for each kind. */
export const asidesOf = (
  notPosts: readonly string[],
  posts: readonly PostSource[],
  settings: readonly string[] = [],
): string[] => {
  const counts = new Map<string, number>();
  for (const { others } of posts) for (const key of others) counts.set(key, (counts.get(key) ?? 0) + 1);
  const keys = [...counts]
    .sort(([, one], [, other]) => other - one)
    .map(([key, count]) => `${key} (${count})`);
  return [
    ...(notPosts.length === 0 ? [] : [`No posts, and left out: ${some(notPosts.map(printable))}`]),
    ...(keys.length === 0
      ? []
      : [`Keys of other tools, which say nothing here: ${some(keys.map(printable))}`]),
    ...(settings.length === 0
      ? []
      : [`Settings of other tools for posts, which are not read: ${some(settings.map(printable))}`]),
  ];
};

const shown = 8;

const some = (names: readonly string[]): string =>
  names.length <= shown
    ? names.join(", ")
    : `${names.slice(0, shown).join(", ")} and ${counted(names.length - shown, "other")}`;
