export interface Target {
  /** Decoded, without a trailing slash; `/` for the root. */
  readonly path: string;
  /** As sent, without the question mark. */
  readonly query: string;
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
  const path = decodePath(sent.replace(/([^/])\/$/, "$1"));
  return path === undefined
    ? undefined
    : { path: path || "/", query: mark < 0 ? "" : relative.slice(mark + 1) };
};

const decodePath = (path: string): string | undefined => {
  try {
    return decodeURIComponent(path);
  } catch {
    return undefined;
  }
};
