import { removeUpload } from "#lib/actions/uploads/usable-upload.ts";
import { certain } from "#lib/certain.ts";
import type { MediaKind } from "#lib/media/media.ts";
import type { Change } from "#lib/pages/change.ts";
import { rolesOnPage } from "#lib/pages/page.ts";
import type { PreviewLink } from "#lib/pages/preview-link.ts";
import type { Token, Trust } from "#lib/site/credential.ts";
import { commentsIn } from "#lib/store/comments.ts";
import { mediaIn } from "#lib/store/media.ts";
import { pageIn, revisionOf } from "#lib/store/pages.ts";
import { keyOf, removeCredentialOf, rewriteChange, unnameAudit } from "#lib/store/person-writes.ts";
import type { ItemKindName } from "#lib/store/stored-items.ts";
import { type Key, keys, type StoredItem } from "#lib/store/table.ts";
import { uploadIn } from "#lib/store/uploads.ts";
import { userOf } from "#lib/store/users.ts";
import { waitingIn } from "#lib/store/waiting-comments.ts";
import { workingCopyFields } from "#lib/store/working-copies.ts";
import { deleteToken, removePrivateFeed } from "#lib/store/write-credentials.ts";
import {
  eraseBinnedComments,
  eraseComments,
  eraseFromBin,
  eraseFromMedia,
  eraseFromPage,
  eraseFromRevision,
  erasePreviewLinks,
  eraseTrusts,
  eraseWaitingComment,
  eraseWorkingCopyOf,
} from "./erasures.ts";
import {
  isIn,
  type NamedPerson,
  ofUser,
  type PersonalKind,
  type PersonRule,
  removal,
  wroteComment,
} from "./person-rule.ts";

const shownToken = ({ name, scopes, expiresAt, parents, collections, createdAt }: Omit<Token, "kind">) => ({
  ...{ name, scopes, createdAt, expires_at: expiresAt, parents, collections },
});

const shownCredential = (credential: StoredItem<"credential">): object => {
  const { lastUsedAt: last_used_at } = credential;
  if (credential.kind !== "session")
    return { kind: credential.kind, ...shownToken(credential), last_used_at };
  const { theme, expiresAt } = credential;
  return { kind: "session", theme, last_used_at, expires_at: instantOf(expiresAt) };
};

const instantOf = (seconds: number): string => new Date(seconds * 1000).toISOString();

const trustsIn = ({ sk, value }: StoredItem<"siteItem">): readonly Trust[] =>
  sk === "TRUSTS" ? (JSON.parse(value) as readonly Trust[]) : [];

const linksIn = ({ links }: StoredItem<"previewLinks">): readonly PreviewLink[] =>
  JSON.parse(links) as readonly PreviewLink[];

const changeIn = ({ change }: StoredItem<"change">): Change => JSON.parse(change) as Change;

const numberAtEnd = (key: string): number => Number(/\d+$/.exec(key)?.[0]);

/** The page in whose partition an item is. */
const pageOf = ({ pk }: Key): number => numberAtEnd(pk);

const pageIdIn = ({ sk }: Key): number => numberAtEnd(sk);

const ofComments = (
  title: string,
  pageIdOf: (item: Key) => number,
  erase: (pageId: number, person: NamedPerson) => Promise<void>,
): PersonalKind<"comments" | "binnedComments"> => ({
  title,
  erasure: "removed",
  dataOf: async (item, person) => {
    const { comments } = await commentsIn(item);
    return comments
      .filter((comment) => wroteComment(person, comment))
      .map((each) => ({ page: pageIdOf(item), ...each }));
  },
  erase: (item, person) => erase(pageIdOf(item), person),
});

const stays = { erasure: "stays" } as const;
const expires = { erasure: "expires" } as const;

/** What is done with each kind of item when a person is exported or erased. */
export const personRules: { readonly [Kind in ItemKindName]: PersonRule<Kind> } = {
  user: {
    title: "accounts",
    erasure: "last",
    dataOf: (item, { userId }) => {
      const { id, username, email, active, staff, superuser, groups } = userOf(item);
      return id === userId ? [{ id, username, email, active, staff, superuser, groups }] : [];
    },
    erase: async () => {},
  },
  username: {
    title: "names of accounts",
    erasure: "last",
    dataOf: ({ pk, userId }, person) =>
      userId === person.userId ? [{ username: pk.slice("USERNAME#".length) }] : [],
    erase: async () => {},
  },
  token: ofUser(
    "tokens",
    "removed",
    ({ token }, userId) => token.userId === userId,
    ({ token }) => shownToken(token),
    ({ token, hash }) => deleteToken({ token, hash }),
  ),
  credential: ofUser(
    "sessions, and secrets of tokens",
    "removed",
    (item, userId) => item.userId === userId,
    shownCredential,
    (item, userId) => [removeCredentialOf(keyOf<"credential">(item), userId)],
  ),
  sessionEntry: ofUser(
    "entries in the list of sessions",
    "removed",
    isIn((userId) => keys.sessionEntry(userId, 0, "").pk),
    ({ startedAt, client }) => ({ started_at: startedAt, client }),
    removal,
  ),
  tokenTally: ofUser(
    "counts of tokens",
    "removed",
    isIn((userId) => keys.tokenTally(userId).pk),
    ({ made }) => ({ made }),
    removal,
  ),
  setup: expires,
  privateFeed: ofUser(
    "private feeds",
    "removed",
    (item, userId) => item.userId === userId,
    ({ podcastId, createdAt }) => ({ podcast: podcastId, created_at: createdAt }),
    (item) => removePrivateFeed(item),
  ),
  feedSecret: ofUser(
    "secrets of private feeds",
    "removed",
    (item, userId) => item.userId === userId,
    ({ podcastId, lastUsedAt }) => ({ podcast: podcastId, last_used_on: lastUsedAt }),
    removal,
  ),
  agentGrant: ofUser(
    "access of agents",
    "removed",
    (item, userId) => item.userId === userId,
    ({ client: { name, host }, scopes, createdAt, usedAt }) => ({
      client: { name, host },
      ...{ scopes, created_at: createdAt, used_at: usedAt },
    }),
    removal,
  ),
  agentGrantEntry: ofUser(
    "entries in the list of access of agents",
    "removed",
    (item, userId) => item.userId === userId,
    ({ expires_at }) => ({ until: instantOf(expires_at) }),
    removal,
  ),
  agentCode: ofUser(
    "codes for agents",
    "removed",
    (item, userId) => item.userId === userId,
    ({ client: { name, host }, scopes }) => ({ client: { name, host }, scopes }),
    removal,
  ),
  agentClient: expires,
  siteItem: {
    title: "trusts in other services",
    erasure: "removed",
    dataOf: (item, { userId }) =>
      trustsIn(item).flatMap(({ userId: of, issuer, audience, claims, scopes }) =>
        of === userId ? [{ issuer, audience, claims, scopes }] : [],
      ),
    erase: (_, { userId }) => eraseTrusts(certain(userId)),
  },
  page: {
    title: "pages",
    erasure: "unnamed",
    dataOf: (item, { userId }) => {
      const page = pageIn(item);
      const roles = userId === undefined ? [] : rolesOnPage(page, userId);
      return roles.length > 0 ? [{ id: page.id, slug: page.slug, title: page.title, roles }] : [];
    },
    erase: (item, { userId }) => eraseFromPage(pageIn(item).id, certain(userId)),
  },
  revision: {
    title: "revisions",
    erasure: "unnamed",
    dataOf: async (item, { userId }) => {
      if (userId === undefined || item.authorId !== userId) return [];
      const { id, pageId, createdAt, client, content } = await revisionOf(item);
      return [{ id, page: pageId, created_at: createdAt, client, content }];
    },
    erase: ({ pageId, id }, { userId }) => eraseFromRevision(pageId, id, certain(userId)),
  },
  audit: ofUser(
    "entries of histories",
    "unnamed",
    (item, userId) => item.userId === userId,
    ({ pageId, kind, revisionId, at }) => ({ page: pageId, kind, revision: revisionId, at }),
    (item, userId) => [unnameAudit(keyOf<"audit">(item), userId)],
  ),
  previewLinks: {
    title: "preview links",
    erasure: "removed",
    dataOf: (item, { userId }) =>
      linksIn(item).flatMap(({ id, makerId, revisionId, createdAt, expiresAt }) =>
        userId !== undefined && makerId === userId
          ? [{ page: pageOf(item), id, revision: revisionId, created_at: createdAt, expires_at: expiresAt }]
          : [],
      ),
    erase: (item, { userId }) => erasePreviewLinks(pageOf(item), certain(userId)),
  },
  workingCopy: {
    title: "working copies of pages",
    erasure: "removed",
    dataOf: async (item, { userId }) => {
      if (item.userId !== userId) return [];
      const { pageId, version, copy } = item;
      return [{ page: pageId, version, ...copy, fields: await workingCopyFields(item) }];
    },
    erase: ({ pageId }, { userId }) => eraseWorkingCopyOf(pageId, certain(userId)),
  },
  beingEdited: ofUser(
    "marks that a page is being edited",
    "removed",
    (item, userId) => item.userId === userId,
    ({ pageId }) => ({ page: pageId }),
    removal,
  ),
  bin: {
    title: "posts in the bin",
    erasure: "unnamed",
    dataOf: ({ page, title, deletedAt, deletedBy }, { userId }) => {
      if (userId === undefined) return [];
      const roles = [...rolesOnPage(page, userId), ...(deletedBy === userId ? ["deleted it"] : [])];
      return roles.length > 0 ? [{ id: page.id, title, deleted_at: deletedAt, roles }] : [];
    },
    erase: (item, { userId }) => eraseFromBin(pageIdIn(item), certain(userId)),
  },
  comments: ofComments("comments", pageIdIn, eraseComments),
  binnedComments: ofComments("comments on posts in the bin", pageOf, eraseBinnedComments),
  waitingComment: {
    title: "comments that wait for a moderator",
    erasure: "removed",
    dataOf: (item, person) => {
      const { pageId, comment } = waitingIn(item);
      return wroteComment(person, comment) ? [{ page: pageId, ...comment }] : [];
    },
    erase: (item) => eraseWaitingComment(Number(item.sk)),
  },
  media: {
    title: "media objects",
    erasure: "unnamed",
    dataOf: (item, { userId }) => {
      const { version, ...media } = mediaIn(item);
      return userId !== undefined && media.ownerId === userId ? [media] : [];
    },
    erase: (item, { userId }) => {
      const { kind, id } = mediaIn(item);
      return eraseFromMedia<MediaKind>(kind, id, certain(userId));
    },
  },
  change: ofUser(
    "entries of the change log",
    "unnamed",
    (item, userId) => {
      const change = changeIn(item);
      return change.kind === "media" && change.media?.ownerId === userId;
    },
    (item) => {
      const { kind, id } = changeIn(item) as { readonly kind: string; readonly id?: number };
      return { number: Number(item.sk), kind, id };
    },
    (item) => {
      const change = changeIn(item);
      const next = { ...change, ...("media" in change && { media: { ...change.media, ownerId: null } }) };
      return [rewriteChange(keyOf<"change">(item), item.change, next as Change)];
    },
  ),
  upload: {
    title: "uploads in progress",
    erasure: "removed",
    dataOf: ({ userId, name, contentType, sizeBytes, complete, expiresAt }, person) =>
      userId === person.userId
        ? [
            {
              name,
              content_type: contentType,
              size_bytes: sizeBytes,
              complete,
              expires_at: instantOf(expiresAt),
            },
          ]
        : [],
    erase: async (item) => {
      await removeUpload(item.id, item.userId, uploadIn(item));
    },
  },
  uploadTally: ofUser(
    "counts of uploads",
    "removed",
    isIn((userId) => keys.uploadTally(userId).pk),
    ({ begun }) => ({ begun }),
    removal,
  ),
  uploadLock: ofUser(
    "locks of uploads",
    "removed",
    isIn((userId) => keys.uploadLock(userId).pk),
    ({ expires_at }) => ({ until: instantOf(expires_at) }),
    removal,
  ),
  attempts: expires,
  receipt: expires,
  /** Made of the comments that are left (`erase-person.ts`). */
  spamModel: stays,
  lessons: stays,
  /** They go with their working copies. */
  workingCopyPart: stays,
  bodyPart: stays,
  formerBodyPart: stays,
  live: stays,
  excerpt: stays,
  commentPlaces: stays,
  commentPlacesMark: stays,
  waitingOnPage: stays,
  waitingTally: stays,
  leftoverBodies: stays,
  tagFamily: stays,
  mediaKey: stays,
  draftEpisode: stays,
  slug: stays,
  alias: stays,
  words: stays,
  listing: stays,
  siteVersion: stays,
  webhookSecret: stays,
  webhookName: stays,
  webhookPosition: stays,
  webhook: stays,
  finishedDelivery: stays,
  waitingDelivery: stays,
  sequence: stays,
  schedule: stays,
  statistics: stays,
  leftoverFiles: stays,
  invalidations: stays,
  restoration: stays,
};
