import { join } from "node:path";
import { UsageError } from "#cli/usage-error.ts";
import { defaultDataDirectory } from "#local/data-directory.ts";
import { leftDemo } from "#local/demo-file.ts";
import type { Connection } from "./client.ts";
import type { PublishOptions } from "./options.ts";

const thisMachine = "http://127.0.0.1:8000";

/**
 * The service and the token to publish with: those of the options, else of LECTERN_URL and LECTERN_TOKEN,
 * else of the demo that `npm start` left below `folder`. The demo's token goes to the demo's own address
 * only. Refused with a {@link UsageError}: an address that is none, and no token; and with a `PlainError`,
 * where it is needed, what is left of a demo and damaged.
 */
export const findConnection = async (
  options: Pick<PublishOptions, "url" | "token">,
  environment: Readonly<Record<string, string | undefined>>,
  folder = ".",
): Promise<Connection> => {
  const given = {
    url: options.url ?? (environment.LECTERN_URL || undefined),
    token: options.token ?? (environment.LECTERN_TOKEN || undefined),
  };
  const demo = given.token && given.url ? undefined : await leftDemo(join(folder, defaultDataDirectory));
  const url = given.url ?? demo?.url ?? thisMachine;
  if (!/^https?:$/.test(URL.parse(url)?.protocol ?? ""))
    throw new UsageError(`${url} is no address of a service`);
  const isDemo = demo?.url !== undefined && new URL(url).origin === URL.parse(demo.url)?.origin;
  const token = given.token ?? (isDemo ? demo.token : undefined);
  if (token) return { url, token };
  throw new UsageError(
    `No token for ${url}: set LECTERN_TOKEN or give --token; ` +
      "`lectern token create USER --name NAME --scopes write,publish` makes one",
  );
};
