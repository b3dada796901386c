import { usualScopes } from "#lib/access/new-token.ts";
import { hashOfSecret, newTokenSecret } from "#lib/access/secrets.ts";
import { statedIssuer, verdictOn } from "#lib/access/subject-token.ts";
import { takeSharedTurn, takeTurn } from "#lib/access/turns.ts";
import { clock } from "#lib/clock.ts";
import { Refusal } from "#lib/refusals/refusal.ts";
import type { Token } from "#lib/site/credential.ts";
import type { Trust } from "#lib/site/trust.ts";
import { commitDecision } from "#lib/store/commit.ts";
import { readSiteVersion, siteAt } from "#lib/store/site.ts";
import { readUserAndSiteVersion } from "#lib/store/users.ts";
import { putUnlistedToken } from "#lib/store/write-credentials.ts";
import { issuerKeys } from "./issuer-keys.ts";

/** How long a token lives that was issued for another. */
const lifetimeSeconds = 15 * 60;

/** Runners of a whole organization may share an address. */
const turnsOfAddress = { max: 120, windowMs: 60_000 } as const;

/** Learns why a rightly signed token is refused. Its sender does not. */
type Tell = (reason: string, details: { readonly issuer: string; readonly subject: string }) => void;

/** The token that was issued, and for the log, whose it is and for whom. */
export interface ExchangedToken {
  readonly secret: string;
  readonly expiresInSeconds: number;
  readonly holder: { readonly principal: number; readonly issuer: string; readonly subject: string };
}

/**
 * Issues a token for one of a service that the site trusts. `scopes` are those that are wanted; undefined:
 * all that the trust gives. Refuses `rate_limited` if the address, or everybody, has exchanged too many,
 * whether they were accepted or not. Cost: four requests, and two to the issuer where its keys are not known.
 */
export const exchangeToken = async (
  subjectToken: string,
  scopes: readonly string[] | undefined,
  address: string,
  tell: Tell,
): Promise<ExchangedToken> => {
  const reason = "There were too many exchanges from your address";
  await takeTurn({ ...turnsOfAddress, name: `exchange from ${address}`, reason });
  await takeSharedTurn("exchanges");
  const { trust, subject } = await acceptedBy(subjectToken, scopes, tell);
  const { user } = await readUserAndSiteVersion(trust.userId);
  if (!user?.active) {
    tell("the user of the trust is not active", { issuer: trust.issuer, subject });
    throw new Refusal("invalid_token_request");
  }
  const secret = newTokenSecret();
  const token = issuedToken(trust, scopes ?? scopesOf(trust), subject);
  await commitDecision(async () => ({
    writes: [putUnlistedToken({ hash: hashOfSecret(secret), token })],
    value: undefined,
  }));
  const holder = { principal: user.id, issuer: trust.issuer, subject };
  return { secret, expiresInSeconds: lifetimeSeconds, holder };
};

/**
 * The first trust that accepts the token and gives the scopes. Claims are compared only after the signature,
 * so that neither answers nor times tell strangers what is trusted.
 */
const acceptedBy = async (
  token: string,
  scopes: readonly string[] = [],
  tell: Tell,
): Promise<{ readonly trust: Trust; readonly subject: string }> => {
  const stated = statedIssuer(token);
  const { trusts } = await siteAt(await readSiteVersion());
  let isAccepted = false;
  for (const trust of trusts.filter(({ issuer }) => issuer === stated?.issuer)) {
    const keys = trust.keys ?? (await issuerKeys(trust.issuer, stated?.keyId));
    const verdict = await verdictOn(token, trust, keys);
    if (!verdict) continue;
    const { fault, subject } = verdict;
    if (fault !== undefined) tell(fault, { issuer: trust.issuer, subject });
    else if (scopes.every((scope) => scopesOf(trust).includes(scope))) return { trust, subject };
    isAccepted ||= fault === undefined;
  }
  throw new Refusal(isAccepted ? "invalid_token_scope" : "invalid_token_request");
};

const scopesOf = ({ scopes }: Trust): readonly string[] => scopes ?? usualScopes();

const maxNameLength = 150;

const issuedToken = (
  { id, issuer, userId, parents, collections }: Trust,
  scopes: readonly string[],
  subject: string,
): Token => ({
  kind: "token",
  name: [...`OIDC ${subject || issuer}`].slice(0, maxNameLength).join(""),
  userId,
  scopes,
  ...(parents && { parents }),
  ...(collections && { collections }),
  trustId: id,
  createdAt: clock.now(),
  expiresAt: new Date(clock.nowMs() + lifetimeSeconds * 1000).toISOString(),
});
