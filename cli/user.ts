import type { ListedUser } from "#cli/administration/site-administration.ts";
import { commaSeparated, parseArguments, siteOptions } from "./arguments.ts";
import { newName } from "./new-name.ts";
import { aligned, printJson, printLines, type RunAdministration } from "./output.ts";
import { readPassword } from "./read-password.ts";

const newUserOptions = {
  ...siteOptions,
  email: { type: "string", default: "" },
  groups: { type: "string", default: "" },
  staff: { type: "boolean", default: false },
  superuser: { type: "boolean", default: false },
  "no-password": { type: "boolean", default: false },
} as const;

/** `lectern user create`: makes a user. The password is the first line of the standard input. */
export const userCreate: RunAdministration = async (args, context) => {
  const parsed = parseArguments(args, newUserOptions, ["USERNAME"]);
  const { USERNAME, email, groups, staff, superuser, "no-password": withoutPassword, ...choice } = parsed;
  const username = newName("USERNAME", USERNAME);
  const password = withoutPassword ? null : await readPassword(username, context);
  await using site = await context.openSite(choice, context, { creates: true });
  await site.createUser({ username, email, groups: commaSeparated(groups), staff, superuser, password });
  printLines(context.stdout, [`Created the user ${username}.`]);
  return 0;
};

/** `lectern user set-password`: sets the password to the first line of the standard input. */
export const userSetPassword: RunAdministration = async (args, context) => {
  const { USERNAME, ...choice } = parseArguments(args, siteOptions, ["USERNAME"]);
  const password = await readPassword(USERNAME, context);
  await using site = await context.openSite(choice, context);
  await site.changeUser(USERNAME, { password });
  printLines(context.stdout, [`Set the password of ${USERNAME}.`]);
  return 0;
};

/** `lectern user deactivate`: ends a user's access, sessions and tokens at once. */
export const userDeactivate: RunAdministration = async (args, context) => {
  const { USERNAME, ...choice } = parseArguments(args, siteOptions, ["USERNAME"]);
  await using site = await context.openSite(choice, context);
  await site.changeUser(USERNAME, { active: false });
  printLines(context.stdout, [`Deactivated the user ${USERNAME}.`]);
  return 0;
};

/** `lectern user list`: prints the users in order of creation. */
export const userList: RunAdministration = async (args, context) => {
  const options = { ...siteOptions, json: { type: "boolean", default: false } } as const;
  const { json, ...choice } = parseArguments(args, options, []);
  await using site = await context.openSite(choice, context);
  const listed = (await site.users()).map(({ username, email, groups, active, staff, superuser }) => ({
    ...{ username, email, groups, active, staff, superuser },
  }));
  if (json) printJson(context.stdout, listed);
  else
    printLines(context.stdout, aligned([["USERNAME", "EMAIL", "GROUPS", "REMARKS"], ...listed.map(rowOf)]));
  return 0;
};

const rowOf = ({ username, email, groups, active, staff, superuser }: ListedUser): string[] => {
  const remarks = [
    ...(active ? [] : ["inactive"]),
    ...(staff ? ["staff"] : []),
    ...(superuser ? ["superuser"] : []),
  ];
  return [username, email || "-", groups.join(", ") || "-", remarks.join(", ") || "-"];
};
