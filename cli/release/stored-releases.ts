import { json } from "node:stream/consumers";
import { fileKey } from "#lib/files/file-key.ts";
import { openFiles } from "#lib/files/open-files.ts";
import { type ReleaseRecord, releaseKey, releasesFolder } from "#lib/store/release-record.ts";

export interface StoredRelease extends ReleaseRecord {
  /** When a deployment was about to make it live. */
  readonly deployedAt: Date;
}

/** The releases of the stage that deployments have noted in its bucket, newest first. */
export const storedReleases = async (): Promise<StoredRelease[]> => {
  const files = await openFiles();
  const releases: StoredRelease[] = [];
  for await (const { key, lastModified } of files.list(fileKey(releasesFolder.slice(0, -1)))) {
    const content = await files.get(key);
    if (content)
      releases.push({ ...((await json(content.body)) as ReleaseRecord), deployedAt: lastModified });
  }
  return releases.sort((one, other) => other.deployedAt.getTime() - one.deployedAt.getTime());
};

export const removeRelease = async ({ id }: ReleaseRecord): Promise<void> =>
  (await openFiles()).delete(fileKey(releaseKey(id)));
