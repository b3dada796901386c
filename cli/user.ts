import { hashPassword } from "#lib/access/passwords.ts";
import { putUser, type UserProperties } from "#lib/actions/people/put-user.ts";
import { readSite } from "#lib/store/site.ts";
import { readUsers } from "#lib/store/users.ts";
import { PlainError } from "#local/plain-error.ts";
import { commaSeparated, parseArguments, storeOptions } from "./arguments.ts";
import { newName } from "./new-name.ts";
import { openStore } from "./open-store.ts";
import { aligned, printJson, printLines, type RunCommand } from "./output.ts";
import { readPassword } from "./read-password.ts";

const newUserOptions = {
  ...storeOptions,
  email: { type: "string", default: "" },
  groups: { type: "string", default: "" },
  staff: { type: "boolean", default: false },
  superuser: { type: "boolean", default: false },
  "no-password": { type: "boolean", default: false },
} as const;

/** `lectern user create`: makes a user. The password is the first line of the standard input. */
export const userCreate: RunCommand = async (args, context) => {
  const parsed = parseArguments(args, newUserOptions, ["USERNAME"]);
  const { USERNAME, email, groups, staff, superuser, "no-password": withoutPassword, ...choice } = parsed;
  const username = newName("USERNAME", USERNAME);
  const password = withoutPassword ? null : await readPassword(context);
  await using _store = await openStore(choice, context, { creates: true });
  const properties: UserProperties = {
    email,
    staff,
    superuser,
    active: true,
    groups: await groupIds(commaSeparated(groups)),
    passwordHash: password === null ? null : await hashPassword(password),
  };
  await putUser(username, (current) => {
    if (current) throw new PlainError(`There is a user ${username} already.`);
    return properties;
  });
  printLines(context.stdout, [`Created the user ${username}.`]);
  return 0;
};

/** `lectern user set-password`: sets the password to the first line of the standard input. */
export const userSetPassword: RunCommand = async (args, context) => {
  const { USERNAME, ...choice } = parseArguments(args, storeOptions, ["USERNAME"]);
  const passwordHash = await hashPassword(await readPassword(context));
  await using _store = await openStore(choice, context);
  await changeUser(USERNAME, { passwordHash });
  printLines(context.stdout, [`Set the password of ${USERNAME}.`]);
  return 0;
};

/** `lectern user deactivate`: ends a user's access, sessions and tokens at once. */
export const userDeactivate: RunCommand = async (args, context) => {
  const { USERNAME, ...choice } = parseArguments(args, storeOptions, ["USERNAME"]);
  await using _store = await openStore(choice, context);
  await changeUser(USERNAME, { active: false });
  printLines(context.stdout, [`Deactivated the user ${USERNAME}.`]);
  return 0;
};

/** `lectern user list`: prints the users in order of creation. */
export const userList: RunCommand = async (args, context) => {
  const { json, ...choice } = parseArguments(
    args,
    { ...storeOptions, json: { type: "boolean", default: false } },
    [],
  );
  await using _store = await openStore(choice, context);
  const [users, site] = await Promise.all([readUsers(), readSite()]);
  const listed = users.map(({ username, email, active, staff, superuser, groups }) => ({
    username,
    email,
    groups: site.groups.filter(({ id }) => groups.includes(id)).map(({ name }) => name),
    active,
    staff,
    superuser,
  }));
  if (json) printJson(context.stdout, listed);
  else
    printLines(context.stdout, aligned([["USERNAME", "EMAIL", "GROUPS", "REMARKS"], ...listed.map(rowOf)]));
  return 0;
};

interface ListedUser {
  readonly username: string;
  readonly email: string;
  readonly groups: readonly string[];
  readonly active: boolean;
  readonly staff: boolean;
  readonly superuser: boolean;
}

const rowOf = ({ username, email, groups, active, staff, superuser }: ListedUser): string[] => {
  const remarks = [
    ...(active ? [] : ["inactive"]),
    ...(staff ? ["staff"] : []),
    ...(superuser ? ["superuser"] : []),
  ];
  return [username, email || "-", groups.join(", ") || "-", remarks.join(", ") || "-"];
};

const changeUser = (username: string, changes: Partial<UserProperties>) =>
  putUser(username, (current) => {
    if (!current) throw new PlainError(`There is no user ${username}.`);
    const { id, username: _, version, ...properties } = current;
    return { ...properties, ...changes };
  });

const groupIds = async (names: readonly string[]): Promise<number[]> => {
  const { groups } = await readSite();
  return names.map((name) => {
    const group = groups.find((candidate) => candidate.name === name);
    if (!group) throw new PlainError(`There is no group ${name}.`);
    return group.id;
  });
};
