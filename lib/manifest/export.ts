import {
  type ContentNames,
  changedFields,
  contentFields,
  exportedImage,
} from "#lib/manifest/export/export-content.ts";
import { exportedMedia, type NamedMedia, readNamedMedia } from "#lib/manifest/export/export-media.ts";
import { unless, unlessEmpty } from "#lib/manifest/export/exported-fields.ts";
import { type ExportedFile, exportedFiles } from "#lib/manifest/export/exported-files.ts";
import { nestedPages } from "#lib/manifest/export/nested-pages.ts";
import { type PlacedNode, readSiteTree } from "#lib/manifest/export/site-tree.ts";
import { newVariables, type Variables } from "#lib/manifest/export/variables.ts";
import { readStoredPage, type StoredPage } from "#lib/manifest/stored/stored-page.ts";
import type { Comment } from "#lib/pages/comment.ts";
import { type Page, rootPageId, type Season } from "#lib/pages/page.ts";
import type { Restriction } from "#lib/pages/restriction.ts";
import { typeOf } from "#lib/queries/page-types.ts";
import { customBlocks } from "#lib/settings/blocks.ts";
import { richTextFeaturesOf } from "#lib/settings/editor.ts";
import type { Group } from "#lib/site/group.ts";
import { type Collection, emptySite, type Site } from "#lib/site/site.ts";
import type { Trust } from "#lib/site/trust.ts";
import type { User } from "#lib/site/user.ts";
import { type Webhook, webhookEvents } from "#lib/site/webhook.ts";
import type { Workflow } from "#lib/site/workflow.ts";
import type { StoredToken } from "#lib/store/credentials.ts";
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
  const { settings } = site;
  const manifest = {
    version: 1,
    site: {
      name: settings.name,
      ...unless(null, { base_url: settings.baseUrl }),
      theme: settings.theme,
      locale: settings.locale,
      ...unless(emptySite.settings.timezone, { timezone: settings.timezone }),
      ...exportedImage("logo", settings.logo, media),
      ...exportedImage("favicon", settings.favicon, media),
      ...exportedImage("share_image", settings.shareImage, media),
      ...unlessEmpty({ navigation: settings.navigation, social_links: settings.socialLinks }),
      ...unless(null, { rich_text_features: settings.richTextFeatures }),
      ...unless(null, { websub_hub: settings.websubHub }),
    },
    groups: site.groups.map((group) => exportedGroup(group, names)),
    users: users.map((user) => exportedUser(user, names)),
    tokens: tokens.flatMap((stored) => exportedToken(stored, names)),
    collections: [...names.collections].flatMap(([, path]) => exportedCollection(path, site, names)),
    categories: site.categories.map(({ slug, name }) => ({ slug, name })),
    ...unlessEmpty({ authors: site.authors }),
    ...exportedMedia(media, names),
    ...unlessEmpty({ workflows: site.workflows.map((workflow) => exportedWorkflow(workflow, names)) }),
    ...unlessEmpty({ oidc: site.trusts.flatMap((trust) => exportedTrust(trust, names)) }),
    ...unlessEmpty({ webhooks: webhooks.map(({ webhook }) => exportedWebhook(webhook, names)) }),
    ...unlessEmpty({
      redirects: site.redirects.flatMap(({ from, pageId, feed }) => {
        const to = names.pages.get(pageId);
        return to === undefined ? [] : [{ from, to, ...unless(undefined, { feed }) }];
      }),
    }),
  };
  // In the order of the pages, so that the variables of passwords have the same names in every part.
  const restrictions = new Map(
    nodes.map(({ page, path }) => [page.id, exportedRestriction(page.restriction, path, names)]),
  );
  const files = media.all.flatMap((object) => exportedFiles(object, media.keyOf(object.kind, object.id)!));
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

/** The names that the file has for ids. */
interface Names extends ContentNames {
  readonly groups: ReadonlyMap<number, string>;
  readonly users: ReadonlyMap<number, string>;
  readonly collections: ReadonlyMap<number, string>;
  readonly variables: Variables;
}

const namesOf = (
  site: Site,
  users: readonly User[],
  nodes: readonly PlacedNode[],
  media: NamedMedia,
  variables: Variables,
): Names => ({
  groups: new Map(site.groups.map(({ id, name }) => [id, name])),
  users: new Map(users.map(({ id, username }) => [id, username])),
  categories: new Map(site.categories.map(({ id, slug }) => [id, slug])),
  authors: new Set(site.authors.map(({ slug }) => slug)),
  seasons: new Map(nodes.flatMap(({ page }) => page.seasons ?? []).map(({ id, key }) => [id, key])),
  collections: new Map([...collectionsByPath(site.collections)].map(([path, { id }]) => [id, path])),
  pages: new Map([[rootPageId, "/"], ...nodes.map(({ page, path }) => [page.id, path] as const)]),
  media,
  features: richTextFeaturesOf(site.settings),
  custom: customBlocks(),
  variables,
});

const exportedGroup = ({ name, adminAccess, pages, collections }: Group, names: Names) => ({
  name,
  ...unless(false, { admin_access: adminAccess }),
  ...unlessEmpty({
    pages: pages.flatMap(({ pageId, allow }) => {
      const page = names.pages.get(pageId);
      return page === undefined ? [] : [{ page, allow }];
    }),
    collections: collections.flatMap(({ collectionId, images, audios, videos }) => {
      const collection = names.collections.get(collectionId);
      return collection === undefined ? [] : [{ collection, ...unlessEmpty({ images, audios, videos }) }];
    }),
  }),
});

const exportedUser = (user: User, names: Names) => ({
  username: user.username,
  ...unless("", { email: user.email }),
  ...(user.passwordHash !== null && { password: names.variables.reference("PASSWORD", user.username) }),
  ...unlessEmpty({ groups: named(user.groups, names.groups) }),
  ...unless(false, { staff: user.staff, superuser: user.superuser }),
  ...unless(true, { active: user.active }),
});

const exportedToken = ({ token }: StoredToken, names: Names) => {
  const user = names.users.get(token.userId);
  if (user === undefined) return [];
  const secret = names.variables.reference("TOKEN", token.name);
  const { scopes, expiresAt } = token;
  const limits = { expires_at: expiresAt, ...exportedLimits(token, names) };
  return [{ name: token.name, user, secret, ...unless(null, { scopes }), ...unless(undefined, limits) }];
};

const exportedLimits = ({ parents, collections }: Pick<Trust, "parents" | "collections">, names: Names) => ({
  parents: parents && named(parents, names.pages),
  collections: collections && named(collections, names.collections),
});

const exportedTrust = (trust: Trust, names: Names) => {
  const { issuer, audience, claims, keys, scopes } = trust;
  const user = names.users.get(trust.userId);
  if (user === undefined) return [];
  const jwks = keys && { keys };
  const rest = unless(undefined, { jwks, user, scopes, ...exportedLimits(trust, names) });
  return [{ issuer, audience, claims, ...rest }];
};

const exportedWebhook = ({ name, url, events, parents, coalesceSeconds, active }: Webhook, names: Names) => ({
  name,
  url,
  secret: names.variables.reference("WEBHOOK", name),
  ...(events.length < webhookEvents.length && { events }),
  ...unlessEmpty({ parents: named(parents, names.pages) }),
  ...unless(0, { coalesce_seconds: coalesceSeconds }),
  ...unless(true, { active }),
});

const exportedCollection = (path: string, site: Site, names: Names) => {
  const { restriction } = collectionsByPath(site.collections).get(path) as Collection;
  if (path === "Root" && restriction === null) return [];
  return [{ path, ...exportedRestriction(restriction, path, names) }];
};

const exportedWorkflow = ({ name, tasks, pageIds }: Workflow, names: Names) => ({
  name,
  tasks: tasks.map((task) => ({ name: task.name, groups: named(task.groups, names.groups) })),
  ...unlessEmpty({ pages: named(pageIds, names.pages) }),
});

const exportedPage = (
  branch: Branch,
  restrictions: ReadonlyMap<number, object>,
  names: Names,
): Record<string, unknown> => {
  const { page, live, latest, approved, comments, waiting, formerSlugs } = branch;
  const main = live ?? approved ?? latest;
  const draft = page.live && page.unpublishedChanges ? draftOf(branch) : null;
  const newerDraft = page.schedule && page.schedule.revisionId !== page.latestRevisionId ? latest : null;
  return {
    type: typeOf(page.kind),
    uuid: page.uuid,
    slug: page.slug,
    ...unlessEmpty({ former_slugs: formerSlugs }),
    title: main?.title ?? page.title,
    ...(main && contentFields(main, names)),
    ...unless(undefined, { owner: ownerOf(page, names) }),
    ...unlessEmpty({ seasons: (page.seasons ?? []).map(exportedSeason) }),
    ...unless(true, { live: page.live }),
    ...(draft && main && { draft: changedFields(draft, main, names) }),
    ...unless(false, { show_in_menus: page.showInMenus }),
    ...(page.commentsClosed && { comments_enabled: false }),
    ...restrictions.get(page.id),
    ...(page.lock && { locked: true, ...unless(undefined, { locked_by: lockOwnerOf(page, names) }) }),
    ...(page.schedule && { scheduled_at: page.schedule.publishAt }),
    ...(newerDraft && main && { newer_draft: changedFields(newerDraft, draft ?? main, names) }),
    ...(page.workflow && { workflow: { name: page.workflow.name, state: page.workflow.state } }),
    ...unlessEmpty({ comments: [...comments, ...waiting].map(exportedComment) }),
  };
};

const exportedComment = ({ name, email, text, moderation, createdAt }: Comment) => ({
  name,
  ...unless("", { email }),
  body: text,
  moderation,
  created_at: createdAt,
});

const exportedSeason = ({ key, number, name }: Season) => ({ key, number, ...unless("", { name }) });

/** The draft after the public content: the approved one, unless that is public already. */
const draftOf = ({ page, approved, latest }: Branch) => {
  if (!page.schedule) return latest;
  return page.schedule.revisionId === page.liveRevisionId ? null : approved;
};

const lockOwnerOf = ({ lock }: Page, { users }: Names): string | undefined =>
  lock?.ownerId == null ? undefined : users.get(lock.ownerId);

const ownerOf = ({ ownerId }: Page, { users }: Names): string | undefined =>
  ownerId === null ? undefined : users.get(ownerId);

const exportedRestriction = (restriction: Restriction | null, path: string, { groups, variables }: Names) => {
  switch (restriction?.type) {
    case undefined:
      return {};
    case "login":
      return { restriction: { type: "login" } };
    case "groups":
      return { restriction: { type: "groups", groups: named(restriction.groups, groups) } };
    case "password":
      return { restriction: { type: "password", password: variables.reference("PASSWORD", path) } };
  }
};

const named = (ids: readonly number[], names: ReadonlyMap<number, string>): string[] =>
  ids.flatMap((id) => names.get(id) ?? []);
