import { createHash } from "node:crypto";
import { once } from "node:events";
import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { buffer } from "node:stream/consumers";

interface StoredObject {
  readonly body: Buffer;
  readonly etag: string;
  readonly headers: Readonly<Record<string, string>>;
}

interface OpenMultipart {
  readonly key: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly parts: Map<number, Buffer>;
}

interface S3Answer {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: Buffer | string;
}

interface S3Request {
  readonly method: string;
  readonly key: string;
  readonly query: URLSearchParams;
  readonly headers: IncomingMessage["headers"];
  readonly body: Buffer;
}

/** What was under a key: an object, or the mark of its deletion. */
interface Version {
  readonly id: string;
  readonly object: StoredObject | null;
}

/** What is in the bucket, and everything that ever was, oldest first, by key. */
interface Contents {
  readonly objects: Map<string, StoredObject>;
  readonly versions: Map<string, Version[]>;
}

/**
 * An S3 bucket in memory, which keeps versions, with what the service asks of one. It does not check
 * signatures.
 */
export interface TestBucket {
  readonly url: string;
  readonly objects: Map<string, StoredObject>;
  /** Forgets the versions that are not current, as S3 does after some time. */
  readonly forgetVersions: () => void;
  close: () => Promise<void>;
}

export const startBucket = async (): Promise<TestBucket> => {
  const objects = new Map<string, StoredObject>();
  const versions = new Map<string, Version[]>();
  const uploads = new Map<string, OpenMultipart>();
  const server = createServer(async (incoming, response) => {
    const url = new URL(incoming.url ?? "", "http://bucket");
    const key = decodeURIComponent(url.pathname).replace(/^\/[^/]+\/?/, "");
    const { method = "", headers } = incoming;
    const request = { method, key, query: url.searchParams, headers, body: await buffer(incoming) };
    const { status = 200, headers: sent = {}, body = "" } = answerOf({ objects, versions }, uploads, request);
    response.writeHead(status, { "content-length": Buffer.byteLength(body), ...sent });
    response.end(method === "HEAD" ? "" : body);
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  const close = async () => {
    server.closeAllConnections();
    await new Promise((closed) => server.close(closed));
  };
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    objects,
    forgetVersions: () => versions.clear(),
    close,
  };
};

type Objects = Map<string, StoredObject>;
type Multiparts = Map<string, OpenMultipart>;

const answerOf = (contents: Contents, uploads: Multiparts, request: S3Request): S3Answer => {
  const { key, query } = request;
  if (query.has("versions")) return listedVersions(contents, query.get("prefix") ?? "");
  if (query.has("versionId")) return deletedVersion(contents, key, query.get("versionId") ?? "");
  const before = contents.objects.get(key);
  const answer = answerOfObjects(contents.objects, uploads, request);
  const isDeletion = request.method === "DELETE" && !query.has("uploadId") && answer.status === 204;
  if (isDeletion || contents.objects.get(key) !== before) noteVersion(contents, key, before);
  return answer;
};

const answerOfObjects = (objects: Objects, uploads: Multiparts, request: S3Request): S3Answer => {
  const { method, query } = request;
  if (query.has("uploads") || query.has("uploadId")) return answerOfMultipart(objects, uploads, request);
  if (query.has("list-type")) return listed(objects, query.get("prefix") ?? "");
  if (method === "PUT") return putOrCopied(objects, request);
  if (method === "DELETE") return deleted(objects, request);
  return read(objects, request);
};

/** Keeps what a request has put under a key, or that it was deleted. */
const noteVersion = (
  { objects, versions }: Contents,
  key: string,
  before: StoredObject | undefined,
): void => {
  const kept = versions.get(key) ?? (before ? [{ id: "first", object: before }] : []);
  versions.set(key, [...kept, { id: `version-${kept.length + 1}`, object: objects.get(key) ?? null }]);
};

const listedVersions = ({ versions }: Contents, prefix: string): S3Answer => {
  const entries = [...versions].filter(([key]) => key.startsWith(prefix));
  const lines = entries.flatMap(([key, all]) =>
    all.map(({ id, object }) => {
      const name = object ? "Version" : "DeleteMarker";
      return `<${name}><Key>${key}</Key><VersionId>${id}</VersionId></${name}>`;
    }),
  );
  return { body: `<ListVersionsResult>${lines.join("")}</ListVersionsResult>` };
};

/** Removes a version for good; the newest one that is left is what the key has now. */
const deletedVersion = ({ objects, versions }: Contents, key: string, id: string): S3Answer => {
  const left = (versions.get(key) ?? []).filter((version) => version.id !== id);
  versions.set(key, left);
  const current = left.at(-1)?.object;
  if (current) objects.set(key, current);
  else objects.delete(key);
  return { status: 204 };
};

export const bucketError = (status: number, code: string) => ({
  status,
  body: Buffer.from(`<Error><Code>${code}</Code><Message>${code}</Message></Error>`),
});

const etagOf = (body: Buffer): string => `"${createHash("md5").update(body).digest("hex")}"`;

/** What S3 keeps of the headers of a request. */
const keptHeaders = ({ headers }: S3Request): Record<string, string> =>
  Object.fromEntries(
    Object.entries(headers)
      .filter(([name]) => name === "content-type" || name.startsWith("x-amz-meta-"))
      .map(([name, value]) => [name, String(value)]),
  );

const read = (objects: Objects, { key, headers, query }: S3Request): S3Answer => {
  const found = objects.get(key);
  if (!found) return bucketError(404, "NoSuchKey");
  const { body, etag, headers: kept } = found;
  const type = query.get("response-content-type");
  const answered = {
    ...kept,
    etag,
    "last-modified": new Date(0).toUTCString(),
    ...(type !== null && { "content-type": type }),
  };
  const [, first, last] = /^bytes=(\d+)-(\d*)$/.exec(headers.range ?? "") ?? [];
  if (first === undefined) {
    return { headers: { ...answered, "content-length": String(body.length) }, body };
  }
  if (Number(first) >= body.length) return bucketError(416, "InvalidRange");
  const end = Math.min(last ? Number(last) : Number.POSITIVE_INFINITY, body.length - 1);
  const range = { "content-range": `bytes ${first}-${end}/${body.length}` };
  return { status: 206, headers: { ...answered, ...range }, body: body.subarray(Number(first), end + 1) };
};

const putOrCopied = (objects: Objects, request: S3Request): S3Answer => {
  const { key, headers, body } = request;
  const source = headers["x-amz-copy-source"];
  if (source !== undefined) {
    const found = objects.get(decodeURIComponent(String(source)).replace(/^\/?[^/]+\//, ""));
    if (!found) return bucketError(404, "NoSuchKey");
    objects.set(key, found);
    return { body: `<CopyObjectResult><ETag>${found.etag}</ETag></CopyObjectResult>` };
  }
  const before = objects.get(key)?.etag;
  const isOther = headers["if-match"] !== undefined && headers["if-match"] !== before;
  if (isOther || (headers["if-none-match"] === "*" && before)) return bucketError(412, "PreconditionFailed");
  objects.set(key, { body, etag: etagOf(body), headers: keptHeaders(request) });
  return { headers: { etag: etagOf(body) } };
};

const deleted = (objects: Objects, { key, headers }: S3Request): S3Answer => {
  const match = headers["if-match"];
  if (match !== undefined && !objects.has(key)) return bucketError(404, "NoSuchKey");
  if (match !== undefined && objects.get(key)?.etag !== match) return bucketError(412, "PreconditionFailed");
  objects.delete(key);
  return { status: 204 };
};

const listed = (objects: Objects, prefix: string): S3Answer => {
  const entries = [...objects].filter(([key]) => key.startsWith(prefix));
  const contents = entries.map(
    ([key, { body, etag }]) =>
      `<Contents><Key>${key}</Key><Size>${body.length}</Size><ETag>${etag}</ETag>` +
      "<LastModified>1970-01-01T00:00:00.000Z</LastModified></Contents>",
  );
  return { body: `<ListBucketResult>${contents.join("")}</ListBucketResult>` };
};

const checksumOf = (body: Buffer): string => createHash("sha256").update(body).digest("base64");

const answerOfMultipart = (objects: Objects, uploads: Multiparts, request: S3Request): S3Answer => {
  const { method, key, query, body } = request;
  if (query.has("uploads")) {
    if (method === "GET") return { body: "<ListMultipartUploadsResult></ListMultipartUploadsResult>" };
    const id = `upload-${uploads.size + 1}`;
    uploads.set(id, { key, headers: keptHeaders(request), parts: new Map() });
    const named = `<Key>${key}</Key><UploadId>${id}</UploadId>`;
    return { body: `<InitiateMultipartUploadResult>${named}</InitiateMultipartUploadResult>` };
  }
  const id = query.get("uploadId") ?? "";
  const upload = uploads.get(id);
  if (!upload) return bucketError(404, "NoSuchUpload");
  if (method === "PUT") {
    upload.parts.set(Number(query.get("partNumber")), body);
    return { headers: { etag: etagOf(body) } };
  }
  if (method === "GET") {
    const parts = [...upload.parts].map(
      ([number, part]) =>
        `<Part><PartNumber>${number}</PartNumber><Size>${part.length}</Size><ETag>${etagOf(part)}</ETag>` +
        `<ChecksumSHA256>${checksumOf(part)}</ChecksumSHA256></Part>`,
    );
    return { body: `<ListPartsResult>${parts.join("")}</ListPartsResult>` };
  }
  uploads.delete(id);
  if (method === "DELETE") return { status: 204 };
  const whole = Buffer.concat([...upload.parts].sort(([a], [b]) => a - b).map(([, part]) => part));
  objects.set(key, { body: whole, etag: etagOf(whole), headers: upload.headers });
  const result = `<Key>${key}</Key><ETag>${etagOf(whole)}</ETag>`;
  return { body: `<CompleteMultipartUploadResult>${result}</CompleteMultipartUploadResult>` };
};
