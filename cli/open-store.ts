import { readFile } from "node:fs/promises";
import { join } from "node:path";
import {
  defaultDataDirectory,
  filesFolderIn,
  findRunningService,
  holdsData,
  openDataDirectory,
} from "#local/data-directory.ts";
import { startEngine } from "#local/engine.ts";
import { setEnvironment } from "#local/environment.ts";
import { PlainError } from "#local/plain-error.ts";
import { ensureTable } from "#local/table.ts";
import type { Surroundings } from "./output.ts";
import { UsageError } from "./usage-error.ts";

/** Which site's data a command works on: that of a folder on this machine, or of a deployment. */
export interface StoreChoice {
  readonly data?: string | undefined;
  readonly stage?: string | undefined;
}

/**
 * Directs this process to a site's data until the answer is disposed of. Of a folder on this machine: through the engine
 * of the service that runs on it, or else with an engine of its own. An engine that DYNAMODB_ENDPOINT names takes the
 * place of both. Files are in the folder too, unless FILES_FOLDER or S3_ENDPOINT says otherwise. Of a deployment: its table
 * and its bucket, with the credentials that the AWS SDK finds. Refused with a {@link PlainError}: data that cannot be used,
 * and, unless the command `creates` it, a folder without any. Once per process.
 */
export const openStore = async (
  { data, stage }: StoreChoice,
  { environment }: Pick<Surroundings, "environment">,
  { creates = false } = {},
): Promise<AsyncDisposable> => {
  if (stage !== undefined && data !== undefined) {
    throw new UsageError("--data and --stage exclude one another");
  }
  setEnvironment({ CATALOG_FILE: ":memory:" });
  await using opened = new AsyncDisposableStack();
  if (stage !== undefined) await chooseDeployment(stage, environment);
  else if (!environment.DYNAMODB_ENDPOINT) await openFolder(data ?? defaultDataDirectory, creates, opened);
  if (stage === undefined) {
    if (!environment.FILES_FOLDER && !environment.S3_ENDPOINT)
      setEnvironment({ FILES_FOLDER: filesFolderIn(data) });
    await ensureTable();
  }
  return opened.move();
};

const openFolder = async (data: string, creates: boolean, opened: AsyncDisposableStack): Promise<void> => {
  const service = await findRunningService(data);
  if (!service) {
    if (!creates && !(await holdsData(data))) throw new PlainError(`There is no data in ${data}.`);
    return openUnusedFolder(data, opened);
  }
  if (service.engineEndpoint === undefined) {
    throw new PlainError(
      `The service on ${data} (process ${service.pid}) is still starting, or uses another engine; try again, or set DYNAMODB_ENDPOINT to that engine.`,
    );
  }
  setEnvironment({ DYNAMODB_ENDPOINT: service.engineEndpoint });
};

const openUnusedFolder = async (data: string, opened: AsyncDisposableStack): Promise<void> => {
  const directory = await openDataDirectory(data);
  opened.defer(directory.close);
  const engine = await startEngine({ directory });
  opened.defer(engine.stop);
  setEnvironment({ DYNAMODB_ENDPOINT: engine.endpoint });
};

const chooseDeployment = async (stage: string, environment: Surroundings["environment"]): Promise<void> => {
  if (environment.DYNAMODB_ENDPOINT) {
    throw new UsageError("--stage and DYNAMODB_ENDPOINT exclude one another");
  }
  if (environment.TABLE_NAME && environment.BUCKET_NAME) return;
  const { table, bucket } = await outputsOfStage(stage);
  setEnvironment({
    TABLE_NAME: environment.TABLE_NAME || table,
    BUCKET_NAME: environment.BUCKET_NAME || bucket,
  });
};

const outputsFile = join(".sst", "outputs.json");

/** The names of table and bucket among the outputs of the last deployment from this folder, which must be of the stage. */
const outputsOfStage = async (
  stage: string,
): Promise<{ readonly table: string; readonly bucket: string }> => {
  const text = await readFile(outputsFile, "utf8").catch(() => "{}");
  const { table, bucket } = JSON.parse(text) as { readonly table?: unknown; readonly bucket?: unknown };
  const isOfStage = typeof table === "string" && table.startsWith(`lectern-${stage}-`);
  if (isOfStage && typeof bucket === "string") return { table, bucket };
  throw new PlainError(
    `${outputsFile} does not name the table and the bucket of the stage ${stage}; run npm run deploy -- --stage ${stage} in this folder, or set TABLE_NAME and BUCKET_NAME.`,
  );
};
