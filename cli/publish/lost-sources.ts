import { groupedBy } from "#cli/grouped-by.ts";
import { counted } from "#cli/output.ts";
import type { LineProblem } from "./front-matter.ts";
import { isOnSite } from "./judge.ts";
import type { MatchedPages, OwnedPage } from "./owned-pages.ts";
import type { Folder } from "./walk.ts";

/**
 * Warns of folders whose source has pages on the site, none of which has a file in this run. Such a source is
 * most likely that of another folder with the same name, or the files are missing for a reason that the
 * site's readers should not notice.
 */
export const lostSources = (folders: readonly Folder[], matched: MatchedPages): FolderProblems =>
  problemsOf(folders, matched, ({ name, kept, gone }) =>
    kept === 0
      ? `The source ${name} has ${counted(gone, "page")} on the site, and none of them has a file here.`
      : undefined,
  );

/** Warns of folders of which so many pages would be taken off the site that it is likely a mistake. */
export const thinnedSources = (folders: readonly Folder[], matched: MatchedPages): FolderProblems =>
  problemsOf(folders, matched, ({ name, shown, gone }) =>
    gone > (shown + gone) * most || (gone > handful && gone > (shown + gone) * mostOfMany)
      ? `${gone} of the ${shown + gone} pages that the source ${name} has on the site have no file here.`
      : undefined,
  );

type FolderProblems = ReadonlyMap<string, readonly LineProblem[]>;

const most = 1 / 2;
const handful = 5;
const mostOfMany = 1 / 4;

/** Pages of a source that have a file, those of them on the site, and those there that have none. */
interface SourceCounts {
  readonly name: string;
  readonly kept: number;
  readonly shown: number;
  readonly gone: number;
}

const problemsOf = (
  folders: readonly Folder[],
  { pages, gone, held }: MatchedPages,
  complaint: (counts: SourceCounts) => string | undefined,
): FolderProblems => {
  const nameOf = ({ source }: OwnedPage): string => source.name;
  const all = groupedBy([...pages.values(), ...held], nameOf);
  const lost = groupedBy(gone.filter(isOnSite), nameOf);
  return new Map(
    folders.flatMap(({ folder, name }) => {
      const kept = all.get(name) ?? [];
      const counts = { name, kept: kept.length, shown: kept.filter(isOnSite).length };
      const { length } = lost.get(name) ?? [];
      const said = length > 0 ? complaint({ ...counts, gone: length }) : undefined;
      return said === undefined ? [] : [[folder, [{ line: 1, message: `${said} ${advice(name)}` }]]];
    }),
  );
};

const advice = (name: string): string =>
  `If another folder is published as ${name}, give this one another name with --source; ` +
  "to take these pages off the site, use --prune=all.";
