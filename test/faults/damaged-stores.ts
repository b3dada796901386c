import { mkdtemp, readFile, rm, truncate, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathIn } from "#lib/files/disk-content.ts";
import { fileKey } from "#lib/files/file-key.ts";
import type { MediaFile } from "#lib/media/media.ts";
import { startBucket } from "./bucket.ts";

/** Takes the second half of a stored file; gives what puts it back. */
type Halve = (file: Pick<MediaFile, "key" | "sizeBytes">) => Promise<() => Promise<unknown>>;

/** A file store that a test can damage; `open` makes it that of the process until it is closed. */
export interface DamagedStore {
  readonly name: string;
  readonly open: () => Promise<{ readonly close: () => Promise<unknown>; readonly halve: Halve }>;
}

const onDisk: DamagedStore = {
  name: "folder",
  open: async () => {
    const files = await mkdtemp(join(tmpdir(), "lectern-damaged-"));
    const forget = declare({ FILES_FOLDER: files, FILES_SIGNING_KEY: "00".repeat(32) });
    const halve: Halve = async ({ key, sizeBytes }) => {
      const path = pathIn(files, fileKey(key));
      const whole = await readFile(path);
      await truncate(path, Math.floor(sizeBytes / 2));
      return () => writeFile(path, whole);
    };
    const close = async () => {
      forget();
      await rm(files, { recursive: true });
    };
    return { close, halve };
  },
};

const inBucket: DamagedStore = {
  name: "bucket",
  open: async () => {
    const bucket = await startBucket();
    const forget = declare({ S3_ENDPOINT: bucket.url, BUCKET_NAME: "files" });
    const halve: Halve = async ({ key, sizeBytes }) => {
      const whole = bucket.objects.get(key)!;
      bucket.objects.set(key, { ...whole, body: whole.body.subarray(0, Math.floor(sizeBytes / 2)) });
      return async () => bucket.objects.set(key, whole);
    };
    const close = async () => {
      forget();
      await bucket.close();
    };
    return { close, halve };
  },
};

/** Sets variables of the environment; gives what puts the earlier values back. */
const declare = (variables: Readonly<Record<string, string>>): (() => void) => {
  const before = Object.keys(variables).map((name) => [name, process.env[name]] as const);
  Object.assign(process.env, variables);
  return () => {
    for (const [name, value] of before)
      if (value === undefined) delete process.env[name];
      else process.env[name] = value;
  };
};

export const damagedStores: readonly DamagedStore[] = [onDisk, inBucket];
