import { isDeepStrictEqual } from "node:util";
import { isObject } from "#lib/blocks/is-object.ts";
import { certain } from "#lib/certain.ts";
import { collectionsByPath } from "#lib/manifest/collection-paths.ts";
import type { Path } from "#lib/manifest/problem.ts";
import { keptPassword } from "#lib/manifest/read/written.ts";
import type { Problem } from "#lib/refusals/problem.ts";
import type { SiteState } from "./read-site-state.ts";
import type { RequestedChange, SetObject } from "./requested-change.ts";
import { maySayOfParent, parentInManifest } from "./site-document.ts";
import { type ListedSiteSection, nameOfThing, type SiteDocument, type SiteObject } from "./site-sections.ts";

/** A manifest of the objects that a change sets, as they will be, and where the body has its parts. */
export interface MergedManifest {
  readonly value: Readonly<Record<string, unknown>>;
  readonly places: readonly PlaceInBody[];
  readonly problems: readonly Problem[];
}

/** A part of the manifest, and the part of the body that it comes from. */
export interface PlaceInBody {
  readonly at: Path;
  readonly inBody: string;
  /** True if what is below it has no place of its own in the body. */
  readonly isWhole?: boolean;
}

interface MergeContext {
  readonly document: SiteDocument;
  readonly state: SiteState;
  readonly places: PlaceInBody[];
  readonly problems: Problem[];
  /** The secrets of the webhooks by id. */
  readonly secrets: ReadonlyMap<number, string>;
}

/** Merges what a change sets with what there is. */
export const mergedManifest = (
  change: RequestedChange,
  document: SiteDocument,
  state: SiteState,
  secrets: ReadonlyMap<number, string>,
): MergedManifest => {
  const context: MergeContext = { document, state, secrets, places: [], problems: [] };
  const site = mergedSettings(change.values, context);
  const lists = [...change.set].flatMap(([section, objects]) => {
    if (section === "parents" || section === "restrictions" || objects.length === 0) return [];
    checkIds(section, objects, context);
    const merged = wholeLists.has(section)
      ? mergedList(section, objects, context)
      : mergedObjects(section, objects, context);
    return [[section, merged] as const];
  });
  const parents = change.set.get("parents") ?? [];
  checkIds("parents", parents, context);
  const pages = parents.length > 0 ? mergedPages(parents, context) : undefined;
  const value = { version: 1, ...(site && { site }), ...Object.fromEntries(lists), ...(pages && { pages }) };
  return { value, places: context.places, problems: context.problems };
};

/** These are one value of the table each, and have an order. */
const wholeLists: ReadonlySet<ListedSiteSection> = new Set(["authors", "oidc", "redirects"]);

/** An object with other members; null is a member's default. */
const merged = (before: SiteObject, said: SiteObject): SiteObject =>
  Object.fromEntries(Object.entries({ ...before, ...said }).filter(([, value]) => value !== null));

const withoutOwn = ({ id: _, managed_by: __, ...said }: SiteObject): SiteObject => said;

const mergedSettings = (
  { settings, navigation, social_links }: RequestedChange["values"],
  { document, places, problems }: MergeContext,
): SiteObject | undefined => {
  const given = {
    ...(navigation !== undefined && { navigation }),
    ...(social_links !== undefined && { social_links }),
  };
  if (settings === undefined && Object.keys(given).length === 0) return undefined;
  places.push(
    settings === undefined
      ? { at: ["site"], inBody: "set", isWhole: true }
      : { at: ["site"], inBody: "set.settings" },
  );
  for (const name of Object.keys(given)) places.push({ at: ["site", name], inBody: `set.${name}` });
  if (settings !== undefined && !isObject(settings))
    problems.push({ path: "set.settings", code: "invalid", message: "Expected an object." });
  const said = isObject(settings) ? settings : {};
  for (const name of ["navigation", "social_links"])
    if (Object.hasOwn(said, name))
      problems.push({
        path: `set.settings.${name}`,
        code: "unsupported",
        message: `Set the section ${name} instead.`,
      });
  const before = {
    ...document.settings,
    navigation: document.navigation,
    social_links: document.social_links,
  };
  const { navigation: _, social_links: __, ...others } = said;
  return { ...merged(before, others), ...given };
};

const checkIds = (
  section: ListedSiteSection,
  objects: readonly SetObject[],
  { document, problems }: MergeContext,
): void => {
  const ids = new Map(document[section].map((object) => [nameOfThing(section, object), object.id]));
  for (const { name, id, at } of objects)
    if (id !== undefined && ids.get(name) !== id)
      problems.push({
        path: `${at}.id`,
        code: "mismatch",
        message: ids.has(name) ? "The object of this name has another id." : "New objects have no id yet.",
      });
};

/** The objects alone: others of their sections stay as they are. */
const mergedObjects = (
  section: ListedSiteSection,
  objects: readonly SetObject[],
  context: MergeContext,
): readonly SiteObject[] => {
  const before = new Map(document(context, section));
  return objects.map(({ name, said, at }, index) => {
    context.places.push({ at: [section, index], inBody: at });
    const object = merged(withoutOwn(before.get(name) ?? {}), said);
    if (section === "webhooks") return withSecret(object, name, context);
    return section === "collections" ? withPassword(object, name, context) : object;
  });
};

const document = (
  { document: all }: MergeContext,
  section: ListedSiteSection,
): (readonly [string | undefined, SiteObject])[] =>
  all[section].map((object) => [nameOfThing(section, object), object] as const);

const withSecret = (object: SiteObject, name: string, { state, secrets }: MergeContext): SiteObject => {
  if (object.secret !== undefined) return object;
  const stored = state.webhooks.find(({ webhook }) => webhook.name === name);
  const secret = stored && secrets.get(stored.webhook.id);
  return secret === undefined ? object : { ...object, secret };
};

const withPassword = (object: SiteObject, path: string, { state }: MergeContext): SiteObject => {
  const stored = collectionsByPath(state.site.collections).get(path)?.restriction;
  return { ...object, ...keptRestriction(object.restriction, stored?.type === "password") };
};

/** A restriction by password without one keeps the password that there is. */
export const keptRestriction = (
  restriction: unknown,
  hasPassword: boolean,
): { readonly restriction?: SiteObject } =>
  isObject(restriction) &&
  restriction.type === "password" &&
  restriction.password === undefined &&
  hasPassword
    ? { restriction: { ...restriction, password: keptPassword } }
    : {};

/** All objects of a section in their order, new ones last. */
const mergedList = (
  section: ListedSiteSection,
  objects: readonly SetObject[],
  context: MergeContext,
): readonly SiteObject[] => {
  const list = context.document[section].map(withoutOwn);
  const taken = new Set<number>();
  for (const { name, said, at } of objects) {
    const same = list.flatMap((object, index) =>
      nameOfThing(section, object) === name && !taken.has(index) ? [index] : [],
    );
    // Of several trusts in the same service, the one with these claims.
    const meant = same.find((index) => isDeepStrictEqual(list[index]?.claims, said.claims)) ?? same[0];
    const index = meant ?? list.length;
    taken.add(index);
    list[index] = merged(list[index] ?? {}, said);
    context.places.push({ at: [section, index], inBody: at });
  }
  context.places.push({ at: [section], inBody: `set.${section}`, isWhole: true });
  return list;
};

/** A page of the manifest before it hangs below another one. */
interface Branch {
  readonly path: string;
  readonly said: SiteObject;
  /** Where the body has it; undefined for pages above those that it has. */
  readonly at: string | undefined;
}

const pathAbove = (path: string): string => path.slice(0, path.lastIndexOf("/"));

const mergedPages = (objects: readonly SetObject[], context: MergeContext): readonly SiteObject[] => {
  const { state, problems } = context;
  const stored = new Map(state.parents.map((parent) => [parent.path, parent]));
  const branches = new Map<string, Branch>();
  for (const { name: path, said, at } of objects) {
    if (!/^(\/[^/]+)+$/.test(path)) {
      problems.push({
        path: `${at}.path`,
        code: "invalid",
        message: "Expected a page's path such as /home/notes.",
      });
      continue;
    }
    for (const member of Object.keys(said))
      if (!maySayOfParent(member))
        problems.push({ path: `${at}.${member}`, code: "unsupported", message: unsaid(member) });
    const parent = stored.get(path);
    const typeProblem = problemOfType(said.type, parent !== undefined);
    if (typeProblem) {
      problems.push({ path: `${at}.type`, ...typeProblem });
      continue;
    }
    const before = parent ? ownFields(parentInManifest(parent, state)) : {};
    branches.set(path, { path, at, said: { ...mergedParent(before, said), slug: lastStep(path) } });
  }
  for (const path of [...branches.keys()]) addAbove(path, branches, context);
  const below = (above: string, at: Path): readonly SiteObject[] =>
    [...branches.values()]
      .filter(({ path }) => pathAbove(path) === above)
      .map(({ path, said, at: inBody }, index) => {
        const here = [...at, index];
        context.places.push({ at: here, inBody: inBody ?? "set.parents", isWhole: inBody === undefined });
        if (inBody !== undefined) context.places.push({ at: [...here, "slug"], inBody: `${inBody}.path` });
        return { ...said, children: below(path, [...here, "children"]) };
      });
  return below("", ["pages"]);
};

/** Posts and episodes are no parents: the editor API makes and changes them. */
const parentTypes = ["site.HomePage", "site.Blog", "site.Podcast"];

const problemOfType = (type: unknown, isStored: boolean): Omit<Problem, "path"> | undefined => {
  if (type === undefined)
    return isStored ? undefined : { code: "required", message: "This field is required." };
  return (parentTypes as unknown[]).includes(type)
    ? undefined
    : { code: "invalid_choice", message: `Expected one of ${parentTypes.join(", ")}.` };
};

const lastStep = (path: string): string => path.slice(path.lastIndexOf("/") + 1);

const unsaid = (member: string): string =>
  member === "restriction"
    ? "Set the section restrictions instead."
    : `A parent has no ${member} here; its path and the routes of its state say it.`;

/** Without what its path says, and what stays as it is if a manifest does not say it. */
const ownFields = ({ uuid: _, former_slugs: __, owner: ___, ...said }: SiteObject): SiteObject => said;

/** The details of a podcast are merged, too. */
const mergedParent = (before: SiteObject, { path: _, ...said }: SiteObject): SiteObject =>
  merged(before, {
    ...said,
    ...(isObject(before.podcast) &&
      isObject(said.podcast) && { podcast: merged(before.podcast, said.podcast) }),
  });

/** Adds the pages above a path, as they are. Where one is missing, that is a problem. */
const addAbove = (path: string, branches: Map<string, Branch>, { state, problems }: MergeContext): void => {
  const above = pathAbove(path);
  if (above === "" || branches.has(above)) return;
  const parent = state.parents.find((each) => each.path === above);
  if (!parent) {
    const { at } = certain(branches.get(path));
    problems.push({
      path: `${at}.path`,
      code: "not_found",
      message: `There is no page ${above} to be below.`,
    });
    branches.delete(path);
    return;
  }
  branches.set(above, { path: above, said: ownFields(parentInManifest(parent, state)), at: undefined });
  addAbove(above, branches, { state, problems } as MergeContext);
};

/** The place in the body of a path in the manifest. */
export const placeInBody = (path: Path, places: readonly PlaceInBody[]): string => {
  const found = places
    .filter(({ at }) => at.every((step, index) => path[index] === step))
    .toSorted((one, other) => other.at.length - one.at.length)[0];
  if (!found) return "set";
  return [found.inBody, ...(found.isWhole ? [] : path.slice(found.at.length))].join(".");
};
