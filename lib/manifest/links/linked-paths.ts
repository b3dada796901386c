import { isObject } from "#lib/blocks/is-object.ts";
import { allPages, type PageNode } from "#lib/manifest/read/read-manifest.ts";
import { comparedSlug, mayBeSlug } from "#lib/pages/slug.ts";
import { withPageLinks } from "#lib/richtext/links.ts";

/**
 * The paths that links in the contents of pages may name. Some of them may be text that is shown as it is.
 */
export const linkedPaths = (pages: readonly PageNode[]): ReadonlySet<string> => {
  const found = new Set<unknown>();
  for (const { value } of allPages(pages))
    for (const content of [value, value.draft, value.newer_draft]) {
      found.add((content as Readonly<Record<string, unknown>> | undefined)?.translation_of);
      for (const field of ["introduction", "description", "overview", "detail", "stored_body"])
        collect((content as Readonly<Record<string, unknown>> | undefined)?.[field], found);
    }
  const paths = [...found].flatMap((written) => writtenPath(written) ?? []);
  return new Set(paths.filter(mayBePage));
};

const collect = (value: unknown, found: Set<unknown>): void => {
  if (typeof value === "string") {
    withPageLinks(value, (id) => {
      found.add(id);
      return undefined;
    });
  } else if (Array.isArray(value)) {
    for (const member of value) collect(member, found);
  } else if (isObject(value)) {
    found.add(value.page).add(value.$page);
    for (const member of Object.values(value)) collect(member, found);
  }
};

/** The path that is written in place of a page's id; undefined for a value that is none, such as a number. */
export const writtenPath = (written: unknown): string | undefined =>
  typeof written === "string" && written.startsWith("/")
    ? comparedSlug(written.replace(/(.)\/$/, "$1"))
    : undefined;

/** False for a path at which no page can be. */
const mayBePage = (path: string): boolean => path === "/" || path.slice(1).split("/").every(mayBeSlug);
