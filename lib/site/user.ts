import type { MediaKind } from "#lib/media/media.ts";

/** True for superusers who may sign in: a site keeps one at least (contract#last-superuser). */
export const administrates = ({ superuser, active }: Pick<User, "superuser" | "active">): boolean =>
  superuser && active;

/** `passwordHash` is null if the account cannot sign in with a password. */
export interface User {
  readonly id: number;
  readonly username: string;
  readonly email: string;
  readonly passwordHash: string | null;
  readonly active: boolean;
  readonly staff: boolean;
  readonly superuser: boolean;
  readonly groups: readonly number[];
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

export interface Group {
  readonly id: number;
  readonly name: string;
  readonly adminAccess: boolean;
  readonly pages: readonly { readonly pageId: number; readonly allow: readonly PagePermission[] }[];
  readonly collections: readonly ({ readonly collectionId: number } & Readonly<
    Record<`${MediaKind}s`, readonly MediaPermission[]>
  >)[];
}
