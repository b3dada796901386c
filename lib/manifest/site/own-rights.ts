import type { Problem } from "#lib/refusals/problem.ts";
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

/** Reports that the trust of the caller's token is gone, where the change did it. */
export const ownTrustProblems = (
  change: RequestedChange,
  before: SiteState,
  after: readonly { readonly id: number }[],
  { trustId }: ChangingCaller,
): readonly Problem[] => {
  const own = before.site.trusts.find(({ id }) => id === trustId);
  if (!own || after.some(({ id }) => id === trustId)) return [];
  const user = before.users.find(({ id }) => id === own.userId)?.username;
  const name = JSON.stringify([own.issuer, own.audience, user]);
  const named = [...(change.set.get("oidc") ?? []), ...(change.remove.get("oidc") ?? [])];
  const { at = "set.oidc" } = named.find((each) => each.name === name) ?? {};
  return [
    { path: at, code: "invalid", message: "Your own token came by this trust, and would end with it." },
  ];
};
