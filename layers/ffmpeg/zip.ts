/**
 * Zips of a few files, with their modes. Lambda takes a layer's modes from its zip, and Pulumi's own archives
 * of folders have none, so that no program in them could be started. Each file is compressed in memory. Zips
 * of 4 GB and more, which have other records, are neither written nor read.
 */
import { constants, crc32, deflateRawSync, inflateRawSync } from "node:zlib";

export interface ZipEntry {
  readonly name: string;
  /** Such as 0o755. */
  readonly mode: number;
  readonly content: Uint8Array;
}

const signatures = { file: 0x04034b50, entry: 0x02014b50, end: 0x06054b50 };

const [stored, deflated] = [0, 8];

/** The first of January 1980, so that the same files always make the same zip. */
const date = 0x21;

/** "Version 2.0, made on Unix": then the upper half of the attributes is the mode. */
const madeOnUnix = (3 << 8) | 20;

const regularFile = 0o100000;

export const zipOf = (entries: readonly ZipEntry[]): Buffer => {
  const files: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const { name, mode, content } of entries) {
    const body = deflateRawSync(content, { level: constants.Z_BEST_COMPRESSION });
    const path = Buffer.from(name);
    // What a file's header and its entry in the directory have in common.
    const shared = Buffer.alloc(26);
    shared.writeUInt16LE(20, 0);
    shared.writeUInt16LE(deflated, 4);
    shared.writeUInt16LE(date, 8);
    shared.writeUInt32LE(crc32(content), 10);
    shared.writeUInt32LE(body.length, 14);
    shared.writeUInt32LE(content.length, 18);
    shared.writeUInt16LE(path.length, 22);
    const place = Buffer.alloc(14);
    place.writeUInt32LE(((regularFile | mode) << 16) >>> 0, 6);
    place.writeUInt32LE(offset, 10);
    const file = Buffer.concat([uint32(signatures.file), shared, path, body]);
    directory.push(uint32(signatures.entry), uint16(madeOnUnix), shared, place, path);
    files.push(file);
    offset += file.length;
  }
  const entriesBytes = directory.reduce((sum, { length }) => sum + length, 0);
  const count = uint16(entries.length);
  const end = [
    uint32(signatures.end),
    uint32(0),
    count,
    count,
    uint32(entriesBytes),
    uint32(offset),
    uint16(0),
  ];
  return Buffer.concat([...files, ...directory, ...end]);
};

/** The files of a zip by its central directory, which is what unpacking programs go by. */
export const entriesOfZip = (zip: Buffer): readonly ZipEntry[] => {
  const end = zip.lastIndexOf(uint32(signatures.end));
  if (end < 0) throw new Error("there is no zip");
  const entries: ZipEntry[] = [];
  let at = zip.readUInt32LE(end + 16);
  for (let left = zip.readUInt16LE(end + 10); left > 0; left -= 1) {
    const nameLength = zip.readUInt16LE(at + 28);
    const offset = zip.readUInt32LE(at + 42);
    const start = offset + 30 + zip.readUInt16LE(offset + 26) + zip.readUInt16LE(offset + 28);
    const body = zip.subarray(start, start + zip.readUInt32LE(at + 20));
    entries.push({
      name: zip.toString("utf8", at + 46, at + 46 + nameLength),
      mode: (zip.readUInt32LE(at + 38) >>> 16) & 0o777,
      content: zip.readUInt16LE(at + 10) === stored ? body : inflateRawSync(body),
    });
    at += 46 + nameLength + zip.readUInt16LE(at + 30) + zip.readUInt16LE(at + 32);
  }
  return entries;
};

const uint16 = (value: number): Buffer => {
  const bytes = Buffer.alloc(2);
  bytes.writeUInt16LE(value);
  return bytes;
};

const uint32 = (value: number): Buffer => {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(value);
  return bytes;
};
