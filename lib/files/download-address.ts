import { clock } from "#lib/clock.ts";
import { downloadSigning } from "#lib/settings/files.ts";
import type { FileKey } from "./file-key.ts";
import type { PresignedDownload } from "./files.ts";
import { openFiles } from "./open-files.ts";

/** The answer to a download, and the time until which it is given. */
export interface Download extends Omit<PresignedDownload, "expiresSeconds"> {
  /** Seconds since the epoch. */
  readonly expiresAt: number;
  /** CloudFront keeps public files for a year, others for minutes. */
  readonly isPublic: boolean;
  /** The `cacheControl` at an address that CloudFront checks at each request. */
  readonly cdnCacheControl?: string;
}

/**
 * The address at which anybody may fetch a file for a while: on AWS a path of the site at `origin`, elsewhere
 * the store's own address. On AWS it is the same text each time with the same `expiresAt`, and costs one
 * request in the life of a process.
 */
export const downloadAddress = async (
  key: FileKey,
  { expiresAt, isPublic, cdnCacheControl, ...download }: Download,
  origin: string,
): Promise<string> => {
  const signing = downloadSigning();
  if (signing) {
    const { signedDownload } = await import("./cloudfront.ts");
    const { contentType, contentDisposition } = download;
    const answer = { contentType, contentDisposition, cacheControl: cdnCacheControl };
    return signedDownload({ key, isPublic, expiresAt, answer }, origin, signing);
  }
  const files = await openFiles();
  const expiresSeconds = Math.ceil(expiresAt - clock.nowMs() / 1_000);
  return (await files.presignGet(key, { ...download, expiresSeconds })).url;
};
