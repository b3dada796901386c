import { clearTemporaryFolders } from "#lib/files/temporary-folder.ts";
import { filesPath } from "#lib/media/file-delivery.ts";
import { databaseConnection } from "#lib/settings/database.ts";
import { usesBucket } from "#lib/settings/files.ts";
import { customThemes } from "#lib/settings/themes.ts";
import { writeHost } from "#local/data-directory/host.ts";
import { catalogFileIn, openDataDirectory } from "./data-directory.ts";
import { type DataTable, openDataTable } from "./data-table.ts";
import { setEnvironment } from "./environment.ts";
import { keepLogIn } from "./log-file.ts";
import { noRoomIn } from "./no-room.ts";
import { PlainError } from "./plain-error.ts";
import { requireSettings } from "./require-settings.ts";

export interface ServiceOptions {
  readonly port: number;
  readonly host: string;
  readonly data: string;
  /** Fills the store before the first request; gets the data directory, if there is one. */
  readonly prepare?: (folder: string | undefined) => Promise<unknown>;
}

export interface Service {
  /** The address, without a trailing slash. */
  readonly url: string;
  /** The data directory, or the address of the engine in DYNAMODB_ENDPOINT. */
  readonly data: string;
  readonly folder: string | undefined;
  /** Resolves with the message to print if the disk refuses what was written. */
  readonly failed: Promise<PlainError>;
  /** Lets requests finish for up to 5 s, then closes the table and releases the data directory. */
  readonly stop: () => Promise<void>;
}

/**
 * Starts the service on this machine, once per process: table, jobs and gateway.
 *
 * DYNAMODB_ENDPOINT replaces the folder's table, S3_ENDPOINT the folder for files; with both there is no
 * data directory. If a step fails, earlier ones are undone. Throws a {@link PlainError}.
 */
export const startService = (options: ServiceOptions): Promise<Service> =>
  startSteps(options).catch(async (error) => {
    throw (await noRoomIn(options.data, error)) ?? error;
  });

const startSteps = async ({ port, host, data, prepare }: ServiceOptions): Promise<Service> => {
  requireSettings();
  await loadOwnThemes();
  await clearTemporaryFolders();
  await using started = new AsyncDisposableStack();
  const { forgetFormer, ...storage } = await startStorage(data, started);
  if (storage.folder !== undefined) await writeHost(storage.folder, host);
  setEnvironment({ LISTENING_HOST: host });
  // Imported only now, so that what is refused above is refused at once.
  const { serve } = await import("./serving.ts");
  const url = await serve({ port, host, prepare: async () => prepare?.(storage.folder) }, started);
  await forgetFormer?.();
  const running = started.move();
  return { ...storage, url, stop: () => running.disposeAsync() };
};

/** Loads the code of themes only if there is one to add: other starts need it with the first page. */
const loadOwnThemes = async (): Promise<void> => {
  if (!customThemes.required().some(({ from }) => from !== undefined)) return;
  const themes = await import("#lib/settings/own-themes.ts");
  await themes.loadOwnThemes().catch((cause) => Promise.reject(new PlainError(cause.message, { cause })));
};

const startStorage = async (
  data: string,
  started: AsyncDisposableStack,
): Promise<Pick<Service, "data" | "folder" | "failed"> & Partial<Pick<DataTable, "forgetFormer">>> => {
  const { endpoint } = databaseConnection();
  // A catalog file may be of another table.
  if (endpoint) setEnvironment({ CATALOG_FILE: ":memory:", TABLE_FILE: "" });
  if (endpoint && usesBucket()) return { data: endpoint, folder: undefined, failed: never };
  const directory = await openDataDirectory(data);
  started.defer(directory.close);
  started.defer(keepLogIn(directory.path).stop);
  if (!usesBucket()) {
    setEnvironment({
      FILES_FOLDER: directory.filesFolder,
      FILES_SIGNING_KEY: directory.signingKey.toString("hex"),
      // Relative, because callers use different addresses of the service.
      FILES_ADDRESS: filesPath,
    });
  }
  if (endpoint) return { data: endpoint, folder: data, failed: never };
  const table = await openDataTable(directory);
  started.defer(table.close);
  // The second is for processes that this one starts.
  setEnvironment({ CATALOG_FILE: catalogFileIn(directory.path), TABLE_FILE: directory.databaseFile });
  return { data, folder: data, failed: table.failed, forgetFormer: table.forgetFormer };
};

/** Never resolves: engines tell of full disks in their answers. */
const never = new Promise<PlainError>(() => {});
