import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openDiskFiles } from "#lib/files/disk.ts";
import type { Files } from "#lib/files/files.ts";
import { openS3Files } from "#lib/files/s3.ts";
import { filesPath } from "#lib/media/file-delivery.ts";
import { localCredentials } from "#lib/settings/aws.ts";
import type { ReadableFiles } from "#lib/settings/files.ts";
import { fileServer } from "#local/file-server.ts";
import { sendAnswer } from "#local/gateway/answer.ts";
import { makeBucket, s3Endpoint } from "#test/support/s3.ts";

/** An empty file store, and its removal. */
export interface FilesUnderTest {
  readonly files: Files;
  /** The same files without the S3 client. */
  readonly readable: ReadableFiles;
  readonly close: () => Promise<unknown>;
}

type Subject = [name: string, open: () => Promise<FilesUnderTest>];

/** The file stores to test: the disk, and in runs with an S3 server also a bucket. */
export const filesUnderTest = (): Subject[] => {
  const endpoint = s3Endpoint();
  const disk: Subject = ["on disk", openDisk];
  return endpoint ? [disk, ["in a bucket", () => openBucket(endpoint)]] : [disk];
};

const openDisk = async (): Promise<FilesUnderTest> => {
  const folder = await mkdtemp(join(tmpdir(), "lectern-files-"));
  const signingKey = Buffer.from(randomUUID());
  const server = createServer(async (request, response) => {
    const answer = await fileServer({ files, signingKey }).answer(request, response);
    if (answer) sendAnswer(response, answer);
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}${filesPath}`;
  const files = await openDiskFiles({ folder, address, signingKey });
  const close = async () => {
    server.close();
    await rm(folder, { recursive: true });
  };
  return { files, readable: { kind: "disk", folder }, close };
};

const openBucket = async (endpoint: string): Promise<FilesUnderTest> => {
  const bucket = await makeBucket(endpoint);
  const access = { region: "us-east-1", credentials: localCredentials };
  const files = openS3Files({ endpoint, forcePathStyle: true, ...access, bucket });
  const readable = { kind: "s3", address: `${endpoint}/${bucket}`, ...access } as const;
  return { files, readable, close: async () => {} };
};
