import type * as z from "zod";
import { isObject } from "#lib/blocks/is-object.ts";
import { certain } from "#lib/certain.ts";
import { type ManifestPage, type ManifestSeason, pageKinds, pageSchema } from "#lib/manifest/page-schema.ts";
import type { Path, Report, WrittenWords } from "#lib/manifest/problem.ts";
import {
  type ListedSection,
  type ManifestSite,
  manifestSchema,
  maxRedirects,
  type SectionMember,
  sectionSchemas,
  siteSchema,
} from "#lib/manifest/schema.ts";
import { fileWords } from "#lib/manifest/words.ts";
import type { ObjectFields } from "#lib/object-fields.ts";
import type { CreatedKind, Season } from "#lib/pages/page.ts";
import { slugFromTitle } from "#lib/pages/slug.ts";
import { redirectFields, settingFields } from "#lib/site/site.ts";
import { groupFields, userFields } from "#lib/site/user.ts";
import { webhookFields } from "#lib/site/webhook.ts";
import { workflowFields } from "#lib/site/workflow.ts";
import { reportManifest } from "./expectation.ts";
import { type IdOfName, type NamedKind, readObject } from "./read-object.ts";
import { arrayOf } from "./written.ts";

export interface Located<Value> {
  readonly at: Path;
  readonly value: Value;
}

export interface PageNode extends Located<ManifestPage> {
  readonly kind: CreatedKind;
  readonly slug: string;
  /** The page's path, such as `/home/notes`. */
  readonly path: string;
  /** The page's key, or else its path: its name in the outcome. */
  readonly name: string;
  readonly children: readonly PageNode[];
}

type Lists = {
  readonly [Section in Exclude<ListedSection, "oidc" | "pages">]: readonly Located<SectionMember<Section>>[];
};

/** The well-formed parts of a manifest. */
export interface Manifest extends Lists {
  readonly site: Located<ManifestSite> | undefined;
  /** Undefined if the file does not say whom to trust. */
  readonly oidc: readonly Located<SectionMember<"oidc">>[] | undefined;
  readonly pages: readonly PageNode[];
}

/**
 * Reads the parts of a manifest, and reports whatever breaks the schema. Optional members that are wrong are
 * left out of a part, so that one run finds all problems; a part without a required member is left out.
 */
export const readManifest = (value: unknown, report: Report, words: WrittenWords = fileWords): Manifest => {
  const isChecked = reportManifest(manifestSchema, sectionSchemas, value, report, words);
  // A file with so many faults is not checked further.
  const parts = isChecked && isObject(value) ? value : {};
  if (Array.isArray(parts.redirects) && parts.redirects.length > maxRedirects)
    report(["redirects"], `expected a list of at most ${maxRedirects}`, "max_length");
  const { pages: _, ...sections } = sectionSchemas;
  const lists = Object.entries<z.ZodType>(sections).map(([section, schema]) => [
    section,
    list(schema, parts[section], [section]),
  ]);
  const { site, oidc, pages } = parts;
  return {
    ...(Object.fromEntries(lists) as Lists),
    site: site === undefined ? undefined : located(siteSchema, site, ["site"]),
    oidc: oidc === undefined ? undefined : list(sections.oidc, oidc, ["oidc"]),
    pages: pageNodes(pages, ["pages"], "", report),
  };
};

export const allPages = (nodes: readonly PageNode[]): readonly PageNode[] =>
  nodes.flatMap((node) => [node, ...allPages(node.children)]);

const list = <Value>(schema: z.ZodType<Value>, members: unknown, at: Path): Located<Value>[] =>
  arrayOf(members).flatMap((member, index) => located(schema, member, [...at, index]) ?? []);

const located = <Value>(schema: z.ZodType<Value>, value: unknown, at: Path): Located<Value> | undefined => {
  const rest = structuredClone(value);
  for (;;) {
    const { success, data, error } = schema.safeParse(rest);
    if (success) return { at, value: data };
    const faults = error.issues.flatMap(faultPaths).map((path) => removablePart(rest, path));
    if (faults.includes(undefined)) return undefined;
    for (const fault of faults) delete certain(fault).of[certain(fault).key];
  }
};

const faultPaths = (issue: z.core.$ZodIssue): Path[] => {
  const path = issue.path as Path;
  return issue.code === "unrecognized_keys" ? issue.keys.map((key) => [...path, key]) : [path];
};

/** The innermost map member whose removal ends a problem. List items go with their list: indexes stay. */
const removablePart = (
  value: unknown,
  path: Path,
): { of: Record<string, unknown>; key: string } | undefined => {
  const last = path.findLastIndex((step) => typeof step === "string");
  if (last < 0) return undefined;
  const of = path
    .slice(0, last)
    .reduce<unknown>((part, step) => (part as Record<string, unknown>)?.[step], value);
  const key = path[last] as string;
  return isObject(of) && Object.hasOwn(of, key) ? { of, key } : removablePart(value, path.slice(0, last));
};

const pageNodes = (members: unknown, at: Path, above: string, report: Report): PageNode[] =>
  arrayOf(members).flatMap((member, index) => {
    if (!isObject(member)) return [];
    const { children, ...own } = member;
    const page = located<ManifestPage>(pageSchema, own, [...at, index]);
    return page ? pageNode(page, children, above, report) : [];
  });

const pageNode = (
  page: Located<ManifestPage>,
  children: unknown,
  above: string,
  report: Report,
): PageNode[] => {
  const { key, slug = slugFromTitle(page.value.title), type } = page.value;
  if (slug === "") report([...page.at, "slug"], "is required: no slug can be made of the title", "required");
  const path = `${above}/${slug}`;
  const below = pageNodes(children, [...page.at, "children"], path, report);
  return [{ ...page, kind: pageKinds[type], slug, path, name: key ?? path, children: below }];
};

/** Empty for other pages than podcasts. */
export const seasonsIn = ({ value }: PageNode): readonly ManifestSeason[] =>
  value.type === "site.Podcast" ? (value.seasons ?? []) : [];

export const unnamedSeasons = (node: PageNode, stored: readonly Season[]): Season[] => {
  const named = new Set(seasonsIn(node).map(({ key }) => key));
  return stored.filter(({ key }) => !named.has(key));
};

/** An object that a field names, and where the file names it. */
interface NamedObject {
  readonly kind: NamedKind;
  readonly name: string;
  readonly at: Path;
}

const unusedId = 0;

/** The objects that declared fields name, outside of pages. */
export const namedObjects = (manifest: Manifest): readonly NamedObject[] => {
  const named: NamedObject[] = [];
  const note: IdOfName = (kind, name, at) => {
    named.push({ kind, name, at });
    // Without an id, the object would not be read beyond a required field.
    return unusedId;
  };
  const read = (fields: ObjectFields, objects: readonly Located<object>[]): void => {
    for (const { at, value } of objects) readObject(fields, value, note, at);
  };
  read(settingFields, manifest.site ? [manifest.site] : []);
  read(groupFields, manifest.groups);
  read(userFields, manifest.users);
  read(workflowFields, manifest.workflows);
  read(webhookFields, manifest.webhooks);
  read(redirectFields, manifest.redirects);
  return named;
};
