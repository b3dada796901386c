import { type ClientRequest, type IncomingMessage, request as requestOverHttp } from "node:http";
import { request as requestOverHttps } from "node:https";
import type { Readable } from "node:stream";
import { signedHeaders } from "#lib/aws-signature.ts";
import { clock } from "#lib/clock.ts";
import type { AwsAccess } from "#lib/settings/aws.ts";
import { readableFiles } from "#lib/settings/files.ts";
import { readFromDisk } from "./disk-content.ts";
import type { FileKey } from "./file-key.ts";

/** A silence of this length, before or in the middle of the content, ends the attempt. */
const timeoutMs = 3_000;

/** What S3 takes for the hash of a body that is not signed, such as none. */
const bodyHash = "UNSIGNED-PAYLOAD";

/**
 * A file's content without the S3 client, which is as large as all the rest of a function that reads;
 * `undefined` when there is none, and where none can be read like this. The stream is to be read to its end
 * or destroyed; it fails where the content breaks off. One request, and a second one when the first fails.
 */
export const streamFile = async (key: FileKey): Promise<Readable | undefined> => {
  const place = readableFiles();
  if (place?.kind === "disk") return (await readFromDisk(place.folder, key))?.body;
  if (!place) return undefined;
  const url = new URL(`${place.address}/${escaped(key)}`);
  return request(place, url).catch(() => request(place, url));
};

/**
 * The key in an address as S3 wants it signed: everything but letters, digits, `-._~` and slashes is escaped.
 */
const escaped = (key: FileKey): string =>
  encodeURIComponent(key)
    .replaceAll("%2F", "/")
    .replace(/[!'()*]/g, (mark) => `%${mark.charCodeAt(0).toString(16).toUpperCase()}`);

const request = async (access: AwsAccess, url: URL): Promise<Readable | undefined> => {
  const response = await responseTo(access, url);
  if (response.statusCode === 200) return response;
  response.resume();
  // S3 says "forbidden" of what is not there to those who may not list the bucket.
  if (response.statusCode === 404 || response.statusCode === 403) return undefined;
  throw new Error(`The bucket answers ${response.statusCode} for ${url.pathname}`);
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
    const open = url.protocol === "http:" ? requestOverHttp : requestOverHttps;
    const sent = open(url, { headers, timeout: timeoutMs });
    let answering: ClientRequest | IncomingMessage = sent;
    sent.on("response", (response) => {
      answering = response;
      resolve(response);
    });
    sent.on("timeout", () => answering.destroy(new Error(`The bucket is silent about ${url.pathname}`)));
    sent.on("error", reject);
    sent.end();
  });
