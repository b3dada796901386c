import { type AwsAccess, lambdaAccess, localCredentials } from "./aws.ts";
import { variable } from "./environment.ts";

/** A folder with the key that signs its addresses, or a bucket with the options of its client. */
export type FilesSettings =
  | { readonly kind: "disk"; readonly folder: string; readonly address: string; readonly signingKey: string }
  | ({ readonly kind: "s3"; readonly bucket: string } & ReturnType<typeof s3Connection>);

/**
 * A folder, or the address of a bucket, below which its files are, with the credentials that it takes
 * there.
 */
export type ReadableFiles =
  | { readonly kind: "disk"; readonly folder: string }
  | ({ readonly kind: "s3"; readonly address: string } & AwsAccess);

/** Where files are kept: in a folder of this machine, or in a bucket. */
export const filesSettings = (): FilesSettings => {
  const folder = variable("FILES_FOLDER");
  if (!folder) return { kind: "s3", bucket: bucketName(), ...s3Connection() };
  return { kind: "disk", folder, address: variable("FILES_ADDRESS") ?? "", signingKey: signingKey() ?? "" };
};

/** The key that signs the addresses of files in a folder, in hexadecimal digits. */
export const signingKey = (): string | undefined => variable("FILES_SIGNING_KEY");

/**
 * `FILES_PATH`: the path below which the site itself hands presigned downloads on to the bucket, where it
 * does.
 */
export const presignedPath = (): string | undefined => variable("FILES_PATH");

/**
 * Where a file can be read from without the S3 client; undefined where only the AWS SDK knows the way, and
 * where nothing says so.
 */
export const readableFiles = (): ReadableFiles | undefined => {
  const folder = variable("FILES_FOLDER");
  return folder ? { kind: "disk", folder } : readableBucket();
};

/**
 * True where a machine of its own shall keep files in somebody's bucket rather than in its data directory.
 */
export const usesBucket = (): boolean => variable("S3_ENDPOINT") !== undefined;

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
