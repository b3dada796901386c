import { isDeepStrictEqual } from "node:util";
import { hashOfSecret } from "#lib/access/secrets.ts";
import type { Report } from "#lib/manifest/problem.ts";
import type { Manifest } from "#lib/manifest/read/read-manifest.ts";
import type { SecretValue } from "#lib/manifest/read/written.ts";
import type { Token } from "#lib/site/credential.ts";

/** The caller who applies a manifest by several requests, each of which checks their rights. */
export interface ApplyingCaller {
  readonly username: string;
  /** Null for sessions. */
  readonly token: (Pick<Token, "name" | "scopes" | "expiresAt"> & { readonly hash: string }) | null;
}

/** Reports changes that would end the caller's rights before all is applied. */
export const checkCaller = (
  { users, tokens }: Pick<Manifest, "users" | "tokens">,
  caller: ApplyingCaller,
  secretValue: SecretValue,
  report: Report,
): void => {
  for (const { at, value } of users.filter((user) => user.value.username === caller.username))
    for (const right of ["superuser", "active"] as const)
      if (!value[right]) report([...at, right], "expected true, because this account applies the manifest");
  for (const { at, value } of tokens.filter((token) => token.value.name === caller.token?.name)) {
    const secret = secretValue(value.secret);
    const isSame =
      (secret === undefined || hashOfSecret(secret) === caller.token?.hash) &&
      value.user === caller.username &&
      isDeepStrictEqual(value.scopes ? [...new Set(value.scopes)] : null, caller.token?.scopes ?? null) &&
      value.expires_at === caller.token?.expiresAt &&
      // A token with these may not apply manifests.
      value.parents === undefined &&
      value.collections === undefined;
    if (!isSame)
      report(
        [...at, "name"],
        "expected the token as it is, because it applies the manifest; use another to change it",
      );
  }
};
