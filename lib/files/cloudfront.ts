import { GetParameterCommand, SSMClient } from "@aws-sdk/client-ssm";
import { getSignedUrl } from "@aws-sdk/cloudfront-signer";
import { publicFilesPath, restrictedFilesPath } from "#lib/media/file-delivery.ts";
import { asEngineFault } from "#lib/refusals/engine-fault.ts";
import { retries } from "#lib/retries.ts";
import type { DownloadSigning } from "#lib/settings/files.ts";
import { TimedHandler } from "#lib/timed-handler.ts";
import type { FileKey } from "./file-key.ts";
import type { PresignedDownload } from "./files.ts";

interface SignedDownload {
  readonly key: FileKey;
  readonly isPublic: boolean;
  /** Seconds since the epoch. */
  readonly expiresAt: number;
  /** Headers that S3 sends with the file, instead of those that it was stored with. */
  readonly answer: { readonly [Name in keyof PresignedDownload]?: string | undefined };
}

/**
 * The path and query at which CloudFront answers with a file until a time, at this origin only. Signatures
 * are RSA (PKCS #1), so that the same download has the same address, and browsers find their copy again.
 */
export const signedDownload = async (
  { key, isPublic, expiresAt, answer }: SignedDownload,
  origin: string,
  { keyId, parameter }: DownloadSigning,
): Promise<string> => {
  const headers = Object.entries({
    "response-content-type": answer.contentType,
    "response-content-disposition": answer.contentDisposition,
    "response-cache-control": answer.cacheControl,
  });
  const query = headers.flatMap(([name, value]) => (value ? `${name}=${encodeURIComponent(value)}` : []));
  const path = `${isPublic ? publicFilesPath : restrictedFilesPath}/${key}`;
  const url = getSignedUrl({
    url: `${origin}${path}${query.length > 0 ? "?" : ""}${query.join("&")}`,
    keyPairId: keyId,
    privateKey: await privateKey(parameter),
    dateLessThan: new Date(expiresAt * 1_000),
  });
  return url.slice(origin.length);
};

const keysByParameter = new Map<string, Promise<string>>();

/** Read once by each process; a failed attempt is forgotten. */
const privateKey = (parameter: string): Promise<string> => {
  const known = keysByParameter.get(parameter);
  if (known) return known;
  const read = readParameter(parameter).catch((error: unknown) => {
    keysByParameter.delete(parameter);
    throw asEngineFault(error);
  });
  keysByParameter.set(parameter, read);
  return read;
};

/** Silence for this long ends an attempt, of which there are three. */
const attemptMs = 2_000;

const readParameter = async (name: string): Promise<string> => {
  const client = new SSMClient({
    retryStrategy: retries,
    requestHandler: new TimedHandler({}, attemptMs),
  });
  const command = new GetParameterCommand({ Name: name, WithDecryption: true });
  const { Parameter } = await client.send(command);
  if (!Parameter?.Value) throw new Error(`The parameter ${name} is empty.`);
  return Parameter.Value;
};
