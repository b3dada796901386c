import { stageOutputs } from "#cli/stage/stage-outputs.ts";
import { readPurpose, writePurpose } from "#local/data-directory/purpose.ts";
import {
  defaultDataDirectory,
  filesFolderIn,
  findRunningService,
  holdsData,
  openDataDirectory,
} from "#local/data-directory.ts";
import { startDataEngine } from "#local/data-engine.ts";
import { setEnvironment } from "#local/environment.ts";
import { PlainError } from "#local/plain-error.ts";
import { ensureTable, requireDeployedFormat, requireFormat } from "#local/table.ts";
import type { CommandContext } from "./output.ts";
import { UsageError } from "./usage-error.ts";

export interface StoreChoice {
  readonly data?: string | undefined;
  readonly stage?: string | undefined;
}

/** A site's data, which this process uses until the store is disposed of. */
export interface OpenedStore extends AsyncDisposable {
  /** The data directory, unless another engine has the data. */
  readonly folder: string | undefined;
}

/**
 * Connects this process to a site's data, once per process.
 *
 * For a folder, it uses the engine of the running service, or starts one. DYNAMODB_ENDPOINT overrides both;
 * FILES_FOLDER or S3_ENDPOINT override the folder for files. For a deployment, it uses the table and the
 * bucket, with the credentials that the AWS SDK finds.
 *
 * Throws a {@link PlainError} if the data cannot be used, or if the folder has none and the command does not
 * create it (`creates`), or has lost its database and the command does not fill it anew (`mayBeLost`). A
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
  setEnvironment({ CATALOG_FILE: ":memory:" });
  await using opened = new AsyncDisposableStack();
  const isFolder = stage === undefined && !environment.DYNAMODB_ENDPOINT;
  const folder = isFolder ? (data ?? defaultDataDirectory) : undefined;
  if (stage !== undefined) await chooseDeployment(stage, environment);
  if (folder !== undefined) await openFolder(folder, { creates, mayBeLost }, opened);
  if (stage === undefined) {
    if (!environment.FILES_FOLDER && !environment.S3_ENDPOINT)
      setEnvironment({ FILES_FOLDER: filesFolderIn(data) });
    await ensureTable();
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
    const engine = await startDataEngine(directory, { mayBeLost });
    opened.defer(engine.stop);
    return;
  }
  if (service.engineEndpoint === undefined) {
    throw new PlainError(
      `The service on ${data} (process ${service.pid}) is still starting, or uses another engine; try again, or set DYNAMODB_ENDPOINT to that engine.`,
    );
  }
  setEnvironment({ DYNAMODB_ENDPOINT: service.engineEndpoint });
};

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
