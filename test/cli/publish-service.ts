import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { afterAll, beforeAll } from "vitest";
import { main } from "#cli/main.ts";
import { fallback } from "#lib/routes/fallback.ts";
import { routes } from "#lib/routes/table.ts";
import type { LambdaHandler } from "#local/gateway/invoke.ts";
import { type Gateway, startGateway } from "#local/gateway.ts";

const functions = import.meta.glob<{ handler: LambdaHandler }>("../../functions/**/*.ts");

const load = async (id: string): Promise<LambdaHandler> =>
  (await functions[`../../functions/${id}.ts`]!()).handler;

/** What a run of `lectern publish` printed and ended with. */
export interface Run {
  readonly status: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** A service of this process and a folder of Markdown files, for one test file. */
export interface PublishingService {
  /** Without a trailing slash. */
  readonly url: string;
  /** Writes a file into the folder, and gives its path. */
  readonly write: (name: string, text: string) => Promise<string>;
  /** Runs the command against the service, as ada. */
  readonly publish: (...args: string[]) => Promise<Run>;
}

/** Gives the test file a gateway with the real functions and an empty folder, both gone at its end. */
export const usePublishing = (): PublishingService => {
  let gateway: Gateway;
  let folder: string;
  beforeAll(async () => {
    gateway = await startGateway({ routes, fallback, load });
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
      await writeFile(join(folder, name), text);
      return join(folder, name);
    },
    publish: (...args) => runPublish(args, { LECTERN_URL: gateway.url, LECTERN_TOKEN: "ada" }),
  };
};

/** Runs the command in this process. */
export const runPublish = async (
  args: readonly string[],
  environment: Readonly<Record<string, string>> = {},
): Promise<Run> => {
  const stdout: string[] = [];
  const stderr: string[] = [];
  const status = await main(["publish", ...args], {
    environment,
    stdin: Readable.from([]),
    stdout: { write: (text) => stdout.push(text) },
    stderr: { write: (text) => stderr.push(text) },
  });
  return { status, stdout: stdout.join(""), stderr: stderr.join("") };
};
