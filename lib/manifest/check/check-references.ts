import { hashOfSecret } from "#lib/access/secrets.ts";
import { feedNamesOf } from "#lib/feeds/feed-names.ts";
import { goesUnnamed, type Pruning } from "#lib/manifest/apply/prune.ts";
import { collectionsByPath, parentPath } from "#lib/manifest/collection-paths.ts";
import type { PageIdOf } from "#lib/manifest/links/page-references.ts";
import type { ManifestComment, ManifestRestriction } from "#lib/manifest/page-schema.ts";
import type { Path, Report } from "#lib/manifest/problem.ts";
import {
  allPages,
  type Manifest,
  namedObjects,
  type PageNode,
  seasonsIn,
  unnamedSeasons,
} from "#lib/manifest/read/read-manifest.ts";
import type { SecretValue } from "#lib/manifest/read/written.ts";
import type { ManifestRedirect } from "#lib/manifest/schema.ts";
import type { StoredPage, StoredState } from "#lib/manifest/stored/stored-state.ts";
import type { PageKind } from "#lib/pages/page.ts";
import { typeOf } from "#lib/queries/page-types.ts";
import { emptySite } from "#lib/site/site.ts";
import { checkAddresses } from "./check-addresses.ts";

type NameSet = Pick<ReadonlySet<string>, "has">;

/** The names that references may use: those in the file, and those in the service that stay. */
interface Names {
  readonly groups: ReadonlySet<string>;
  readonly users: ReadonlySet<string>;
  readonly categories: ReadonlySet<string>;
  readonly authors: ReadonlySet<string>;
  readonly collections: ReadonlySet<string>;
  readonly pages: NameSet;
  /** The names of each workflow's tasks; undefined for malformed ones in the file. */
  readonly workflows: ReadonlyMap<string, readonly string[] | undefined>;
  /** The keys of seasons, by the path of the podcast. */
  readonly seasons: ReadonlyMap<string, ReadonlySet<string>>;
}

interface ReferenceRules {
  readonly pruning: Pruning | undefined;
  readonly secretValue: SecretValue;
  readonly pageIdOf: PageIdOf;
}

/**
 * Reports references to what is neither in the file nor in the service (or is pruned), and changes that the
 * service cannot make. `value` is the whole file: malformed parts of it do exist.
 */
export const checkReferences = (
  value: unknown,
  manifest: Manifest,
  stored: StoredState,
  { pruning, secretValue, pageIdOf }: ReferenceRules,
  report: Report,
): void => {
  const names = namesOf(value, manifest, stored, { pruning, pageIdOf });
  const known = { group: names.groups, page: names.pages, collection: names.collections };
  for (const { kind, name, at } of namedObjects(manifest))
    if (kind !== "image") check(name, kind, known[kind], at, report);
  for (const { at, value: token } of [...manifest.tokens, ...(manifest.oidc ?? [])]) {
    check(token.user, "user", names.users, [...at, "user"], report);
    checkAll(token.parents ?? [], "page", names.pages, [...at, "parents"], report);
    checkAll(token.collections ?? [], "collection", names.collections, [...at, "collections"], report);
  }
  for (const { at, value: collection } of manifest.collections) {
    const parent = parentPath(collection.path);
    if (parent !== undefined) check(parent, "collection", names.collections, [...at, "path"], report);
    checkRestriction(collection.restriction, [...at, "restriction"], names, report);
  }
  for (const { at, value: media } of [...manifest.images, ...manifest.audios, ...manifest.videos]) {
    check(media.collection, "collection", names.collections, [...at, "collection"], report);
    if (media.owner) check(media.owner, "user", names.users, [...at, "owner"], report);
  }
  for (const { at, value: redirect } of manifest.redirects) {
    checkFeed(redirect, kindIn(manifest, stored, redirect.to), [...at, "feed"], report);
  }
  const named = new Set([...stored.pages.values()].map(({ page }) => page.id));
  checkAddresses(manifest, { holders: pruning ? new Map() : stored.aliasHolders, named }, report);
  for (const node of allPages(manifest.pages)) checkPage(node, names, stored, report);
  for (const node of pruning ? [] : allPages(manifest.pages)) checkSeasonNumbers(node, stored, report);
  checkSecrets(manifest, stored, secretValue, report);
};

const namesOf = (
  value: unknown,
  manifest: Manifest,
  stored: StoredState,
  { pruning, pageIdOf }: Omit<ReferenceRules, "secretValue">,
): Names => {
  const { site, pages } = pruning ? { site: emptySite, pages: new Map<string, StoredPage>() } : stored;
  const users = stored.users.filter((user) => !goesUnnamed(user, pruning));
  const written = (list: string, key: string): string[] => {
    const members: unknown = (value as Record<string, unknown> | null)?.[list];
    return Array.isArray(members) ? members.map((member) => member?.[key]) : [];
  };
  return {
    groups: new Set([...written("groups", "name"), ...site.groups.map(({ name }) => name)]),
    users: new Set([...written("users", "username"), ...users.map(({ username }) => username)]),
    categories: new Set([...written("categories", "slug"), ...site.categories.map(({ slug }) => slug)]),
    authors: new Set([...written("authors", "slug"), ...site.authors.map(({ slug }) => slug)]),
    collections: new Set([
      "Root",
      ...written("collections", "path"),
      ...collectionsByPath(site.collections).keys(),
    ]),
    pages: { has: (path) => pageIdOf(path) !== undefined },
    workflows: new Map([
      ...site.workflows.map(({ name, tasks }) => [name, tasks.map((task) => task.name)] as const),
      ...written("workflows", "name").map((name) => [name, undefined] as const),
      ...manifest.workflows.map(
        ({ value: { name, tasks } }) => [name, tasks.map((task) => task.name)] as const,
      ),
    ]),
    seasons: new Map(
      allPages(manifest.pages).map((node) => {
        const all = [...seasonsIn(node), ...(pages.get(node.path)?.page.seasons ?? [])];
        return [node.path, new Set(all.map(({ key }) => key))];
      }),
    ),
  };
};

const check = (name: string, kind: string, names: NameSet, at: Path, report: Report): void => {
  if (!names.has(name)) report(at, `there is no ${kind} ${name}`, "not_found");
};

const checkAll = (
  references: readonly string[],
  kind: string,
  names: NameSet,
  at: Path,
  report: Report,
): void => {
  for (const [index, name] of references.entries()) check(name, kind, names, [...at, index], report);
};

const kindIn = ({ pages }: Manifest, { namedPages }: StoredState, path: string): PageKind | undefined =>
  allPages(pages).find((node) => node.path === path)?.kind ?? namedPages.get(path)?.kind;

const checkFeed = (
  { to, feed }: ManifestRedirect,
  kind: PageKind | undefined,
  at: Path,
  report: Report,
): void => {
  if (feed === undefined || kind === undefined) return;
  const names = feedNamesOf(kind);
  if (!names.includes(feed))
    report(at, names.length === 0 ? `${to} has no feeds` : `expected a feed of ${to}: ${names.join(", ")}`);
};

const checkRestriction = (
  restriction: ManifestRestriction | null | undefined,
  at: Path,
  names: Names,
  report: Report,
): void => {
  if (restriction?.type !== "groups") return;
  checkAll(restriction.groups, "group", names.groups, [...at, "groups"], report);
};

const checkPage = (
  { at, kind, path, value }: PageNode,
  names: Names,
  stored: StoredState,
  report: Report,
): void => {
  const existing = stored.pages.get(path)?.page.kind;
  if (existing && existing !== kind) {
    report([...at, "type"], `expected ${typeOf(existing)}, which the page ${path} is: a page keeps its type`);
  }
  if (value.owner) check(value.owner, "user", names.users, [...at, "owner"], report);
  if (value.locked_by !== undefined) {
    check(value.locked_by, "user", names.users, [...at, "locked_by"], report);
  }
  if (value.workflow) {
    const { name, task, started_by: starter } = value.workflow;
    check(name, "workflow", names.workflows, [...at, "workflow", "name"], report);
    const tasks = names.workflows.get(name);
    if (task !== undefined && tasks && !tasks.includes(task))
      report([...at, "workflow", "task"], `the workflow ${name} has no task ${task}`, "not_found");
    if (starter !== undefined) check(starter, "user", names.users, [...at, "workflow", "started_by"], report);
  }
  if ("comments" in value) checkAnswers(value.comments ?? [], [...at, "comments"], report);
  checkRestriction(value.restriction, [...at, "restriction"], names, report);
  for (const [content, above] of [
    [value, at],
    [value.draft, [...at, "draft"]],
    [value.newer_draft, [...at, "newer_draft"]],
  ] as const) {
    if (content && "categories" in content)
      checkAll(content.categories ?? [], "category", names.categories, [...above, "categories"], report);
    if (content && "authors" in content)
      checkAll(content.authors ?? [], "author", names.authors, [...above, "authors"], report);
    if (content && "season" in content && content.season)
      checkSeason(content.season.season, parentOf(path), names, [...above, "season", "season"], report);
  }
};

/** Reports answers to comments that do not stand before them. */
const checkAnswers = (comments: readonly ManifestComment[], at: Path, report: Report): void => {
  const keys = new Set<string>();
  for (const [index, { key, answer_to: answered }] of comments.entries()) {
    if (answered !== undefined && !keys.has(answered))
      report([...at, index, "answer_to"], `no comment before it has the key ${answered}`, "not_found");
    if (key === undefined) continue;
    if (keys.has(key))
      report([...at, index, "key"], `expected another key than that of a comment before it`, "duplicate");
    keys.add(key);
  }
};

const parentOf = (path: string): string => path.slice(0, path.lastIndexOf("/"));

const checkSeason = (key: string, podcast: string, names: Names, at: Path, report: Report): void => {
  const keys = names.seasons.get(podcast) ?? new Set();
  if (!keys.has(key)) report(at, `the podcast ${podcast} has no season ${key}`, "not_found");
};

/** Reports numbers that two seasons of a podcast would have, seasons that the file does not name included. */
const checkSeasonNumbers = (node: PageNode, stored: StoredState, report: Report): void => {
  const unnamed = unnamedSeasons(node, stored.pages.get(node.path)?.page.seasons ?? []);
  for (const [index, { number }] of seasonsIn(node).entries()) {
    const holder = unnamed.find((season) => season.number === number);
    if (!holder) continue;
    const at = [...node.at, "seasons", index, "number"];
    report(
      at,
      `expected another number than that of the season ${holder.key}, which the podcast has`,
      "duplicate",
    );
  }
};

/** Reports secrets that two tokens would have. */
const checkSecrets = (
  { tokens }: Manifest,
  stored: StoredState,
  secretValue: SecretValue,
  report: Report,
): void => {
  const holders = new Map(stored.tokens.map(({ hash, token }) => [hash, token.name]));
  for (const { at, value } of tokens) {
    const secret = secretValue(value.secret);
    const holder = secret === undefined ? undefined : holders.get(hashOfSecret(secret));
    if (holder === undefined || holder === value.name) continue;
    report([...at, "secret"], `expected another secret than that of the token ${holder}`, "duplicate");
  }
};
