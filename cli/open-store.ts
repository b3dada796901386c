import { stageOutputs } from "#cli/stage/stage-outputs.ts";
import { hasTableStore } from "#lib/store/table-store.ts";
import { readPurpose, writePurpose } from "#local/data-directory/purpose.ts";
import {
  defaultDataDirectory,
  filesFolderIn,
  findRunningService,
  holdsData,
  openDataDirectory,
} from "#local/data-directory.ts";
import { openDataTable } from "#local/data-table.ts";
import { setEnvironment } from "#local/environment.ts";
import { useTableBeside } from "#local/open-table.ts";
import { PlainError } from "#local/plain-error.ts";
import { requireDeployedFormat, requireFormat } from "#local/require-format.ts";
import { openTableOfEnvironment } from "#local/table-of-environment.ts";
import type { CommandContext } from "./output.ts";
import { UsageError } from "./usage-error.ts";

export interface StoreChoice {
  readonly data?: string | undefined;
  readonly stage?: string | undefined;
}

/** A site's data, which this process uses until the store is disposed of. */
export interface OpenedStore extends AsyncDisposable {
  /** The data directory, unless an engine or a deployment has the table. */
  readonly folder: string | undefined;
}

/**
 * Connects this process to a site's data, once per process.
 *
 * For a folder, it opens the same table as its service, whether that runs or not. DYNAMODB_ENDPOINT
 * overrides it; FILES_FOLDER or S3_ENDPOINT override the folder for files. TABLE_FILE, by which a service
 * tells programs that it starts of its table, replaces only the default folder: it excludes `data`. For a
 * deployment, it uses the table and the bucket, with the credentials that the AWS SDK finds.
 *
 * Throws a {@link PlainError} if the data cannot be used, or if the folder has none and the command does not
 * create it (`creates`), or has lost its database and the command does not fill it again (`mayBeLost`). A
 * command that creates data records the folder's purpose itself.
 */
export const openStore = async (
  { data, stage }: StoreChoice,
  { environment }: Pick<CommandContext, "environment">,
  { creates = false, mayBeLost = false } = {},
): Promise<OpenedStore> => {
  if (stage !== undefined && data !== undefined) {
    throw new UsageError("--data and --stage exclude one another");
  }
  if (data !== undefined && environment.TABLE_FILE) {
    throw new UsageError("--data and TABLE_FILE exclude one another");
  }
  setEnvironment({ CATALOG_FILE: ":memory:" });
  await using opened = new AsyncDisposableStack();
  const isFolder = stage === undefined && !namesTable(environment);
  const folder = isFolder ? (data ?? defaultDataDirectory) : undefined;
  if (stage !== undefined) await chooseDeployment(stage, environment);
  if (folder !== undefined) await openFolder(folder, { creates, mayBeLost }, opened);
  if (stage === undefined) {
    if (!environment.FILES_FOLDER && !environment.S3_ENDPOINT)
      setEnvironment({ FILES_FOLDER: filesFolderIn(data) });
    if (environment.DYNAMODB_ENDPOINT) await (await import("#local/table.ts")).ensureTable();
    else if (folder === undefined && !hasTableStore()) {
      const close = await openTableOfEnvironment(environment);
      if (close) opened.defer(close);
    }
    await requireFormat();
  } else await requireDeployedFormat();
  // A folder that a command has worked on never becomes the demo.
  if (folder !== undefined && !creates && (await readPurpose(folder)) === "unused")
    await writePurpose(folder, "site");
  const moved = opened.move();
  return { folder, [Symbol.asyncDispose]: () => moved.disposeAsync() };
};

interface MissingData {
  readonly creates: boolean;
  readonly mayBeLost: boolean;
}

const openFolder = async (
  data: string,
  { creates, mayBeLost }: MissingData,
  opened: AsyncDisposableStack,
): Promise<void> => {
  const service = await findRunningService(data);
  if (!service) {
    if (!creates && !(await holdsData(data))) throw new PlainError(`There is no data in ${data}.`);
    const directory = await openDataDirectory(data);
    opened.defer(directory.close);
    const table = await openDataTable(directory, { mayBeLost });
    opened.defer(table.close);
    return;
  }
  if (service.databaseFile === undefined) {
    throw new PlainError(
      `The service on ${data} (process ${service.pid}) is still starting, or has its table in an engine; try again, or set DYNAMODB_ENDPOINT to that engine.`,
    );
  }
  opened.defer(await useTableBeside(service.databaseFile));
};

/** True if the environment names a table outside of data directories. */
export const namesTable = (environment: CommandContext["environment"]): boolean =>
  Boolean(environment.DYNAMODB_ENDPOINT || environment.TABLE_FILE);

/** Lets this process use the table and the bucket of a deployed stage. */
export const chooseDeployment = async (
  stage: string,
  environment: CommandContext["environment"],
): Promise<void> => {
  if (environment.DYNAMODB_ENDPOINT) {
    throw new UsageError("--stage and DYNAMODB_ENDPOINT exclude one another");
  }
  if (environment.TABLE_NAME && environment.BUCKET_NAME) return;
  const { table, bucket } = await stageOutputs(stage);
  setEnvironment({
    TABLE_NAME: environment.TABLE_NAME || table,
    BUCKET_NAME: environment.BUCKET_NAME || bucket,
  });
};
