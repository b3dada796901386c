import type * as z from "zod/mini";
import { type Client, ServiceRefusal } from "#cli/publish/client.ts";
import { everyItem, itemsPerRequest } from "#cli/publish/every-item.ts";
import { usableCollections } from "#cli/upload/collection.ts";
import { UsageError } from "#cli/usage-error.ts";
import { rootPageId } from "#lib/pages/page.ts";
import {
  addUser,
  changePage,
  discardToken,
  issueTokenToUser,
  listTokens,
  listUsers,
  updateUser,
} from "#lib/routes/administration.ts";
import { readSiteThings, updateSiteThings } from "#lib/routes/administration-site.ts";
import { readSiteStatistics } from "#lib/routes/administration-statistics.ts";
import { readStatus } from "#lib/routes/administration-status.ts";
import { approveComment, listComments, refuseComment, removeComment } from "#lib/routes/comments.ts";
import { dryRunAnswer } from "#lib/routes/dry-run-shapes.ts";
import { listBin } from "#lib/routes/editor-bin.ts";
import { listEditablePages, type listedPage } from "#lib/routes/editor-pages.ts";
import {
  createPostPreviewLink,
  deletePostPreviewLink,
  listPostPreviewLinks,
} from "#lib/routes/editor-preview-links.ts";
import { listDeliveries, listWebhooks, resendDelivery, testWebhook } from "#lib/routes/editor-webhooks.ts";
import { PlainError } from "#local/plain-error.ts";
import { noPage, noUser } from "./missing.ts";
import type { SiteAdministration, TokenToCreate } from "./site-administration.ts";

/** Finds the id of the page at a path. Throws a `PlainError` if there is none. */
export type FindPage = (path: string) => Promise<number>;

/**
 * The operations that need only a client of the site's routes; the others need the service's address, or its
 * store.
 */
type ByRoutes = Omit<
  SiteAdministration,
  keyof AsyncDisposable | "exportSite" | "applyFile" | "logStatistics"
>;

/** Administers a site by its routes, over HTTP or in this process. */
export const siteByRoutes = (
  client: Client,
  pageAt: FindPage = (path) => findPage(client, path),
): ByRoutes => {
  const previewLinks: SiteAdministration["previewLinks"] = (id) =>
    onPost(everyItem(client, listPostPreviewLinks, { params: { id } }));
  return {
    status: () => client(readStatus, {}),
    statistics: ({ days, path }) =>
      client(readSiteStatistics, { query: { days, ...(path !== undefined && { path }) } }),
    siteThings: () => client(readSiteThings),
    changeSiteThings: async (change, dryRun) => {
      const { digest: base } = await client(readSiteThings);
      const body = { base_digest: base ?? "", ...change };
      if (!dryRun) return (await client(updateSiteThings, { body })).digest !== base;
      const trial = { ...updateSiteThings, answer: dryRunAnswer };
      return (await client(trial, { body, query: { dry_run: "true" } })).answer?.digest !== base;
    },

    users: () => everyItem(client, listUsers),
    createUser: async (user) => {
      await client(addUser, { body: { ...user, groups: [...user.groups] } });
    },
    changeUser: async (username, changes) => {
      const user = (await everyItem(client, listUsers)).find((each) => each.username === username);
      if (!user) throw noUser(username);
      await client(updateUser, { params: { id: user.id }, body: changes });
    },

    tokens: () => everyItem(client, listTokens),
    createToken: async (wanted) => {
      const { user, name, scopes, expiresAt } = wanted;
      const { parents, collections } = await limitIds(client, pageAt, wanted);
      const body = { user, name, scopes: scopes && [...scopes], parents, collections, expires_at: expiresAt };
      const { secret } = await client(issueTokenToUser, { body }).catch((error: unknown) => {
        throw refusedToken(error, name);
      });
      if (secret === null)
        throw new PlainError(
          `The token ${name} was made, but its secret was lost; revoke it and make another.`,
        );
      return { secret, parents, collections };
    },
    revokeToken: async (name) => {
      const token = (await everyItem(client, listTokens)).find((each) => each.name === name);
      if (!token) throw new PlainError(`There is no token ${name}.`);
      await client(discardToken, { params: { id: token.id } });
    },

    pageAt,
    changePage: async (pageId, change) => {
      for (let deleted = 0; ; ) {
        const changed = await client(changePage, { params: { id: pageId }, body: change });
        deleted += changed.deleted;
        if (!changed.more) return { ...changed, deleted };
      }
    },
    bin: () => everyItem(client, listBin),
    createPreviewLink: async (id, { expiresInSeconds, revisionId }) => {
      const body = { expires_in: expiresInSeconds, revision: revisionId };
      const made = await onPost(client(createPostPreviewLink, { params: { id }, body }));
      if (made.url === null || made.json_url === null)
        throw new PlainError("The link was made, but its address was lost; revoke it and make another.");
      return { ...made, url: made.url, json_url: made.json_url };
    },
    previewLinks,
    revokePreviewLink: async (id, link) => {
      await client(deletePostPreviewLink, { params: { id, link } }).catch(async (error: unknown) => {
        // Says it if the page is no post; else the link is missing.
        await previewLinks(id);
        throw error;
      });
    },

    comments: (state, limit) => newestComments(client, state, limit),
    judgeComment: async (id, state) => {
      const judge = { public: approveComment, refused: refuseComment, removed: removeComment }[state];
      return client(judge, { params: { id } }).catch((error: unknown) => {
        if (isRefused(error, "not_found")) throw new PlainError(`There is no comment ${id}.`);
        throw error;
      });
    },

    webhooks: () => everyItem(client, listWebhooks),
    testWebhook: async (id) => (await client(testWebhook, { params: { id } })).id,
    deliveries: async (id, limit) => {
      const all = await everyItem(client, listDeliveries, { params: { id } });
      const finished = all.filter(({ state }) => state !== "waiting").slice(0, limit);
      return [...all.filter(({ state }) => state === "waiting"), ...finished];
    },
    replayDelivery: async (id, delivery) => (await client(resendDelivery, { params: { id, delivery } })).id,
  };
};

const isRefused = (error: unknown, code: string): boolean =>
  error instanceof ServiceRefusal && error.code === code;

const newestComments: (
  client: Client,
  state: string,
  limit: number,
) => ReturnType<SiteAdministration["comments"]> = async (client, state, limit) => {
  const comments = [];
  for (let page = 1; ; page++) {
    const { count, results, next } = await client(listComments, {
      query: { state, page, pageSize: itemsPerRequest },
    });
    comments.push(...results);
    if (next === null || comments.length >= limit) return { count, comments: comments.slice(0, limit) };
  }
};

const onPost = <Value>(work: Promise<Value>): Promise<Value> =>
  work.catch((error: unknown) => {
    if (isRefused(error, "not_found")) throw new PlainError("Only posts and episodes have preview links.");
    throw error;
  });

/** The page at a path, by one request a step. */
const findPage = async (client: Client, path: string): Promise<number> => {
  let id: number = rootPageId;
  for (const slug of path.split("/").filter((step) => step !== "")) {
    const found = await everyItem(client, listEditablePages, { query: { parent: id, slug } });
    const page = found.find((each) => publicSlug(each) === slug) ?? found.find((each) => each.slug === slug);
    if (!page) throw noPage(path);
    id = page.id;
  }
  return id;
};

/** The slug in the page's public address; a draft may have another one. */
const publicSlug = ({ public_url: url }: z.output<typeof listedPage>): string | undefined =>
  url === null ? undefined : decodeURIComponent(url.replace(/\/$/, "").replace(/^.*\//, ""));

/** The refusal in words of the command line. */
const refusedToken = (error: unknown, name: string): unknown => {
  const problems = error instanceof ServiceRefusal ? error.problems : [];
  const wrongScope = problems.find(({ path }) => path.startsWith("scopes."));
  if (wrongScope) return new UsageError(wrongScope.message);
  return problems.some(({ path, code }) => path === "name" && code === "duplicate")
    ? new PlainError(`There is a token ${name} already; revoke it first, or choose another name.`)
    : error;
};

const limitIds = async (client: Client, pageAt: FindPage, { parents, collections }: TokenToCreate) => ({
  parents: parents && (await Promise.all(parents.map(pageAt))),
  collections: collections && (await collectionIds(client, collections)),
});

const collectionIds = async (client: Client, paths: readonly string[]): Promise<number[]> => {
  const known = await usableCollections(client, "image");
  const byPath = new Map(known.map(({ id, path }) => [path, id]));
  return paths.map((path) => {
    const id = byPath.get(path);
    if (id === undefined) throw new PlainError(`There is no collection ${path}.`);
    return id;
  });
};
