import { currentCatalog } from "#lib/catalog/current/current-catalog.ts";
import { prepareSearch } from "#lib/catalog/current/full-text.ts";
import { openDiskFiles } from "#lib/files/disk.ts";
import { fileKey } from "#lib/files/file-key.ts";
import { openFiles } from "#lib/files/open-files.ts";
import { clearTemporaryFolders } from "#lib/files/temporary-folder.ts";
import { filesPath } from "#lib/media/file-delivery.ts";
import { fallback } from "#lib/routes/fallback.ts";
import { routes } from "#lib/routes/table.ts";
import { databaseConnection } from "#lib/settings/database.ts";
import { filesSettings, usesBucket } from "#lib/settings/files.ts";
import { loadOwnThemes } from "#lib/settings/own-themes.ts";
import { allowedHosts, trustsForwardedHost } from "#lib/settings/requests.ts";
import { readSiteVersion, siteAt } from "#lib/store/site.ts";
import { writeHost } from "#local/data-directory/host.ts";
import { ownHosts } from "#local/gateway/hosts.ts";
import { catalogFileIn, openDataDirectory } from "./data-directory.ts";
import { startDataEngine } from "./data-engine.ts";
import { setEnvironment } from "./environment.ts";
import type { ServedFiles } from "./file-server.ts";
import { startGateway } from "./gateway.ts";
import { startJobs } from "./jobs.ts";
import { PlainError } from "./plain-error.ts";
import { requireSettings } from "./require-settings.ts";
import { ensureTable } from "./table.ts";

export interface ServiceOptions {
  readonly port: number;
  readonly host: string;
  readonly data: string;
  /** Fills the store before the first request; gets the data directory, if there is one. */
  readonly prepare?: (folder: string | undefined) => Promise<unknown>;
}

export interface Service {
  /** Without a trailing slash. */
  readonly url: string;
  /** The data directory, or the address of the engine in DYNAMODB_ENDPOINT. */
  readonly data: string;
  readonly folder: string | undefined;
  /** Resolves with the message to print if the embedded engine ends by itself. */
  readonly failed: Promise<PlainError>;
  /** Lets requests finish for up to 5 s, then ends the engine and releases the data directory. */
  readonly stop: () => Promise<void>;
}

/**
 * Starts the service on this machine, once per process: engine, table, jobs and gateway.
 *
 * DYNAMODB_ENDPOINT replaces the embedded engine, S3_ENDPOINT the folder for files; with both there is no
 * data directory. If a step fails, earlier ones are undone. Throws a {@link PlainError}.
 */
export const startService = async ({ port, host, data, prepare }: ServiceOptions): Promise<Service> => {
  requireSettings();
  await loadOwnThemes().catch((cause) => Promise.reject(new PlainError(cause.message, { cause })));
  await clearTemporaryFolders();
  await using started = new AsyncDisposableStack();
  const storage = await startStorage(data, started);
  if (storage.folder !== undefined) await writeHost(storage.folder, host);
  await ensureTable().catch((cause) => Promise.reject(noAnswer(cause)));
  await requireFiles().catch((cause) => Promise.reject(noFiles(cause)));
  // Made now, so that the first list need not wait, and `prepare` needs only to be followed.
  await currentCatalog();
  await prepare?.(storage.folder);
  let jobs: ReturnType<typeof startJobs> | undefined;
  started.defer(async () => jobs?.stop());
  const gateway = await startGateway({
    routes,
    fallback,
    afterWrite: () => jobs?.wake(),
    files: await servedFiles(),
    feeds: await openFiles(),
    port,
    host,
    behindProxy: trustsForwardedHost(),
    isOwnHost: ownHosts({ host, allowed: allowedHosts(), readBaseUrl }),
  });
  started.defer(() => gateway.stop());
  // Feeds have absolute addresses, so the jobs start when the gateway's is known.
  setEnvironment({ PUBLIC_ORIGIN: gateway.url });
  jobs = startJobs();
  // If this fails, the first search builds the index.
  prepareSearch().catch(() => {});
  const running = started.move();
  return { ...storage, url: gateway.url, stop: () => running.disposeAsync() };
};

/** Read each time, because other processes may change the site. */
const readBaseUrl = async (): Promise<string | null> => {
  const { settings } = await siteAt(await readSiteVersion());
  return settings.baseUrl;
};

const startStorage = async (
  data: string,
  started: AsyncDisposableStack,
): Promise<Pick<Service, "data" | "folder" | "failed">> => {
  const { endpoint } = databaseConnection();
  // A catalog file may be from another engine.
  if (endpoint) setEnvironment({ CATALOG_FILE: ":memory:" });
  if (endpoint && usesBucket()) return { data: endpoint, folder: undefined, failed: never };
  const directory = await openDataDirectory(data);
  started.defer(directory.close);
  if (!usesBucket()) {
    setEnvironment({
      FILES_FOLDER: directory.filesFolder,
      FILES_SIGNING_KEY: directory.signingKey.toString("hex"),
      // Relative, because callers use different addresses of the service.
      FILES_ADDRESS: filesPath,
    });
  }
  if (endpoint) return { data: endpoint, folder: data, failed: never };
  const engine = await startDataEngine(directory);
  started.defer(engine.stop);
  setEnvironment({ CATALOG_FILE: catalogFileIn(directory.path) });
  return { data, folder: data, failed: engine.failed };
};

/** For engines that this service does not run. */
const never = new Promise<PlainError>(() => {});

/** Reads any file, so that an unusable folder or bucket is noticed now. */
const requireFiles = async (): Promise<void> => {
  const files = await openFiles();
  await files.head(fileKey("lectern"));
};

/** Undefined with a bucket, which serves its files itself. */
const servedFiles = async (): Promise<ServedFiles | undefined> => {
  const settings = filesSettings();
  if (settings.kind !== "disk") return undefined;
  const signingKey = Buffer.from(settings.signingKey, "hex");
  return { files: await openDiskFiles({ ...settings, signingKey }), signingKey };
};

const noAnswer = (cause: Error): PlainError =>
  new PlainError(
    `The engine at ${databaseConnection().endpoint} does not answer (${cause.message || cause.name}); ` +
      "start it, or unset DYNAMODB_ENDPOINT to use the embedded one.",
    { cause },
  );

const noFiles = (cause: Error): PlainError =>
  new PlainError(
    `The file store cannot be used (${cause.message || cause.name}); ` +
      "check S3_ENDPOINT and its bucket BUCKET_NAME, or unset S3_ENDPOINT to keep files in the data directory.",
    { cause },
  );
