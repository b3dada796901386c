import { pathOfKeys } from "#lib/routes/route-finder.ts";
import { apiPath } from "./api-path.ts";

export interface Target {
  /** Decoded; `/` for the root. A final slash is left only where CloudFront was not passed. */
  readonly path: string;
  /** The query as sent, without the question mark. */
  readonly query: string;
  /** False for requests of functions to the API itself. */
  readonly passesCloudFront: boolean;
}

const origin = /^https?:\/\/[^/?]*/i;

/**
 * Parses a request's target, such as `/a/?b` or `http://host/a/?b`; undefined for anything else. A trailing
 * slash is removed before decoding, as CloudFront's function does. Encoded slashes then count as slashes:
 * HTTP APIs match the decoded path.
 */
export const targetFromUrl = (url: string): Target | undefined => {
  const relative = url.replace(origin, "");
  if (relative === url && !url.startsWith("/")) return undefined;
  const mark = relative.indexOf("?");
  const sent = mark < 0 ? relative : relative.slice(0, mark);
  const passesCloudFront = !sent.startsWith(`${apiPath}/`);
  const path = decodePath(passesCloudFront ? pathOfKeys(sent) : sent.slice(apiPath.length));
  return path === undefined
    ? undefined
    : { path: path || "/", query: mark < 0 ? "" : relative.slice(mark + 1), passesCloudFront };
};

const decodePath = (path: string): string | undefined => {
  try {
    return decodeURIComponent(path);
  } catch {
    return undefined;
  }
};
