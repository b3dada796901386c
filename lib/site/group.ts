import type { MediaKind } from "#lib/media/media.ts";

/** What may be granted on a page, valid there and below. */
export const pagePermissions = ["add", "change", "publish", "bulk_delete", "lock", "unlock"] as const;
export type PagePermission = (typeof pagePermissions)[number];

/** What may be granted on a collection, valid there and below. */
export const mediaPermissions = ["add", "change", "delete", "choose"] as const;
export type MediaPermission = (typeof mediaPermissions)[number];

/** A group of users with what it is allowed. */
export interface Group {
  readonly id: number;
  readonly name: string;
  readonly adminAccess: boolean;
  readonly pages: readonly { readonly pageId: number; readonly allow: readonly PagePermission[] }[];
  readonly collections: readonly ({ readonly collectionId: number } & Readonly<
    Record<`${MediaKind}s`, readonly MediaPermission[]>
  >)[];
}
