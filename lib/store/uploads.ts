import { clock } from "#lib/clock.ts";
import { type Upload, uploadSeconds } from "#lib/media/upload.ts";
import { above, any, atMost, equal, isNew, type Write } from "#lib/store/port/table-store.ts";
import { conditionHolds } from "./condition-errors.ts";
import { getItem, putItem, queryItems } from "./items.ts";
import { keys, type StoredItem } from "./table.ts";
import { tableStore } from "./table-store.ts";

export const uploadIn = ({ pk, sk, expires_at, ...upload }: StoredItem<"upload">): Upload => upload;

/** Expired uploads do not count, though their items may still be there. */
const isCurrent = ({ expiresAt }: Upload): boolean => clock.nowMs() < expiresAt * 1000;

/** One of the user's own uploads that has not expired. One request. */
export const findUpload = async (id: number, userId: number): Promise<Upload | undefined> => {
  const item = await getItem(keys.upload(userId, id));
  const upload = item && uploadIn(item);
  return upload && isCurrent(upload) ? upload : undefined;
};

/** The user's newest uploads, and a write that fails if the user has begun another meanwhile. */
export interface UploadTally {
  readonly uploads: readonly Upload[];
  readonly raise: Write;
}

/** The uploads that count towards a user's limits, newest first, at most `limit`. Two requests. */
export const readUploadTally = async (
  userId: number,
  limit: number,
  read = readTally,
): Promise<UploadTally> => {
  const key = keys.uploadTally(userId);
  // Read before the uploads: beginning an upload raises it.
  const tally = await read(userId);
  const uploads = await newestUploads(userId, limit);
  const begun = tally?.begun ?? 0;
  const item = { begun: begun + 1, expires_at: Math.ceil(clock.nowMs() / 1000) + 2 * uploadSeconds };
  return { uploads, raise: putItem(key, item, tally ? equal("begun", begun) : isNew) };
};

/** The count of a user's uploads so far. One request. */
export const readTally = (userId: number) => getItem(keys.uploadTally(userId));

const newestUploads = async (userId: number, limit: number): Promise<Upload[]> => {
  const { pk } = keys.upload(userId, 0);
  const items = await queryItems({ pk, prefix: "UPLOAD#", backwards: true, limit });
  return items.map(uploadIn).filter(isCurrent);
};

const maxListed = 100;

/** The user's uploads, newest first, at most 100. One request. */
export const findUploads = (userId: number): Promise<Upload[]> => newestUploads(userId, maxListed);

/** Writes an upload: a new one if `readVersion` is null, else only if it is unchanged since it was read. */
export const putUpload = (upload: Upload, readVersion: number | null): Write =>
  putItem(
    keys.upload(upload.userId, upload.id),
    { ...upload, expires_at: upload.expiresAt },
    readVersion === null ? isNew : equal("version", readVersion),
  );

export const deleteUpload = ({ id, userId, version }: Upload): Write => ({
  delete: keys.upload(userId, id),
  if: equal("version", version),
});

/** How far the clocks of functions may differ. */
const skewSeconds = 3;

/**
 * Takes a user's upload lock for some seconds, or prolongs it; false while somebody else holds it. Two locks
 * do not count: one that ends later than one taken now would, because it was taken before the clock was set
 * back; and that of `former`, whose process has ended and could not release it. The lock names the receipt of
 * a request that has a key.
 */
export const takeUploadLock = (
  userId: number,
  holder: string,
  seconds: number,
  receiptId?: string,
  former = holder,
): Promise<boolean> => {
  const now = clock.nowMs() / 1000;
  const latest = Math.ceil(now + seconds) + skewSeconds;
  return conditionHolds(
    tableStore().write(
      putItem(
        keys.uploadLock(userId),
        { holder, receiptId, expires_at: Math.ceil(now + seconds) },
        any(
          isNew,
          atMost("expires_at", now),
          above("expires_at", latest),
          equal("holder", holder),
          equal("holder", former),
        ),
      ),
    ),
  );
};

export const releaseUploadLock = (userId: number, holder: string): Promise<boolean> =>
  conditionHolds(tableStore().write({ delete: keys.uploadLock(userId), if: equal("holder", holder) }));

/** False if a request with another receipt, or without one, holds the user's lock. One request. */
export const uploadLockMayBeOf = async (userId: number, receiptId: string): Promise<boolean> => {
  const lock = await getItem(keys.uploadLock(userId));
  return !lock || lock.receiptId === receiptId;
};
