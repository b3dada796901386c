import { tableName } from "#lib/settings/database.ts";
import { hadDatabase, lostDatabase, requireDatabase } from "#local/data-directory/purpose.ts";
import { directAccess } from "#local/engine/direct/direct-access.ts";
import { revived } from "#local/engine/revived.ts";
import type { DataDirectory } from "./data-directory.ts";
import { type Engine, type EngineOptions, startEngine } from "./engine.ts";
import { setEnvironment } from "./environment.ts";

/**
 * Starts the engine of a data directory, unless its database is lost, before an empty one is created. If it
 * ends by itself, it is started again.
 */
export const startDataEngine = async (directory: DataDirectory): Promise<Engine> => {
  const { path, databaseFile } = directory;
  await requireDatabase(path, databaseFile);
  const direct = directAccess(databaseFile);
  const start = async (options?: Pick<EngineOptions, "chooseAddress">) => {
    const started = await startEngine({ directory, ...options });
    await direct.begin(started.endpoint);
    return started;
  };
  const running = revived(await start(), ({ endpoint }) => {
    const { hostname: host, port } = new URL(endpoint);
    return start({ chooseAddress: async () => ({ host, port: Number(port) }) });
  });
  const stop = async () => {
    await direct.end();
    return running.stop();
  };
  const engine = { ...running, failed: Promise.race([running.failed, direct.failed]), stop };
  setEnvironment({ DYNAMODB_ENDPOINT: engine.endpoint });
  if (!(await hadDatabase(path))) return engine;
  // Imported only now, so that a lost database is noticed at once.
  const { tableExists } = await import("./table.ts");
  if (await tableExists()) return engine;
  await engine.stop();
  throw lostDatabase(path, `${databaseFile} has no table ${tableName()}`);
};
