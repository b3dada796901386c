import { publishPage } from "#lib/actions/pages/publish-page.ts";
import { saveDraft } from "#lib/actions/pages/save-draft.ts";
import { changeSite } from "#lib/actions/people/change-site.ts";
import { changeWebhook } from "#lib/actions/webhooks/put-webhook.ts";
import { certain } from "#lib/certain.ts";
import { collectionsByPath, parentPath } from "#lib/manifest/collection-paths.ts";
import { slug as slugField } from "#lib/manifest/fields.ts";
import { sectionSchemas } from "#lib/manifest/schema.ts";
import type { StoredPage } from "#lib/manifest/stored/stored-state.ts";
import { slugReservation } from "#lib/pages/addresses.ts";
import type { Problem } from "#lib/refusals/problem.ts";
import type { Site } from "#lib/site/site.ts";
import type { SiteChanges } from "#lib/store/site.ts";
import { usesOf } from "./object-uses.ts";
import { problemAt } from "./placed-problem.ts";
import type { KnownPages, PlacedParent, SiteState } from "./read-site-state.ts";
import type { Renaming, RequestedChange } from "./requested-change.ts";
import { type ListedSiteSection, nameMembers, nameOfThing, type SiteDocument } from "./site-sections.ts";

/** What is wrong with the new names of a change. */
export const renamingProblems = async (
  { rename }: RequestedChange,
  document: SiteDocument,
  state: SiteState,
  known: KnownPages,
): Promise<readonly Problem[]> => {
  const problems: Problem[] = [];
  for (const [section, renamings] of rename) {
    const names = new Set(document[section].map((object) => nameOfThing(section, object)));
    const leaving = new Set(renamings.map(({ name }) => name));
    const taken = new Set([...names].filter((name) => name !== undefined && !leaving.has(name)));
    for (const { name, to, at } of renamings) {
      const refuse = (code: Problem["code"], message: string) =>
        void problems.push(problemAt(at, code, message));
      if (section === "collections" && name === "Root") {
        refuse("invalid", "The root collection keeps its name.");
        continue;
      }
      if (!names.has(name)) refuse("not_found", `There is no ${name} in ${section}.`);
      const fault = faultOfName(section, name, to, state);
      if (fault !== undefined) refuse("invalid", fault);
      if (taken.has(to)) refuse("duplicate", `Another object is called ${to}.`);
      taken.add(to);
      // Their names are in the contents, or states, of the pages.
      if (section !== "authors" && section !== "workflows") continue;
      const { pages } = await usesOf(section, [name], { state, known, leaving: new Map() });
      if (pages.length > 0) refuse("conflict", `Pages name it: ${pages.slice(0, 10).join(", ")}.`);
    }
  }
  return problems;
};

const faultOfName = (
  section: ListedSiteSection,
  from: string,
  to: string,
  state: SiteState,
): string | undefined => {
  if (section === "parents") return faultOfPath(from, to, state);
  if (section === "collections" && parentPath(from) !== parentPath(to))
    return "Expected a path in the same collection: only the last part can change.";
  if (section === "restrictions") return undefined;
  const [member] = nameMembers[section];
  const shape = sectionSchemas[section as "categories"].shape as Readonly<
    Record<string, { safeParse: (value: unknown) => { error?: { issues: { message: string }[] } } }>
  >;
  return shape[member]?.safeParse(to).error?.issues[0]?.message;
};

const faultOfPath = (from: string, to: string, { parents }: SiteState): string | undefined => {
  const [above, below] = [from, to].map((path) => path.slice(0, path.lastIndexOf("/")));
  if (above !== below) return "Expected a path below the same page: only the last part can change.";
  const slug = to.slice(to.lastIndexOf("/") + 1);
  const fault = slugField().safeParse(slug).error?.issues[0]?.message;
  const parent = parents.find(({ path }) => path === from);
  if (fault !== undefined || !parent) return fault;
  if (parent.page.schedule) return "Its publication is scheduled with the former path: withdraw that first.";
  return slugReservation(slug, parent.page.ancestors);
};

/** Gives objects their new names. */
export const renameObjects = async ({ rename }: RequestedChange, state: SiteState): Promise<void> => {
  if (rename.size === 0) return;
  await changeSite(async (site) => renamedSite(site, rename));
  for (const { name, to } of rename.get("webhooks") ?? []) {
    const { webhook } = certain(state.webhooks.find((each) => each.webhook.name === name));
    await changeWebhook(webhook.id, () => ({ name: to }));
  }
  for (const { name, to } of rename.get("parents") ?? []) {
    const parent = certain(state.parents.find(({ path }) => path === name));
    await renameParent(parent, to.slice(to.lastIndexOf("/") + 1));
  }
};

const renamedSite = (site: Site, rename: RequestedChange["rename"]): SiteChanges | undefined => {
  const newName = (section: ListedSiteSection) => {
    const names = new Map((rename.get(section) ?? []).map(({ name, to }: Renaming) => [name, to]));
    return (name: string) => names.get(name);
  };
  const renamed = <Item>(items: readonly Item[], change: (item: Item) => Item | undefined): readonly Item[] =>
    items.flatMap((item) => change(item) ?? []);
  const [category, group, workflow] = [newName("categories"), newName("groups"), newName("workflows")];
  const [author, redirect, collection] = [newName("authors"), newName("redirects"), newName("collections")];
  const paths = new Map([...collectionsByPath(site.collections)].map(([path, { id }]) => [id, path]));
  const changes: SiteChanges = {
    categories: renamed(site.categories, (each) => named(each, "slug", category(each.slug))),
    groups: renamed(site.groups, (each) => named(each, "name", group(each.name))),
    workflows: renamed(site.workflows, (each) => named(each, "name", workflow(each.name))),
    collections: renamed(site.collections, (each) => {
      const to = collection(paths.get(each.id) ?? "");
      return named(each, "name", to?.slice(to.lastIndexOf("/") + 1));
    }),
    ...(rename.has("authors") && {
      authors: site.authors.map((each) => named(each, "slug", author(each.slug)) ?? each),
    }),
    ...(rename.has("redirects") && {
      redirects: site.redirects.map((each) => named(each, "from", redirect(each.from)) ?? each),
    }),
  };
  return Object.values(changes).some((list) => list.length > 0) ? changes : undefined;
};

const named = <Item, Name extends keyof Item>(item: Item, name: Name, to: Item[Name] | undefined) =>
  to === undefined ? undefined : { ...item, [name]: to };

/** The public page moves at once, and its former slug leads to it; an unpublished draft stays one. */
const renameParent = async (
  { page, live, latest }: PlacedParent & StoredPage,
  slug: string,
): Promise<void> => {
  const permit = () => {};
  const save = (content: NonNullable<typeof latest>) =>
    saveDraft(page.id, { authorId: null, permit, slug, change: () => ({ ...content, slug }) });
  await save(certain(live ?? latest));
  if (!page.live) return;
  await publishPage(page.id, { publisherId: null, permit });
  if (page.unpublishedChanges) await save(certain(latest));
};
