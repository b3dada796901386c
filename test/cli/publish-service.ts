import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, beforeAll } from "vitest";
import { useServedFiles } from "#test/support/served-files.ts";
import { type CommandResult, lecternIn } from "./lectern.ts";

/** A service in this process and a folder of Markdown files, for a test file. */
export interface PublishingService {
  /** Without a trailing slash. */
  readonly url: string;
  /** Writes a file, whose name may have folders; gives its path. */
  readonly write: (name: string, content: string | Uint8Array) => Promise<string>;
  /** Runs the command against the service, as ada. */
  readonly publish: (...args: string[]) => Promise<CommandResult>;
  /** Runs another command in the same way. */
  readonly run: (...args: string[]) => Promise<CommandResult>;
}

/** Gives the test file a gateway with the real functions and a file store, and an empty folder. */
export const usePublishing = (): PublishingService => {
  const service = useServedFiles();
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "lectern-publish-"));
  });
  afterAll(() => rm(folder, { recursive: true }));
  const environment = () => ({ LECTERN_URL: service.url, LECTERN_TOKEN: "ada" });
  return {
    get url() {
      return service.url;
    },
    write: async (name, content) => {
      await mkdir(dirname(join(folder, name)), { recursive: true });
      await writeFile(join(folder, name), content);
      return join(folder, name);
    },
    publish: (...args) => runPublish(args, environment()),
    run: (...args) => lecternIn(environment(), "", args),
  };
};

/** Runs `lectern publish` with these environment variables only. */
export const runPublish = (
  args: readonly string[],
  environment: NodeJS.ProcessEnv = {},
): Promise<CommandResult> => lecternIn(environment, "", ["publish", ...args]);
