import { collectionsByPath } from "#lib/manifest/collection-paths.ts";
import { type MediaKind, mediaKinds } from "#lib/media/media.ts";
import { isPostContent } from "#lib/pages/content.ts";
import { readTokens } from "#lib/store/listed-credentials.ts";
import { readLatestRevisions } from "#lib/store/pages.ts";
import type { KnownPages, SiteState } from "./read-site-state.ts";
import type { ListedSiteSection } from "./site-sections.ts";

/** What uses objects: pages by id, other objects by kind and name, such as `group Editors`. */
interface Uses {
  readonly pages: readonly number[];
  readonly keys: readonly string[];
}

/** What uses a thing. */
export interface ThingUses extends Uses {
  readonly thing: string;
}

interface UseContext {
  readonly state: SiteState;
  readonly known: KnownPages;
  /** The names of the objects that are removed together, by section. */
  readonly leaving: ReadonlyMap<ListedSiteSection, ReadonlySet<string>>;
}

/** What uses objects of a section, beside what is removed with them. */
export const usesOf = async (
  section: ListedSiteSection,
  names: readonly string[],
  context: UseContext,
): Promise<Uses> => {
  const find = finders[section];
  const found = find ? await find(new Set(names), context) : { pages: [], keys: [] };
  return {
    pages: [...new Set(found.pages)].sort((one, other) => one - other),
    keys: [...new Set(found.keys)],
  };
};

type Find = (names: ReadonlySet<string>, context: UseContext) => Promise<Uses> | Uses;

const stays = ({ leaving }: UseContext, section: ListedSiteSection, name: string): boolean =>
  !leaving.get(section)?.has(name);

const idsOf = <Item extends { readonly id: number }>(
  items: readonly Item[],
  isMeant: (item: Item) => boolean,
): ReadonlySet<number> => new Set(items.filter(isMeant).map(({ id }) => id));

const categoryUses: Find = (names, { state, known: { catalog, listings } }) => {
  const ids = idsOf(state.site.categories, ({ slug }) => names.has(slug));
  const drafts = [...listings.byId.values()].filter(({ latest }) =>
    latest.categories.some((id) => ids.has(id)),
  );
  return { pages: [...catalog.idsWithCategories([...ids]), ...drafts.map(({ id }) => id)], keys: [] };
};

/** Listings of drafts do not tell authors: contents do. */
const authorUses: Find = async (names, { known: { catalog, listings } }) => {
  const drafts = [...listings.byId.values()].filter(
    ({ unpublishedChanges, latestRevisionId }) => unpublishedChanges && latestRevisionId !== null,
  );
  const revisions = await readLatestRevisions(drafts);
  const naming = revisions.filter(
    ({ content }) => isPostContent(content) && content.authors?.some((slug) => names.has(slug)),
  );
  return { pages: [...catalog.idsWithAuthors([...names]), ...naming.map(({ pageId }) => pageId)], keys: [] };
};

const collectionUses: Find = async (names, context) => {
  const { state, known } = context;
  const paths = collectionsByPath(state.site.collections);
  const ids = new Set([...names].flatMap((path) => paths.get(path)?.id ?? []));
  const mediaIn = (kind: MediaKind) => known.catalog.mediaIdsIn(kind, [...ids]).map((id) => `${kind} ${id}`);
  const named = (list: readonly number[] | undefined) => list?.some((id) => ids.has(id)) ?? false;
  const tokens = await readTokens();
  return {
    pages: [],
    keys: [
      ...mediaKinds.flatMap(mediaIn),
      ...[...paths].flatMap(([path, { parentId }]) =>
        parentId !== null && ids.has(parentId) && stays(context, "collections", path)
          ? [`collection ${path}`]
          : [],
      ),
      ...state.site.groups.flatMap(({ name, collections }) =>
        stays(context, "groups", name) && named(collections.map(({ collectionId }) => collectionId))
          ? [`group ${name}`]
          : [],
      ),
      ...tokens.flatMap(({ token }) => (named(token.collections) ? [`token ${token.name}`] : [])),
      ...state.site.trusts.flatMap((trust) => (named(trust.collections) ? [`trust ${trust.issuer}`] : [])),
    ],
  };
};

const groupUses: Find = (names, context) => {
  const { state, known } = context;
  const ids = idsOf(state.site.groups, ({ name }) => names.has(name));
  const has = (groups: readonly number[]) => groups.some((id) => ids.has(id));
  const restricts = (restriction: SiteState["restricted"][number]["restriction"] | null) =>
    restriction?.type === "groups" && has(restriction.groups);
  const started = [...known.listings.byId.values()].filter(
    ({ workflow }) => workflow && has(workflow.groups),
  );
  return {
    pages: [
      ...state.restricted
        .filter(({ path, restriction }) => restricts(restriction) && stays(context, "restrictions", path))
        .map(({ page }) => page.id),
      ...started.map(({ id }) => id),
    ],
    keys: [
      ...state.users.flatMap(({ username, groups }) => (has(groups) ? [`user ${username}`] : [])),
      ...[...collectionsByPath(state.site.collections)].flatMap(([path, { restriction }]) =>
        restricts(restriction) && stays(context, "collections", path) ? [`collection ${path}`] : [],
      ),
      ...state.site.workflows.flatMap(({ name, tasks }) =>
        tasks.some(({ groups }) => has(groups)) && stays(context, "workflows", name)
          ? [`workflow ${name}`]
          : [],
      ),
    ],
  };
};

const workflowUses: Find = (names, { known }) => ({
  pages: [...known.listings.byId.values()]
    .filter(({ workflow }) => workflow && names.has(workflow.name))
    .map(({ id }) => id),
  keys: [],
});

/** Pages below it that stay, and what names it. */
const parentUses: Find = async (names, context) => {
  const { state, known } = context;
  const ids = idsOf(
    state.parents.filter(({ path }) => names.has(path)).map(({ page }) => page),
    () => true,
  );
  const leaving = new Set(
    state.parents.filter(({ path }) => !stays(context, "parents", path)).map(({ page }) => page.id),
  );
  const named = (list: readonly number[] | undefined) => list?.some((id) => ids.has(id)) ?? false;
  const { groups, workflows, redirects, trusts } = state.site;
  const tokens = await readTokens();
  return {
    pages: [...known.listings.byId.values()]
      .filter(({ id, parentId }) => ids.has(parentId ?? 0) && !leaving.has(id))
      .map(({ id }) => id),
    keys: [
      ...groups.flatMap(({ name, pages }) =>
        stays(context, "groups", name) && named(pages.map(({ pageId }) => pageId)) ? [`group ${name}`] : [],
      ),
      ...workflows.flatMap(({ name, pageIds }) =>
        stays(context, "workflows", name) && named(pageIds) ? [`workflow ${name}`] : [],
      ),
      ...redirects.flatMap(({ from, pageId }) =>
        stays(context, "redirects", from) && ids.has(pageId) ? [`redirect ${from}`] : [],
      ),
      ...state.webhooks.flatMap(({ webhook: { name, parents } }) =>
        stays(context, "webhooks", name) && named(parents) ? [`webhook ${name}`] : [],
      ),
      ...tokens.flatMap(({ token }) => (named(token.parents) ? [`token ${token.name}`] : [])),
      ...trusts.flatMap((trust) => (named(trust.parents) ? [`trust ${trust.issuer}`] : [])),
    ],
  };
};

const finders: { readonly [Section in ListedSiteSection]?: Find } = {
  categories: categoryUses,
  authors: authorUses,
  collections: collectionUses,
  groups: groupUses,
  workflows: workflowUses,
  parents: parentUses,
};
