import { certain } from "#lib/certain.ts";
import type { ManifestFiles } from "#lib/manifest/media/manifest-files.ts";
import { type Path, pathText, type Report } from "#lib/manifest/problem.ts";
import type { Manifest } from "#lib/manifest/read/read-manifest.ts";
import type { ManifestTrust } from "#lib/manifest/schema.ts";
import { addressFault } from "#lib/outbound/callable-address.ts";
import { allowsPrivateAddresses } from "#lib/settings/requests.ts";
import { checkedClaims, type PublicKey } from "#lib/site/trust.ts";

/** The keys that the file gives for issuers, by trust. */
export type TrustedKeys = ReadonlyMap<ManifestTrust, readonly PublicKey[]>;

/** One item of the table has all trusts, and its limit is 400 KB. */
const maxBytes = 200_000;

/** Reports trusts that would trust whole issuers or nobody, and gives the keys of those that name some. */
export const checkTrusts = async (
  { oidc = [] }: Pick<Manifest, "oidc">,
  files: Pick<ManifestFiles, "text">,
  report: Report,
): Promise<TrustedKeys> => {
  const first = new Map<string, Path>();
  const keys = new Map<ManifestTrust, readonly PublicKey[]>();
  for (const { at, value } of oidc) {
    const { issuer, audience, claims, jwks } = value;
    const fault = jwks === undefined ? issuerFault(issuer) : undefined;
    if (fault !== undefined) report([...at, "issuer"], fault);
    for (const name of Object.keys(claims).filter((claim) => checkedClaims.includes(claim)))
      report([...at, "claims", name], `expected other claims: ${name} is checked of every token`);
    const same = JSON.stringify([issuer, audience, Object.entries(claims).toSorted()]);
    const earlier = first.get(same);
    if (earlier) report(at, `expected other claims than those of ${pathText(earlier)}, which counts`);
    first.set(same, earlier ?? at);
    if (jwks !== undefined) keys.set(value, await keysOf(jwks, files, [...at, "jwks"], report));
  }
  if (JSON.stringify([...keys.values(), oidc]).length > maxBytes)
    report(["oidc"], `expected less: all of it together may have ${maxBytes} bytes`);
  return keys;
};

const issuerFault = (issuer: string): string | undefined =>
  addressFault(issuer, allowsPrivateAddresses()) ??
  (/[?#]/.test(issuer) ? "The address may not have a query or a fragment." : undefined);

const keysOf = async (
  jwks: NonNullable<ManifestTrust["jwks"]>,
  files: Pick<ManifestFiles, "text">,
  at: Path,
  report: Report,
): Promise<readonly PublicKey[]> => {
  try {
    const text = typeof jwks === "string" ? await files.text(jwks) : undefined;
    return publicKeys(text === undefined ? jwks : JSON.parse(text));
  } catch (error) {
    report(at, error instanceof KeyFault ? error.message : "expected a file with a JSON Web Key Set");
    return [];
  }
};

class KeyFault extends Error {}

/** The members of public keys that signatures are checked with (RFC 7518, RFC 8037). */
const members = ["kty", "kid", "alg", "use", "n", "e", "crv", "x", "y"];

/** Certificates, which many issuers add, are left out. */
const publicKeys = (set: unknown): readonly PublicKey[] => {
  const { keys } = (set ?? {}) as { readonly keys?: unknown };
  if (!Array.isArray(keys) || keys.length === 0)
    throw new KeyFault("expected a list of keys that is not empty");
  return keys.map((key: PublicKey | null) => {
    if (!["RSA", "EC", "OKP"].includes(String(key?.kty)))
      throw new KeyFault("expected public keys of the types RSA, EC and OKP only");
    if (certain(key).d !== undefined)
      throw new KeyFault("expected public keys only: a private key is among them");
    return Object.fromEntries(Object.entries(certain(key)).filter(([name]) => members.includes(name)));
  });
};
