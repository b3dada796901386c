import { createLocalJWKSet, decodeJwt, decodeProtectedHeader, errors, type JWK, jwtVerify } from "jose";
import { clock } from "#lib/clock.ts";
import type { PublicKey, Trust } from "#lib/site/trust.ts";

/** Signatures with a key pair. With others, whoever knows the public key could sign. */
const algorithms = [
  ...["RS256", "RS384", "RS512", "PS256", "PS384", "PS512"],
  ...["ES256", "ES384", "ES512", "EdDSA", "Ed25519"],
];

/** By how many seconds the issuer's clock may differ from ours. */
const clockTolerance = 60;

type Claims = Readonly<Record<string, unknown>>;

/** Who says to have issued a token, and with which key; undefined if the text is no token. Proves nothing. */
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

/** What a trust says of a token; undefined if none of the keys has signed it. */
export const verdictOn = async (
  token: string,
  { issuer, audience, claims: wanted }: Trust,
  keys: readonly PublicKey[],
): Promise<Verdict | undefined> => {
  try {
    const { payload } = await jwtVerify(token, createLocalJWKSet({ keys: [...keys] as JWK[] }), {
      algorithms,
      issuer,
      audience,
      requiredClaims: ["exp"],
      clockTolerance,
      currentDate: new Date(clock.nowMs()),
    });
    const other = Object.entries(wanted).find(
      ([name, value]) => !Object.hasOwn(payload, name) || textOf(payload[name]) !== value,
    );
    return { subject: subjectOf(payload), fault: other && `another "${other[0]}" is trusted` };
  } catch (error) {
    // These two are thrown after the signature was checked.
    if (error instanceof errors.JWTClaimValidationFailed || error instanceof errors.JWTExpired)
      return { subject: subjectOf(error.payload), fault: error.message };
    // WebCrypto has errors of its own for keys that it cannot read.
    return undefined;
  }
};

/** Of booleans and integers their JSON; lists and objects equal nothing. */
const textOf = (value: unknown): string | undefined => {
  if (typeof value === "string") return value;
  return typeof value === "boolean" || Number.isSafeInteger(value) ? String(value) : undefined;
};

/** Such as `repo:a/b:ref:refs/heads/main`; empty where the token does not say it. */
const subjectOf = ({ sub }: Claims): string =>
  typeof sub === "string" ? sub.toWellFormed().replaceAll(/\p{C}/gu, "") : "";
