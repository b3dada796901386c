import { unknownScope } from "#lib/access/new-token.ts";
import { passwordProblem, secretProblem } from "#lib/access/strength.ts";
import { tooManyTokens } from "#lib/actions/people/tokens.ts";
import { lastSuperuser } from "#lib/actions/people/users.ts";
import { certain } from "#lib/certain.ts";
import { clock } from "#lib/clock.ts";
import { goesUnnamed, type Pruning } from "#lib/manifest/apply/prune.ts";
import type { ManifestFiles } from "#lib/manifest/media/manifest-files.ts";
import type { Path, Report } from "#lib/manifest/problem.ts";
import { allPages, type Manifest } from "#lib/manifest/read/read-manifest.ts";
import { type SecretValue, variableNamed } from "#lib/manifest/read/written.ts";
import type { ManifestTrust } from "#lib/manifest/schema.ts";
import type { StoredState } from "#lib/manifest/stored/stored-state.ts";
import { addressFault } from "#lib/outbound/callable-address.ts";
import { secretForm, signingKeyOf } from "#lib/outbound/webhook-signature.ts";
import type { ProblemCode } from "#lib/refusals/problem.ts";
import { allowsPrivateAddresses } from "#lib/settings/requests.ts";
import { checkedClaims, isExpired, maxTokens, type PublicKey } from "#lib/site/credential.ts";
import { administrates, type User } from "#lib/site/user.ts";

/** Reports a file that would leave a site without an active superuser, if it has one. */
export const checkSuperusers = (
  { users }: Pick<Manifest, "users">,
  stored: readonly User[],
  pruning: Pruning | undefined,
  report: Report,
): void => {
  const named = new Map(users.map((user) => [user.value.username, user]));
  const former = stored.filter(administrates);
  const [last] = former;
  const staying = former.filter((user) => !named.has(user.username) && !goesUnnamed(user, pruning));
  if (!last || staying.length > 0 || users.some(({ value }) => administrates(value))) return;
  const { at, value } = former.map(({ username }) => named.get(username)).find(Boolean) ?? {};
  const place = at && value ? [...at, value.superuser ? "active" : "superuser"] : ["users"];
  report(place, lastSuperuser(value?.username ?? last.username));
};

/**
 * Reports each token by which a user would have too many. Tokens that would be pruned count, because they are
 * deleted last.
 */
export const checkTokens = (
  { tokens }: Pick<Manifest, "tokens">,
  stored: Pick<StoredState, "tokens" | "users">,
  report: Report,
): void => {
  const now = clock.now();
  const named = new Set(tokens.map(({ value }) => value.name));
  const usernames = new Map(stored.users.map(({ id, username }) => [id, username]));
  const counts = new Map<string, number>();
  const count = (username: string): number => {
    const counted = (counts.get(username) ?? 0) + 1;
    counts.set(username, counted);
    return counted;
  };
  for (const { token } of stored.tokens) {
    const username = usernames.get(token.userId);
    if (username !== undefined && !named.has(token.name) && !isExpired(token, now)) count(username);
  }
  for (const { at, value } of tokens) {
    const isCounted = !isExpired({ ...(value.expires_at && { expiresAt: value.expires_at }) }, now);
    if (isCounted && count(value.user) > maxTokens) report([...at, "user"], tooManyTokens, "too_many");
  }
};

/**
 * Comparing a password with its hash takes up to a tenth of a second, and a request begins changes for 15
 * seconds.
 */
const maxPasswords = 150;

/** Reports a file with more passwords than each request has time to compare. */
export const checkPasswords = (
  { users, collections, pages }: Pick<Manifest, "users" | "collections" | "pages">,
  report: Report,
): void => {
  const accounts = users.filter(({ value }) => value.password !== undefined);
  const restricted = [...collections, ...allPages(pages)].filter(
    ({ value }) => value.restriction?.type === "password",
  );
  const [next] = [...accounts, ...restricted].slice(maxPasswords);
  if (next)
    report(next.at, `expected at most ${maxPasswords} passwords where a service is asked`, "too_many");
};

/**
 * Reports weak passwords and unknown scopes. A literal value that is weak is only a warning, unless others
 * reach the service.
 */
export const checkStrength = (
  { site, users, tokens, oidc = [] }: Manifest,
  { secretValue, exposed }: { readonly secretValue: SecretValue; readonly exposed: boolean },
  report: Report,
  note: Report,
): void => {
  const judge = (
    path: Path,
    fault: string | undefined,
    isLiteral = true,
    code: ProblemCode = "invalid",
  ): void => {
    if (fault !== undefined) (exposed || !isLiteral ? report : note)(path, fault, code);
  };
  const judgeSecret = (path: Path, written: string, faultOf: (value: string) => string | undefined): void => {
    const value = secretValue(written);
    if (value !== undefined) judge(path, faultOf(value), variableNamed(written) === undefined);
  };
  const namesOf = (username: string) => [
    username,
    ...(site?.value.name === undefined ? [] : [site.value.name]),
  ];
  for (const { at, value } of users) {
    const faultOf = (password: string) => passwordProblem(password, namesOf(value.username));
    if (value.password !== undefined) judgeSecret([...at, "password"], value.password, faultOf);
  }
  for (const { at, value } of tokens) {
    judgeSecret([...at, "secret"], value.secret, secretProblem);
  }
  for (const { at, value } of [...tokens, ...oidc]) {
    for (const [index, scope] of (value.scopes ?? []).entries()) {
      const unknown = unknownScope(scope);
      judge([...at, "scopes", index], unknown && `there is no scope ${unknown}`, true, "invalid_choice");
    }
  }
};

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
    if (earlier)
      report(
        at,
        ({ place }) => `expected other claims than those of ${place(earlier)}, which counts`,
        "duplicate",
      );
    first.set(same, earlier ?? at);
    if (jwks !== undefined) keys.set(value, await keysOf(jwks, files, [...at, "jwks"], report));
  }
  if (JSON.stringify([...keys.values(), oidc]).length > maxBytes)
    report(["oidc"], `expected less: all of it together may have ${maxBytes} bytes`, "max_length");
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
    report(at, error instanceof KeyFault ? error.message : ({ keyFile }) => `expected ${keyFile}`);
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

/** Reports addresses that may not be called, and secrets that cannot sign. */
export const checkWebhooks = ({ webhooks }: Manifest, secretValue: SecretValue, report: Report): void => {
  for (const { at, value } of webhooks) {
    const fault = addressFault(value.url, allowsPrivateAddresses());
    if (fault !== undefined) report([...at, "url"], fault);
    const secret = secretValue(value.secret);
    if (secret !== undefined && !signingKeyOf(secret)) report([...at, "secret"], `expected ${secretForm}`);
  }
};
