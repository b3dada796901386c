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

/** What a service keeps and where it answers. */
export interface ServiceOptions {
  readonly port: number;
  readonly host: string;
  /** The data directory. */
  readonly data: string;
  /**
   * Fills the store before the first request, given the data directory if there is one; nothing by default.
   */
  readonly prepare?: (folder: string | undefined) => Promise<unknown>;
}

/** A service on this machine that answers requests. */
export interface Service {
  /** Without a trailing slash. */
  readonly url: string;
  /**
   * Where the data is: the data directory as given, or the address of the engine that the environment names.
   */
  readonly data: string;
  /** The data directory; undefined when nothing is kept in one. */
  readonly folder: string | undefined;
  /**
   * Resolves with the sentence to print when the embedded engine ends by itself; the service is of no use
   * then.
   */
  readonly failed: Promise<PlainError>;
  /** Lets running requests finish for up to 5 s, ends the engine, and leaves the data directory to others. */
  readonly stop: () => Promise<void>;
}

/**
 * Starts on this machine what AWS provides elsewhere: engine, table and gateway. One per process.
 *
 * An engine that DYNAMODB_ENDPOINT names takes the place of the embedded one, a bucket at S3_ENDPOINT that of
 * the folder for files; with both there is no data directory. When a step fails, what was started before it
 * is stopped again. Refused with a {@link PlainError}: a data directory, an engine or an address that cannot
 * be used, and custom blocks that are declared wrongly.
 */
export const startService = async ({ port, host, data, prepare }: ServiceOptions): Promise<Service> => {
  requireSettings();
  await clearTemporaryFolders();
  await using started = new AsyncDisposableStack();
  const storage = await startStorage(data, started);
  if (storage.folder !== undefined) await writeHost(storage.folder, host);
  await ensureTable().catch((cause) => Promise.reject(noAnswer(cause)));
  await requireFiles().catch((cause) => Promise.reject(noFiles(cause)));
  // The first list is not the one to wait for the catalog to be made, and what fills the store is followed by
  // it.
  await currentCatalog();
  await prepare?.(storage.folder);
  const gateway = await startGateway({
    routes,
    fallback,
    files: await servedFiles(),
    port,
    host,
    behindProxy: trustsForwardedHost(),
    isOwnHost: ownHosts({ host, allowed: allowedHosts(), readBaseUrl }),
  });
  started.defer(() => gateway.stop());
  // A search that finds it missing builds it, so that nothing is lost when this fails.
  prepareSearch().catch(() => {});
  started.defer(startJobs().stop);
  const running = started.move();
  return { ...storage, url: gateway.url, stop: () => running.disposeAsync() };
};

/** As the site has it now: whoever changes it may be another process. */
const readBaseUrl = async (): Promise<string | null> => {
  const { settings } = await siteAt(await readSiteVersion());
  return settings.baseUrl;
};

const startStorage = async (
  data: string,
  started: AsyncDisposableStack,
): Promise<Pick<Service, "data" | "folder" | "failed">> => {
  const { endpoint } = databaseConnection();
  // An earlier catalog file may have followed another engine.
  if (endpoint) setEnvironment({ CATALOG_FILE: ":memory:" });
  if (endpoint && usesBucket()) return { data: endpoint, folder: undefined, failed: never };
  const directory = await openDataDirectory(data);
  started.defer(directory.close);
  if (!usesBucket()) {
    setEnvironment({
      FILES_FOLDER: directory.filesFolder,
      FILES_SIGNING_KEY: directory.signingKey.toString("hex"),
      // Callers reach the service by various addresses; what is presigned for them is relative to theirs.
      FILES_ADDRESS: filesPath,
    });
  }
  if (endpoint) return { data: endpoint, folder: data, failed: never };
  const engine = await startDataEngine(directory);
  started.defer(engine.stop);
  setEnvironment({ CATALOG_FILE: catalogFileIn(directory.path) });
  return { data, folder: data, failed: engine.failed };
};

/** Engines that others look after do not fail here. */
const never = new Promise<PlainError>(() => {});

/**
 * Asks the file store for a file that need not be there: a folder or bucket that cannot be used says so now.
 */
const requireFiles = async (): Promise<void> => {
  const files = await openFiles();
  await files.head(fileKey("lectern"));
};

/** What the gateway serves of the file store: nothing of a bucket, which does that itself. */
const servedFiles = async (): Promise<ServedFiles | undefined> => {
  const settings = filesSettings();
  if (settings.kind !== "disk") return undefined;
  const signingKey = Buffer.from(settings.signingKey, "hex");
  return { files: await openDiskFiles({ ...settings, signingKey }), signingKey };
};

const noAnswer = (cause: Error): PlainError =>
  new PlainError(
    `The engine at ${databaseConnection().endpoint} does not answer (${cause.message || cause.name}); ` +
      "look after it, or unset DYNAMODB_ENDPOINT for the embedded one.",
    { cause },
  );

const noFiles = (cause: Error): PlainError =>
  new PlainError(
    `The file store cannot be used (${cause.message || cause.name}); ` +
      "look after S3_ENDPOINT and its bucket BUCKET_NAME, or unset S3_ENDPOINT for files in the data directory.",
    { cause },
  );
