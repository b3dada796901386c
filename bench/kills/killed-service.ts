import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { siteManifest } from "#bench/corpus/site.ts";
import { startSite } from "#bench/processes/service.ts";

export const victims = ["engine", "service", "both"] as const;

export type Victim = (typeof victims)[number];

/** A service on a data directory, which is started again when it is killed, as by a supervisor. */
export interface KilledService {
  /** The address of the service that runs now, or is being started. Rejects if it does not start. */
  readonly url: () => Promise<string>;
  readonly kill: (victim: Victim) => Promise<void>;
  /** Ends it in an orderly way. */
  readonly stop: () => Promise<void>;
}

/** Starts it with the site of the corpus, which has no posts yet. */
export const startKilledService = async (folder: string): Promise<KilledService> => {
  const data = join(folder, "data");
  const manifest = join(folder, "site.json");
  await writeFile(manifest, JSON.stringify(siteManifest));
  const start = () => startSite(data, { content: `--manifest=${manifest}` });
  let running = start();
  await running;
  return {
    url: async () => (await running).url,
    kill: async (victim) => {
      const service = await running;
      process.kill(service.pids[0], "SIGKILL");
      await service.stop();
      running = start();
    },
    stop: async () => (await running).stop(),
  };
};
