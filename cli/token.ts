import { hashOfSecret, newTokenSecret } from "#lib/access/secrets.ts";
import { issueToken } from "#lib/actions/people/issue-token.ts";
import { revokeToken } from "#lib/actions/people/revoke-token.ts";
import { clock } from "#lib/clock.ts";
import { parseInstant } from "#lib/instant.ts";
import { scopeFault } from "#lib/manifest/check/scope-fault.ts";
import { collectionsByPath } from "#lib/manifest/collection-paths.ts";
import { pageIdAt } from "#lib/manifest/stored/stored-page.ts";
import type { Token } from "#lib/site/credential.ts";
import { readTokens } from "#lib/store/credentials.ts";
import { readSite } from "#lib/store/site.ts";
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
  expires: { type: "string" },
  parents: { type: "string" },
  collections: { type: "string" },
  json: { type: "boolean", default: false },
} as const;

/** `lectern token create`: issues a bearer token and prints its secret, which is not stored. */
export const tokenCreate: RunCommand = async (args, context) => {
  const {
    USERNAME,
    name: written,
    json,
    scopes: listed,
    expires,
    parents,
    collections,
    ...choice
  } = parseArguments(args, newTokenOptions, ["USERNAME"]);
  if (!written) throw new UsageError("--name is missing");
  const name = newName("--name", written);
  requireSettings();
  const scopes = listed === undefined ? null : commaSeparated(listed);
  for (const fault of scopes?.map(scopeFault) ?? []) if (fault !== undefined) throw new UsageError(fault);
  const expiresAt = expires === undefined ? undefined : parseInstant(expires);
  if (expires !== undefined && (expiresAt ?? "") <= clock.now())
    throw new UsageError("--expires: expected an instant in the future, such as 2030-01-02T03:04Z");
  await using _store = await openStore(choice, context);
  const user = await readUserByName(USERNAME);
  if (!user) throw new PlainError(`There is no user ${USERNAME}.`);
  const secret = newTokenSecret();
  const limits = {
    ...(expiresAt !== undefined && { expiresAt }),
    ...(parents !== undefined && { parents: await pageIds(commaSeparated(parents)) }),
    ...(collections !== undefined && { collections: await collectionIds(commaSeparated(collections)) }),
  };
  await issueToken(name, (current) => {
    if (current)
      throw new PlainError(`There is a token ${name} already; revoke it first, or choose another name.`);
    return { userId: user.id, scopes, ...limits, hash: hashOfSecret(secret) };
  });
  if (json) printJson(context.stdout, { name, user: USERNAME, scopes, ...limitsView(limits), secret });
  else {
    printLines(context.stderr, ["The token's secret, which is not stored; copy it now:"]);
    printLines(context.stdout, [secret]);
  }
  return 0;
};

const pageIds = async (paths: readonly string[]): Promise<number[]> =>
  Promise.all(
    paths.map(async (path) => {
      const id = await pageIdAt(path);
      if (id === undefined) throw new PlainError(`There is no page ${path}.`);
      return id;
    }),
  );

const collectionIds = async (paths: readonly string[]): Promise<number[]> => {
  const byPath = collectionsByPath((await readSite()).collections);
  return paths.map((path) => {
    const collection = byPath.get(path);
    if (!collection) throw new PlainError(`There is no collection ${path}.`);
    return collection.id;
  });
};

const limitsView = ({
  expiresAt,
  parents,
  collections,
}: Pick<Token, "expiresAt" | "parents" | "collections">) => ({
  expires_at: expiresAt ?? null,
  parents: parents ?? null,
  collections: collections ?? null,
});

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
    ...limitsView(token),
    created_at: token.createdAt,
  }));
  if (json) printJson(context.stdout, listed);
  else {
    const rows = listed.map(({ name, user, scopes, created_at, expires_at }) => [
      name,
      user ?? "-",
      scopesText(scopes),
      created_at,
      expires_at ?? "never",
    ]);
    printLines(context.stdout, aligned([["NAME", "USER", "SCOPES", "CREATED", "EXPIRES"], ...rows]));
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
