import { clock } from "#lib/clock.ts";
import { Refusal } from "#lib/refusals/refusal.ts";
import type { AuthenticationClass } from "#lib/settings/access.ts";
import type { Token } from "#lib/site/credential.ts";
import { readCredential } from "#lib/store/credentials.ts";
import { siteAt } from "#lib/store/site.ts";
import { readUserAndSiteVersion } from "#lib/store/users.ts";
import { type Caller, type PresentedToken, type Principal, stranger } from "./principal.ts";
import { hashOfSecret } from "./secrets.ts";
import { passwordStamp } from "./started-session.ts";

export interface RequestCredentials {
  readonly authorization: string | undefined;
  readonly sessionCookie: string | undefined;
  readonly accepted: readonly AuthenticationClass[];
}

/** The user with all that their rights depend on; null for users who are gone or inactive. One request. */
export const principalOf = async (
  userId: number,
  token: PresentedToken | null,
): Promise<Principal | null> => {
  const { user, siteVersion } = await readUserAndSiteVersion(userId);
  if (!user?.active) return null;
  const site = await siteAt(siteVersion);
  if (token?.trustId !== undefined && !site.trusts.some(({ id }) => id === token.trustId)) return null;
  const groups = site.groups.filter((group) => user.groups.includes(group.id));
  return { user, token, site, groups };
};

const hasExpired = ({ expiresAt }: Pick<Token, "expiresAt">): boolean =>
  expiresAt !== undefined && Date.parse(expiresAt) <= clock.nowMs();

const callerByToken = async (secret: string): Promise<Caller> => {
  const hash = hashOfSecret(secret);
  const token = await readCredential(hash);
  if (token?.kind !== "token" || hasExpired(token)) throw new Refusal("bearer_rejected");
  const principal = await principalOf(token.userId, { ...token, hash });
  if (!principal) throw new Refusal("bearer_rejected");
  return { principal, session: null };
};

const callerBySession = async (secret: string, signsIn: boolean): Promise<Caller> => {
  const hash = hashOfSecret(secret);
  const session = await readCredential(hash);
  if (session?.kind !== "session") return stranger;
  const principal = session.userId === null || !signsIn ? null : await principalOf(session.userId, null);
  if (principal && passwordStamp(principal.user) !== session.passwordStamp) return stranger;
  return { principal, session: { hash, session } };
};

/**
 * The caller behind a request's credentials. Without the kind `session`, a session signs nobody in but keeps
 * its theme and entered passwords. An invalid bearer token is refused (`bearer_rejected`), an invalid session
 * ignored. Rights are read each time, so that revoking works at once. Cost: two requests.
 */
export const authenticate = async ({
  authorization,
  sessionCookie,
  accepted,
}: RequestCredentials): Promise<Caller> => {
  const bearer = /^bearer(?: +(.*))?$/i.exec(authorization?.trim() ?? "");
  if (bearer && accepted.includes("token")) return callerByToken(bearer[1] ?? "");
  return sessionCookie ? callerBySession(sessionCookie, accepted.includes("session")) : stranger;
};
