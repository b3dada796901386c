import type { IncomingMessage } from "node:http";
import { type FileKey, isFileKey } from "#lib/files/file-key.ts";
import type { Files } from "#lib/files/files.ts";
import { feedCacheControl, feedsPath, privateFeedsPath } from "#lib/media/file-delivery.ts";
import { safetyHeaders } from "#lib/routes/safety-headers.ts";
import { answerWithFile } from "#local/file-server/answer-with-file.ts";
import type { GatewayAnswer } from "#local/gateway/answer.ts";

/** Takes the place of CloudFront for feeds: answers from the file store, and calls no function. */
export interface FeedServer {
  /** True if the request's target is below the path of feeds, but not of those of one person. */
  readonly isAddressed: (target: string) => boolean;
  /** Sends a feed, a range of it, 304 or 412; 404 if there is none; 405 to all methods but GET and HEAD. */
  readonly answer: (request: Pick<IncomingMessage, "method" | "url" | "headers">) => Promise<GatewayAnswer>;
}

/** Serves the files below the folder of feeds, and no others. */
export const feedServer = (files: Files): FeedServer => ({
  isAddressed: (target) => target.startsWith(`${feedsPath}/`) && !target.startsWith(`${privateFeedsPath}/`),
  answer: async (request) => {
    const { method = "", url = "" } = request;
    if (!["GET", "HEAD"].includes(method)) return plain(405, "Method not allowed", { allow: "GET, HEAD" });
    const key = feedKey(url);
    const found = key && (await answerWithFile(files, key, { cacheControl: feedCacheControl }, request));
    return found
      ? { ...found, headers: { ...found.headers, ...forAllOrigins } }
      : plain(404, "Not found", { "cache-control": feedCacheControl });
  },
});

/** Feeds are read by programs of other sites, too. */
const forAllOrigins = { "access-control-allow-origin": "*" };

/**
 * The key of the file at a target, which is its path without the first slash. Keys have no segment `.` or
 * `..`, so a key that begins with the folder of feeds is in it, even if slashes were encoded.
 */
const feedKey = (target: string): FileKey | undefined => {
  const path = target.slice(1).replace(/\?.*/s, "");
  try {
    const key = decodeURIComponent(path);
    return isFileKey(key) ? key : undefined;
  } catch {
    return undefined;
  }
};

const plain = (status: number, body: string, headers: Readonly<Record<string, string>>): GatewayAnswer => ({
  status,
  headers: {
    "content-type": "text/plain; charset=utf-8",
    "cache-control": "no-store",
    ...safetyHeaders,
    ...forAllOrigins,
    ...headers,
  },
  cookies: [],
  body: `${body}\n`,
});
