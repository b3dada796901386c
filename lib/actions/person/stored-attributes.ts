import { declaredMedia } from "#lib/media/media.ts";
import {
  audioFields,
  imageFields,
  type MediaFields,
  type MediaType,
  manifestOnlyFields,
  mediaFields,
  videoFields,
} from "#lib/media/media-fields.ts";
import type { Upload } from "#lib/media/upload.ts";
import type { Comment } from "#lib/pages/comment.ts";
import type { BinnedPage, EditLock, Page, WorkflowState } from "#lib/pages/page.ts";
import type { PreviewLink } from "#lib/pages/preview-link.ts";
import type { AuditEntry, Revision, RevisionListing, StoredParts } from "#lib/pages/revision.ts";
import type { AgentCode, AgentGrant, GrantedAccess } from "#lib/site/agent-grant.ts";
import type { Session, Token } from "#lib/site/credential.ts";
import type { User } from "#lib/site/user.ts";
import type { ItemKindName } from "#lib/store/stored-items.ts";

/**
 * What an attribute holds of people. `person`: who somebody is, or what they did; it is exported and erased.
 * `secret`: opens something for them; it is only erased. `content`: text of the site for its readers, which
 * may name anybody, and which editors change. `digest`: a hash by which nobody is found.
 */
export type Holding = "nothing" | "person" | "secret" | "content" | "digest";

/**
 * What an attribute holds, or what its members hold, if it is an object, a list of objects, or JSON of these.
 */
type AttributeHolding = Holding | { readonly [member: string]: AttributeHolding };

/** What each attribute of a type holds. A new attribute does not compile until it has an entry. */
type Holdings<Type> = { readonly [Name in keyof Type]-?: AttributeHolding };

const user: Holdings<User> = {
  fromManifest: "nothing",
  setByManifest: "digest",
  signOuts: "nothing",
  version: "nothing",
  id: "person",
  username: "person",
  email: "person",
  active: "person",
  staff: "person",
  superuser: "person",
  groups: "person",
  passwordHash: "secret",
};

const lock: Holdings<EditLock> = {
  ownerId: "person",
  lockedAt: "nothing",
};

const workflow: Holdings<WorkflowState> = {
  name: "content",
  task: "content",
  state: "nothing",
  groups: "nothing",
  startedBy: "person",
};

const summary: Holdings<RevisionListing> = {
  revisionId: "nothing",
  previousRevisionId: "nothing",
  visibleDate: "nothing",
  categories: "nothing",
  season: "nothing",
  savedAt: "nothing",
  media: "nothing",
  title: "content",
  tags: "content",
  source: "content",
  savedBy: "person",
};

const page: Holdings<Page> = {
  id: "nothing",
  kind: "nothing",
  parentId: "nothing",
  ancestors: "nothing",
  uuid: "nothing",
  live: "nothing",
  unpublishedChanges: "nothing",
  latestRevisionId: "nothing",
  liveRevisionId: "nothing",
  createdAt: "nothing",
  firstPublishedAt: "nothing",
  lastPublishedAt: "nothing",
  showInMenus: "nothing",
  schedule: "nothing",
  commentsClosed: "nothing",
  comments: "nothing",
  commentsVersion: "nothing",
  fromManifest: "nothing",
  births: "nothing",
  version: "nothing",
  slug: "content",
  draftSlug: "content",
  title: "content",
  publicSlug: "content",
  aliases: "content",
  restriction: "content",
  seasons: "content",
  ownerId: "person",
  lock,
  workflow,
  summary,
};

/** Contents, and where those are that are too large for their item. */
const body: Holdings<{ content: unknown } & StoredParts> = {
  content: "content",
  contentDigest: "nothing",
  contentParts: "nothing",
  contentPage: "nothing",
};

const revision: Holdings<Omit<Revision, "content" | "stored">> = {
  id: "nothing",
  pageId: "nothing",
  createdAt: "nothing",
  previousRevisionId: "nothing",
  restoredFrom: "nothing",
  audit: "nothing",
  authorId: "person",
  client: "person",
};

const comment: Holdings<Comment> = {
  id: "nothing",
  parentId: "nothing",
  createdAt: "nothing",
  moderation: "nothing",
  removed: "nothing",
  fromVisitor: "nothing",
  score: "nothing",
  name: "person",
  email: "person",
  title: "person",
  text: "person",
};

const auditEntry: Holdings<AuditEntry> = {
  pageId: "nothing",
  kind: "nothing",
  revisionId: "nothing",
  at: "nothing",
  userId: "person",
};

/** By the type of a declared field. */
const holdingsOfMedia: Readonly<Record<MediaType, Holding>> = {
  choice: "nothing",
  collection: "nothing",
  instant: "nothing",
  seconds: "nothing",
  mark: "nothing",
  point: "nothing",
  text: "content",
  tags: "content",
  chapters: "content",
  key: "content",
  picture: "content",
  pictures: "content",
  recordings: "content",
  transcript: "content",
  video: "content",
  owner: "person",
};

const declaredHoldings = (fields: MediaFields) =>
  Object.fromEntries(declaredMedia(fields).map(([name, { type }]) => [name, holdingsOfMedia[type]]));

const media: Readonly<Record<string, AttributeHolding>> = {
  id: "nothing",
  kind: "nothing",
  version: "nothing",
  ...declaredHoldings(imageFields),
  ...declaredHoldings(audioFields),
  ...declaredHoldings(videoFields),
  ...declaredHoldings(mediaFields),
  ...declaredHoldings(manifestOnlyFields),
};

const token: Holdings<Token> = {
  kind: "nothing",
  createdAt: "nothing",
  trustId: "nothing",
  fromManifest: "nothing",
  name: "person",
  userId: "person",
  scopes: "person",
  expiresAt: "person",
  parents: "person",
  collections: "person",
};

const granted: Holdings<Omit<AgentGrant, "createdAt" | "version">> = {
  userId: "person",
  client: "person",
  scopes: "person",
  usedAt: "person",
  digest: "secret",
  refreshDigest: "secret",
  access: "secret",
  passwordStamp: "secret",
};

const code: Holdings<Omit<AgentCode, keyof GrantedAccess>> = {
  digest: "secret",
  challenge: "secret",
  grant: "secret",
  expiresAtMs: "nothing",
  redirectUri: "person",
};

const session: Holdings<Omit<Session, "kind" | "userId" | "expiresAt">> = {
  theme: "person",
  lastUsedAt: "person",
  csrfToken: "secret",
  passwordStamp: "secret",
  passed: "secret",
};

const previewLink: Holdings<PreviewLink> = {
  id: "nothing",
  makerId: "person",
  revisionId: "person",
  createdAt: "person",
  expiresAt: "person",
  secretHash: "secret",
};

const upload: Holdings<Upload> = {
  id: "nothing",
  version: "nothing",
  partBytes: "nothing",
  userId: "person",
  name: "person",
  contentType: "person",
  sizeBytes: "person",
  sha256: "person",
  expectedSha256: "person",
  complete: "person",
  expiresAt: "person",
  key: "secret",
  uploadId: "secret",
};

const binned: Holdings<BinnedPage> = {
  deletedAt: "nothing",
  changes: "nothing",
  title: "content",
  deletedBy: "person",
  page,
};

const allComments = { version: "nothing", ...body, content: comment } as const;

const count = { count: "nothing", version: "nothing" } as const;

/** What the attributes of each kind of item hold, but for those that all items have. */
export const storedAttributes = {
  bodyPart: { bytes: "content" },
  formerBodyPart: { bytes: "content" },
  revision: { ...revision, ...body },
  live: { pageId: "nothing", revisionId: "nothing", ...body },
  excerpt: { pageId: "nothing", revisionId: "nothing", excerpt: "content" },
  previewLinks: { links: previewLink },
  workingCopy: {
    ...{ pageId: "nothing", version: "nothing", parts: "nothing" },
    ...{ userId: "person", copy: "person", fields: "person" },
  },
  workingCopyPart: { bytes: "content" },
  beingEdited: { pageId: "nothing", userId: "person" },
  audit: auditEntry,
  comments: { ...allComments, hasPending: "nothing" },
  commentPlaces: { pending: "nothing", public: "nothing", refused: "nothing", removed: "nothing" },
  commentPlacesMark: {},
  waitingComment: { pageId: "nothing", comment },
  waitingOnPage: { waiting: "nothing" },
  waitingTally: { waiting: "nothing" },
  binnedComments: { ...allComments, hasPending: "nothing" },
  bin: binned,
  spamModel: { version: "nothing", model: "digest" },
  lessons: { decisions: "nothing", nextLesson: "nothing" },
  leftoverBodies: { pageId: "nothing", notedAtMs: "nothing" },
  tagFamily: { version: "nothing", slugs: "content" },
  media: { version: "nothing", media },
  mediaKey: { id: "nothing" },
  draftEpisode: { pageId: "nothing" },
  page,
  slug: { slug: "content", row: "nothing", drafts: "nothing", former: "nothing" },
  alias: { pageId: "nothing", isPublic: "nothing", isDraft: "nothing" },
  words: { pageId: "nothing", revisionId: "nothing", version: "nothing", form: "nothing", words: "content" },
  listing: { listing: "content" },
  user,
  username: { userId: "person" },
  credential: { ...token, ...session, ...{ grant: "secret", salt: "secret" }, lastUsedAt: "person" },
  sessionEntry: { hash: "secret", startedAt: "person", client: "person" },
  tokenTally: { made: "nothing" },
  setup: { digest: "secret", expiresAtMs: "nothing" },
  feedSecret: { userId: "person", podcastId: "person", lastUsedAt: "person" },
  privateFeed: {
    ...{ id: "nothing", slot: "nothing", digest: "secret" },
    ...{ userId: "person", podcastId: "person", createdAt: "person" },
  },
  agentClient: {
    ...{ id: "nothing", createdAt: "nothing", version: "nothing" },
    ...{ name: "content", redirects: "content" },
  },
  agentCode: {
    ...{ userId: "person", client: "person", scopes: "person", passwordStamp: "secret" },
    ...code,
  },
  agentGrant: { ...granted, createdAt: "person", version: "nothing" },
  agentGrantEntry: { userId: "person", clientId: "person", digest: "secret" },
  token: { token, hash: "secret" },
  // Trusts name a user; the rest is content.
  siteItem: { value: "person" },
  siteVersion: { version: "nothing", format: "nothing" },
  receipt: { fingerprint: "digest", outcome: "nothing" },
  webhookSecret: { secret: "nothing" },
  webhookName: { id: "nothing" },
  webhookPosition: { position: "nothing" },
  webhook: { webhook: "content", version: "nothing" },
  finishedDelivery: { delivery: "content", version: "nothing" },
  sequence: "nothing",
  // Changes of media name their owner; the rest is content.
  change: { mark: "nothing", change: "person", writtenAtMs: "nothing" },
  waitingDelivery: { delivery: "content", version: "nothing" },
  schedule: { pageId: "nothing" },
  statistics: { version: "nothing", totals: "nothing" },
  upload,
  uploadTally: { begun: "nothing" },
  uploadLock: { holder: "nothing", receiptId: "digest" },
  leftoverFiles: { kind: "nothing", id: "nothing", files: "content", expectedUntil: "nothing" },
  attempts: { ...count, lastMs: "nothing", knownUntilMs: "nothing" },
  invalidations: "nothing",
  restoration: { digest: "nothing", hasEnded: "nothing" },
} as const satisfies Readonly<Record<ItemKindName, AttributeHolding>>;
