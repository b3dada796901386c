import { certain } from "#lib/certain.ts";
import { intend } from "./intention.ts";
import type { PublishOptions } from "./options.ts";
import { entryOf, entryOfGone, entryOfHeld, type PlanEntry } from "./plan-entry.ts";
import type { Prepared } from "./prepare.ts";
import type { ProgressLine } from "./progress.ts";

/** Plans what a run would do: for each file, for pages without one, and for files with faults. */
export const planned = async (
  { posts, destination, find, gone, held, keepsGone }: Prepared,
  { prune, force }: Pick<PublishOptions, "prune" | "force">,
  progress: ProgressLine,
): Promise<PlanEntry[]> => {
  const entries: PlanEntry[] = [];
  for (let index = 0; index < posts.length; index += atOnce) {
    progress.show(`${index + 1}/${posts.length}  ${certain(posts[index]).source.file}`);
    const intentions = posts
      .slice(index, index + atOnce)
      .map((post) => intend(post, find(post), destination));
    for (const intention of await Promise.all(intentions)) entries.push(entryOf(intention, destination));
  }
  progress.clear();
  return [
    ...entries,
    ...(prune && keepsGone === undefined ? gone.map((page) => entryOfGone(page, force)) : []),
    ...[...held].map(([file, problems]) => entryOfHeld(file, problems)),
  ];
};

/** How many files the service is asked about at the same time. */
const atOnce = 4;
