import type { Path, Report } from "#lib/manifest/problem.ts";
import { withPageLinks } from "#lib/richtext/page-links.ts";
import type { PageIdOf } from "./page-ids.ts";
import { writtenPath } from "./page-path.ts";

/** Replaces the paths of pages by ids. Unknown paths are reported, and get some id. */
export interface PageReferences {
  /** The id for a map such as `{page: /home/notes}`, whose only member has this name. */
  readonly idOf: (value: Readonly<Record<string, unknown>>, at: Path, member: "page" | "$page") => number;
  /** With ids in its links to pages. What is not a path stays. */
  readonly inRichText: (html: string, at: Path) => string;
}

/** The id for paths that were reported, so that each is reported once. */
const noPage = 1;

export const newPageReferences = (pageIdOf: PageIdOf, report: Report): PageReferences => {
  const idAt = (path: string, at: Path): number => {
    const id = pageIdOf(path);
    if (id === undefined) report(at, `there is no page ${path}`);
    return id ?? noPage;
  };
  return {
    idOf: (value, at, member) => {
      for (const name of Object.keys(value)) if (name !== member) report([...at, name], "unknown key");
      const path = writtenPath(value[member]);
      if (path !== undefined) return idAt(path, [...at, member]);
      report([...at, member], "expected a page's path such as /home/notes");
      return noPage;
    },
    inRichText: (html, at) =>
      withPageLinks(html, (written) => {
        const path = writtenPath(written);
        return path === undefined ? undefined : String(idAt(path, at));
      }),
  };
};
