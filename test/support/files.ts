import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { afterAll, beforeAll } from "vitest";
import { fileKey } from "#lib/files/file-key.ts";
import { openFiles } from "#lib/files/open-files.ts";
import { makeBucket, s3Endpoint } from "./s3.ts";

/** Gives the test file an empty file store: a folder, or a bucket in runs with an S3 server. */
export const useFiles = (): void => {
  const endpoint = s3Endpoint();
  if (endpoint) useBucket(endpoint);
  else useFilesOnDisk();
};

/** Gives the test file an empty file store on disk, for tests of what only that has. */
export const useFilesOnDisk = (): void => {
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "lectern-files-"));
    process.env.FILES_FOLDER = folder;
    process.env.FILES_SIGNING_KEY = "00".repeat(32);
  });
  afterAll(() => rm(folder, { recursive: true }));
};

const useBucket = (endpoint: string): void => {
  // That of a stage comes with its table.
  if (process.env.TRANSPORT === "lambda") return;
  beforeAll(async () => {
    process.env.S3_ENDPOINT = endpoint;
    process.env.BUCKET_NAME = await makeBucket(endpoint);
  });
};

/** In order. */
export const storedFileKeys = async (): Promise<readonly string[]> => {
  const keys: string[] = [];
  for await (const { key } of (await openFiles()).list()) keys.push(key);
  return keys.sort();
};

/** A stored file's content type and content, one character per byte. */
export const storedFile = async (key: string) => {
  const file = await (await openFiles()).get(fileKey(key));
  if (!file) throw new Error(`There is no file ${key}.`);
  return { contentType: file.contentType, content: await text(file.body.setEncoding("latin1")) };
};
