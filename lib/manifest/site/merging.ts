import type { Path } from "#lib/manifest/problem.ts";
import type { Problem } from "#lib/refusals/problem.ts";
import { problemAt } from "./placed-problem.ts";
import type { SiteState } from "./read-site-state.ts";
import type { SiteDocument, SiteObject } from "./site-sections.ts";

/** A part of the manifest, and the part of the body that it comes from. */
export interface PlaceInBody {
  readonly at: Path;
  readonly inBody: string;
  /** True if what is below it has no place of its own in the body. */
  readonly isWhole?: boolean;
  /** What it is called if the body does not have it, such as `/old/ in redirects`. */
  readonly called?: string;
  /** Members of which problems were told, in place of which the manifest has something. */
  readonly told?: readonly string[];
}

/** What a merge reads, and what it has found. */
export interface Merging {
  readonly document: SiteDocument;
  readonly state: SiteState;
  /** The secrets of the webhooks by id. */
  readonly secrets: ReadonlyMap<number, string>;
  readonly places: PlaceInBody[];
  readonly problems: Problem[];
}

/** An object with other members; null is a member's default. */
export const merged = (before: SiteObject, said: SiteObject): SiteObject =>
  Object.fromEntries(Object.entries({ ...before, ...said }).filter(([, value]) => value !== null));

/** The members that an object may have; reports others, at their places below `at`. */
export const knownMembers = (
  said: SiteObject,
  names: readonly string[],
  at: string,
  problems: Problem[],
  instead: Readonly<Record<string, string>> = {},
): SiteObject => {
  const known = new Set(names);
  const message = (name: string) =>
    Object.hasOwn(instead, name)
      ? String(instead[name])
      : `unknown member; expected one of ${names.join(", ")}`;
  for (const name of Object.keys(said))
    if (!known.has(name)) problems.push(problemAt(`${at}.${name}`, "unsupported", message(name)));
  return Object.fromEntries(Object.entries(said).filter(([name]) => known.has(name)));
};

const placeOf = (path: Path, places: readonly PlaceInBody[]): PlaceInBody | undefined =>
  places
    .filter(({ at }) => at.every((step, index) => path[index] === step))
    .toSorted((one, other) => other.at.length - one.at.length)[0];

/** The place in the body of a path in the manifest; undefined for problems that were told. */
export const placeInBody = (path: Path, places: readonly PlaceInBody[]): string | undefined => {
  const found = placeOf(path, places);
  if (!found) return "set";
  const [member, ...below] = path.slice(found.at.length);
  if (found.told?.includes(String(member))) return undefined;
  return [found.inBody, ...(found.isWhole || member === undefined ? [] : [member, ...below])].join(".");
};

/** What messages call a path in the manifest: its place in the body, or else the object that is there. */
export const nameOfPlace = (path: Path, places: readonly PlaceInBody[]): string =>
  placeOf(path, places)?.called ?? placeInBody(path, places) ?? "another object of the request";
