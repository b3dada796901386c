import type { Page } from "#lib/pages/page.ts";
import { anonymousViewer, type Viewer } from "#lib/pages/restriction.ts";
import type { FromGrant, Session, Token } from "#lib/site/credential.ts";
import type { Site } from "#lib/site/site.ts";
import type { Group, User } from "#lib/site/user.ts";

/** A signed-in user with all that their rights depend on. */
export interface Principal {
  readonly user: User;
  readonly groups: readonly Group[];
  /** The token that the request brings; null for sessions. */
  readonly token: PresentedToken | null;
  readonly site: Site;
}

export interface PresentedToken extends Token, Partial<FromGrant> {
  readonly hash: string;
  /** Of an access token, by which the one of its tools is made. */
  readonly salt?: string;
  readonly lastUsedAt?: string;
}

export interface StoredSession {
  readonly hash: string;
  readonly session: Session;
}

/** The sender of a request: a user, or a stranger, perhaps with a session. */
export interface Caller {
  readonly principal: Principal | null;
  readonly session: StoredSession | null;
}

/** The id of an operator, who works on the table itself without an account. No user has it. */
export const operatorId = 0;

/** The user whose name stays with what the principal does; null for an operator. */
export const actingUserId = ({ user }: Pick<Principal, "user">): number | null =>
  user.id === operatorId ? null : user.id;

/** A caller without credentials. */
export const stranger: Caller = { principal: null, session: null };

/** The viewer of pages and media. A token with limits sees what everybody sees (contract#token-limits). */
export const viewerOf = ({ principal, session }: Caller): Viewer =>
  principal && isLimited(principal)
    ? anonymousViewer
    : {
        userId: principal?.user.id ?? null,
        superuser: principal?.user.superuser ?? false,
        groups: principal?.user.groups ?? [],
        passed: session?.session.passed ?? [],
      };

/** True for callers whose token is limited to some pages or collections. */
export const isLimited = ({ token }: Pick<Principal, "token">): boolean =>
  token?.parents !== undefined || token?.collections !== undefined;

/** True for those who send no credentials, and so see what everybody sees. */
export const isStranger = ({ principal, session }: Caller): boolean => principal === null && session === null;

/** The theme that the session selected, which may no longer exist; null for none. */
export const sessionTheme = ({ session }: Caller): string | null => session?.session.theme ?? null;

/** True for superusers and members of groups with admin access (contract#admin-access). */
export const hasAdminAccess = ({ user, groups }: Principal): boolean =>
  user.superuser || groups.some((group) => group.adminAccess);

type Limited = Pick<Principal, "token">;

/** True if the caller's token may have permissions on the page (contract#token-limits). */
export const isWithinParents = (
  { token }: Limited,
  { id, ancestors }: Pick<Page, "id" | "ancestors">,
): boolean => isAmong(token?.parents, [id, ...ancestors]);

/** True if a token's limits include a collection, by its own id or one above it. */
export const isWithinCollections = ({ token }: Limited, path: readonly number[]): boolean =>
  isAmong(token?.collections, path);

const isAmong = (limit: readonly number[] | undefined, path: readonly number[]): boolean =>
  limit === undefined || path.some((id) => limit.includes(id));
