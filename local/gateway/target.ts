/** What a request asks for. */
export interface Target {
  /** Decoded, without a trailing slash; `/` is the root. */
  readonly path: string;
  /** As sent, without the question mark; empty when there is none. */
  readonly query: string;
}

const origin = /^https?:\/\/[^/?]*/i;

/**
 * The target of a request line, in origin form (`/a/?b`) or absolute form (`http://host/a/?b`); undefined
 * when it is neither, or when its path is not percent-encoded UTF-8.
 *
 * A single trailing slash is taken off before anything is decoded, as CloudFront's function does in front of
 * API Gateway. An encoded slash then counts as a slash: HTTP APIs match and pass on the decoded path.
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
