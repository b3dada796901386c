import { removeUpload } from "#lib/actions/uploads/remove-upload.ts";
import type { MediaKind } from "#lib/media/media.ts";
import type { Upload } from "#lib/media/upload.ts";
import type { BinnedPage } from "#lib/pages/binned-page.ts";
import type { Change } from "#lib/pages/change.ts";
import type { PreviewLink } from "#lib/pages/preview-link.ts";
import { rolesOnPage } from "#lib/pages/unnamed-page.ts";
import type { Session, Token } from "#lib/site/credential.ts";
import type { Trust } from "#lib/site/trust.ts";
import type { AuditEntry } from "#lib/store/audit.ts";
import type { Item } from "#lib/store/client.ts";
import { commentsIn } from "#lib/store/comments.ts";
import type { StoredToken } from "#lib/store/credentials.ts";
import type { ItemKindName } from "#lib/store/item-kinds.ts";
import { mediaIn } from "#lib/store/media.ts";
import { pageIn, revisionOf } from "#lib/store/pages.ts";
import { keyOf, removeCredentialOf, rewriteChange, unnameAudit } from "#lib/store/person-writes.ts";
import { keys } from "#lib/store/table.ts";
import { userOf } from "#lib/store/users.ts";
import { waitingIn } from "#lib/store/waiting-comments.ts";
import { deleteToken } from "#lib/store/write-credentials.ts";
import { eraseBinnedComments, eraseComments, eraseWaitingComment } from "./erase-comments.ts";
import { eraseFromBin, eraseFromPage, eraseFromRevision, erasePreviewLinks } from "./erase-from-pages.ts";
import { eraseFromMedia, eraseTrusts } from "./erase-from-site.ts";
import { isIn, ofUser, removal } from "./kinds-of-user.ts";
import { type NamedPerson, wroteComment } from "./named-person.ts";
import type { PersonalKind, PersonRule } from "./person-rule.ts";

const shownToken = ({ name, scopes, expiresAt, parents, collections, createdAt }: Token) => ({
  ...{ name, scopes, createdAt, expires_at: expiresAt, parents, collections },
});

const shownCredential = (item: Item): object => {
  const credential = item as unknown as Token | Session;
  const { lastUsedAt: last_used_at, theme } = item;
  return credential.kind === "token"
    ? { kind: "token", ...shownToken(credential), last_used_at }
    : { kind: "session", theme, last_used_at, expires_at: instantOf(credential.expiresAt) };
};

const instantOf = (seconds: unknown): string => new Date(Number(seconds) * 1000).toISOString();

const trustsIn = ({ sk, value }: Item): readonly Trust[] =>
  sk === "TRUSTS" ? (JSON.parse(value as string) as readonly Trust[]) : [];

const linksIn = ({ links }: Item): readonly PreviewLink[] =>
  JSON.parse(links as string) as readonly PreviewLink[];

const changeIn = ({ change }: Item): Change => JSON.parse(change as string) as Change;

const numberAtEnd = (key: unknown): number => Number(/\d+$/.exec(String(key))?.[0]);

/** The page in whose partition an item is. */
const pageOf = ({ pk }: Item): number => numberAtEnd(pk);

const pageIdIn = ({ sk }: Item): number => numberAtEnd(sk);

const ofComments = (
  title: string,
  pageIdOf: (item: Item) => number,
  erase: (pageId: number, person: NamedPerson) => Promise<void>,
): PersonalKind => ({
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

/** What becomes of each kind of item when a person is exported or erased. */
export const personRules = {
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
      userId === person.userId ? [{ username: String(pk).slice("USERNAME#".length) }] : [],
    erase: async () => {},
  },
  token: ofUser(
    "tokens",
    "removed",
    ({ token }, userId) => (token as Token).userId === userId,
    ({ token }) => shownToken(token as Token),
    ({ token, hash }) => deleteToken({ token, hash } as StoredToken),
  ),
  credential: ofUser(
    "sessions, and secrets of tokens",
    "removed",
    (item, userId) => item.userId === userId,
    shownCredential,
    (item, userId) => [removeCredentialOf(keyOf(item), userId)],
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
  siteItem: {
    title: "trusts in other services",
    erasure: "removed",
    dataOf: (item, { userId }) =>
      trustsIn(item).flatMap(({ userId: of, issuer, audience, claims, scopes }) =>
        of === userId ? [{ issuer, audience, claims, scopes }] : [],
      ),
    erase: (_, { userId }) => eraseTrusts(userId!),
  },
  page: {
    title: "pages",
    erasure: "unnamed",
    dataOf: (item, { userId }) => {
      const page = pageIn(item);
      const roles = userId === undefined ? [] : rolesOnPage(page, userId);
      return roles.length > 0 ? [{ id: page.id, slug: page.slug, title: page.title, roles }] : [];
    },
    erase: (item, { userId }) => eraseFromPage(pageIn(item).id, userId!),
  },
  revision: {
    title: "revisions",
    erasure: "unnamed",
    dataOf: async (item, { userId }) => {
      if (userId === undefined || item.authorId !== userId) return [];
      const { id, pageId, createdAt, client, content } = await revisionOf(item);
      return [{ id, page: pageId, created_at: createdAt, client, content }];
    },
    erase: ({ pageId, id }, { userId }) => eraseFromRevision(pageId as number, id as number, userId!),
  },
  audit: ofUser(
    "entries of histories",
    "unnamed",
    (item, userId) => item.userId === userId,
    (item) => {
      const { pageId, kind, revisionId, at } = item as unknown as AuditEntry;
      return { page: pageId, kind, revision: revisionId, at };
    },
    (item, userId) => [unnameAudit(keyOf(item), userId)],
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
    erase: (item, { userId }) => erasePreviewLinks(pageOf(item), userId!),
  },
  bin: {
    title: "posts in the bin",
    erasure: "unnamed",
    dataOf: (item, { userId }) => {
      const { page, title, deletedAt, deletedBy } = item as unknown as BinnedPage;
      if (userId === undefined) return [];
      const roles = [...rolesOnPage(page, userId), ...(deletedBy === userId ? ["deleted it"] : [])];
      return roles.length > 0 ? [{ id: page.id, title, deleted_at: deletedAt, roles }] : [];
    },
    erase: (item, { userId }) => eraseFromBin(pageIdIn(item), userId!),
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
      return eraseFromMedia<MediaKind>(kind, id, userId!);
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
      return [rewriteChange(keyOf(item), item.change as string, next as Change)];
    },
  ),
  upload: {
    title: "uploads in progress",
    erasure: "removed",
    dataOf: (item, { userId }) => {
      const { name, contentType, sizeBytes, complete, expiresAt } = item as unknown as Upload;
      return item.userId === userId
        ? [
            {
              name,
              content_type: contentType,
              size_bytes: sizeBytes,
              complete,
              expires_at: instantOf(expiresAt),
            },
          ]
        : [];
    },
    erase: async (item) => {
      const { pk, sk, expires_at, ...upload } = item;
      const { id, userId } = upload as unknown as Upload;
      await removeUpload(id, userId, upload as unknown as Upload);
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
} as const satisfies Readonly<Record<ItemKindName, PersonRule>>;
