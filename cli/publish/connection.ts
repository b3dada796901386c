import { readFile } from "node:fs/promises";
import { join } from "node:path";
import * as z from "zod";
import { UsageError } from "#cli/usage-error.ts";
import { defaultDataDirectory } from "#local/data-directory.ts";
import type { Connection } from "./client.ts";
import type { PublishOptions } from "./options.ts";

const demoCredentials = z.object({ url: z.string(), token: z.string() });

const thisMachine = "http://127.0.0.1:8000";

/**
 * The service and the token to publish with: those of the options, else of LECTERN_URL and LECTERN_TOKEN, else of the
 * demo that `npm start` left below `folder`. The demo's token goes to the demo's own address only. Refused with a
 * {@link UsageError}: an address that is none, and no token.
 */
export const findConnection = async (
  options: Pick<PublishOptions, "url" | "token">,
  environment: Readonly<Record<string, string | undefined>>,
  folder = ".",
): Promise<Connection> => {
  const demo = await readDemoCredentials(join(folder, defaultDataDirectory, "demo.json"));
  const url = options.url ?? (environment.LECTERN_URL || undefined) ?? demo?.url ?? thisMachine;
  if (!/^https?:$/.test(URL.parse(url)?.protocol ?? ""))
    throw new UsageError(`${url} is no address of a service`);
  const isDemo = demo && new URL(url).origin === URL.parse(demo.url)?.origin;
  const token =
    options.token ?? (environment.LECTERN_TOKEN || undefined) ?? (isDemo ? demo.token : undefined);
  if (token) return { url, token };
  throw new UsageError(
    `No token for ${url}: set LECTERN_TOKEN or give --token; ` +
      "`lectern token create USER --name NAME --scopes write,publish` makes one",
  );
};

const readDemoCredentials = async (file: string): Promise<z.output<typeof demoCredentials> | undefined> => {
  try {
    return demoCredentials.parse(JSON.parse(await readFile(file, "utf8")));
  } catch {
    return undefined;
  }
};
