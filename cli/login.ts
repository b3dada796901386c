import { connect } from "#cli/publish/client.ts";
import { checkedAddress, checkedToken } from "#cli/publish/connection.ts";
import { whoAmI } from "#lib/routes/editor-whoami.ts";
import { PlainError } from "#local/plain-error.ts";
import { parseArguments } from "./arguments.ts";
import { printJson, printLines, type RunCommand } from "./output.ts";
import { profileName, putProfile } from "./profiles.ts";
import { readLine } from "./read-line.ts";
import { UsageError } from "./usage-error.ts";

const options = {
  url: { type: "string" },
  profile: { type: "string" },
  json: { type: "boolean", default: false },
} as const;

/** `lectern login`: keeps a token that is read from standard input, once the service has accepted it. */
export const login: RunCommand = async (args, context) => {
  const { url: written, profile, json } = parseArguments(args, options, []);
  const name = profileName(profile, context.environment);
  const given = written ?? (context.environment.LECTERN_URL || undefined);
  if (given === undefined) throw new UsageError("--url is missing");
  const url = checkedAddress(given).replace(/\/+$/, "");
  const line = await readLine("Token", context);
  if (line.trim() === "") throw new UsageError("A token is expected on the standard input");
  const token = checkedToken(line);
  const { user, scopes, token: presented } = await connect({ url, token })(whoAmI);
  if (!presented) throw new PlainError(`${url} did not take the token; is the address right?`);
  const { file } = await putProfile(name, { url, token }, context.environment);
  const { username } = user;
  if (json) printJson(context.stdout, { profile: name, url, username, scopes, file });
  else printLines(context.stdout, [`Logged in to ${url} as ${username}; the profile ${name} is in ${file}.`]);
  return 0;
};

/** `lectern logout`: forgets the token of a profile. It stays valid. */
export const logout: RunCommand = async (args, context) => {
  const parsed = parseArguments(args, { profile: { type: "string" } }, []);
  const name = profileName(parsed.profile, context.environment);
  const { file, was } = await putProfile(name, null, context.environment);
  if (!was) throw new PlainError(`There is no profile ${name} in ${file}.`);
  printLines(context.stdout, [
    `Removed the profile ${name}. Its token is valid until it is revoked or expires.`,
  ]);
  return 0;
};
