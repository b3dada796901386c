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
  /** Resolves with the sentence to print when the embedded engine ends by itself; the service is of no use then. */
  readonly failed: Promise<PlainError>;
  /** Lets running requests finish for up to 5 s, ends the engine, and leaves the data directory to others. */
  readonly stop: () => Promise<void>;
}

/**
 * Starts on this machine what AWS provides elsewhere: engine, table and gateway. One per process.
 *
 * An engine that DYNAMODB_ENDPOINT names takes the place of the embedded one, and of the data directory.
 * When a step fails, what was started before it is stopped again. Refused with a {@link PlainError}: a data directory,
 * an engine or an address that cannot be used.
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
  if (endpoint) {
    // An earlier catalog file may have followed another engine.
    setEnvironment({ CATALOG_FILE: ":memory:" });
    return { data: endpoint, failed: new Promise(() => {}) };
  }
  const directory = await openDataDirectory(data);
  started.defer(directory.close);
  const engine = await startEngine({ directory });
  started.defer(engine.stop);
  setEnvironment({ DYNAMODB_ENDPOINT: engine.endpoint, CATALOG_FILE: join(directory.path, "catalog.db") });
  return { data, failed: engine.failed };
};

const noAnswer = (cause: Error): PlainError =>
  new PlainError(
    `The engine at ${config.dynamodb().endpoint} does not answer (${cause.message || cause.name}); ` +
      "look after it, or unset DYNAMODB_ENDPOINT for the embedded one.",
    { cause },
  );
