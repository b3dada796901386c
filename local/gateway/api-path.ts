import { randomUUID } from "node:crypto";

/**
 * Begins the paths of requests that functions send to the API itself: on AWS they do not pass CloudFront. So
 * nothing is prepared for them that its function prepares. Nobody outside knows the path.
 */
export const apiPath = `/${randomUUID()}`;
