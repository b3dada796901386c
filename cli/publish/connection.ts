import { join } from "node:path";
import { readProfile } from "#cli/profiles.ts";
import { UsageError } from "#cli/usage-error.ts";
import { defaultDataDirectory } from "#local/data-directory.ts";
import { leftDemo } from "#local/demo-file.ts";
import type { Connection } from "./client.ts";
import { exchangeIdToken } from "./exchange-id-token.ts";

const thisMachine = "http://127.0.0.1:8000";

/** The options that choose a service. */
export interface ServiceChoice {
  readonly url?: string | undefined;
  readonly token?: string | undefined;
  /** The name of a profile. */
  readonly profile?: string | undefined;
}

/**
 * Finds the service and the token to use: from the options, LECTERN_URL and LECTERN_TOKEN, the demo in
 * `folder`, or the default profile. A profile that is named in the options comes before the environment. The
 * token of a profile or a demo is sent to its own address only. An OIDC token in LECTERN_ID_TOKEN is
 * exchanged, at an address that was given. Throws a {@link UsageError} for an invalid address or a missing
 * token.
 */
export const findConnection = async (
  options: ServiceChoice,
  environment: Readonly<Record<string, string | undefined>>,
  folder = ".",
): Promise<Connection> => {
  const named = options.profile === undefined ? undefined : await readProfile(options.profile, environment);
  const given = {
    url: options.url ?? named?.url ?? (environment.LECTERN_URL || undefined),
    token: options.token ?? (named ? undefined : environment.LECTERN_TOKEN || undefined),
  };
  const isComplete = given.token !== undefined && given.url !== undefined;
  const demo = isComplete || named ? undefined : await leftDemo(join(folder, defaultDataDirectory));
  const usual = isComplete || named ? undefined : await readProfile(undefined, environment);
  // The demo of this folder comes before the default profile.
  const [first, second] = environment.LECTERN_PROFILE ? [usual, demo] : [demo, usual];
  const url = checkedAddress(given.url ?? first?.url ?? second?.url ?? thisMachine);
  const tokenFor = (known: KnownService | undefined): string | undefined =>
    known?.url && isSameAddress(known.url, url) ? known.token : undefined;
  const { LECTERN_ID_TOKEN: idToken } = environment;
  const isExchanged = !given.token && !named && given.url !== undefined && idToken;
  const token = isExchanged
    ? await exchangeIdToken(url, idToken)
    : (given.token ?? tokenFor(named) ?? tokenFor(usual) ?? tokenFor(demo));
  const allowsPrivate = environment.LECTERN_ALLOW_PRIVATE === "true";
  if (token) return { url, token: checkedToken(token), ...(allowsPrivate && { allowsPrivate }) };
  throw new UsageError(
    `No token for ${url}: run \`lectern login --url ${url}\`, set LECTERN_TOKEN or give --token; ` +
      "`lectern token create USER --name NAME --scopes write,publish` makes one, " +
      "with `--scopes write,admin` for a superuser who administrates the site",
  );
};

interface KnownService {
  readonly url?: string | undefined;
  readonly token: string;
}

/** The address, if it is valid. Throws a {@link UsageError}, which shows no password. */
export const checkedAddress = (url: string): string => {
  if (!URL.canParse(url) || !/^https?:$/.test(new URL(url).protocol))
    throw new UsageError(`The URL ${withoutUser(url)} is not an address such as https://example.org`);
  const { username, password } = new URL(url);
  if (username || password)
    throw new UsageError(
      `The address ${withoutUser(url)} has a user name or password in it; the service takes tokens`,
    );
  return url;
};

/** The token without blanks around it. The error of a header that cannot be sent would show it. */
export const checkedToken = (given: string): string => {
  const token = given.trim();
  if (/^[\x21-\x7e]+$/.test(token)) return token;
  throw new UsageError("The token has a character that no token has, such as a blank or a line break");
};

/** The address for messages. One that is refused may contain a password. */
const withoutUser = (url: string): string => url.replace(/^([a-z]+:\/\/)?.*@/i, "$1…@");

const isSameAddress = (one: string, other: string): boolean =>
  URL.canParse(one) && plainAddress(one) === plainAddress(other);

/** The address with its path: services of one host may be mounted at different paths. */
const plainAddress = (url: string): string => new URL(url).href.replace(/\/+$/, "");
