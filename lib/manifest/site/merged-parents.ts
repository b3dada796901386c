import { randomUUID } from "node:crypto";
import { isObject } from "#lib/blocks/is-object.ts";
import { certain } from "#lib/certain.ts";
import { slug } from "#lib/manifest/fields.ts";
import type { Path } from "#lib/manifest/problem.ts";
import type { Problem } from "#lib/refusals/problem.ts";
import { knownMembers, type Merging, merged } from "./merging.ts";
import {
  isParentType,
  membersOfParent,
  type ParentType,
  parentTypes,
  richestParent,
} from "./parent-members.ts";
import { problemAt } from "./placed-problem.ts";
import type { PlacedParent } from "./read-site-state.ts";
import type { SetObject, StrayObject } from "./requested-change.ts";
import { parentInManifest } from "./site-document.ts";
import type { SiteObject } from "./site-sections.ts";

type AnyObject = Pick<StrayObject, "name" | "said" | "at">;

/** A page of the manifest before it hangs below another one. */
interface Branch {
  readonly path: string;
  readonly said: SiteObject;
  /** Where the body has it; undefined for pages above those that it has. */
  readonly at: string | undefined;
}

/** The tree of the parents that a change sets, as they will be, with those above them as they are. */
export const mergedParents = (
  objects: readonly SetObject[],
  strays: readonly StrayObject[],
  merging: Merging,
): readonly SiteObject[] => {
  const stored = new Map(merging.state.parents.map((parent) => [parent.path, parent]));
  const branches = new Map<string, Branch>();
  const lone: Branch[] = [];
  for (const object of objects) {
    const said = mergedParent(object, stored.get(object.name), merging);
    const { name: path, at } = object;
    if (!isPath(path)) merging.problems.push(problemAt(`${at}.path`, "invalid", expectedPath));
    if (isPath(path) && hasType(object, stored.has(path))) branches.set(path, { path, at, said });
    else lone.push({ path, at, said });
  }
  for (const object of strays)
    lone.push({
      path: "",
      at: object.at,
      said: mergedParent(object, stored.get(object.name ?? ""), merging),
    });
  const named = new Set(objects.map(({ name }) => name));
  for (const path of [...branches.keys()]) lone.push(...withoutAbove(path, branches, named, merging));
  const below = (above: string, at: Path): readonly SiteObject[] =>
    [...branches.values()]
      .filter(({ path }) => pathAbove(path) === above)
      .map(({ path, said, at: inBody }, index) => {
        const here = [...at, index];
        if (inBody === undefined)
          merging.places.push({
            at: here,
            inBody: "set.parents",
            isWhole: true,
            called: `${path} in parents`,
          });
        else
          merging.places.push(
            { at: here, inBody },
            { at: [...here, "slug"], inBody: `${inBody}.path`, isWhole: true },
          );
        return { ...said, children: below(path, [...here, "children"]) };
      });
  const pages = below("", ["pages"]);
  return [
    ...pages,
    ...lone.map((branch, index) => lonePage(branch, ["pages", pages.length + index], merging)),
  ];
};

/** A page that has no place, to be checked by itself: its place and type were told. */
const lonePage = ({ path, said, at }: Branch, here: Path, { places, problems }: Merging): SiteObject => {
  places.push({ at: here, inBody: String(at), told: ["type", "slug"] });
  const fault = isPath(path) ? slug().safeParse(lastStep(path)).error?.issues[0] : undefined;
  if (fault) problems.push(problemAt(`${at}.path`, "invalid", fault.message));
  return { ...said, slug: randomUUID() };
};

const isPath = (path: string): boolean => /^(\/[^/]+)+$/.test(path);

const expectedPath = "expected a page's path such as /home/notes";

const pathAbove = (path: string): string => path.slice(0, path.lastIndexOf("/"));

const lastStep = (path: string): string => path.slice(path.lastIndexOf("/") + 1);

const hasType = ({ said: { type } }: AnyObject, isStored: boolean): boolean =>
  type === undefined ? isStored : isParentType(type);

/** A page as it will be; reports members that it cannot have. Of another type, it keeps what that has. */
const mergedParent = (
  object: AnyObject,
  stored: PlacedParent | undefined,
  { state, problems }: Merging,
): SiteObject => {
  const { name = "", at } = object;
  const present = stored && ownFields(parentInManifest(stored, state));
  if (!hasType(object, stored !== undefined)) problems.push(problemOfType(object));
  const wanted = object.said.type ?? present?.type;
  const type = isParentType(wanted) ? wanted : richestParent;
  const members = membersOfParent(type);
  const { path: _, ...said } = knownMembers(object.said, members, at, problems, unsaid);
  const before = present?.type === type ? present : onlyOf(present ?? {}, type);
  const podcast =
    isObject(before.podcast) && isObject(said.podcast)
      ? // The details of a podcast are merged, too.
        { podcast: merged(before.podcast, said.podcast) }
      : {};
  return { ...merged(before, { ...said, type, ...podcast }), ...(isPath(name) && { slug: lastStep(name) }) };
};

const onlyOf = (said: SiteObject, type: ParentType): SiteObject => {
  const names = membersOfParent(type);
  return Object.fromEntries(Object.entries(said).filter(([name]) => names.includes(name)));
};

const unsaid = { restriction: "Set the section restrictions instead." };

const problemOfType = ({ said, at }: AnyObject): Problem =>
  said.type === undefined
    ? problemAt(`${at}.type`, "required", "This field is required.")
    : problemAt(`${at}.type`, "invalid_choice", `expected one of ${parentTypes.join(", ")}`);

/** Without what its path says, and what stays as it is if a manifest does not say it. */
const ownFields = ({ uuid: _, former_slugs: __, owner: ___, ...said }: SiteObject): SiteObject => said;

/** Adds the pages above a path, as they are. Where one is missing, the branch has no place, and is given. */
const withoutAbove = (
  path: string,
  branches: Map<string, Branch>,
  named: ReadonlySet<string>,
  merging: Merging,
): readonly Branch[] => {
  const above = pathAbove(path);
  if (above === "" || branches.has(above)) return [];
  const parent = merging.state.parents.find((each) => each.path === above);
  if (parent) {
    const said = ownFields(parentInManifest(parent, merging.state));
    branches.set(above, { path: above, at: undefined, said });
    return withoutAbove(above, branches, named, merging);
  }
  const branch = certain(branches.get(path));
  // If the request names the page above it, something else is wrong with that.
  if (!named.has(above))
    merging.problems.push(
      problemAt(`${branch.at}.path`, "not_found", `there is no page ${above} to be below`),
    );
  branches.delete(path);
  return [branch];
};
