import { groupedBy } from "#cli/grouped-by.ts";
import { counted } from "#cli/output.ts";
import type { LineProblem } from "./front-matter.ts";
import { isOnSite } from "./judge.ts";
import type { MatchedPages } from "./owned-pages.ts";
import type { Folder } from "./walk.ts";

/**
 * The folders whose source has pages on the site, none of which has a file in this run, with what is to be
 * said of each. Such a source is most likely that of another folder with the same name, or the files are
 * missing for a reason that the site's readers should not notice.
 */
export const lostSources = (
  folders: readonly Folder[],
  { pages, gone }: MatchedPages,
): ReadonlyMap<string, readonly LineProblem[]> => {
  const kept = new Set([...pages.values()].map(({ source }) => source.name));
  const lost = groupedBy(gone.filter(isOnSite), ({ source }) => source.name);
  return new Map(
    folders
      .filter(({ name }) => lost.has(name) && !kept.has(name))
      .map(({ folder, name }) => [folder, [{ line: 1, message: messageOf(name, lost.get(name)!.length) }]]),
  );
};

const messageOf = (name: string, count: number): string =>
  `The source ${name} has ${counted(count, "page")} on the site, and none of them has a file here. ` +
  `If another folder is published as ${name}, give this one another name with --source; ` +
  "to take these pages off the site, use --prune --force.";
