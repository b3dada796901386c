import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { PutObjectCommand, S3Client } from "@aws-sdk/client-s3";
import { adminObject } from "#lib/admin-files.ts";
import type { SetUp } from "./set-up.ts";

/** In the bundle of this function, compressed as browsers take them. */
const folder = (): string => join(process.env.LAMBDA_TASK_ROOT ?? ".", adminFolderInBundle);

export const adminFolderInBundle = "admin";

/**
 * Puts the files of the admin into the bucket, its page last, which names the others (stacks/admin.ts). Those of
 * earlier releases stay.
 */
export const adminFiles: SetUp = {
  make: async ({ ResourceProperties: { Bucket } }) => {
    const store = new S3Client({});
    const objects = (await readdir(folder())).map(adminObject);
    const inOrder = [...objects.filter(({ isPage }) => !isPage), ...objects.filter(({ isPage }) => isPage)];
    for (const { name, key, contentType, cacheControl } of inOrder)
      await store.send(
        new PutObjectCommand({
          Bucket: String(Bucket),
          Key: key,
          Body: await readFile(join(folder(), name)),
          ContentEncoding: "br",
          ContentType: contentType,
          CacheControl: cacheControl,
        }),
      );
    return {};
  },
};
