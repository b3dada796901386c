import type { Page } from "#lib/pages/page.ts";
import type { Principal } from "./principal.ts";

type Limited = Pick<Principal, "token">;

/** True if the caller's token may have permissions on the page (contract#token-limits). */
export const isWithinParents = (
  { token }: Limited,
  { id, ancestors }: Pick<Page, "id" | "ancestors">,
): boolean => isAmong(token?.parents, [id, ...ancestors]);

/** The same for a collection, by its own id and those above it. */
export const isWithinCollections = ({ token }: Limited, path: readonly number[]): boolean =>
  isAmong(token?.collections, path);

const isAmong = (limit: readonly number[] | undefined, path: readonly number[]): boolean =>
  limit === undefined || path.some((id) => limit.includes(id));
