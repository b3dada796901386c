import type { MediaKind } from "#lib/media/media.ts";
import type { ObjectFields, StoredObject } from "#lib/object-fields.ts";

/** True for superusers who may sign in: a site keeps one at least (contract#last-superuser). */
export const administrates = ({ superuser, active }: Pick<User, "superuser" | "active">): boolean =>
  superuser && active;

/** What people set of an account, beside its password. */
export const userFields = {
  username: { type: "line", maxLength: 150, required: true },
  email: { type: "text", maxLength: 254, stated: true },
  groups: { type: "groups", stated: true },
  staff: { type: "boolean", stated: true },
  superuser: { type: "boolean", stated: true },
  active: { type: "boolean", empty: true, stated: true },
} as const satisfies ObjectFields;

/** `passwordHash` is null if the account cannot sign in with a password. */
export interface User extends StoredObject<typeof userFields> {
  readonly id: number;
  readonly passwordHash: string | null;
  /** `apply --prune` removes no other accounts. */
  readonly fromManifest?: true;
  /** The number of times that the user has ended all sessions; absent for none. */
  readonly signOuts?: number;
  readonly version: number;
}

/** Granted on a page, valid there and below. */
export const pagePermissions = ["add", "change", "publish", "bulk_delete", "lock", "unlock"] as const;
export type PagePermission = (typeof pagePermissions)[number];

/** Granted on a collection, valid there and below. */
export const mediaPermissions = ["add", "change", "delete", "choose"] as const;
export type MediaPermission = (typeof mediaPermissions)[number];

const pageGrantFields = {
  pageId: { type: "page", called: "page", required: true },
  allow: { type: "someOf", names: pagePermissions, required: true },
} as const satisfies ObjectFields;

const mediaGrantFields = {
  collectionId: { type: "collection", called: "collection", required: true },
  images: { type: "someOf", names: mediaPermissions },
  audios: { type: "someOf", names: mediaPermissions },
  videos: { type: "someOf", names: mediaPermissions },
} as const satisfies ObjectFields & Readonly<Record<`${MediaKind}s`, unknown>>;

export const groupFields = {
  name: { type: "line", maxLength: 150, required: true },
  adminAccess: { type: "boolean", stated: true },
  pages: { type: "objects", fields: pageGrantFields, stated: true },
  collections: { type: "objects", fields: mediaGrantFields, stated: true },
} as const satisfies ObjectFields;

export interface Group extends StoredObject<typeof groupFields> {
  readonly id: number;
}
