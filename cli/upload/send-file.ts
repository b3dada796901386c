import { type Connection, plainError } from "#cli/publish/client.ts";
import { fetchOfService } from "#cli/publish/fetch-of-service.ts";
import { connect } from "#client/connection.ts";
import type { RetryOptions } from "#client/send.ts";
import { sendUpload, type UploadWatcher } from "#client/upload.ts";
import { openSource, type UploadSource } from "./source.ts";

/**
 * Sends a file to the service, and gives the id of the complete upload. Continues an earlier upload of a file
 * with the same name and size. Parts that have arrived stay for the next run if it throws.
 */
export const sendFile = async (
  service: Connection,
  source: Omit<UploadSource, "kind" | "field">,
  watcher: UploadWatcher,
  retries: RetryOptions = {},
): Promise<number> => {
  await using file = await openSource(source);
  const { name, sizeBytes, contentType } = source;
  const read = (start: number, end: number) => file.read(Buffer.alloc(end - start), start);
  const sent = { name, sizeBytes, contentType, read, requireUnchanged: file.requireUnchanged };
  try {
    const { url, token } = service;
    const options = { ...retries, fetch: fetchOfService(service) };
    // Awaited here, because the file is closed on return.
    return await sendUpload(connect({ url, token, ...retries }), sent, watcher, options);
  } catch (error) {
    throw plainError(error, service.url);
  }
};
