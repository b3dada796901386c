import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { siteManifest } from "#bench/corpus/site.ts";
import { clock } from "#bench/lectern/tools.ts";
import { type ServiceProcess, startSite } from "#bench/processes/service.ts";

/** A service on a data directory, which is started again when it is killed, as by a supervisor. */
export interface KilledService {
  readonly data: string;
  /** The address of the service that runs now, or is being started. Rejects if it does not start. */
  readonly url: () => Promise<string>;
  readonly kill: () => Promise<void>;
  /** Ends it in an orderly way. */
  readonly stop: () => Promise<void>;
}

/** A service that has not come back by then does not. */
export const giveUpMs = 60_000;
const retryMs = 100;

/** Starts it with the site of the corpus, which has no posts yet. */
export const startKilledService = async (folder: string): Promise<KilledService> => {
  const data = join(folder, "data");
  const manifest = join(folder, "site.json");
  await writeFile(manifest, JSON.stringify(siteManifest));
  const start = () => startSite(data, { content: `--manifest=${manifest}` });
  let running = start();
  await running;
  return {
    data,
    url: async () => (await running).url,
    kill: async () => {
      const service = await running;
      process.kill(service.pids[0], "SIGKILL");
      await service.stop();
      running = startedAgain(start);
    },
    stop: async () => (await running).stop(),
  };
};

/** Until it starts: a command that began while there was no service has the folder until it ends. */
const startedAgain = async (start: () => Promise<ServiceProcess>): Promise<ServiceProcess> => {
  const givesUpAtMs = clock.monotonicMs() + giveUpMs;
  for (;;) {
    try {
      return await start();
    } catch (error) {
      if (clock.monotonicMs() > givesUpAtMs) throw error;
      await pause(retryMs);
    }
  }
};
