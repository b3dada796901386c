import { isObject } from "#lib/blocks/is-object.ts";
import { nestedTooDeeply } from "#lib/manifest/read/nesting.ts";
import type { Problem, ProblemCode } from "#lib/refusals/problem.ts";
import {
  isValueSection,
  type ListedSiteSection,
  nameMembers,
  nameOfThing,
  renamedSections,
  type SiteObject,
  type SiteSection,
  siteSections,
  type ValueSection,
} from "./site-sections.ts";

/** An object that a request names, and where in the body. */
interface Named {
  /** The name as text (`nameOfThing`). */
  readonly name: string;
  readonly at: string;
}

export interface SetObject extends Named {
  /** What the body says of it, without what only answers have. */
  readonly said: SiteObject;
  /** The id that the body gives it; undefined if it gives none. */
  readonly id: unknown;
}

/** An object that the request cannot set, because it has no name, or the name of another in the request. */
export interface StrayObject extends Omit<SetObject, "name"> {
  /** Undefined or empty if it has none. */
  readonly name: string | undefined;
  /** The members of its name of which a problem was told. */
  readonly told: readonly string[];
}

export interface Renaming extends Named {
  readonly to: string;
}

type BySection<Value> = ReadonlyMap<ListedSiteSection, readonly Value[]>;

/** A change of a site's own things that is well formed (contract#site-changes). */
export interface RequestedChange {
  readonly values: Readonly<Partial<Record<ValueSection, unknown>>>;
  readonly set: BySection<SetObject>;
  /** Their other problems are told, too. */
  readonly strays: BySection<StrayObject>;
  readonly remove: BySection<Named>;
  readonly rename: BySection<Renaming>;
  /** All sections that it names. */
  readonly sections: ReadonlySet<SiteSection>;
}

/** The parts of a body as they were sent. */
export interface SentSiteChange {
  readonly set?: unknown;
  readonly remove?: unknown;
  readonly rename?: unknown;
}

type Refuse = (path: string, code: ProblemCode, message: string) => void;

/** Reads a change, and gives what is wrong with its form. */
export const requestedChange = (
  body: SentSiteChange,
): { readonly change: RequestedChange; readonly problems: readonly Problem[] } => {
  const problems: Problem[] = [];
  const refuse: Refuse = (path, code, message) => void problems.push({ path, code, message });
  const shallow = (part: "set" | "remove" | "rename"): unknown => {
    const deep = nestedTooDeeply(body[part]);
    if (deep) refuse([part, ...deep.path].join("."), "invalid", "This is nested too deeply.");
    return deep ? undefined : body[part];
  };
  const values: Partial<Record<ValueSection, unknown>> = {};
  const set = new Map<ListedSiteSection, readonly SetObject[]>();
  const strays = new Map<ListedSiteSection, readonly StrayObject[]>();
  for (const [section, value] of sectionsIn(shallow("set"), "set", refuse))
    if (isValueSection(section)) values[section] = value;
    else {
      const objects = setObjects(section, value, refuse);
      set.set(section, objects.set);
      strays.set(section, objects.strays);
    }
  const remove = new Map<ListedSiteSection, readonly Named[]>();
  for (const [section, value] of sectionsIn(shallow("remove"), "remove", refuse))
    if (isValueSection(section))
      refuse(`remove.${section}`, "unsupported", "This section has no objects that could be removed.");
    else remove.set(section, removedNames(section, value, refuse));
  const rename = new Map<ListedSiteSection, readonly Renaming[]>();
  for (const [section, value] of sectionsIn(shallow("rename"), "rename", refuse))
    if (isValueSection(section) || !(renamedSections as readonly string[]).includes(section))
      refuse(`rename.${section}`, "unsupported", "Objects of this section have no names that could change.");
    else rename.set(section, renamings(section, value, refuse));
  const change = { values, set, strays, remove, rename };
  refuseContradictions(change, refuse);
  const sections = new Set<SiteSection>([
    ...(Object.keys(values) as ValueSection[]),
    ...[set, remove, rename].flatMap((part) => [...part.keys()]),
  ]);
  return { change: { ...change, sections }, problems };
};

const sectionsIn = (
  part: unknown,
  at: string,
  refuse: Refuse,
): readonly (readonly [SiteSection, unknown])[] => {
  if (part === undefined) return [];
  if (!isObject(part)) {
    refuse(at, "invalid", "Expected an object with sections.");
    return [];
  }
  return Object.entries(part).flatMap(([name, value]) => {
    if ((siteSections as readonly string[]).includes(name)) return [[name as SiteSection, value] as const];
    refuse(
      `${at}.${name}`,
      "unsupported",
      `There is no section ${name}; expected one of ${siteSections.join(", ")}.`,
    );
    return [];
  });
};

const listIn = (value: unknown, at: string, refuse: Refuse): readonly unknown[] => {
  if (Array.isArray(value)) return value;
  refuse(at, "not_a_list", "Expected a list.");
  return [];
};

/** Names as the manifest's schema reads them: without blanks around them, and paths without a final slash. */
const normalName = (section: ListedSiteSection, name: string): string => {
  const trimmed = name.trim();
  if (section === "redirects") return trimmed.normalize("NFC");
  return section === "parents" || section === "restrictions" ? trimmed.replace(/(.)\/$/, "$1") : trimmed;
};

const normalObject = (section: ListedSiteSection, object: SiteObject): SiteObject => {
  const names = nameMembers[section].map((member) => [member, object[member]] as const);
  const normal = names.map(([member, name]) => [
    member,
    typeof name === "string" ? normalName(section, name) : name,
  ]);
  return { ...object, ...Object.fromEntries(normal.filter(([, name]) => name !== undefined)) };
};

const setObjects = (
  section: ListedSiteSection,
  value: unknown,
  refuse: Refuse,
): { readonly set: readonly SetObject[]; readonly strays: readonly StrayObject[] } => {
  const names = new Set<string>();
  const set: SetObject[] = [];
  const strays: StrayObject[] = [];
  for (const [index, object] of listIn(value, `set.${section}`, refuse).entries()) {
    const at = `set.${section}.${index}`;
    if (!isObject(object)) {
      refuse(at, "invalid", "Expected an object.");
      continue;
    }
    const { id, managed_by: _, ...said } = normalObject(section, object);
    const name = nameOfThing(section, said);
    // Trusts may differ in their claims only; the others are named by one text.
    const isRepeated = name !== undefined && names.has(name) && section !== "oidc";
    if (name && !isRepeated) {
      names.add(name);
      set.push({ name, said, id, at });
      continue;
    }
    const faults = isRepeated ? repeated(section) : faultsOfName(section, said);
    for (const [member, code, message] of faults) refuse(`${at}.${member}`, code, message);
    strays.push({ name, said, id, at, told: faults.map(([member]) => member) });
  }
  return { set, strays };
};

type NameFault = readonly [member: string, code: ProblemCode, message: string];

const repeated = (section: ListedSiteSection): readonly NameFault[] => [
  [nameMembers[section][0], "duplicate", "The request sets this object twice."],
];

/** The members of a name that are missing, blank or no text. */
const faultsOfName = (section: ListedSiteSection, said: SiteObject): readonly NameFault[] =>
  nameMembers[section].flatMap((member): NameFault[] => {
    const value = said[member];
    if (value === undefined) return [[member, "required", "This field is required."]];
    if (typeof value !== "string") return [[member, "invalid", "Expected text."]];
    return value === "" ? [[member, "blank", "Expected text that is not blank."]] : [];
  });

const removedNames = (section: ListedSiteSection, value: unknown, refuse: Refuse): readonly Named[] => {
  const members = nameMembers[section];
  const names = new Set<string>();
  return listIn(value, `remove.${section}`, refuse).flatMap((given, index) => {
    const at = `remove.${section}.${index}`;
    const named = typeof given === "string" && members.length === 1 ? { [members[0]]: given } : given;
    const name = isObject(named) ? nameOfThing(section, normalObject(section, named)) : undefined;
    if (name === undefined) {
      const form = members.length === 1 ? "a name" : `an object with ${members.join(", ")}`;
      refuse(at, "invalid", `Expected ${form}.`);
    } else if (name === "") refuse(at, "blank", "Expected a name that is not blank.");
    else if (names.has(name)) refuse(at, "duplicate", "The request removes this object twice.");
    else {
      names.add(name);
      return [{ name, at }];
    }
    return [];
  });
};

const renamings = (section: ListedSiteSection, value: unknown, refuse: Refuse): readonly Renaming[] => {
  if (!isObject(value)) {
    refuse(`rename.${section}`, "invalid", "Expected an object with the new names by the old ones.");
    return [];
  }
  const names = new Set<string>();
  return Object.entries(value).flatMap(([from, to]) => {
    const at = `rename.${section}.${from}`;
    const name = normalName(section, from);
    if (typeof to !== "string") refuse(at, "invalid", "Expected text.");
    else if (name === "" || normalName(section, to) === "")
      refuse(at, "blank", "Expected names that are not blank.");
    else if (names.has(name)) refuse(at, "duplicate", "The request renames this object twice.");
    else {
      names.add(name);
      return [{ name, to: normalName(section, to), at }];
    }
    return [];
  });
};

/** Refuses what is named in two ways. */
const refuseContradictions = (
  { set, remove, rename }: Pick<RequestedChange, "set" | "remove" | "rename">,
  refuse: Refuse,
): void => {
  for (const [section, removals] of remove) {
    const isSet = new Set(set.get(section)?.map(({ name }) => name));
    const isRenamed = new Set(rename.get(section)?.flatMap(({ name, to }) => [name, to]));
    for (const { name, at } of removals)
      if (isSet.has(name) || isRenamed.has(name))
        refuse(at, "conflict", "The request also sets or renames this object.");
  }
  for (const [section, renamed] of rename) {
    const former = new Set(renamed.map(({ name }) => name));
    for (const { name, at } of set.get(section) ?? [])
      if (former.has(name))
        refuse(at, "conflict", "The request renames this object; set it by its new name.");
  }
};
