import { presignedPath } from "#lib/settings/files.ts";

/** CloudFront forwards presigned requests, and adds headers that S3 cannot send (decision 020). */
export const addressOnSite = (presigned: string): string => {
  const path = presignedPath();
  if (!path) return presigned;
  const { pathname, search } = new URL(presigned);
  return path + pathname + search;
};
