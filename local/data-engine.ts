import { tableName } from "#lib/settings/database.ts";
import { lookAtFilesBy } from "#lib/store/database-files.ts";
import { hadDatabase, lostDatabase, requireDatabase } from "#local/data-directory/purpose.ts";
import { watchDatabase } from "#local/engine/database-watch.ts";
import { endLeftoverEngine } from "#local/engine/description.ts";
import { directAccess } from "#local/engine/direct/direct-access.ts";
import { findFullDisk, isDiskFailure } from "#local/engine/full-disk.ts";
import { findKeptLogs, keepDamagedLog } from "#local/engine/kept-logs.ts";
import { revived } from "#local/engine/revived.ts";
import type { DataDirectory } from "./data-directory.ts";
import { type Engine, type EngineOptions, startEngine } from "./engine.ts";
import { setEnvironment } from "./environment.ts";
import { PlainError } from "./plain-error.ts";

/**
 * Starts the engine of a data directory, unless its database is lost, before an empty one is created; with
 * `mayBeLost`, an empty one takes its place. If it ends by itself, it is started again, unless that would
 * create an empty database or open another one.
 */
export const startDataEngine = async (
  directory: DataDirectory,
  { mayBeLost = false } = {},
): Promise<Engine> => {
  const { path, databaseFile } = directory;
  if (!mayBeLost) await requireDatabase(path, databaseFile);
  await endLeftoverEngine(directory.engineDescription);
  await keepDamagedLog(databaseFile);
  const keptLogs = await findKeptLogs(databaseFile);
  const direct = directAccess(databaseFile);
  const watch = watchDatabase(databaseFile);
  const start = async (options?: Pick<EngineOptions, "chooseAddress">) => {
    const started = await startEngine({ directory, ...options });
    // This process still has the files open, and lets them go only for the same ones.
    if (watch.find()) {
      await started.stop();
      return engineAfter(watch.whole(), started);
    }
    await direct.begin(started.endpoint);
    watch.begin(started.pid);
    return started;
  };
  const restart = async (ended: Engine) => {
    if (watch.find()) return engineAfter(watch.whole(), ended);
    const { hostname: host, port } = new URL(ended.endpoint);
    return start({ chooseAddress: async () => ({ host, port: Number(port) }) });
  };
  const running = revived(await start(), restart);
  lookAtFilesBy({
    findLoss: watch.find,
    findWarnings: () => [...watch.findWarnings(), ...(keptLogs().length > 0 ? [keptLogWarning] : [])],
    findCause: async (error) => (isDiskFailure(error) ? findFullDisk(databaseFile) : undefined),
  });
  const stop = async () => {
    lookAtFilesBy();
    watch.end();
    await direct.end();
    return running.stop();
  };
  const engine = { ...running, failed: Promise.race([running.failed, direct.failed]), stop };
  setEnvironment({ DYNAMODB_ENDPOINT: engine.endpoint });
  if (mayBeLost || !(await hadDatabase(path))) return engine;
  // Imported only now, so that a lost database is noticed at once.
  const { tableExists } = await import("./table.ts");
  if (await tableExists()) return engine;
  await engine.stop();
  throw lostDatabase(path, `${databaseFile} has no table ${tableName()}`);
};

const keptLogWarning =
  "When the service was started, the log of the database was damaged. The alarm in the service's log says what may be missing; a copy is kept until somebody removes it.";

/** Stands for an engine that may not be started before the files of its database are back. */
const engineAfter = (back: Promise<void>, { endpoint, pid }: Engine): Engine => ({
  endpoint,
  pid,
  failed: back.then(
    () => new PlainError("The database engine was not running without its files; start again."),
  ),
  stop: async () => {},
});
