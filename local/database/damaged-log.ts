import { closeSync, openSync, readSync } from "node:fs";
import { certain } from "#lib/certain.ts";

/** The part of a log that SQLite drops, because it stands behind damage. */
export interface LogDamage {
  /** The first frame that is damaged, counted from 1; 0 is the head of the log. */
  readonly frame: number;
  /** The whole frames behind it, of a page each, and how many of them end a transaction. */
  readonly frames: number;
  readonly transactions: number;
  readonly bytes: number;
  /** Names the frames, which may still be there after another crash. */
  readonly name: string;
}

/** Source: SQLite, "WAL-mode File Format". */
const headBytes = { log: 32, frame: 24 };
const magic = 0x377f0682;
const usualPageBytes = 4_096;

/**
 * Looks for whole transactions behind damage in the log of a database that this process has not open. What
 * another one writes meanwhile may look like damage. When nobody has it open, SQLite takes what is
 * before the first frame with a wrong checksum, and drops the rest without a word. In each checksum is the
 * one before, so that frames behind the damage can be verified, too. Frames with another salt are of a time
 * before the log was begun again. A last transaction that is not whole was never acknowledged: a power cut
 * leaves such. Undefined if nothing else is dropped. It takes 12 ms for each megabyte.
 */
export const findLogDamage = (databaseFile: string): LogDamage | undefined => {
  let log: number;
  try {
    log = openSync(`${databaseFile}-wal`, "r");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw error;
  }
  try {
    return damageIn((position, length) => bytesAt(log, position, length));
  } finally {
    closeSync(log);
  }
};

/** The bytes at a position; undefined if the file ends before. */
const bytesAt = (file: number, position: number, length: number): Buffer | undefined => {
  const bytes = Buffer.alloc(length);
  return readSync(file, bytes, 0, length, position) === length ? bytes : undefined;
};

const damageIn = (read: (position: number, length: number) => Buffer | undefined): LogDamage | undefined => {
  const head = read(0, headBytes.log);
  if (!head) return undefined;
  const isLittleEndian = (certain(head[3]) & 1) === 0;
  const isWholeHead =
    (head.readUInt32BE(0) & ~1) === magic &&
    areSame(checksumOf(head.subarray(0, 24), [0, 0], isLittleEndian), storedChecksum(head, 24));
  const pageBytes = isWholeHead ? head.readUInt32BE(8) : usualPageBytes;
  const frameBytes = headBytes.frame + pageBytes;
  const frameAt = (frame: number) => read(headBytes.log + (frame - 1) * frameBytes, frameBytes);
  const salt = isWholeHead ? head.subarray(16, 24) : frameAt(1)?.subarray(8, 16);
  let damaged = isWholeHead ? undefined : 0;
  let before = storedChecksum(head, 24);
  let [frames, transactions, last] = [0, 0, before];
  for (let number = 1; ; number++) {
    const frame = frameAt(number);
    if (!frame) break;
    const stored = storedChecksum(frame, 16);
    const isWhole =
      certain(salt).equals(frame.subarray(8, 16)) &&
      areSame(frameChecksum(frame, before, isLittleEndian), stored);
    before = stored;
    if (!isWhole) damaged ??= number;
    if (!isWhole || damaged === undefined) continue;
    frames += 1;
    last = stored;
    // The size of the database stands in the last frame of a transaction only.
    if (frame.readUInt32BE(4) > 0) transactions += 1;
  }
  if (damaged === undefined || transactions === 0) return undefined;
  const name = [...storedChecksum(certain(salt), 0), ...last]
    .map((part) => part.toString(16).padStart(8, "0"))
    .join("");
  return { frame: damaged, frames, transactions, bytes: frames * frameBytes, name };
};

type Checksum = readonly [number, number];

const storedChecksum = (bytes: Buffer, at: number): Checksum => [
  bytes.readUInt32BE(at),
  bytes.readUInt32BE(at + 4),
];

const areSame = (one: Checksum, other: Checksum): boolean => one[0] === other[0] && one[1] === other[1];

const frameChecksum = (frame: Buffer, before: Checksum, isLittleEndian: boolean): Checksum =>
  checksumOf(
    frame.subarray(headBytes.frame),
    checksumOf(frame.subarray(0, 8), before, isLittleEndian),
    isLittleEndian,
  );

/** The checksum of bytes that follow on others. */
const checksumOf = (bytes: Buffer, before: Checksum, isLittleEndian: boolean): Checksum => {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  let [one, other] = before;
  for (let at = 0; at < bytes.length; at += 8) {
    one = (one + view.getUint32(at, isLittleEndian) + other) >>> 0;
    other = (other + view.getUint32(at + 4, isLittleEndian) + one) >>> 0;
  }
  return [one, other];
};
