import {
  createLocalJWKSet,
  decodeJwt,
  decodeProtectedHeader,
  errors,
  type JWK,
  type JWTVerifyOptions,
  type JWTVerifyResult,
  jwtVerify,
} from "jose";
import { clock } from "#lib/clock.ts";
import type { PublicKey, Trust } from "#lib/site/credential.ts";

/** Signatures with a key pair. With other algorithms, anybody who knows the public key could sign. */
const algorithms = [
  ...["RS256", "RS384", "RS512", "PS256", "PS384", "PS512"],
  ...["ES256", "ES384", "ES512", "EdDSA", "Ed25519"],
];

/** The seconds by which the issuer's clock may differ from ours. */
const clockTolerance = 60;

type Claims = Readonly<Record<string, unknown>>;

/** The issuer and key that a token names; undefined if the text is no token. Proves nothing. */
export const statedIssuer = (
  token: string,
): { readonly issuer: string; readonly keyId: string | undefined } | undefined => {
  try {
    const { iss } = decodeJwt(token);
    const { kid } = decodeProtectedHeader(token);
    return typeof iss === "string" ? { issuer: iss, keyId: kid } : undefined;
  } catch {
    return undefined;
  }
};

/** A rightly signed token, and why the trust does not accept it; undefined if it does. */
export interface Verdict {
  readonly subject: string;
  readonly fault: string | undefined;
}

/** Checks a token against a trust; undefined if none of the keys has signed it. */
export const verdictOn = async (
  token: string,
  { issuer, audience, claims: wanted }: Trust,
  keys: readonly PublicKey[],
): Promise<Verdict | undefined> => {
  try {
    const { payload, protectedHeader } = await verified(token, keys, {
      algorithms,
      issuer,
      audience,
      requiredClaims: ["exp"],
      clockTolerance,
      currentDate: new Date(clock.nowMs()),
    });
    const fault = isForIdentity(protectedHeader) ? otherClaim(payload, wanted) : "it says that it is no JWT";
    return { subject: subjectOf(payload), fault };
  } catch (error) {
    // These two are thrown after the signature was checked.
    if (error instanceof errors.JWTClaimValidationFailed || error instanceof errors.JWTExpired)
      return { subject: subjectOf(error.payload), fault: error.message };
    // WebCrypto has errors of its own for keys that it cannot read.
    return undefined;
  }
};

/**
 * False for tokens that say what else they are for, such as `logout+jwt` or `at+jwt` (RFC 8725, 3.11). Some
 * issuers, such as Kubernetes, say nothing.
 */
const isForIdentity = ({ typ }: { readonly typ?: unknown }): boolean =>
  typ === undefined || (typeof typ === "string" && /^(application\/)?jwt$/i.test(typ));

/** Says which claim is wrong; undefined if all that are wanted are there. */
const otherClaim = (payload: Claims, wanted: Trust["claims"]): string | undefined => {
  const other = Object.entries(wanted).find(
    ([name, value]) => !Object.hasOwn(payload, name) || textOf(payload[name]) !== value,
  );
  return other && `another "${other[0]}" is trusted`;
};

/** The claims of a token. Throws unless one of the keys has signed it, also if the token names no key. */
const verified = async (
  token: string,
  keys: readonly PublicKey[],
  options: JWTVerifyOptions,
): Promise<JWTVerifyResult> => {
  try {
    return await jwtVerify(token, createLocalJWKSet({ keys: [...keys] as JWK[] }), options);
  } catch (error) {
    if (!(error instanceof errors.JWKSMultipleMatchingKeys)) throw error;
    let failure: unknown = error;
    for await (const key of error)
      try {
        return await jwtVerify(token, key, options);
      } catch (reason) {
        if (!(reason instanceof errors.JWSSignatureVerificationFailed)) throw reason;
        failure = reason;
      }
    throw failure;
  }
};

/**
 * The text of a claim: the JSON of booleans and integers; undefined for lists and objects, which equal
 * nothing.
 */
const textOf = (value: unknown): string | undefined => {
  if (typeof value === "string") return value;
  return typeof value === "boolean" || Number.isSafeInteger(value) ? String(value) : undefined;
};

/** The subject, such as `repo:a/b:ref:refs/heads/main`; empty if the token has none. */
const subjectOf = ({ sub }: Claims): string =>
  typeof sub === "string" ? sub.toWellFormed().replaceAll(/\p{C}/gu, "") : "";
