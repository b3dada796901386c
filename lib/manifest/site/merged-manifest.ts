import { randomUUID } from "node:crypto";
import { isDeepStrictEqual } from "node:util";
import { isObject } from "#lib/blocks/is-object.ts";
import { collectionsByPath } from "#lib/manifest/collection-paths.ts";
import { keptPassword } from "#lib/manifest/read/written.ts";
import { siteSchema } from "#lib/manifest/schema.ts";
import type { Problem } from "#lib/refusals/problem.ts";
import { mergedParents } from "./merged-parents.ts";
import { knownMembers, type Merging, merged, type PlaceInBody } from "./merging.ts";
import { problemAt } from "./placed-problem.ts";
import type { SiteState } from "./read-site-state.ts";
import type { RequestedChange, SetObject, StrayObject } from "./requested-change.ts";
import {
  type ListedSiteSection,
  nameMembers,
  nameOfThing,
  type SiteDocument,
  type SiteObject,
} from "./site-sections.ts";

/** A manifest of the objects that a change sets, as they will be, and where the body has its parts. */
export interface MergedManifest {
  readonly value: Readonly<Record<string, unknown>>;
  readonly places: readonly PlaceInBody[];
  readonly problems: readonly Problem[];
}

/** Merges what a change sets with what there is. */
export const mergedManifest = (
  change: RequestedChange,
  document: SiteDocument,
  state: SiteState,
  secrets: ReadonlyMap<number, string>,
): MergedManifest => {
  const merging: Merging = { document, state, secrets, places: [], problems: [] };
  const site = mergedSettings(change.values, merging);
  const lists = [...change.set].flatMap(([section, objects]) => {
    checkIds(section, objects, merging);
    if (section === "parents" || section === "restrictions") return [];
    const strays = change.strays.get(section) ?? [];
    if (objects.length + strays.length === 0) return [];
    const list = wholeLists.has(section)
      ? mergedList(section, objects, merging)
      : mergedObjects(section, objects, merging);
    for (const [index, { at, told }] of strays.entries())
      merging.places.unshift({ at: [section, list.length + index], inBody: at, told });
    return [[section, [...list, ...strays.map((stray) => strayObject(section, stray, merging))]] as const];
  });
  const [parents = [], strays = []] = [change.set.get("parents"), change.strays.get("parents")];
  const pages = parents.length + strays.length > 0 ? mergedParents(parents, strays, merging) : [];
  const value = {
    ...{ version: 1, ...(site && { site }) },
    ...Object.fromEntries(lists),
    ...(pages.length > 0 && { pages }),
  };
  return { value, ...merging };
};

/** These are one value of the table each, and have an order. */
const wholeLists: ReadonlySet<ListedSiteSection> = new Set(["authors", "oidc", "redirects"]);

const withoutOwn = ({ id: _, managed_by: __, ...said }: SiteObject): SiteObject => said;

/** Lists of the settings that are sections of their own. */
const ownSections = ["navigation", "social_links"] as const;

const settingNames = Object.keys(siteSchema.shape).filter(
  (name) => !(ownSections as readonly string[]).includes(name),
);

const mergedSettings = (
  { settings, ...values }: RequestedChange["values"],
  { document, places, problems }: Merging,
): SiteObject | undefined => {
  const given = ownSections.flatMap((name) =>
    values[name] === undefined ? [] : [[name, values[name]] as const],
  );
  if (settings === undefined && given.length === 0) return undefined;
  places.push({
    at: ["site"],
    ...(settings === undefined ? { inBody: "set", isWhole: true } : { inBody: "set.settings" }),
  });
  for (const [name] of given) places.push({ at: ["site", name], inBody: `set.${name}` });
  if (settings !== undefined && !isObject(settings))
    problems.push(problemAt("set.settings", "invalid", "expected an object"));
  const instead = Object.fromEntries(ownSections.map((name) => [name, `Set the section ${name} instead.`]));
  const said = knownMembers(
    isObject(settings) ? settings : {},
    settingNames,
    "set.settings",
    problems,
    instead,
  );
  const { navigation, social_links } = document;
  const before = { ...document.settings, navigation, social_links };
  return { ...merged(before, said), ...Object.fromEntries(given) };
};

const checkIds = (
  section: ListedSiteSection,
  objects: readonly SetObject[],
  { document, problems }: Merging,
): void => {
  const ids = new Map(document[section].map((object) => [nameOfThing(section, object), object.id]));
  for (const { name, id, at } of objects)
    if (id !== undefined && ids.get(name) !== id) {
      const message = ids.has(name)
        ? "The object of this name has another id."
        : "New objects have no id yet.";
      problems.push(problemAt(`${at}.id`, "mismatch", message));
    }
};

/** The objects alone: others of their sections stay as they are. */
const mergedObjects = (
  section: ListedSiteSection,
  objects: readonly SetObject[],
  merging: Merging,
): readonly SiteObject[] =>
  objects.map((object, index) => {
    merging.places.push({ at: [section, index], inBody: object.at });
    return mergedObject(section, object, merging);
  });

/** An object as it will be, with the secret that it keeps. */
const mergedObject = (
  section: ListedSiteSection,
  { name, said }: Pick<StrayObject, "name" | "said">,
  merging: Merging,
): SiteObject => {
  const before = name && merging.document[section].find((object) => nameOfThing(section, object) === name);
  const object = merged(before ? withoutOwn(before) : {}, said);
  if (section === "webhooks") return withSecret(object, merging);
  return section === "collections" ? withPassword(object, merging) : object;
};

/** Texts that are no object's name, in place of a name, so that the rest of the object is checked. */
const standIns: Readonly<Record<string, (unique: string) => string>> = {
  path: (unique) => `Root/${unique}`,
  from: (unique) => `/${unique}/`,
  issuer: (unique) => `https://${unique}.example`,
};

const strayObject = (section: ListedSiteSection, stray: StrayObject, merging: Merging): SiteObject => {
  const unique = randomUUID();
  const names = stray.told.map((member) => [member, standIns[member]?.(unique) ?? unique] as const);
  return { ...mergedObject(section, stray, merging), ...Object.fromEntries(names) };
};

const withSecret = (object: SiteObject, { state, secrets }: Merging): SiteObject => {
  if (object.secret !== undefined) return object;
  const stored = state.webhooks.find(({ webhook }) => webhook.name === object.name);
  const secret = stored && secrets.get(stored.webhook.id);
  return secret === undefined ? object : { ...object, secret };
};

const withPassword = (object: SiteObject, { state }: Merging): SiteObject => {
  const stored = collectionsByPath(state.site.collections).get(String(object.path))?.restriction;
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
  { document, places }: Merging,
): readonly SiteObject[] => {
  const list = document[section].map(withoutOwn);
  for (const [index, object] of list.entries())
    places.push({
      ...{ at: [section, index], inBody: `set.${section}`, isWhole: true },
      called: `${nameMembers[section].map((member) => object[member]).join(" ")} in ${section}`,
    });
  const taken = new Map<number, string>();
  for (const { name, said, at } of objects) {
    const same = list.flatMap((object, index) =>
      nameOfThing(section, object) === name && !taken.has(index) ? [index] : [],
    );
    // Of several trusts in the same service, the one with these claims.
    const meant = same.find((index) => isDeepStrictEqual(list[index]?.claims, said.claims)) ?? same[0];
    const index = meant ?? list.length;
    taken.set(index, at);
    list[index] = merged(list[index] ?? {}, said);
  }
  for (const [index, inBody] of taken) places.unshift({ at: [section, index], inBody });
  places.push({ at: [section], inBody: `set.${section}`, isWhole: true });
  return list;
};
