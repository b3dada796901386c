import { isDeepStrictEqual } from "node:util";
import { hashOfSecret } from "#lib/access/secrets.ts";
import { issueToken, type TokenProperties } from "#lib/actions/people/issue-token.ts";
import { certain } from "#lib/certain.ts";
import type { Manifest } from "#lib/manifest/read/read-manifest.ts";
import type { StoredToken, Token } from "#lib/site/credential.ts";
import { sortedIds } from "./desired-restriction.ts";
import type { Fate } from "./outcome.ts";
import type { LimitIds, Run } from "./run.ts";

/** Applies the file's tokens. A new secret ends the old one at once. */
export const applyTokens = async (
  { tokens }: Manifest,
  stored: readonly StoredToken[],
  { userId, pageId, collectionId }: LimitIds,
  run: Run,
): Promise<void> => {
  const byName = new Map(stored.map((one) => [one.token.name, one]));
  for (const { value } of tokens) {
    const { name, user, secret, scopes, expires_at: expiresAt, parents, collections } = value;
    const desired: TokenProperties = {
      hash: hashOfSecret(certain(run.secretValue(secret))),
      userId: userId(user),
      scopes: scopes ? [...new Set(scopes)] : null,
      ...limitsOf({
        expiresAt,
        parents: parents && sortedIds(parents, pageId),
        collections: collections && sortedIds(collections, collectionId),
      }),
    };
    const current = byName.get(name);
    const isSame = current !== undefined && isDeepStrictEqual(desired, propertiesOf(current));
    const note = (fate: Fate) => run.ledger.note(`token ${name}`, fate);
    if (isSame || run.dryRun) {
      note(isSame ? "unchanged" : current ? "updated" : "created");
      continue;
    }
    run.begin();
    let before: StoredToken | undefined;
    const issued = await issueToken(name, (found) => {
      before = found;
      const mark = found ? found.token.fromManifest : true;
      return { ...desired, ...(mark && { fromManifest: mark }) };
    });
    note(!before ? "created" : isDeepStrictEqual(issued, before) ? "unchanged" : "updated");
  }
};

const propertiesOf = ({ hash, token }: StoredToken): TokenProperties => ({
  hash,
  userId: token.userId,
  scopes: token.scopes,
  ...limitsOf(token),
});

/** The limits that there are. */
const limitsOf = (
  limits: {
    readonly [Name in "expiresAt" | "parents" | "collections"]?: Token[Name] | undefined;
  },
) => ({
  ...(limits.expiresAt !== undefined && { expiresAt: limits.expiresAt }),
  ...(limits.parents && { parents: limits.parents }),
  ...(limits.collections && { collections: limits.collections }),
});
