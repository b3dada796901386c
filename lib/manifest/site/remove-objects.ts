import { removeLonePage } from "#lib/actions/pages/remove-page.ts";
import { setPageProperties } from "#lib/actions/pages/set-page-properties.ts";
import { changeSite } from "#lib/actions/people/change-site.ts";
import { deleteWebhook } from "#lib/actions/webhooks/put-webhook.ts";
import { certain } from "#lib/certain.ts";
import { collectionsByPath } from "#lib/manifest/collection-paths.ts";
import { exportedTrust } from "#lib/manifest/export/exported-access.ts";
import { keyOfAlias } from "#lib/pages/addresses.ts";
import type { Problem } from "#lib/refusals/problem.ts";
import { Refusal } from "#lib/refusals/refusal.ts";
import type { SiteChanges } from "#lib/store/site.ts";
import { type ThingUses, usesOf } from "./object-uses.ts";
import type { KnownPages, SiteState } from "./read-site-state.ts";
import type { RequestedChange } from "./requested-change.ts";
import { type ListedSiteSection, nameOfThing, type SiteDocument } from "./site-sections.ts";

type Removals = RequestedChange["remove"];

/** Names that no object has. */
export const removalProblems = (remove: Removals, document: SiteDocument): readonly Problem[] =>
  [...remove].flatMap(([section, removals]) => {
    const names = new Set(document[section].map((object) => nameOfThing(section, object)));
    return removals.flatMap(({ name, at }): Problem[] => {
      if (section === "collections" && name === "Root")
        return [{ path: at, code: "invalid", message: "The root collection stays." }];
      if (names.has(name)) return [];
      return [{ path: at, code: "not_found", message: `There is no ${name} in ${section}.` }];
    });
  });

/** What uses the objects that are to be removed. */
export const removalUses = async (
  remove: Removals,
  state: SiteState,
  known: KnownPages,
): Promise<readonly ThingUses[]> => {
  const leaving = new Map(
    [...remove].map(([section, removals]) => [section, new Set(removals.map(({ name }) => name))] as const),
  );
  const used: ThingUses[] = [];
  for (const [section, removals] of remove)
    for (const { name } of removals) {
      const uses = await usesOf(section, [name], { state, known, leaving });
      if (uses.pages.length + uses.keys.length > 0) used.push({ thing: `${section} ${name}`, ...uses });
    }
  return used;
};

/** Throws `in_use` with all uses, if there are any. */
export const refuseUsed = (uses: readonly ThingUses[]): void => {
  if (uses.length === 0) return;
  const pages = [...new Set(uses.flatMap((each) => each.pages))].sort((one, other) => one - other);
  const keys = [...new Set(uses.flatMap((each) => each.keys))];
  const by = [...keys, ...(pages.length > 0 ? [`pages ${pages.slice(0, 20).join(", ")}`] : [])];
  const used = uses.map(({ thing }) => thing);
  const detail = `In use: ${used.slice(0, 20).join(", ")}, by ${by.slice(0, 20).join(", ")}.`;
  throw new Refusal("in_use", { detail, fields: { pages, keys } });
};

/** Removes objects that nothing uses. */
export const removeObjects = async (remove: Removals, state: SiteState): Promise<void> => {
  if (remove.size === 0) return;
  const namesIn = (section: ListedSiteSection) =>
    new Set((remove.get(section) ?? []).map(({ name }) => name));
  const restrictions = namesIn("restrictions");
  for (const { page, path } of state.restricted)
    if (restrictions.has(path)) await setPageProperties(page.id, { restriction: null });
  const webhooks = namesIn("webhooks");
  for (const { webhook } of state.webhooks) if (webhooks.has(webhook.name)) await deleteWebhook(webhook.id);
  const parents = namesIn("parents");
  // The lowest first.
  for (const { page, path } of state.parents.toReversed())
    if (parents.has(path)) {
      const outcome = await removeLonePage(page.id);
      if (outcome === "holds pages") throw new Refusal("in_use", { fields: { pages: [page.id], keys: [] } });
    }
  await changeSite(async (site) => siteChanges(site, namesIn, state));
};

const siteChanges = (
  site: SiteState["site"],
  namesIn: (section: ListedSiteSection) => ReadonlySet<string>,
  { names }: SiteState,
): SiteChanges | undefined => {
  const [categories, groups, workflows] = [namesIn("categories"), namesIn("groups"), namesIn("workflows")];
  const [authors, trusts, collections] = [namesIn("authors"), namesIn("oidc"), namesIn("collections")];
  const redirects = new Set([...namesIn("redirects")].map(keyOfAlias));
  const paths = collectionsByPath(site.collections);
  const removed = [
    ...site.categories
      .filter(({ slug }) => categories.has(slug))
      .map(({ id }) => ({ kind: "CATEGORY" as const, id })),
    ...site.groups.filter(({ name }) => groups.has(name)).map(({ id }) => ({ kind: "GROUP" as const, id })),
    ...site.workflows
      .filter(({ name }) => workflows.has(name))
      .map(({ id }) => ({ kind: "WORKFLOW" as const, id })),
    ...[...collections].map((path) => ({ kind: "COLLECTION" as const, id: certain(paths.get(path)).id })),
  ];
  const changes: SiteChanges = {
    removed,
    ...(authors.size > 0 && { authors: site.authors.filter(({ slug }) => !authors.has(slug)) }),
    ...(redirects.size > 0 && {
      redirects: site.redirects.filter(({ from }) => !redirects.has(keyOfAlias(from))),
    }),
    ...(trusts.size > 0 && {
      trusts: site.trusts.filter(
        (trust) => !exportedTrust(trust, names).some((said) => trusts.has(nameOfThing("oidc", said) ?? "")),
      ),
    }),
  };
  return removed.length > 0 || Object.keys(changes).length > 1 ? changes : undefined;
};
