import { hashOfSecret, newSecret } from "#lib/access/secrets.ts";
import { issueToken } from "#lib/actions/people/issue-token.ts";
import { revokeToken } from "#lib/actions/people/revoke-token.ts";
import { scopeFault } from "#lib/manifest/check/scope-fault.ts";
import { readTokens } from "#lib/store/credentials.ts";
import { readUserByName, readUsers } from "#lib/store/users.ts";
import { PlainError } from "#local/plain-error.ts";
import { requireSettings } from "#local/require-settings.ts";
import { commaSeparated, parseArguments, storeOptions } from "./arguments.ts";
import { newName } from "./new-name.ts";
import { openStore } from "./open-store.ts";
import { aligned, printJson, printLines, type RunCommand } from "./output.ts";
import { UsageError } from "./usage-error.ts";

const newTokenOptions = {
  ...storeOptions,
  name: { type: "string" },
  scopes: { type: "string" },
  json: { type: "boolean", default: false },
} as const;

/** `lectern token create`: issues a bearer token and prints its secret, which is not stored. */
export const tokenCreate: RunCommand = async (args, context) => {
  const {
    USERNAME,
    name: written,
    json,
    scopes: listed,
    ...choice
  } = parseArguments(args, newTokenOptions, ["USERNAME"]);
  if (!written) throw new UsageError("--name is missing");
  const name = newName("--name", written);
  requireSettings();
  const scopes = listed === undefined ? null : commaSeparated(listed);
  for (const fault of scopes?.map(scopeFault) ?? []) if (fault !== undefined) throw new UsageError(fault);
  await using _store = await openStore(choice, context);
  const user = await readUserByName(USERNAME);
  if (!user) throw new PlainError(`There is no user ${USERNAME}.`);
  const secret = newSecret();
  await issueToken(name, (current) => {
    if (current)
      throw new PlainError(`There is a token ${name} already; revoke it first, or choose another name.`);
    return { userId: user.id, scopes, hash: hashOfSecret(secret) };
  });
  if (json) printJson(context.stdout, { name, user: USERNAME, scopes, secret });
  else {
    printLines(context.stderr, ["The token's secret, which is not stored; copy it now:"]);
    printLines(context.stdout, [secret]);
  }
  return 0;
};

/** `lectern token list`: prints the tokens without their secrets. */
export const tokenList: RunCommand = async (args, context) => {
  const { json, ...choice } = parseArguments(
    args,
    { ...storeOptions, json: { type: "boolean", default: false } },
    [],
  );
  await using _store = await openStore(choice, context);
  const [tokens, users] = await Promise.all([readTokens(), readUsers()]);
  const listed = tokens.map(({ token }) => ({
    name: token.name,
    user: users.find(({ id }) => id === token.userId)?.username ?? null,
    scopes: token.scopes,
    created_at: token.createdAt,
  }));
  if (json) printJson(context.stdout, listed);
  else {
    const rows = listed.map(({ name, user, scopes, created_at }) => [
      name,
      user ?? "-",
      scopesText(scopes),
      created_at,
    ]);
    printLines(context.stdout, aligned([["NAME", "USER", "SCOPES", "CREATED"], ...rows]));
  }
  return 0;
};

const scopesText = (scopes: readonly string[] | null): string =>
  scopes === null ? "unscoped" : scopes.join(",") || "none";

/** `lectern token revoke`: makes a token invalid at once. */
export const tokenRevoke: RunCommand = async (args, context) => {
  const { NAME, ...choice } = parseArguments(args, storeOptions, ["NAME"]);
  await using _store = await openStore(choice, context);
  if (!(await revokeToken(NAME))) throw new PlainError(`There is no token ${NAME}.`);
  printLines(context.stdout, [`Revoked the token ${NAME}.`]);
  return 0;
};
