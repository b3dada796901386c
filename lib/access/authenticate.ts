import { clock } from "#lib/clock.ts";
import { Refusal } from "#lib/refusals/refusal.ts";
import type { AuthenticationClass } from "#lib/settings/access.ts";
import type { Token } from "#lib/site/credential.ts";
import { readCredential } from "#lib/store/credentials.ts";
import { siteAt } from "#lib/store/site.ts";
import { readCredentialAndUser, readUserAndSiteVersion, type UserAndSiteVersion } from "#lib/store/users.ts";
import { isAgentSignInOn } from "./agent-sign-in.ts";
import { type Caller, type PresentedToken, type Principal, stranger } from "./principal.ts";
import { hashOfSecret } from "./secrets.ts";
import { isUnused, passwordStamp } from "./sessions.ts";

export interface RequestCredentials {
  readonly authorization: string | undefined;
  readonly sessionCookie: string | undefined;
  readonly accepted: readonly AuthenticationClass[];
  /** True for a route that takes access tokens, too. */
  readonly takesAccessTokens?: boolean;
}

/** The user with all that their rights depend on; null for users who are gone or inactive. One request. */
export const principalOf = async (userId: number, token: PresentedToken | null): Promise<Principal | null> =>
  principalFrom(await readUserAndSiteVersion(userId), token);

const principalFrom = async (
  { user, siteVersion }: UserAndSiteVersion,
  token: PresentedToken | null,
): Promise<Principal | null> => {
  if (!user?.active) return null;
  const site = await siteAt(siteVersion);
  if (token?.trustId !== undefined && !site.trusts.some(({ id }) => id === token.trustId)) return null;
  if (token?.grant !== undefined && !(isAgentSignInOn(site) && token.passwordStamp === passwordStamp(user)))
    return null;
  const groups = site.groups.filter((group) => user.groups.includes(group.id));
  return { user, token, site, groups };
};

/**
 * The users of credentials that this process has seen, by hash. It only says which user to read beside the
 * credential: whether the credential holds, and whose it is, is read each time.
 */
const knownHolders = new Map<string, number>();
const maxHolders = 2_000;

/** A credential, and its user if it has one. One request; two for one that this process has not seen. */
const readHeld = async (hash: string) => {
  const guess = knownHolders.get(hash);
  const both = guess === undefined ? undefined : await readCredentialAndUser(hash, guess);
  const credential = both ? both.credential : await readCredential(hash);
  const userId = credential?.userId ?? null;
  if (userId === null) {
    knownHolders.delete(hash);
    return { credential, holder: undefined };
  }
  if (both && userId === guess) return { credential, holder: both };
  const holder = await readUserAndSiteVersion(userId);
  if (knownHolders.size >= maxHolders) knownHolders.clear();
  knownHolders.set(hash, userId);
  return { credential, holder };
};

/**
 * Guesses the user of credentials: the one that this process last saw them with; undefined for all that it
 * does not know as valid. Reads may begin early by this, but it is never a reason to show or do anything.
 */
export const likelyHolder = (credentials: RequestCredentials): number | undefined => {
  const presented = presentedSecret(credentials);
  return presented && knownHolders.get(hashOfSecret(presented.secret));
};

const hasExpired = ({ expiresAt }: Pick<Token, "expiresAt">): boolean =>
  expiresAt !== undefined && Date.parse(expiresAt) <= clock.nowMs();

const callerByToken = async (secret: string, takesAccessTokens: boolean): Promise<Caller> => {
  const hash = hashOfSecret(secret);
  const { credential, holder } = await readHeld(hash);
  const token = credential?.kind === "session" ? undefined : credential;
  if (!token || hasExpired(token)) throw new Refusal("bearer_rejected");
  if (token.kind === "access" && !takesAccessTokens) throw new Refusal("bearer_rejected");
  const principal = holder ? await principalFrom(holder, { ...token, kind: "token", hash }) : null;
  if (!principal) throw new Refusal("bearer_rejected");
  return { principal, session: null };
};

const callerBySession = async (secret: string, signsIn: boolean): Promise<Caller> => {
  const hash = hashOfSecret(secret);
  const { credential: session, holder } = await readHeld(hash);
  if (session?.kind !== "session") return stranger;
  const principal = holder && signsIn ? await principalFrom(holder, null) : null;
  if (principal && (passwordStamp(principal.user) !== session.passwordStamp || isUnused(session)))
    return stranger;
  return { principal, session: { hash, session } };
};

interface PresentedSecret {
  readonly kind: AuthenticationClass;
  readonly secret: string;
}

const presentedSecret = ({
  authorization,
  sessionCookie,
  accepted,
}: RequestCredentials): PresentedSecret | undefined => {
  const bearer = /^bearer(?: +(.*))?$/i.exec(authorization?.trim() ?? "");
  if (bearer && accepted.includes("token")) return { kind: "token", secret: bearer[1] ?? "" };
  return sessionCookie ? { kind: "session", secret: sessionCookie } : undefined;
};

/**
 * The caller behind a request's credentials. Without the kind `session`, a session signs nobody in but keeps
 * its theme and entered passwords. An invalid bearer token is refused (`bearer_rejected`), an invalid session
 * ignored. Rights are read each time, so that revoking works at once. Cost: one request, two the first time.
 */
export const authenticate = async (credentials: RequestCredentials): Promise<Caller> => {
  const presented = presentedSecret(credentials);
  if (!presented) return stranger;
  return presented.kind === "token"
    ? callerByToken(presented.secret, credentials.takesAccessTokens ?? false)
    : callerBySession(presented.secret, credentials.accepted.includes("session"));
};
