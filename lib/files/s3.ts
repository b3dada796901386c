import { Readable } from "node:stream";
import {
  CopyObjectCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  type HeadObjectCommandOutput,
  ListObjectVersionsCommand,
  type ListObjectVersionsCommandOutput,
  PutObjectCommand,
  paginateListObjectsV2,
  S3Client,
  S3ServiceException,
} from "@aws-sdk/client-s3";
import { type Progress, Upload } from "@aws-sdk/lib-storage";
import { getSignedUrl } from "@aws-sdk/s3-request-presigner";
import { guarded } from "#lib/guarded.ts";
import { asEngineFault } from "#lib/refusals/engine-fault.ts";
import { retries } from "#lib/retries.ts";
import { TimedHandler } from "#lib/timed-handler.ts";
import { type FileKey, isFileKey } from "./file-key.ts";
import { checkMetadata } from "./file-metadata.ts";
import { FileStoreError } from "./file-store-error.ts";
import type { FileBody, Files, StoredFile, WrittenFile } from "./files.ts";
import { s3Uploads } from "./s3-parts.ts";

/** The bucket and how to reach it; by default as the AWS SDK finds it. */
export interface S3FilesOptions {
  readonly bucket: string;
  readonly region?: string;
  /** Address of another S3-compatible engine. */
  readonly endpoint?: string;
  /** For engines that expect the bucket in the path, not in the host name. */
  readonly forcePathStyle?: boolean;
  readonly credentials?: { readonly accessKeyId: string; readonly secretAccessKey: string };
}

/**
 * Silence for this long ends an attempt, of which there are three. It is long, because an engine may copy a
 * file before it answers. All attempts, and reading the answer, also end with the request that asks.
 */
const socketTimeout = 10_000;

const newClient = (connection: Omit<S3FilesOptions, "bucket">): S3Client => {
  const made = new S3Client({
    ...connection,
    requestChecksumCalculation: "WHEN_REQUIRED",
    retryStrategy: retries,
    requestHandler: new TimedHandler({ socketTimeout }, Number.POSITIVE_INFINITY),
  });
  made.middlewareStack.add(
    (next) => (args) => next(args).catch((error) => Promise.reject(asEngineFault(error))),
    { step: "initialize", name: "faults" },
  );
  return made;
};

/**
 * Opens the file store in a bucket. Needs the rights to get, put and delete objects, to list and abort
 * uploads, and to list the bucket: without the last, S3 answers "forbidden" for missing files. One request
 * per call and per 1000 files listed.
 */
export const openS3Files = ({ bucket, ...connection }: S3FilesOptions): Files => {
  const client = newClient(connection);
  const at = (key: FileKey) => ({ Bucket: bucket, Key: key });

  const get: Files["get"] = async (key, range) => {
    const Range = range && `bytes=${range.first}-${range.last ?? ""}`;
    const answer = await client.send(new GetObjectCommand({ ...at(key), Range })).catch((error) => {
      if (statusOf(error) !== 416) return undefinedIf(404)(error);
      throw new FileStoreError("range_outside_file", `${key} ends before byte ${range?.first}`);
    });
    if (!answer) return undefined;
    const bodyBytes = answer.ContentLength ?? 0;
    const sizeBytes = Number(answer.ContentRange?.split("/")[1] ?? bodyBytes);
    return { ...storedFile(key, answer), sizeBytes, bodyBytes, body: answer.Body as Readable };
  };

  const head: Files["head"] = async (key) => {
    const answer = await client.send(new HeadObjectCommand(at(key))).catch(undefinedIf(404));
    return answer && storedFile(key, answer);
  };

  return {
    put: (key, body, contentType) => uploadToS3(client, { ...at(key), ContentType: contentType }, body),

    putIfAbsent: (key, body, contentType) =>
      uploadToS3(client, { ...at(key), ContentType: contentType, IfNoneMatch: "*" }, body).catch(
        undefinedIf(412),
      ),

    // S3 answers that there is no file (404), that somebody is writing it (409), or that it is another one
    // (412).
    putIfMatch: async (key, body, { contentType, metadata }, etag) => {
      const command = new PutObjectCommand({
        ...at(key),
        Body: body,
        ContentType: contentType,
        Metadata: checkMetadata(metadata),
        ...(etag === null ? { IfNoneMatch: "*" } : { IfMatch: etag }),
      });
      const answer = await client.send(command).catch(undefinedIf(404, 409, 412));
      // biome-ignore lint/style/noNonNullAssertion: S3 says it in each answer of this kind, and its types do not
      return answer && { key, sizeBytes: body.length, etag: answer.ETag! };
    },

    get,

    head,

    isIntact: async (key) => (await head(key)) !== undefined,

    delete: async (key) => {
      await client.send(new DeleteObjectCommand(at(key)));
    },

    deleteIfMatch: async (key, etag) => {
      const command = new DeleteObjectCommand({ ...at(key), IfMatch: etag });
      const answer = await client.send(command).catch((error) => {
        if (statusOf(error) !== 404) return undefinedIf(409, 412)(error);
        return "none";
      });
      return answer !== undefined;
    },

    undelete: (key) => undeleteInS3(client, bucket, key),

    list: async function* (folder) {
      const Prefix = folder === undefined ? undefined : `${folder}/`;
      for await (const page of paginateListObjectsV2({ client }, { Bucket: bucket, Prefix })) {
        for (const { Key = "", Size, ETag, LastModified } of page.Contents ?? []) {
          // Objects that consoles leave in a bucket, such as `folder/`, are not ours.
          if (!isFileKey(Key)) continue;
          // biome-ignore lint/style/noNonNullAssertion: S3 says it in each answer of this kind, and its types do not
          yield { key: Key, sizeBytes: Size!, etag: ETag!, lastModified: LastModified! };
        }
      }
    },

    copy: async (from, to) => {
      const CopySource = [bucket, ...from.split("/")].map(encodeURIComponent).join("/");
      const answer = await client
        .send(new CopyObjectCommand({ ...at(to), CopySource }))
        .catch(undefinedIf(404));
      return answer !== undefined;
    },

    presignGet: async (key, { method = "GET", expiresSeconds, ...answer }) => {
      const input = {
        ...at(key),
        ResponseContentType: answer.contentType,
        ResponseContentDisposition: answer.contentDisposition,
        ResponseCacheControl: answer.cacheControl,
      };
      const command = method === "GET" ? new GetObjectCommand(input) : new HeadObjectCommand(input);
      return { method, url: await getSignedUrl(client, command, { expiresIn: expiresSeconds }), headers: {} };
    },

    presignPut: async (key, { contentType, sizeBytes, expiresSeconds }) => {
      const command = new PutObjectCommand({
        ...at(key),
        ContentType: contentType,
        ContentLength: sizeBytes,
      });
      const signableHeaders = new Set(["host", "content-type", "content-length"]);
      const url = await getSignedUrl(client, command, { expiresIn: expiresSeconds, signableHeaders });
      return { method: "PUT", url, headers: { "content-type": contentType } };
    },

    uploads: s3Uploads(client, bucket),
  };
};

const storedFile = (key: FileKey, answer: Omit<HeadObjectCommandOutput, "Body">): StoredFile => ({
  key,
  sizeBytes: answer.ContentLength ?? 0,
  // biome-ignore lint/style/noNonNullAssertion: S3 says it in each answer of this kind, and its types do not
  etag: answer.ETag!,
  // biome-ignore lint/style/noNonNullAssertion: S3 says it in each answer of this kind, and its types do not
  lastModified: answer.LastModified!,
  // biome-ignore lint/style/noNonNullAssertion: S3 says it in each answer of this kind, and its types do not
  contentType: answer.ContentType!,
  metadata: answer.Metadata ?? {},
});

const statusOf = (error: unknown): number | undefined =>
  error instanceof S3ServiceException && error.name !== "NoSuchBucket"
    ? error.$metadata.httpStatusCode
    : undefined;

const undefinedIf =
  (...statuses: readonly number[]) =>
  (error: unknown): undefined => {
    if (!statuses.includes(statusOf(error) ?? 0)) throw error;
  };

interface UploadTarget {
  readonly Bucket: string;
  readonly Key: FileKey;
  readonly ContentType: string;
  /** Stores only if there is no such object: S3 refuses it with status 412. */
  readonly IfNoneMatch?: "*";
}

/** The bytes of a body that are sent at once, and kept until S3 has them. */
const partBytes = 8 * 1024 * 1024;

/**
 * Stores a body of any length. One request below 8 MiB and for bodies in memory; else one per part of 8 MiB,
 * and two more. The bucket's lifecycle rule removes parts that a failed upload leaves.
 */
const uploadToS3 = async (client: S3Client, target: UploadTarget, body: FileBody): Promise<WrittenFile> => {
  const [Body, partSize] =
    body instanceof Uint8Array ? [body, Math.max(partBytes, body.length)] : [Readable.from(body), partBytes];
  const upload = new Upload({ client, params: { ...target, Body }, partSize, queueSize: 1 });
  let sizeBytes = 0;
  const note = ({ loaded }: Progress) => {
    sizeBytes = loaded ?? 0;
  };
  upload.on("httpUploadProgress", guarded(note));
  const { ETag } = await upload.done();
  // biome-ignore lint/style/noNonNullAssertion: S3 says it in each answer of this kind, and its types do not
  return { key: target.Key, sizeBytes, etag: ETag! };
};

/**
 * Removes the marks of deletion from a file in a bucket that keeps versions, so that its newest version is
 * the file again. False if it has no version; the marks stay then. Needs the rights to list versions and to
 * delete them. One request, and one for each mark.
 */
const undeleteInS3 = async (client: S3Client, Bucket: string, key: FileKey): Promise<boolean> => {
  const markers: (string | undefined)[] = [];
  let hasVersion = false;
  let page: ListObjectVersionsCommandOutput | undefined;
  do {
    const command: ListObjectVersionsCommand = new ListObjectVersionsCommand({
      Bucket,
      Prefix: key,
      KeyMarker: page?.NextKeyMarker,
      VersionIdMarker: page?.NextVersionIdMarker,
    });
    page = await client.send(command);
    // Other keys may begin with this one.
    hasVersion ||= (page.Versions ?? []).some(({ Key }) => Key === key);
    for (const { Key, VersionId } of page.DeleteMarkers ?? []) if (Key === key) markers.push(VersionId);
  } while (page.IsTruncated);
  if (!hasVersion) return false;
  for (const VersionId of markers)
    await client.send(new DeleteObjectCommand({ Bucket, Key: key, VersionId }));
  return true;
};
