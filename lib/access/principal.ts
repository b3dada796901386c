import type { Viewer } from "#lib/pages/restriction.ts";
import type { Session } from "#lib/site/credential.ts";
import type { Group } from "#lib/site/group.ts";
import type { Site } from "#lib/site/site.ts";
import type { User } from "#lib/site/user.ts";

/** A signed-in user with all that their rights depend on. */
export interface Principal {
  readonly user: User;
  readonly groups: readonly Group[];
  /** The scopes of the token; null for sessions and for tokens without scopes. */
  readonly scopes: readonly string[] | null;
  /** The name of the token; null for sessions. */
  readonly tokenName: string | null;
  readonly site: Site;
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

/** Somebody of whom nothing is known. */
export const stranger: Caller = { principal: null, session: null };

export const viewerOf = ({ principal, session }: Caller): Viewer => ({
  userId: principal?.user.id ?? null,
  superuser: principal?.user.superuser ?? false,
  groups: principal?.user.groups ?? [],
  passed: session?.session.passed ?? [],
});

/** True for those who send no credentials, and so see what everybody sees. */
export const isStranger = ({ principal, session }: Caller): boolean => principal === null && session === null;

/** The theme that the session selected, which may no longer exist; null for none. */
export const sessionTheme = ({ session }: Caller): string | null => session?.session.theme ?? null;

/** True for superusers and members of groups with admin access (contract#admin-access). */
export const hasAdminAccess = ({ user, groups }: Principal): boolean =>
  user.superuser || groups.some((group) => group.adminAccess);
