import { clock, isStillAhead } from "#lib/clock.ts";
import { getJson } from "#lib/outbound/get-json.ts";
import { Refusal } from "#lib/refusals/refusal.ts";
import { allowsPrivateAddresses } from "#lib/settings/requests.ts";
import type { PublicKey } from "#lib/site/trust.ts";

/** How long keys are used before they are asked for again: a key that the issuer withdraws ends then. */
const freshMs = 10 * 60_000;

/** How often an issuer is asked for a key that it did not have the last time, at most. */
const unknownKeyPauseMs = 60_000;

/** How often it is asked while it does not answer, at most. */
const failurePauseMs = 5_000;

/** For the discovery document and the keys together. */
const timeoutMs = 5_000;

const maxAnswerBytes = 262_144;

/** What this process knows of an issuer. */
interface KnownIssuer {
  keys: readonly PublicKey[];
  fetchedAtMs: number;
  triedAtMs: number;
  /** The request that is on its way, which all callers wait for. */
  pending?: Promise<void> | undefined;
}

const never = Number.NEGATIVE_INFINITY;

/** By issuer; manifests bound how many there are. */
const known = new Map<string, KnownIssuer>();

/**
 * The public keys of an issuer, from its own host, and kept for ten minutes. `keyId` is the key that is
 * wanted; if it is new, the issuer is asked again, once a minute. Refuses `issuer_unavailable`.
 */
export const issuerKeys = async (
  issuer: string,
  keyId: string | undefined,
): Promise<readonly PublicKey[]> => {
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
