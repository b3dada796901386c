import { UsageError } from "#cli/usage-error.ts";
import { hashOfSecret, newTokenSecret } from "#lib/access/secrets.ts";
import { createPreviewLink } from "#lib/actions/pages/create-preview-link.ts";
import { deletePreviewLink } from "#lib/actions/pages/delete-preview-link.ts";
import { judgeComment } from "#lib/actions/pages/judge-comment.ts";
import { changeUser } from "#lib/actions/people/change-user.ts";
import { createUser } from "#lib/actions/people/create-user.ts";
import { issueToken } from "#lib/actions/people/issue-token.ts";
import { revokeToken } from "#lib/actions/people/revoke-token.ts";
import { queueTest, replayDelivery } from "#lib/actions/webhooks/queue-delivery.ts";
import { scopeFault } from "#lib/manifest/check/scope-fault.ts";
import { collectionsByPath } from "#lib/manifest/collection-paths.ts";
import { pageIdAt } from "#lib/manifest/stored/stored-page.ts";
import { previewLinkPaths } from "#lib/pages/addresses.ts";
import { expiryOf } from "#lib/pages/binned-page.ts";
import { stateOf } from "#lib/pages/comment-state.ts";
import { isPost, type Page } from "#lib/pages/page.ts";
import { Refusal } from "#lib/refusals/refusal.ts";
import { readBin } from "#lib/store/bin.ts";
import { readTokens, readUserByName, readUsers } from "#lib/store/listed-credentials.ts";
import { readModeratedComments } from "#lib/store/moderated-comments.ts";
import { readPreviewLinks } from "#lib/store/preview-links.ts";
import { readSite } from "#lib/store/site.ts";
import { readUsernames } from "#lib/store/usernames.ts";
import { readWebhooks } from "#lib/store/webhooks.ts";
import { administerPage, changedPageView } from "#lib/surfaces/administration/pages.ts";
import { readSiteStatus } from "#lib/surfaces/administration/site-status.ts";
import { storedStatistics } from "#lib/surfaces/administration/statistics.ts";
import { accountProperties, newAccount, userView } from "#lib/surfaces/administration/users.ts";
import { deliveriesOf } from "#lib/surfaces/webhooks/existing.ts";
import { deliveryView, webhookView } from "#lib/surfaces/webhooks/webhook-view.ts";
import { PlainError } from "#local/plain-error.ts";
import { requireSettings } from "#local/require-settings.ts";
import { noPage, noUser } from "./missing.ts";
import type { SiteAdministration, TokenToCreate } from "./site-administration.ts";
import { exportStore } from "./store-export.ts";

/** Administers the site whose store this process has opened. */
export const storeSite: Omit<SiteAdministration, keyof AsyncDisposable | "applyFile"> = {
  status: readSiteStatus,
  statistics: storedStatistics,
  logStatistics: async (...given) => (await import("./log-statistics.ts")).logStatistics(...given),
  users: async () => {
    const [users, { groups }] = await Promise.all([readUsers(), readSite()]);
    return users.map((user) => userView(user, groups));
  },
  createUser: async ({ username, ...fields }) => {
    const properties = await accountProperties(fields, await readSite(), username);
    await createUser(username, { ...newAccount, ...properties });
  },
  changeUser: async (username, changes) => {
    const properties = await accountProperties(changes, await readSite(), username);
    await changeUser({ username }, properties, () => noUser(username));
  },

  tokens: async () => {
    const [tokens, users] = await Promise.all([readTokens(), readUsers()]);
    return tokens.map(({ token }) => ({
      name: token.name,
      user: users.find(({ id }) => id === token.userId)?.username ?? null,
      scopes: token.scopes,
      expires_at: token.expiresAt ?? null,
      parents: token.parents ?? null,
      collections: token.collections ?? null,
      created_at: token.createdAt,
    }));
  },
  createToken: async (wanted) => {
    requireSettings();
    for (const fault of wanted.scopes?.map(scopeFault) ?? [])
      if (fault !== undefined) throw new UsageError(fault);
    const user = await readUserByName(wanted.user);
    if (!user) throw noUser(wanted.user);
    const { expiresAt, name, scopes } = wanted;
    const { parents, collections } = await limitIds(wanted);
    const limits = {
      ...(expiresAt !== null && { expiresAt }),
      ...(parents && { parents }),
      ...(collections && { collections }),
    };
    const secret = newTokenSecret();
    await issueToken(name, (current) => {
      if (current)
        throw new PlainError(`There is a token ${name} already; revoke it first, or choose another name.`);
      return { userId: user.id, scopes, ...limits, hash: hashOfSecret(secret) };
    });
    return { secret, parents, collections };
  },
  revokeToken: async (name) => {
    if (!(await revokeToken(name))) throw new PlainError(`There is no token ${name}.`);
  },

  pageAt: async (path) => {
    const id = await pageIdAt(path);
    if (id === undefined) throw noPage(path);
    return id;
  },
  changePage: async (pageId, change) => changedPageView(await administerPage(pageId, change, {}), new Map()),
  bin: async () =>
    (await readBin()).map((binned) => ({
      id: binned.page.id,
      slug: binned.page.draftSlug,
      title: binned.title,
      deleted_at: binned.deletedAt,
      expires_at: expiryOf(binned),
    })),
  createPreviewLink: async (pageId, { expiresInSeconds, revisionId }) => {
    const chosen = { makerId: null, revisionId, expiresInSeconds, permit: permitPost };
    const { link, key } = await createPreviewLink(pageId, chosen);
    const { path, jsonPath } = previewLinkPaths({ pageId, id: link.id }, key);
    const base = (await readSite()).settings.baseUrl ?? "";
    return { id: link.id, url: base + path, json_url: base + jsonPath, expires_at: link.expiresAt };
  },
  previewLinks: async (pageId) => {
    const { links } = await readPreviewLinks(pageId);
    const usernames = await readUsernames(links.map(({ makerId }) => makerId));
    return links.toReversed().map(({ id, revisionId, makerId, createdAt, expiresAt }) => ({
      ...{ id, revision: revisionId, created_by: usernames.get(makerId) ?? null },
      ...{ created_at: createdAt, expires_at: expiresAt },
    }));
  },
  revokePreviewLink: async (pageId, id) => deletePreviewLink(pageId, { id, permit: permitPost }),

  comments: async (state, limit) => {
    const chosen = { state, on: undefined, below: undefined, words: "" };
    const { count, comments } = await readModeratedComments(chosen, () => ({ offset: 0, limit }));
    return {
      count,
      comments: comments.map(({ pageId, comment: { id, name, text, score, createdAt } }) => ({
        ...{ id, page: pageId, state, score: score ?? null, created_at: createdAt, author_name: name, text },
      })),
    };
  },
  judgeComment: async (id, state) => {
    const { comment } = await judgeComment(id, state).catch((error: unknown) => {
      if (error instanceof Refusal && error.code === "not_found")
        throw new PlainError(`There is no comment ${id}.`);
      throw error;
    });
    return { author_name: comment.name, state: stateOf(comment) };
  },

  webhooks: async () => (await readWebhooks()).map(({ webhook }) => webhookView(webhook)),
  testWebhook: async (id) => (await queueTest(id)).id,
  deliveries: async (id, limit) => (await deliveriesOf(id, limit)).map(deliveryView),
  replayDelivery: async (id, delivery) => (await replayDelivery(id, delivery)).id,

  exportSite: exportStore,
};

const limitIds = async ({ parents, collections }: TokenToCreate) => ({
  parents: parents && (await Promise.all(parents.map(storeSite.pageAt))),
  collections: collections && (await collectionIds(collections)),
});

const collectionIds = async (paths: readonly string[]): Promise<number[]> => {
  const byPath = collectionsByPath((await readSite()).collections);
  return paths.map((path) => {
    const collection = byPath.get(path);
    if (!collection) throw new PlainError(`There is no collection ${path}.`);
    return collection.id;
  });
};

const permitPost = (current: { readonly page: Page } | undefined): void => {
  if (!current) throw new PlainError("The page was deleted meanwhile.");
  if (!isPost(current.page.kind)) throw new PlainError("Only posts and episodes have preview links.");
};
