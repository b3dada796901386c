import { isDeepStrictEqual } from "node:util";
import type * as z from "zod";
import { setPageProperties } from "#lib/actions/pages/set-page-properties.ts";
import { certain } from "#lib/certain.ts";
import { pageRestriction } from "#lib/manifest/apply/desired-page.ts";
import { restriction as restrictionSchema } from "#lib/manifest/page-schema.ts";
import { messageText, type Report, type WrittenWords } from "#lib/manifest/problem.ts";
import { reportExpectations } from "#lib/manifest/read/expectation.ts";
import { type SecretValue, variableNamed } from "#lib/manifest/read/written.ts";
import { pageIdAt } from "#lib/manifest/stored/stored-state.ts";
import { rootPageId } from "#lib/pages/page.ts";
import type { Problem } from "#lib/refusals/problem.ts";
import { readPage } from "#lib/store/pages.ts";
import { readSite } from "#lib/store/site.ts";
import { keptRestriction } from "./merged-manifest.ts";
import { problemAt } from "./placed-problem.ts";
import type { SiteState } from "./read-site-state.ts";
import type { RequestedChange, SetObject, StrayObject } from "./requested-change.ts";
import type { SiteDocument, SiteObject } from "./site-sections.ts";

type ManifestRestriction = NonNullable<z.output<typeof restrictionSchema>>;

/** A restriction that a change sets on a page. */
export interface DesiredRestriction {
  readonly path: string;
  readonly restriction: ManifestRestriction;
}

/** What a change wants of restrictions, and what is wrong with it. */
export const desiredRestrictions = async (
  change: RequestedChange,
  document: SiteDocument,
  state: SiteState,
  { secretValue, words }: { readonly secretValue: SecretValue; readonly words: WrittenWords },
): Promise<{ readonly desired: readonly DesiredRestriction[]; readonly problems: readonly Problem[] }> => {
  const problems: Problem[] = [];
  const desired: DesiredRestriction[] = [];
  const groups = new Set([
    ...state.site.groups.map(({ name }) => name),
    ...(change.set.get("groups") ?? []).map(({ name }) => name),
  ]);
  const newParents = new Set((change.set.get("parents") ?? []).map(({ name }) => name));
  const [objects = [], strays = []] = [change.set.get("restrictions"), change.strays.get("restrictions")];
  for (const object of [...objects, ...strays]) {
    const { name: path, at } = object;
    const report: Report = (where, message, code = "invalid") =>
      void problems.push(problemAt([at, ...where].join("."), code, messageText(message, words)));
    const isNamed = path !== undefined && objects.includes(object as SetObject);
    if (isNamed && !newParents.has(path) && !(await isPageAt(path)))
      report(["page"], `there is no page ${path}`, "not_found");
    const said = mergedRestriction(object, document, state);
    if (reportExpectations(restrictionSchema, said, [], report, words) > 0) continue;
    const restriction = certain(restrictionSchema.parse(said));
    if (restriction.type === "groups")
      for (const [index, group] of restriction.groups.entries())
        if (!groups.has(group)) report(["groups", index], `there is no group ${group}`, "not_found");
    if (restriction.type === "password" && secretValue(restriction.password) === undefined)
      report(["password"], words.unset(String(variableNamed(restriction.password))));
    if (isNamed) desired.push({ path, restriction });
  }
  return { desired, problems };
};

const isPageAt = async (path: string): Promise<boolean> => {
  const id = await pageIdAt(path);
  return id !== undefined && id !== rootPageId;
};

/** Of another type, nothing of the former restriction stays. */
const mergedRestriction = (
  { name, said }: Pick<StrayObject, "name" | "said">,
  document: SiteDocument,
  state: SiteState,
): SiteObject => {
  const { page: _, ...own } = said;
  const { page: __, ...before } = document.restrictions.find(({ page }) => page === name) ?? {};
  const isOfType = own.type === undefined || own.type === before.type;
  const merged = isOfType ? { ...before, ...own } : own;
  const given = Object.fromEntries(Object.entries(merged).filter(([, value]) => value !== null));
  const stored = state.restricted.find(({ path }) => path === name)?.restriction;
  return keptRestriction(given, stored?.type === "password").restriction ?? given;
};

/** Sets restrictions; gives the ids of the pages. */
export const setRestrictions = async (
  desired: readonly DesiredRestriction[],
  secretValue: SecretValue,
): Promise<readonly number[]> => {
  if (desired.length === 0) return [];
  const { groups } = await readSite();
  const groupId = (name: string) => certain(groups.find((group) => group.name === name)).id;
  const ids: number[] = [];
  for (const { path, restriction: wanted } of desired) {
    const page = certain(await readPage(certain(await pageIdAt(path))));
    const by = { secretValue, isByHand: true };
    const restriction = await pageRestriction(wanted, page.restriction, groupId, by);
    if (!isDeepStrictEqual(restriction, page.restriction)) await setPageProperties(page.id, { restriction });
    ids.push(page.id);
  }
  return ids;
};
