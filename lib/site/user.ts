import type { MediaKind } from "#lib/media/media.ts";
import type { Authored, ObjectFields, StoredObject } from "#lib/object-fields.ts";
import type { SetByManifest } from "./set-by-manifest.ts";

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

export const userAuthoring = {
  username: { label: "User name", help: "The name for signing in." },
  email: { label: "E-mail", help: "An address, which visitors do not see." },
  groups: { label: "Groups", help: "The groups whose permissions the user has." },
  staff: {
    label: "Staff",
    help: "Whether the user may see the data about comments and, with admin access, decide them.",
  },
  superuser: { label: "Superuser", help: "Whether the user may do everything." },
  active: { label: "Active", help: "Whether the user may sign in." },
} as const satisfies Authored<typeof userFields>;

/** `passwordHash` is null if the account cannot sign in with a password. */
export interface User extends StoredObject<typeof userFields> {
  readonly id: number;
  readonly passwordHash: string | null;
  /** `apply --prune` removes no other accounts. */
  readonly fromManifest?: true;
  readonly setByManifest?: SetByManifest;
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

export const pageGrantAuthoring = {
  pageId: { label: "Page", help: "It is for this page and what is below it." },
  allow: { label: "Permissions", help: "What members may do there." },
} as const satisfies Authored<typeof pageGrantFields>;

const mediaGrantFields = {
  collectionId: { type: "collection", called: "collection", required: true },
  images: { type: "someOf", names: mediaPermissions },
  audios: { type: "someOf", names: mediaPermissions },
  videos: { type: "someOf", names: mediaPermissions },
} as const satisfies ObjectFields & Readonly<Record<`${MediaKind}s`, unknown>>;

export const mediaGrantAuthoring = {
  collectionId: { label: "Collection", help: "It is for this collection and those below it." },
  images: { label: "Images", help: "What members may do with images there." },
  audios: { label: "Audios", help: "What members may do with audios there." },
  videos: { label: "Videos", help: "What members may do with videos there." },
} as const satisfies Authored<typeof mediaGrantFields>;

export const groupFields = {
  name: { type: "line", maxLength: 150, required: true },
  adminAccess: { type: "boolean", stated: true },
  pages: { type: "objects", fields: pageGrantFields, stated: true },
  collections: { type: "objects", fields: mediaGrantFields, stated: true },
} as const satisfies ObjectFields;

export const groupAuthoring = {
  name: { label: "Name", help: "What lists call it." },
  adminAccess: { label: "Admin access", help: "Whether members may use the editor." },
  pages: { label: "Pages", help: "What members may do with pages and what is below them." },
  collections: {
    label: "Collections",
    help: "What members may do with media of collections and those below them.",
  },
} as const satisfies Authored<typeof groupFields>;

export interface Group extends StoredObject<typeof groupFields> {
  readonly id: number;
  /** As `MadeByHand` of categories. */
  readonly byHand?: true;
}
