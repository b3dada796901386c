/**
 * The path of the site below which CloudFront hands presigned downloads on to the bucket; one machine serves
 * its files below the same.
 */
export const filesPath = "/_files";
