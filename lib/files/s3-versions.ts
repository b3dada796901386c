import {
  DeleteObjectCommand,
  ListObjectVersionsCommand,
  type ListObjectVersionsCommandOutput,
  type S3Client,
} from "@aws-sdk/client-s3";
import type { FileKey } from "./file-key.ts";

/**
 * Removes the marks of deletion from a file in a bucket that keeps versions, so that its newest version is
 * the file again. False if it has no version; the marks stay then. Needs the rights to list versions and to
 * delete them. One request, and one for each mark.
 */
export const undeleteInS3 = async (client: S3Client, Bucket: string, key: FileKey): Promise<boolean> => {
  const markers: (string | undefined)[] = [];
  let hasVersion = false;
  let page: ListObjectVersionsCommandOutput | undefined;
  do {
    const command: ListObjectVersionsCommand = new ListObjectVersionsCommand({
      Bucket,
      Prefix: key,
      KeyMarker: page?.NextKeyMarker,
      VersionIdMarker: page?.NextVersionIdMarker,
    });
    page = await client.send(command);
    // Other keys may begin with this one.
    hasVersion ||= (page.Versions ?? []).some(({ Key }) => Key === key);
    for (const { Key, VersionId } of page.DeleteMarkers ?? []) if (Key === key) markers.push(VersionId);
  } while (page.IsTruncated);
  if (!hasVersion) return false;
  for (const VersionId of markers)
    await client.send(new DeleteObjectCommand({ Bucket, Key: key, VersionId }));
  return true;
};
