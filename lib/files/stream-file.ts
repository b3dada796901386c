import type { ClientRequest, IncomingMessage } from "node:http";
import type { Readable } from "node:stream";
import { type AwsAccess, signedHeaders } from "#lib/aws-signature.ts";
import { clock } from "#lib/clock.ts";
import { attemptTime } from "#lib/deadline.ts";
import { guarded } from "#lib/guarded.ts";
import { http, https } from "#lib/node-http.ts";
import { EngineFault } from "#lib/refusals/engine-fault.ts";
import { readableFiles } from "#lib/settings/files.ts";
import { readFromDisk } from "./disk-content.ts";
import type { FileKey } from "./file-key.ts";

/** Silence for this long, before or within the content, ends the attempt; so does the end of the request. */
const timeoutMs = 3_000;

/** S3's word for a body that is not signed. */
const bodyHash = "UNSIGNED-PAYLOAD";

/**
 * A file's content without the S3 client, which is as large as the rest of a function that reads; `undefined`
 * if there is no file, or files cannot be read this way. Read the stream to its end or destroy it; it fails
 * if the content breaks off. One request, and a second one if the first fails.
 */
export const streamFile = async (key: FileKey): Promise<Readable | undefined> => {
  const place = readableFiles();
  if (place?.kind === "disk") return (await readFromDisk(place.folder, key))?.body;
  if (!place) return undefined;
  const url = new URL(`${place.address}/${escaped(key)}`);
  return request(place, url).catch(() => request(place, url));
};

/** The key as S3 signs it: everything but letters, digits, `-._~` and slashes is escaped. */
const escaped = (key: FileKey): string =>
  encodeURIComponent(key)
    .replaceAll("%2F", "/")
    .replace(/[!'()*]/g, (mark) => `%${mark.charCodeAt(0).toString(16).toUpperCase()}`);

const request = async (access: AwsAccess, url: URL): Promise<Readable | undefined> => {
  const response = await responseTo(access, url);
  if (response.statusCode === 200) return response;
  response.resume();
  // Without the right to list the bucket, S3 answers "forbidden" for missing files.
  if (response.statusCode === 404 || response.statusCode === 403) return undefined;
  throw new EngineFault(`The bucket answers ${response.statusCode} for ${url.pathname}`);
};

const responseTo = (access: AwsAccess, url: URL): Promise<IncomingMessage> =>
  new Promise((resolve, reject) => {
    const unsigned = {
      service: "s3",
      method: "GET",
      url,
      headers: { "x-amz-content-sha256": bodyHash },
      bodyHash,
    };
    const headers = signedHeaders(access, unsigned, clock.now());
    const { request: open } = url.protocol === "http:" ? http : https;
    const sent = open(url, { headers, timeout: timeoutMs });
    let answering: ClientRequest | IncomingMessage = sent;
    const receive = (response: IncomingMessage) => {
      answering = response;
      resolve(response);
    };
    sent.on("response", guarded(receive, reject));
    const tooSilent = () => answering.destroy(new Error(`The bucket is silent about ${url.pathname}`));
    sent.on("timeout", guarded(tooSilent));
    sent.on("error", reject);
    const leftMs = attemptTime(Number.POSITIVE_INFINITY);
    if (leftMs < Number.POSITIVE_INFINITY) {
      const tooSlow = () => answering.destroy(new EngineFault("The bucket is slow."));
      const stopClock = clock.after(leftMs, guarded(tooSlow));
      sent.on("close", guarded(stopClock));
    }
    sent.end();
  });
