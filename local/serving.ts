import { currentCatalog } from "#lib/catalog/current/current-catalog.ts";
import { prepareSearch } from "#lib/catalog/current/full-text.ts";
import { makeSnapshotsBy } from "#lib/catalog/snapshots/snapshot-state.ts";
import { openDiskFiles } from "#lib/files/disk.ts";
import { fileKey } from "#lib/files/file-key.ts";
import { openFiles } from "#lib/files/open-files.ts";
import { fallback } from "#lib/routes/fallback.ts";
import { routes } from "#lib/routes/table.ts";
import { engineAccess } from "#lib/settings/database.ts";
import { filesSettings } from "#lib/settings/files.ts";
import { allowedHosts, proxyAddresses, trustsForwardedHost } from "#lib/settings/requests.ts";
import { countsVisits } from "#lib/settings/site.ts";
import { readSiteVersion, siteAt } from "#lib/store/site.ts";
import { type RequestCounter, requestCounter } from "#local/counting/request-counter.ts";
import { ownHosts } from "#local/gateway/hosts.ts";
import { adminServer } from "./admin-server.ts";
import { setEnvironment } from "./environment.ts";
import type { ServedFiles } from "./file-server.ts";
import { startGateway } from "./gateway.ts";
import { startJobs } from "./jobs.ts";
import { PlainError } from "./plain-error.ts";
import { repeatJob } from "./repeated-job.ts";
import { requireFormat } from "./require-format.ts";
import { requireWholeSite } from "./require-whole-site.ts";
import { snapshotsByProcess } from "./snapshots.ts";
import { keepMemorySmall } from "./spare-memory.ts";

export interface ServingOptions {
  readonly port: number;
  readonly host: string;
  /** Fills the store before the first request. */
  readonly prepare: () => Promise<unknown>;
}

/**
 * Starts what uses the storage: table, catalog, gateway and jobs. Gives the gateway's address, and puts what
 * has to be stopped on `started`. Throws a {@link PlainError}.
 */
export const serve = async (
  { port, host, prepare }: ServingOptions,
  started: AsyncDisposableStack,
): Promise<string> => {
  if (engineAccess())
    await (await import("./table.ts")).ensureTable().catch((cause) => Promise.reject(noAnswer(cause)));
  await requireFormat();
  await requireWholeSite();
  await requireFiles().catch((cause) => Promise.reject(noFiles(cause)));
  // Made now, so that the first list need not wait, and `prepare` needs only to be followed.
  await currentCatalog();
  await prepare();
  const counter = countsVisits() ? startCounting(started) : undefined;
  let jobs: ReturnType<typeof startJobs> | undefined;
  // The index of words comes from a snapshot, too, which another process makes.
  const snapshots = snapshotsByProcess();
  makeSnapshotsBy(snapshots.make);
  started.defer(async () => {
    makeSnapshotsBy();
    await Promise.all([jobs?.stop(), snapshots.stop()]);
  });
  const gateway = await startGateway({
    routes,
    fallback,
    afterWrite: () => jobs?.wake(),
    files: await servedFiles(),
    feeds: await openFiles(),
    admin: adminServer(uploadOrigin()),
    watch: counter?.watch,
    port,
    host,
    behindProxy: trustsForwardedHost(),
    proxies: proxyAddresses(),
    isOwnHost: ownHosts({ host, allowed: allowedHosts(), readBaseUrl }),
  });
  started.defer(() => gateway.stop());
  // Feeds have absolute addresses, so the jobs start when the gateway's is known.
  setEnvironment({ PUBLIC_ORIGIN: gateway.url });
  jobs = startJobs();
  started.defer(keepMemorySmall());
  // If this fails, the first search tries again.
  prepareSearch().catch(() => {});
  return gateway.url;
};

/** The interval at which counts are stored. A killed process loses those since the last time. */
const countIntervalMs = 60_000;

/** Starts counting. At the end the gateway stops first, then counts are stored for the last time. */
const startCounting = (started: AsyncDisposableStack): RequestCounter => {
  const counter = requestCounter();
  const job = repeatJob(counter.store, { intervalMs: countIntervalMs });
  started.defer(async () => {
    await job.stop();
    await counter.store().catch(() => {});
  });
  return counter;
};

/** Read each time, because other processes may change the site. */
const readBaseUrl = async (): Promise<string | null> => {
  const { settings } = await siteAt(await readSiteVersion());
  return settings.baseUrl;
};

/** Reads any file, so that an unusable folder or bucket is noticed now. */
const requireFiles = async (): Promise<void> => {
  const files = await openFiles();
  await files.head(fileKey("lectern"));
};

/** The files that the gateway serves; undefined with a bucket, which serves its files itself. */
const servedFiles = async (): Promise<ServedFiles | undefined> => {
  const settings = filesSettings();
  if (settings.kind !== "disk") return undefined;
  const signingKey = Buffer.from(settings.signingKey, "hex");
  return { files: await openDiskFiles({ ...settings, signingKey }), signingKey };
};

/** Where browsers send the parts of uploads, if that is not this service. */
const uploadOrigin = (): string | undefined => {
  const settings = filesSettings();
  return settings.kind === "disk" || !settings.endpoint ? undefined : new URL(settings.endpoint).origin;
};

const noAnswer = (cause: Error): PlainError =>
  new PlainError(
    `The engine at ${engineAccess()?.endpoint} does not answer (${cause.message || cause.name}); ` +
      "start it, or unset DYNAMODB_ENDPOINT to keep the table in the data directory.",
    { cause },
  );

const noFiles = (cause: Error): PlainError =>
  new PlainError(
    `The file store cannot be used (${cause.message || cause.name}); ` +
      "check S3_ENDPOINT and its bucket BUCKET_NAME, or unset S3_ENDPOINT to keep files in the data directory.",
    { cause },
  );
