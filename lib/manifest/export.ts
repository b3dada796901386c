import { certain } from "#lib/certain.ts";
import { changedFields, contentFields, exportedComments } from "#lib/manifest/export/export-content.ts";
import {
  type ExportedFile,
  exportedFiles,
  exportedMedia,
  readNamedMedia,
} from "#lib/manifest/export/export-media.ts";
import {
  namesIn,
  namesOf,
  newVariables,
  type PlacedNode,
  readSiteTree,
  type SiteNames,
} from "#lib/manifest/export/export-names.ts";
import { exportedToken, exportedTrust, exportedUser } from "#lib/manifest/export/exported-access.ts";
import {
  exportedObject,
  exportedObjects,
  marks,
  namesWin,
  told,
  unless,
  unlessEmpty,
} from "#lib/manifest/export/exported-fields.ts";
import { nestedPages } from "#lib/manifest/export/nested-pages.ts";
import { readStoredPage, type StoredPage } from "#lib/manifest/stored/stored-state.ts";
import { type Page, seasonFields, type WorkflowState } from "#lib/pages/page.ts";
import type { Restriction } from "#lib/pages/restriction.ts";
import { typeOf } from "#lib/queries/page-types.ts";
import {
  authorFields,
  type Collection,
  categoryFields,
  redirectFields,
  type Site,
  settingFields,
} from "#lib/site/site.ts";
import { groupFields } from "#lib/site/user.ts";
import { type Webhook, webhookFields } from "#lib/site/webhook.ts";
import { workflowFields } from "#lib/site/workflow.ts";
import { readTokens, readUsers } from "#lib/store/listed-credentials.ts";
import { readSite } from "#lib/store/site.ts";
import { readWebhooks } from "#lib/store/webhooks.ts";
import { collectionsByPath } from "./collection-paths.ts";
import { sideBySide } from "./side-by-side.ts";

export interface ExportedManifest {
  /** In the order in which people read it. */
  readonly manifest: Readonly<Record<string, unknown>>;
  /** The environment variables for passwords and secrets, which the file does not contain. */
  readonly variables: readonly string[];
  readonly files: readonly ExportedFile[];
}

/** A site that is exported in parts: all but its pages, and then the pages. */
export interface StartedExport extends ExportedManifest {
  /** Its pages, each before those below it. */
  readonly nodes: readonly PlacedNode[];
  /** A page without those below it; undefined if it is gone by now. Cost: up to five requests. */
  readonly page: (node: PlacedNode) => Promise<Readonly<Record<string, unknown>> | undefined>;
}

/** The whole site as a manifest. Cost: two or three requests per page, one per megabyte of media. */
export const exportManifest = async (): Promise<ExportedManifest> => {
  const { manifest, variables, files, nodes, page } = await startExport();
  const exported = await sideBySide(nodes, async (node) => ({ path: node.path, page: await page(node) }));
  return { manifest: { ...manifest, pages: nestedPages(exported) }, variables, files };
};

/** What is needed to export the site, and all of its manifest but the pages. */
export const startExport = async (): Promise<StartedExport> => {
  const [site, users, tokens, webhooks, media, nodes] = await Promise.all([
    readSite(),
    readUsers(),
    readTokens(),
    readWebhooks(),
    readNamedMedia(),
    readSiteTree(),
  ]);
  const variables = newVariables();
  const names = namesOf(site, users, nodes, media, variables);
  const { nameOf } = names;
  const manifest = {
    version: 1,
    ...told<SitePart>({
      settings: { site: exportedObject(settingFields, site.settings, nameOf, {}) },
      groups: { groups: exportedObjects(groupFields, site.groups, nameOf, { id: namesWin }) },
      users: { users: users.map((user) => exportedUser(user, names)) },
      tokens: { tokens: tokens.flatMap((stored) => exportedToken(stored, names)) },
      collections: {
        collections: [...names.collections].flatMap(([, path]) => exportedCollection(path, site, names)),
      },
      categories: { categories: exportedObjects(categoryFields, site.categories, nameOf, { id: namesWin }) },
      authors: unlessEmpty({ authors: exportedObjects(authorFields, site.authors, nameOf, {}) }),
      media: exportedMedia(media, names),
      workflows: unlessEmpty({
        workflows: exportedObjects(workflowFields, site.workflows, nameOf, { id: namesWin }),
      }),
      trusts: unlessEmpty({ oidc: site.trusts.flatMap((trust) => exportedTrust(trust, names)) }),
      webhooks: unlessEmpty({ webhooks: webhooks.map(({ webhook }) => exportedWebhook(webhook, names)) }),
      redirects: unlessEmpty({ redirects: exportedObjects(redirectFields, site.redirects, nameOf, {}) }),
      version: "It counts the changes of this service.",
    }),
  };
  // In the order of the pages, so that the variables of passwords have the same names in every part.
  const restrictions = new Map(
    nodes.map(({ page, path }) => [page.id, exportedRestriction(page.restriction, path, names)]),
  );
  const files = media.all.flatMap((object) =>
    exportedFiles(object, certain(media.keyOf(object.kind, object.id))),
  );
  return {
    ...{ manifest, variables: variables.used(), files, nodes },
    page: async (node) => {
      const stored = await readStoredPage(node.page.id);
      return stored && exportedPage({ ...stored, ...node, page: stored.page }, restrictions, names);
    },
  };
};

/** A page with its content. */
type Branch = StoredPage & PlacedNode;

/** What a manifest says of a site beside its pages. */
type SitePart = Site & { readonly users: unknown; readonly tokens: unknown; readonly media: unknown } & {
  readonly webhooks: unknown;
};

const exportedWebhook = (webhook: Webhook, { nameOf, variables }: SiteNames) => ({
  ...exportedObject(webhookFields, webhook, nameOf, {
    id: namesWin,
    problem: "Another service finds out by itself whether it is answered.",
    createdAt: "It is told of what happens since it is there.",
    firstDelivery: "Deliveries do not move.",
    fromManifest: marks,
  }),
  secret: variables.reference("WEBHOOK", webhook.name),
});

const exportedCollection = (path: string, site: Site, names: SiteNames) => {
  const { restriction } = collectionsByPath(site.collections).get(path) as Collection;
  if (path === "Root" && restriction === null) return [];
  const shown = told<Collection>({
    name: { path },
    restriction: exportedRestriction(restriction, path, names),
    id: namesWin,
    parentId: "The path says it.",
  });
  return [shown];
};

const exportedPage = (
  branch: Branch,
  restrictions: ReadonlyMap<number, object>,
  names: SiteNames,
): Record<string, unknown> => {
  const { page, live, latest, approved, comments, waiting, formerSlugs } = branch;
  const main = live ?? approved ?? latest;
  const draft = page.live && page.unpublishedChanges ? draftOf(branch) : null;
  const newerDraft = page.schedule && page.schedule.revisionId !== page.latestRevisionId ? latest : null;
  return told<Page>({
    kind: { type: typeOf(page.kind) },
    uuid: { uuid: page.uuid },
    slug: { slug: page.slug, ...unlessEmpty({ former_slugs: formerSlugs }) },
    title: { title: main?.title ?? page.title, ...(main && contentFields(main, names)) },
    ownerId: unless(undefined, { owner: ownerOf(page, names) }),
    seasons: unlessEmpty({
      seasons: exportedObjects(seasonFields, page.seasons ?? [], names.nameOf, { id: namesWin }),
    }),
    live: unless(true, { live: page.live }),
    unpublishedChanges: draft && main ? { draft: changedFields(draft, main, names) } : {},
    showInMenus: unless(false, { show_in_menus: page.showInMenus }),
    commentsClosed: page.commentsClosed ? { comments_enabled: false } : {},
    restriction: { ...restrictions.get(page.id) },
    lock: page.lock ? { locked: true, ...unless(undefined, { locked_by: lockOwnerOf(page, names) }) } : {},
    schedule: {
      ...(page.schedule && { scheduled_at: page.schedule.publishAt }),
      ...(newerDraft && main && { newer_draft: changedFields(newerDraft, draft ?? main, names) }),
    },
    workflow: page.workflow ? { workflow: exportedState(page.workflow, names) } : {},
    comments: unlessEmpty({ comments: exportedComments([...comments, ...waiting]) }),
    commentsVersion: "It counts the changes of this service.",
    id: namesWin,
    parentId: "The tree says it.",
    ancestors: "The tree says it.",
    draftSlug: "The draft says it.",
    latestRevisionId: "A file has contents, and no revisions.",
    liveRevisionId: "A file has contents, and no revisions.",
    summary: "It is made of the latest content.",
    publicSlug: "The former slugs have it.",
    aliases: "The content has them.",
    createdAt: "A page is as old as it is in its service.",
    firstPublishedAt: "It says when this service published the page; `visible_date` is the author's date.",
    lastPublishedAt: "It says when this service published the page.",
    fromManifest: marks,
    births: "It counts pages that were created below, also those that are gone.",
    version: "It counts the changes of this service.",
  });
};

/** Without a task, it is at the first. */
const exportedState = ({ name, state, task, startedBy }: WorkflowState, names: SiteNames) =>
  told<WorkflowState>({
    name: { name },
    state: { state },
    task: unless(names.firstTasks.get(name), { task }),
    startedBy: unless(undefined, {
      started_by: startedBy === undefined ? undefined : names.users.get(startedBy),
    }),
    groups: "The workflow's task says them.",
  });

/** The draft after the public content: the approved one, unless that is public already. */
const draftOf = ({ page, approved, latest }: Branch) => {
  if (!page.schedule) return latest;
  return page.schedule.revisionId === page.liveRevisionId ? null : approved;
};

const lockOwnerOf = ({ lock }: Page, { users }: SiteNames): string | undefined =>
  lock?.ownerId == null ? undefined : users.get(lock.ownerId);

const ownerOf = ({ ownerId }: Page, { users }: SiteNames): string | undefined =>
  ownerId === null ? undefined : users.get(ownerId);

const exportedRestriction = (
  restriction: Restriction | null,
  path: string,
  { groups, variables }: SiteNames,
) => {
  switch (restriction?.type) {
    case undefined:
      return {};
    case "login":
      return { restriction: { type: "login" } };
    case "groups":
      return { restriction: { type: "groups", groups: namesIn(restriction.groups, groups) } };
    case "password":
      return { restriction: { type: "password", password: variables.reference("PASSWORD", path) } };
  }
};
