import { clock } from "#lib/clock.ts";
import { parseInstant } from "#lib/instant.ts";
import { commaSeparated, parseArguments, siteOptions } from "./arguments.ts";
import { newName } from "./new-name.ts";
import { aligned, printJson, printLines, type RunAdministration } from "./output.ts";
import { UsageError } from "./usage-error.ts";

const newTokenOptions = {
  ...siteOptions,
  name: { type: "string" },
  scopes: { type: "string" },
  expires: { type: "string" },
  parents: { type: "string" },
  collections: { type: "string" },
  json: { type: "boolean", default: false },
} as const;

/** `lectern token create`: issues a bearer token and prints its secret, which is not stored. */
export const tokenCreate: RunAdministration = async (args, context) => {
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
  const scopes = listed === undefined ? null : commaSeparated(listed);
  const expiresAt = expires === undefined ? undefined : parseInstant(expires);
  if (expires !== undefined && (expiresAt ?? "") <= clock.now())
    throw new UsageError("--expires: expected an instant in the future, such as 2030-01-02T03:04Z");
  await using site = await context.openSite(choice, context);
  const { secret, ...limits } = await site.createToken({
    ...{ user: USERNAME, name, scopes, expiresAt: expiresAt ?? null },
    parents: parents === undefined ? null : commaSeparated(parents),
    collections: collections === undefined ? null : commaSeparated(collections),
  });
  const view = { name, user: USERNAME, scopes, expires_at: expiresAt ?? null, ...limits, secret };
  if (json) printJson(context.stdout, view);
  else {
    printLines(context.stderr, ["The token's secret, which is not stored; copy it now:"]);
    printLines(context.stdout, [secret]);
  }
  return 0;
};

/** `lectern token list`: prints the tokens without their secrets. */
export const tokenList: RunAdministration = async (args, context) => {
  const { json, ...choice } = parseArguments(
    args,
    { ...siteOptions, json: { type: "boolean", default: false } },
    [],
  );
  await using site = await context.openSite(choice, context);
  const listed = (await site.tokens()).map(
    ({ name, user, scopes, expires_at, parents, collections, created_at }) => ({
      ...{ name, user, scopes, expires_at, parents, collections, created_at },
    }),
  );
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
export const tokenRevoke: RunAdministration = async (args, context) => {
  const { NAME, ...choice } = parseArguments(args, siteOptions, ["NAME"]);
  await using site = await context.openSite(choice, context);
  await site.revokeToken(NAME);
  printLines(context.stdout, [`Revoked the token ${NAME}.`]);
  return 0;
};
