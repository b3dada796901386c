import { statSync } from "node:fs";
import { basename, dirname, extname, relative, resolve, sep } from "node:path";
import { percentDecoded } from "#cli/percent-decoded.ts";
import { type Anchors, fragmentFor } from "#cli/publish/body/anchors.ts";
import type { LinkTo } from "#cli/publish/body/read-text.ts";
import { nameScheme } from "#cli/publish/body/template-words.ts";
import { resolveReferences } from "#lib/richtext/character-references.ts";
import type { PostSource } from "./source.ts";
import { markdownEndings } from "./walk.ts";

interface LinkOptions {
  readonly addressOf: (slug: string) => string;
  /** True if all posts are saved as drafts: then links to drafts need no warning. */
  readonly draft: boolean;
  /** The slugs of files with faults, by their paths; those that are unknown are empty. */
  readonly held: ReadonlyMap<string, string>;
  /** The ids on the page of a file. */
  readonly anchorsOf: (source: PostSource) => Anchors;
}

/** Finds where the links of a file to other files lead, among those that are published with it. */
export const linksAmong = (
  sources: readonly PostSource[],
  { addressOf, draft, held, anchorsOf }: LinkOptions,
): ((from: PostSource) => LinkTo) => {
  const byPath = new Map(sources.map((source) => [resolve(source.file), source]));
  const heldByPath = new Map([...held].map(([file, slug]) => [resolve(file), slug]));
  const byName = new Map(
    [...sources.map(({ file, post }) => [file, post.slug] as const), ...held].flatMap(([file]) =>
      namesOf(file).map((name) => [name, resolve(file)] as const),
    ),
  );
  const to = (from: PostSource, path: string, written: string, suffix: string): ReturnType<LinkTo> => {
    const heldSlug = heldByPath.get(path);
    if (heldSlug !== undefined) {
      const warning = `${written} has a fault, and this run leaves it alone: unless it is on the site already, the link leads nowhere.`;
      return { address: addressOf(heldSlug) + suffix, warnings: [warning] };
    }
    const target = byPath.get(path);
    if (!target) return strayLink(from, path, written);
    const leadsNowhere = target.isDraft && !from.isDraft && !draft;
    const isDraft = `${written} is a draft: until it is published, the link leads nowhere.`;
    const [, query = "", fragment] = /^([^#]*)(?:#(.*))?$/s.exec(suffix) ?? [];
    const found = fragment ? fragmentFor(fragment, anchorsOf(target), written) : undefined;
    const end = fragment === undefined ? "" : `#${found?.fragment ?? ""}`;
    const warnings = [...(leadsNowhere ? [isDraft] : []), ...(found?.warning ? [found.warning] : [])];
    return { address: addressOf(target.post.slug) + query + end, ...(warnings.length > 0 && { warnings }) };
  };
  /** Where a shortcode leads that names a post, as `{{< ref "first-ice.md" >}}`. */
  const byNameFrom = (href: string, from: PostSource): ReturnType<LinkTo> => {
    const [, written = "", hash = ""] =
      /^([^#]*)(.*)$/s.exec(percentDecoded(href.slice(nameScheme.length))) ?? [];
    const name = written.replace(/^(?:\.{0,2}\/)+|\/+$/g, "");
    if (name === "") return { address: hash };
    const path =
      byName.get(name) ?? byName.get(withoutEnding(name)) ?? byName.get(withoutEnding(basename(name)));
    if (path !== undefined) return to(from, path, written, hash);
    const warning = `${written} is no post of this run; the link leads to that address of the site.`;
    return { address: `/${withoutEnding(name)}/${hash}`, warnings: [warning] };
  };
  return (from) => (href) => {
    if (href.startsWith(nameScheme)) return byNameFrom(resolveReferences(href), from);
    const [, written = "", suffix = ""] = /^([^?#]*)(.*)$/s.exec(resolveReferences(href)) ?? [];
    const decoded = percentDecoded(written);
    const path = resolve(dirname(from.file), decoded);
    if (isRelativePath(written) && (byPath.has(path) || heldByPath.has(path)))
      return to(from, path, decoded, suffix);
    // Eleventy's links to files may begin at its folder.
    const mayBegin = isPost(written) && /^\/?\w[^:]*\//.test(written);
    const named = mayBegin ? byName.get(decoded.replace(/^\//, "")) : undefined;
    if (named !== undefined && !isThere(path)) return to(from, named, decoded, suffix);
    return isRelativePath(written) ? to(from, path, decoded, suffix) : undefined;
  };
};

/** The names by which a post may be meant: its path, its own name, and those without what the tool adds. */
const namesOf = (file: string): string[] => {
  const path = file.split(sep);
  const paths = path.map((_, index) => path.slice(index).join("/"));
  return [
    ...new Set(
      paths.flatMap((each) => [each, withoutEnding(each), withoutEnding(each).replace(dayBefore, "$1")]),
    ),
  ].filter((name) => name !== "");
};

const withoutEnding = (path: string): string =>
  path.replace(/\.(?:md|markdown|mdx)$/i, "").replace(/\/_?index(?:\.[a-z-]{2,7})?$/i, "");

const dayBefore = /(^|\/)\d{4}-\d{2}-\d{2}-(?=[^/]+$)/;

/** False for the address of another site, a path from the root of this one, or a folder. */
const isRelativePath = (path: string): boolean =>
  path !== "" && !/^(?:[a-z][a-z0-9+.-]*:|\/)/i.test(path) && !/(?:^|\/)\.{0,2}$/.test(path);

const isThere = (path: string): boolean => statSync(path, { throwIfNoEntry: false }) !== undefined;

const isPost = (path: string): boolean => markdownEndings.includes(extname(path).toLowerCase());

/** The warning of a link to a file that is no post of this run. */
const strayLink = (from: PostSource, path: string, written: string): ReturnType<LinkTo> => {
  if (isOutside(from, path))
    return isPost(path) ? { problem: `${written} lies outside of the folder that is published.` } : undefined;
  const found = statSync(path, { throwIfNoEntry: false });
  if (isPost(path))
    return found
      ? { problem: `${written} is not among the files of this run; name it, or its folder, too.` }
      : { problem: `There is no file ${written}.` };
  return found?.isFile()
    ? { problem: `${written} is no post, and files like it are not published; link to an address.` }
    : undefined;
};

/** True for a path outside of the folder that was named. */
const isOutside = ({ file, origin }: PostSource, path: string): boolean => {
  if (!origin) return false;
  const folder = resolve(file, ...origin.path.split("/").map(() => ".."));
  const inside = relative(folder, path);
  return inside === ".." || inside.startsWith(`..${sep}`);
};
