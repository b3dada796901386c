import { randomUUID } from "node:crypto";

/**
 * The beginning of the paths of requests that functions send to the API itself. On AWS they do not pass
 * CloudFront, so the gateway does not prepare them as CloudFront's function does. Nobody outside knows the
 * path.
 */
export const apiPath = `/${randomUUID()}`;
