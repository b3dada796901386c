import { join } from "node:path";
import { config } from "#lib/config.ts";
import { fallback } from "#lib/routes/fallback.ts";
import { routes } from "#lib/routes/table.ts";
import { openDataDirectory } from "./data-directory.ts";
import { startEngine } from "./engine.ts";
import { setEnvironment } from "./environment.ts";
import { startGateway } from "./gateway.ts";
import { PlainError } from "./plain-error.ts";
import { ensureTable } from "./table.ts";

/** What a service keeps and where it answers. */
export interface ServiceOptions {
  readonly port: number;
  readonly host: string;
  /** The data directory. */
  readonly data: string;
}

/** A service on this machine that answers requests. */
export interface Service {
  /** Without a trailing slash. */
  readonly url: string;
  /** Where the data is: the data directory as given, or the address of the engine that the environment names. */
  readonly data: string;
  /** Resolves with the sentence to print when the engine ends by itself; the service is of no use then. */
  readonly failed: Promise<PlainError>;
  /** Lets running requests finish for up to 5 s, ends the engine, and leaves the data directory to others. */
  readonly stop: () => Promise<void>;
}

/**
 * Starts everything that runs on AWS on this machine: engine, files, table and gateway. One per process.
 *
 * An engine named by DYNAMODB_ENDPOINT, and a file store named by S3_ENDPOINT, take the place of the embedded ones.
 * Whatever was started when a later step fails is stopped again.
 */
export const startService = async ({ port, host, data }: ServiceOptions): Promise<Service> => {
  await using started = new AsyncDisposableStack();
  const storage = await startStorage(data, started);
  await ensureTable().catch((cause) => Promise.reject(noAnswer(cause)));
  const gateway = await startGateway({
    routes,
    fallback,
    port,
    host,
    behindProxy: config.trustsForwardedHost(),
  });
  started.defer(() => gateway.stop());
  const running = started.move();
  return { ...storage, url: gateway.url, stop: () => running.disposeAsync() };
};

const startStorage = async (
  data: string,
  started: AsyncDisposableStack,
): Promise<Pick<Service, "data" | "failed">> => {
  const { endpoint } = config.dynamodb();
  const files = config.files();
  const filesAreElsewhere = files.kind === "disk" || files.endpoint !== undefined;
  if (endpoint && filesAreElsewhere) return foreignEngine(endpoint);
  const directory = await openDataDirectory(data);
  started.defer(directory.close);
  if (!filesAreElsewhere) setEnvironment({ FILES_DIRECTORY: directory.filesFolder });
  if (endpoint) return foreignEngine(endpoint);
  const engine = await startEngine({ directory });
  started.defer(engine.stop);
  setEnvironment({ DYNAMODB_ENDPOINT: engine.endpoint, CATALOG_FILE: join(directory.path, "catalog.db") });
  return { data, failed: engine.failed };
};

/** Nothing tells when another's engine ends, nor whether it is the one that an earlier catalog file followed. */
const foreignEngine = (endpoint: string): Pick<Service, "data" | "failed"> => {
  setEnvironment({ CATALOG_FILE: ":memory:" });
  return { data: endpoint, failed: new Promise(() => {}) };
};

const noAnswer = (cause: Error): PlainError =>
  new PlainError(
    `The engine at ${config.dynamodb().endpoint} does not answer (${cause.message || cause.name}); ` +
      "look after it, or unset DYNAMODB_ENDPOINT for the embedded one.",
    { cause },
  );
