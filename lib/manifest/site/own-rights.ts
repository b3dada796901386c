import { isSameTrust, propertiesOfTrust } from "#lib/manifest/apply/apply-access.ts";
import type { LimitIds } from "#lib/manifest/apply/run.ts";
import type { CheckedManifest } from "#lib/manifest/check-manifest.ts";
import type { Problem } from "#lib/refusals/problem.ts";
import { problemAt } from "./placed-problem.ts";
import type { SiteState } from "./read-site-state.ts";
import type { RequestedChange } from "./requested-change.ts";

/** The caller's ways in, which a change may not take away. */
export interface ChangingCaller {
  /** The ids of the groups that the caller is in. */
  readonly groups: readonly number[];
  /** The trust by which the caller's token came; undefined for others. */
  readonly trustId: number | undefined;
}

/** Reports a change of the caller's own groups after which none lets them in, and the group's removal. */
export const ownGroupProblems = (
  { set, remove, rename }: RequestedChange,
  { site }: SiteState,
  caller: ChangingCaller,
): readonly Problem[] => {
  const own = site.groups.filter(({ id, adminAccess }) => adminAccess && caller.groups.includes(id));
  const formerName = (name: string) => rename.get("groups")?.find(({ to }) => to === name)?.name ?? name;
  const removals = (remove.get("groups") ?? []).flatMap(({ name, at }): Problem[] => {
    const isOwn = site.groups.some((group) => group.name === name && caller.groups.includes(group.id));
    return isOwn
      ? [{ path: at, code: "invalid", message: "You are in this group: somebody else has to remove it." }]
      : [];
  });
  const changes = (set.get("groups") ?? []).flatMap(({ name, said, at }): Problem[] => {
    const isOwn = own.some((group) => group.name === name || group.name === formerName(name));
    const takes = said.admin_access !== undefined && said.admin_access !== true;
    return isOwn && takes
      ? [
          {
            path: `${at}.admin_access`,
            code: "invalid",
            message: "You are in this group, which lets you in.",
          },
        ]
      : [];
  });
  return [...removals, ...changes];
};

/** Reports that the trust of the caller's token ends, because a change removes it or says something else. */
export const ownTrustProblems = (
  { set, remove }: RequestedChange,
  { site, users, names }: SiteState,
  { manifest, trustedKeys, stored, ids }: CheckedManifest,
  { trustId }: ChangingCaller,
): readonly Problem[] => {
  const own = site.trusts.find(({ id }) => id === trustId);
  if (!own) return [];
  const user = users.find(({ id }) => id === own.userId)?.username;
  const name = JSON.stringify([own.issuer, own.audience, user]);
  const removal = remove.get("oidc")?.find((each) => each.name === name);
  const idIn = (all: ReadonlyMap<number, string>) => (path: string) =>
    [...all].find(([, each]) => each === path)?.[0] ?? 0;
  const known: LimitIds = {
    userId: (username) => stored.users.find((each) => each.username === username)?.id ?? 0,
    pageId: (path) => ids.pageIdOf(path) ?? 0,
    collectionId: idIn(names.collections),
  };
  const stays = (manifest.oidc ?? []).some(({ value }) =>
    isSameTrust(own, propertiesOfTrust(value, trustedKeys, known)),
  );
  if (!removal && (!manifest.oidc || stays)) return [];
  const { at } = removal ?? set.get("oidc")?.find((each) => each.name === name) ?? { at: "set.oidc" };
  return [problemAt(at, "invalid", "Your own token came by this trust, and would end with it.")];
};
