import type { Viewer } from "#lib/pages/restriction.ts";
import type { Session } from "#lib/site/credential.ts";
import type { Group } from "#lib/site/group.ts";
import type { Site } from "#lib/site/site.ts";
import type { User } from "#lib/site/user.ts";

/** A signed-in user, with what decides what they may do. */
export interface Principal {
  readonly user: User;
  readonly groups: readonly Group[];
  /** The scopes of the token; null for sessions and for tokens that say nothing of scopes. */
  readonly scopes: readonly string[] | null;
  /** The site that the user was judged by. */
  readonly site: Site;
}

/** A session with the hash that it is kept under. */
export interface HeldSession {
  readonly hash: string;
  readonly session: Session;
}

/** Whoever sent the request: somebody signed in, or nobody known, perhaps with a session. */
export interface Caller {
  readonly principal: Principal | null;
  readonly session: HeldSession | null;
}

/** The caller as view restrictions see them. */
export const viewerOf = ({ principal, session }: Caller): Viewer => ({
  userId: principal?.user.id ?? null,
  superuser: principal?.user.superuser ?? false,
  groups: principal?.user.groups ?? [],
  passed: session?.session.passed ?? [],
});

/** The slug of the theme that the caller's session selected, which may be gone by now; null for none. */
export const sessionTheme = ({ session }: Caller): string | null => session?.session.theme ?? null;

/** True for superusers and members of a group with admin access (contract#admin-access). */
export const hasAdminAccess = ({ user, groups }: Principal): boolean =>
  user.superuser || groups.some((group) => group.adminAccess);
