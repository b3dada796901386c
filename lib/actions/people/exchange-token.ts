import { takeSharedTurn, takeTurn } from "#lib/access/guessing.ts";
import { usualScopes } from "#lib/access/new-token.ts";
import { hashOfSecret, newTokenSecret } from "#lib/access/secrets.ts";
import { statedIssuer, verdictOn } from "#lib/access/subject-token.ts";
import { clock, isStillAhead } from "#lib/clock.ts";
import { getJson } from "#lib/outbound/guarded-calls.ts";
import { Refusal } from "#lib/refusals/refusal.ts";
import { allowsPrivateAddresses } from "#lib/settings/requests.ts";
import { maxTokenNameLength, type PublicKey, type Token, type Trust } from "#lib/site/credential.ts";
import { commitDecision } from "#lib/store/commit.ts";
import { readSiteVersion, siteAt } from "#lib/store/site.ts";
import { readUserAndSiteVersion } from "#lib/store/users.ts";
import { putUnlistedToken } from "#lib/store/write-credentials.ts";

/** The lifetime of a token that was issued in exchange for another. */
const lifetimeSeconds = 15 * 60;

/** Runners of a whole organization may share an address. */
const turnsOfAddress = { max: 120, windowMs: 60_000 } as const;

/** Learns why a rightly signed token is refused. Its sender does not. */
type Tell = (reason: string, details: { readonly issuer: string; readonly subject: string }) => void;

/** The issued token, and for the log, the user who has it and the subject that it was issued for. */
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

const issuedToken = (
  { id, issuer, userId, parents, collections }: Trust,
  scopes: readonly string[],
  subject: string,
): Token => ({
  kind: "token",
  name: [...`OIDC ${subject || issuer}`].slice(0, maxTokenNameLength).join(""),
  userId,
  scopes,
  ...(parents && { parents }),
  ...(collections && { collections }),
  trustId: id,
  createdAt: clock.now(),
  expiresAt: new Date(clock.nowMs() + lifetimeSeconds * 1000).toISOString(),
});

/**
 * The time for which keys are used before they are fetched again. A key that the issuer withdraws ends then.
 */
const freshMs = 10 * 60_000;

/** The pause before an issuer is asked again for a key that it did not have. */
const unknownKeyPauseMs = 60_000;

/** The pause before an issuer is asked again that does not answer. */
const failurePauseMs = 5_000;

/** The time for the discovery document and the keys together. */
const timeoutMs = 5_000;

const maxAnswerBytes = 262_144;

/** An issuer, as far as this process knows it. */
interface KnownIssuer {
  keys: readonly PublicKey[];
  fetchedAtMs: number;
  triedAtMs: number;
  /** The request that is on its way, which all callers wait for. */
  pending?: Promise<void> | undefined;
}

const never = Number.NEGATIVE_INFINITY;

/** Issuers by their address; manifests limit their number. */
const known = new Map<string, KnownIssuer>();

/**
 * The public keys of an issuer, from its own host, and kept for ten minutes. `keyId` is the key that is
 * wanted; if it is new, the issuer is asked again, once a minute. Refuses `issuer_unavailable`.
 */
const issuerKeys = async (issuer: string, keyId: string | undefined): Promise<readonly PublicKey[]> => {
  const it = known.get(issuer) ?? { keys: [], fetchedAtMs: never, triedAtMs: never };
  known.set(issuer, it);
  if (!it.pending) {
    const isFresh = isStillAhead(it.fetchedAtMs + freshMs, freshMs);
    const hasTried = (pauseMs: number) => isStillAhead(it.triedAtMs + pauseMs, pauseMs);
    if (isFresh && (hasKey(it, keyId) || hasTried(unknownKeyPauseMs))) return it.keys;
    if (!isFresh && hasTried(failurePauseMs)) throw new Refusal("issuer_unavailable");
  }
  it.pending ??= renew(issuer, it).finally(() => {
    it.pending = undefined;
  });
  try {
    await it.pending;
  } catch (cause) {
    throw new Refusal("issuer_unavailable", { cause });
  }
  return it.keys;
};

/** True without an id: then the keys decide. */
const hasKey = ({ keys }: KnownIssuer, keyId: string | undefined): boolean =>
  keyId === undefined || keys.some(({ kid }) => kid === keyId);

const renew = async (issuer: string, it: KnownIssuer): Promise<void> => {
  it.triedAtMs = clock.nowMs();
  it.keys = await fetchKeys(issuer);
  it.fetchedAtMs = clock.nowMs();
};

/** Asks for the discovery document, and then for the keys (OpenID Connect Discovery 1.0). */
const fetchKeys = async (issuer: string): Promise<readonly PublicKey[]> => {
  const options = {
    signal: AbortSignal.timeout(timeoutMs),
    mayBeInternal: allowsPrivateAddresses(),
    answerBytes: maxAnswerBytes,
  };
  const document = await getJson(`${issuer.replace(/\/$/, "")}/.well-known/openid-configuration`, options);
  const { jwks_uri: address } = document;
  if (document.issuer !== issuer) throw new Error(`${issuer} has the discovery document of another issuer`);
  if (typeof address !== "string" || !URL.canParse(address) || originOf(address) !== originOf(issuer))
    throw new Error(`${issuer} does not have its keys on its own host`);
  const { keys } = await getJson(address, options);
  if (!Array.isArray(keys)) throw new Error(`${address} answered no list of keys`);
  return keys.filter((key) => typeof key === "object" && key !== null);
};

const originOf = (address: string): string => new URL(address).origin;
