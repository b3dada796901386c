import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, beforeAll } from "vitest";
import { fallback } from "#lib/routes/fallback.ts";
import { routes } from "#lib/routes/table.ts";
import { type Gateway, startGateway } from "#local/gateway.ts";
import { loadFunction } from "#test/support/functions.ts";
import { type CommandResult, lecternIn } from "./lectern.ts";

/** A service in this process and a folder of Markdown files, for a test file. */
export interface PublishingService {
  /** Without a trailing slash. */
  readonly url: string;
  /** Writes a file, whose name may have folders; gives its path. */
  readonly write: (name: string, text: string) => Promise<string>;
  /** Runs the command against the service, as ada. */
  readonly publish: (...args: string[]) => Promise<CommandResult>;
  /** Runs another command in the same way. */
  readonly run: (...args: string[]) => Promise<CommandResult>;
}

/** Gives the test file a gateway with the real functions, and an empty folder. */
export const usePublishing = (): PublishingService => {
  let gateway: Gateway;
  let folder: string;
  beforeAll(async () => {
    gateway = await startGateway({ routes, fallback, load: loadFunction });
    folder = await mkdtemp(join(tmpdir(), "lectern-publish-"));
  });
  afterAll(async () => {
    await gateway.stop();
    await rm(folder, { recursive: true });
  });
  return {
    get url() {
      return gateway.url;
    },
    write: async (name, text) => {
      await mkdir(dirname(join(folder, name)), { recursive: true });
      await writeFile(join(folder, name), text);
      return join(folder, name);
    },
    publish: (...args) => runPublish(args, { LECTERN_URL: gateway.url, LECTERN_TOKEN: "ada" }),
    run: (...args) => lecternIn({ LECTERN_URL: gateway.url, LECTERN_TOKEN: "ada" }, "", args),
  };
};

/** Runs `lectern publish` with these environment variables only. */
export const runPublish = (
  args: readonly string[],
  environment: NodeJS.ProcessEnv = {},
): Promise<CommandResult> => lecternIn(environment, "", ["publish", ...args]);
