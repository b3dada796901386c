import type { Asked } from "./policies.ts";

/** A request to S3. */
export interface StoreRequest {
  readonly method: string;
  /** Decoded; empty for requests about the whole bucket. */
  readonly key: string;
  readonly query: URLSearchParams;
  /** The key of the file that is copied. */
  readonly copied: string | undefined;
  /** Of a request that deletes several files. */
  readonly deleted: readonly string[];
}

/** What S3 asks IAM about a request. Source: AWS, "Required permissions for Amazon S3 API operations". */
export const askedOfFiles = (bucketArn: string, request: StoreRequest): Asked[] => {
  const { key, query, copied, deleted } = request;
  const of = (action: string, name: string): Asked => ({
    action: `s3:${action}`,
    resource: name === "" ? bucketArn : `${bucketArn}/${name}`,
  });
  if (deleted.length > 0) return deleted.map((name) => of("DeleteObject", name));
  if (key === "") {
    const prefix = query.get("prefix");
    return [{ ...of(bucketAction(query), ""), context: { "s3:prefix": prefix === null ? [] : [prefix] } }];
  }
  return [of(fileAction(request), key), ...(copied === undefined ? [] : [of("GetObject", copied)])];
};

const bucketAction = (query: URLSearchParams): string => {
  if (query.has("uploads")) return "ListBucketMultipartUploads";
  return query.has("versions") ? "ListBucketVersions" : "ListBucket";
};

const fileAction = ({ method, query }: StoreRequest): string => {
  const version = query.has("versionId") ? "Version" : "";
  switch (method) {
    case "GET":
    case "HEAD":
      return query.has("uploadId") ? "ListMultipartUploadParts" : `GetObject${version}`;
    case "DELETE":
      return query.has("uploadId") ? "AbortMultipartUpload" : `DeleteObject${version}`;
    default:
      return "PutObject";
  }
};
