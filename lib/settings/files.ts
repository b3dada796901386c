import type { AwsAccess } from "#lib/aws-signature.ts";
import { distributionId, lambdaAccess, localCredentials } from "./aws.ts";
import { variable } from "./environment.ts";

export type FilesSettings =
  | { readonly kind: "disk"; readonly folder: string; readonly address: string; readonly signingKey: string }
  | ({ readonly kind: "s3"; readonly bucket: string } & ReturnType<typeof s3Connection>);

/** A folder, or the base address of a bucket with its credentials. */
export type ReadableFiles =
  | { readonly kind: "disk"; readonly folder: string }
  | ({ readonly kind: "s3"; readonly address: string } & AwsAccess);

/** The place where files are stored. */
export const filesSettings = (): FilesSettings => {
  const folder = variable("FILES_FOLDER");
  if (!folder) return { kind: "s3", bucket: bucketName(), ...s3Connection() };
  return { kind: "disk", folder, address: variable("FILES_ADDRESS") ?? "", signingKey: signingKey() ?? "" };
};

/** The key that signs addresses of files in a folder, in hexadecimal. */
export const signingKey = (): string | undefined => variable("FILES_SIGNING_KEY");

/** The keys that sign for CloudFront: the id of the public key, and the SSM parameter of the private one. */
export interface DownloadSigning {
  readonly keyId: string;
  readonly parameter: string;
}

/** `DOWNLOAD_KEY_ID` and `DOWNLOAD_KEY_PARAMETER`; undefined where files have the store's own addresses. */
export const downloadSigning = (): DownloadSigning | undefined => {
  const keyId = variable("DOWNLOAD_KEY_ID");
  const parameter = variable("DOWNLOAD_KEY_PARAMETER");
  return keyId && parameter ? { keyId, parameter } : undefined;
};

/**
 * The place from which files can be read without the S3 client; undefined if only the AWS SDK knows it, or
 * nothing is set.
 */
export const readableFiles = (): ReadableFiles | undefined => {
  const folder = variable("FILES_FOLDER");
  return folder ? { kind: "disk", folder } : readableBucket();
};

/** True if `npm start` stores files in a bucket instead of its data directory. */
export const usesBucket = (): boolean => variable("S3_ENDPOINT") !== undefined;

/** The place of CloudFront's logs of the site: `LOGS_BUCKET`, `LOGS_FOLDER`, `DISTRIBUTION_ID`. */
export const cloudFrontLogs = () => ({
  bucket: variable("LOGS_BUCKET") ?? "",
  folder: variable("LOGS_FOLDER") ?? "",
  distributionId: distributionId() ?? "",
  ...s3Connection(),
});

const bucketName = (): string => variable("BUCKET_NAME") ?? "lectern";

const s3Connection = () => {
  const endpoint = variable("S3_ENDPOINT");
  if (!endpoint) return {};
  const key = variable("AWS_ACCESS_KEY_ID");
  const secret = variable("AWS_SECRET_ACCESS_KEY");
  const credentials = key && secret ? { accessKeyId: key, secretAccessKey: secret } : localCredentials;
  return { endpoint, region: variable("AWS_REGION") ?? "us-east-1", forcePathStyle: true, credentials };
};

const readableBucket = (): ReadableFiles | undefined => {
  const { endpoint, region, credentials } = s3Connection();
  if (endpoint) {
    const address = `${endpoint.replace(/\/$/, "")}/${bucketName()}`;
    return { kind: "s3", address, region, credentials };
  }
  const access = lambdaAccess();
  const bucket = variable("BUCKET_NAME");
  return access && bucket
    ? { kind: "s3", address: `https://${bucket}.s3.${access.region}.amazonaws.com`, ...access }
    : undefined;
};
