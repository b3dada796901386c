import type { MediaKind } from "#lib/media/media.ts";

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
