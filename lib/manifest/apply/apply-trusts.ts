import { isDeepStrictEqual } from "node:util";
import { changeSite } from "#lib/actions/people/change-site.ts";
import { certain } from "#lib/certain.ts";
import type { TrustedKeys } from "#lib/manifest/check/check-trusts.ts";
import type { Manifest } from "#lib/manifest/read/read-manifest.ts";
import type { Site } from "#lib/site/site.ts";
import type { Trust } from "#lib/site/trust.ts";
import { sortedIds } from "./desired-restriction.ts";
import type { LimitIds, Run } from "./run.ts";

/**
 * Makes the list of trusts that of the file, also without pruning: a trust that was changed would stay
 * otherwise, beside the new one. Without `oidc` in the file, only pruning changes the list. A trust that is
 * not as before is a new one, and tokens of the former end.
 */
export const applyTrusts = async (
  { oidc }: Pick<Manifest, "oidc">,
  keys: TrustedKeys,
  stored: Site,
  { userId, pageId, collectionId }: LimitIds,
  run: Run,
): Promise<void> => {
  if (!oidc && !run.prunes) return;
  const ids = new Map<number, number>();
  const desired = async (before: readonly Trust[]): Promise<readonly Trust[]> => {
    const unused = new Set(before);
    const trusts: Trust[] = [];
    for (const [index, { value }] of (oidc ?? []).entries()) {
      const { issuer, audience, claims, user, scopes, parents, collections } = value;
      const properties: Omit<Trust, "id"> = {
        issuer,
        audience,
        claims,
        ...(keys.has(value) && { keys: certain(keys.get(value)) }),
        userId: userId(user),
        ...(scopes && { scopes: [...new Set(scopes)] }),
        ...(parents && { parents: sortedIds(parents, pageId) }),
        ...(collections && { collections: sortedIds(collections, collectionId) }),
      };
      const same = [...unused].find(({ id: _, ...former }) => isDeepStrictEqual(former, properties));
      if (same) unused.delete(same);
      else if (!ids.has(index)) ids.set(index, await run.drawId("trust"));
      trusts.push(same ?? { id: certain(ids.get(index)), ...properties });
    }
    return trusts;
  };
  let [before, after] = [stored.trusts, await desired(stored.trusts)];
  if (!run.dryRun && !isDeepStrictEqual(before, after)) {
    run.begin();
    await changeSite(async (site) => {
      [before, after] = [site.trusts, await desired(site.trusts)];
      return isDeepStrictEqual(before, after) ? undefined : { trusts: after };
    });
  }
  const has = (trusts: readonly Trust[], id: number) => trusts.some((trust) => trust.id === id);
  for (const { id } of after) run.ledger.note(`trust ${id}`, has(before, id) ? "unchanged" : "created");
  for (const { id, issuer } of before) if (!has(after, id)) run.ledger.noteRemoved("trust", issuer);
};
