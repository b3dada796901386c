import { randomBytes } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll } from "vitest";
import { type DiskFiles, openDiskFiles } from "#lib/files/disk.ts";
import { filesPath } from "#lib/media/file-delivery.ts";
import { fallback } from "#lib/routes/fallback.ts";
import { routes } from "#lib/routes/table.ts";
import { adminServer } from "#local/admin-server.ts";
import { type Gateway, startGateway } from "#local/gateway.ts";
import { loadFunction } from "./functions.ts";

/** The file store of a test file; use it inside of tests only. */
export interface ServedTestFiles {
  readonly store: DiskFiles;
  /** The address of a service that answers presigned and all other requests. */
  readonly url: string;
  /** The keys of stored files and of open uploads. */
  readonly keys: () => Promise<string[]>;
}

/** Gives the test file a file store on disk, and a service that answers its presigned requests. */
export const useServedFiles = (): ServedTestFiles => {
  let folder: string;
  let gateway: Gateway;
  let store: DiskFiles;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "lectern-test-files-"));
    const signingKey = randomBytes(32);
    store = await openDiskFiles({ folder, address: "", signingKey });
    gateway = await startGateway({
      routes,
      fallback,
      load: loadFunction,
      files: { files: store, signingKey },
      feeds: store,
      admin: adminServer(),
    });
    process.env.FILES_FOLDER = folder;
    process.env.FILES_ADDRESS = gateway.url + filesPath;
    process.env.FILES_SIGNING_KEY = signingKey.toString("hex");
  });
  afterAll(async () => {
    await gateway.stop(0);
    await rm(folder, { recursive: true });
  });
  return {
    get store() {
      return store;
    },
    get url() {
      return gateway.url;
    },
    keys: async () => {
      const found: string[] = [];
      for await (const { key } of store.list()) found.push(key);
      for await (const { key } of store.uploads.list()) found.push(key);
      return found.sort();
    },
  };
};
