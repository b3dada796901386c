import type { MediaKind } from "#lib/media/media.ts";
import type { Upload } from "#lib/media/upload.ts";
import type { CommentState } from "#lib/pages/comment.ts";
import type { BinnedPage, Page } from "#lib/pages/page.ts";
import type { AuditEntry, Revision, StoredBody } from "#lib/pages/revision.ts";
import type { WorkingCopy } from "#lib/pages/working-copy.ts";
import type { AgentCode, AgentGrant, RegisteredClient } from "#lib/site/agent-grant.ts";
import type { AccessToken, FromGrant, Session, StoredToken, Token } from "#lib/site/credential.ts";
import type { PrivateFeed } from "#lib/site/private-feed.ts";
import type { User } from "#lib/site/user.ts";

/**
 * The attributes of each kind of item, besides its key; `keys` (table.ts) has the keys. Many hold JSON, which
 * takes a third of the CPU of a map. Attributes that earlier versions may not have written are optional.
 */
export interface StoredItems {
  page: Page;
  revision: Omit<Revision, "content" | "stored"> & StoredBody;
  live: { readonly pageId: number; readonly revisionId: number } & StoredBody;
  /** JSON of an `Excerpt`. */
  excerpt: { readonly pageId: number; readonly revisionId: number; readonly excerpt: string };
  /** JSON of `PreviewLink`s. */
  previewLinks: { readonly links: string } & Expiring;
  /** Without `copy`: of one that has ended, whose version is not used again. */
  workingCopy: {
    readonly pageId: number;
    readonly userId: number;
    readonly version: number;
    readonly copy?: Omit<WorkingCopy, "version" | "fields">;
    /** JSON of the fields, deflated. */
    readonly fields?: Uint8Array;
    /** The number of items that have the fields instead. */
    readonly parts?: number;
  } & Required<Expiring>;
  workingCopyPart: { readonly bytes: Uint8Array } & Required<Expiring>;
  beingEdited: { readonly pageId: number; readonly userId: number } & Required<Expiring>;
  /** A body of `Comment`s; the version is that of the page. */
  comments: { readonly version: number; readonly hasPending?: boolean } & StoredBody;
  /** Ids, packed (comments.ts). */
  commentPlaces: { readonly [State in CommentState]?: string };
  commentPlacesMark: object;
  /** JSON of a `Comment`. */
  waitingComment: { readonly pageId: number; readonly comment: string };
  waitingTally: { readonly waiting: number };
  /** Ids; absent for none. */
  waitingOnPage: { readonly waiting?: ReadonlySet<number> };
  /** JSON of a `SpamModel`, deflated. */
  spamModel: { readonly version: number; readonly model: Uint8Array };
  lessons: { readonly decisions?: number; readonly nextLesson?: number };
  bodyPart: { readonly bytes: Uint8Array };
  formerBodyPart: { readonly bytes: Uint8Array };
  audit: AuditEntry;
  bin: BinnedPage;
  binnedComments: StoredItems["comments"];
  slug: {
    readonly slug: string;
    readonly row: number | null;
    readonly drafts: readonly number[];
    readonly former?: number;
  };
  alias: { readonly pageId: number | null; readonly isDraft: boolean; readonly isPublic: boolean };
  /** JSON of a `Listing`. */
  listing: { readonly listing: string };
  /** Words with spaces between them, deflated. */
  words: {
    readonly pageId: number;
    readonly revisionId: number;
    readonly version: number;
    readonly form?: number;
    readonly words: Uint8Array;
  };
  /** JSON of a `Change`. */
  change: {
    readonly mark?: string | undefined;
    readonly change: string;
    readonly writtenAtMs: number;
    /** True on the entry that a restoration adds. */
    readonly restored?: true;
  } & Required<Expiring>;
  schedule: { readonly pageId: number };
  /** The last numbers by their names; for changes `value` and its mark. */
  sequence: {
    readonly mark?: string;
    readonly latestMs?: number;
    readonly value?: number;
    readonly revision?: number;
    readonly page?: number;
    readonly [name: string]: number | string | undefined;
  };
  siteVersion: { readonly version: number; readonly format?: number };
  /** JSON of what the sort key names. */
  siteItem: { readonly value: string };
  user: User;
  username: { readonly userId: number };
  credential: (Session | (((Token & Partial<FromGrant>) | AccessToken) & { readonly lastUsedAt?: string })) &
    Expiring;
  sessionEntry: { readonly hash: string; readonly startedAt: string; readonly client: string } & Expiring;
  tokenTally: { readonly made: number };
  /** What opens an empty service; the digest of its secret. */
  setup: { readonly digest: string; readonly expiresAtMs: number } & Required<Expiring>;
  /** `lastUsedAt` is a day, such as `2026-11-29`. */
  feedSecret: { readonly userId: number; readonly podcastId: number; readonly lastUsedAt?: string };
  privateFeed: PrivateFeed;
  agentClient: RegisteredClient & Required<Expiring>;
  agentCode: AgentCode & Required<Expiring>;
  agentGrant: AgentGrant & Required<Expiring>;
  /** By it, the grants of a user and of a client are found. */
  agentGrantEntry: {
    readonly userId: number;
    readonly clientId: string;
    readonly digest: string;
  } & Required<Expiring>;
  /** JSON of a `Media`. */
  media: { readonly version: number; readonly media: string };
  mediaKey: { readonly id: number };
  upload: Upload & Expiring;
  uploadTally: { readonly begun: number } & Expiring;
  leftoverFiles: {
    readonly kind: MediaKind;
    readonly id: number;
    readonly files: readonly string[];
    readonly note?: string;
    /** Seconds since the epoch; only of files that may still be claimed. */
    readonly expectedUntil?: number;
  };
  leftoverBodies: { readonly pageId: number; readonly notedAtMs: number };
  uploadLock: { readonly holder: string; readonly receiptId?: string | undefined } & Required<Expiring>;
  /** JSON of a `RequestOutcome`. */
  receipt: { readonly fingerprint: string; readonly outcome: string } & Required<Expiring>;
  attempts: {
    readonly count?: number;
    readonly lastMs?: number;
    readonly knownUntilMs?: number;
    readonly version?: number;
  } & Expiring;
  draftEpisode: { readonly pageId: number };
  /** JSON of `[name, slug]`s. */
  tagFamily: { readonly version: number; readonly slugs: string };
  /** JSON of a `Webhook`. */
  webhook: { readonly webhook: string; readonly version: number };
  /** JSON of a `WebhookPosition`. */
  webhookPosition: { readonly position: string };
  webhookName: { readonly id: number };
  webhookSecret: { readonly secret: string };
  /** JSON of a `Delivery`. */
  waitingDelivery: { readonly delivery: string; readonly version: number } & Required<Expiring>;
  finishedDelivery: StoredItems["waitingDelivery"];
  invalidations: { readonly requests: number } & Expiring;
  /** JSON of `Total`s. */
  statistics: {
    readonly version: number;
    readonly totals: string;
    readonly filesDigest?: string | undefined;
  };
  token: StoredToken;
  restoration: { readonly digest: string; readonly hasEnded: boolean };
}

/** An item that the table may remove at this time, in seconds since the epoch. */
interface Expiring {
  readonly expires_at?: number;
}

export type ItemKindName = keyof StoredItems;
