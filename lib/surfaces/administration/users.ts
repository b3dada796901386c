import type * as z from "zod/mini";
import { hashPassword } from "#lib/access/passwords.ts";
import { passwordProblem } from "#lib/access/strength.ts";
import type { UserProperties } from "#lib/actions/people/users.ts";
import { certain } from "#lib/certain.ts";
import type { Problem } from "#lib/refusals/problem.ts";
import { refuseProblems } from "#lib/refusals/refusal.ts";
import type { administeredUser } from "#lib/routes/administration.ts";
import type { Site } from "#lib/site/site.ts";
import type { Group, User } from "#lib/site/user.ts";

/** An account, without its password (contract#administered-users). */
export const userView = (user: User, groups: readonly Group[]): z.input<typeof administeredUser> => {
  const { id, username, email, active, staff, superuser } = user;
  return {
    ...{ id, username, email },
    groups: groups.filter((group) => user.groups.includes(group.id)).map(({ name }) => name),
    ...{ active, staff, superuser },
    has_password: user.passwordHash !== null,
    from_manifest: user.fromManifest === true,
  };
};

/** The members that a request or command sets of an account; undefined ones stay. */
export interface AccountFields {
  readonly email?: string | undefined;
  /** Null for none. */
  readonly password?: string | null | undefined;
  /** Names. */
  readonly groups?: readonly string[] | undefined;
  readonly active?: boolean | undefined;
  readonly staff?: boolean | undefined;
  readonly superuser?: boolean | undefined;
}

/** The properties that the fields say. Refuses unknown groups, and passwords that are easy to guess. */
export const accountProperties = async (
  { password, groups, ...fields }: AccountFields,
  { groups: known, settings }: Pick<Site, "groups" | "settings">,
  username: string,
): Promise<Partial<UserProperties>> => {
  const ids = new Map(known.map(({ name, id }) => [name, id]));
  const names = [username, settings.name];
  const fault = typeof password === "string" ? passwordProblem(password, names) : undefined;
  refuseProblems([
    ...(fault === undefined ? [] : [{ path: "password", code: "invalid", message: `${fault}.` } as const]),
    ...(groups ?? []).flatMap((name, index): Problem[] =>
      ids.has(name)
        ? []
        : [{ path: `groups.${index}`, code: "not_found", message: `There is no group ${name}.` }],
    ),
  ]);
  return {
    ...Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)),
    ...(groups && {
      groups: [...new Set(groups.map((name) => certain(ids.get(name))))].sort((a, b) => a - b),
    }),
    ...(password !== undefined && { passwordHash: password === null ? null : await hashPassword(password) }),
  };
};

/** The properties of a new account by default. */
export const newAccount: UserProperties = {
  email: "",
  passwordHash: null,
  active: true,
  staff: false,
  superuser: false,
  groups: [],
};
