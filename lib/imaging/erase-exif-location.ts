/** Bytes per value, by the types 1 to 13 of TIFF 6.0, the format of Exif. */
const valueBytes = [0, 1, 1, 2, 4, 8, 1, 1, 2, 4, 8, 4, 8, 4];

const gpsTag = 0x8825;
const exifTag = 0x8769;
/** A record of IPTC, as TIFF has it. */
const iptcTag = 0x83bb;
const entryBytes = 12;

/** Limits the work on a crafted file: more than any camera writes. */
const max = { structures: 1000, directories: 20, entries: 500 };

/** Offsets count from `start`. */
interface Tiff {
  readonly bytes: Buffer;
  readonly start: number;
  readonly littleEndian: boolean;
}

interface Entry {
  readonly at: number;
  readonly tag: number;
  readonly sizeBytes: number;
  /** The value itself if it is one number, else the offset of the values. */
  readonly value: number;
}

interface Directory {
  readonly at: number;
  readonly entries: readonly Entry[];
  readonly next: number;
}

/**
 * Erases the GPS directories of all Exif structures in the file, and places of IPTC in them, in place. Only
 * directories that named one change their layout. Structures are found by their marks, in any format.
 */
export const eraseExifLocation = (bytes: Buffer): void => {
  for (const tiff of [...structuresIn(bytes, true), ...structuresIn(bytes, false)]) {
    eraseBelow(tiff, number32(tiff, tiff.start + 4), new Set());
  }
};

const structuresIn = (bytes: Buffer, littleEndian: boolean): Tiff[] => {
  const mark = littleEndian ? "II*\0" : "MM\0*";
  const found: Tiff[] = [];
  let start = bytes.indexOf(mark);
  while (start >= 0 && start + 8 <= bytes.length && found.length < max.structures) {
    found.push({ bytes, start, littleEndian });
    start = bytes.indexOf(mark, start + 1);
  }
  return found;
};

const number16 = ({ bytes, littleEndian }: Tiff, at: number): number =>
  littleEndian ? bytes.readUInt16LE(at) : bytes.readUInt16BE(at);

const number32 = ({ bytes, littleEndian }: Tiff, at: number): number =>
  littleEndian ? bytes.readUInt32LE(at) : bytes.readUInt32BE(at);

const eraseBelow = (tiff: Tiff, offset: number, visited: Set<number>): void => {
  if (visited.has(offset) || visited.size === max.directories) return;
  visited.add(offset);
  const directory = directoryAt(tiff, offset);
  if (!directory) return;
  for (const { tag, value } of directory.entries) if (tag === exifTag) eraseBelow(tiff, value, visited);
  eraseBelow(tiff, directory.next, visited);
  const iptc = directory.entries.find(({ tag, sizeBytes }) => tag === iptcTag && sizeBytes > 4);
  if (iptc) {
    const from = tiff.start + iptc.value;
    eraseDatasets(tiff.bytes, from, Math.min(from + iptc.sizeBytes, tiff.bytes.length));
  }
  const gps = directory.entries.find(({ tag }) => tag === gpsTag);
  if (!gps) return;
  eraseDirectory(tiff, gps.value);
  removeEntry(tiff, directory, gps);
};

/** The directory at an offset; undefined if there is none, as when random bytes look like a mark. */
const directoryAt = (tiff: Tiff, offset: number): Directory | undefined => {
  const { bytes, start } = tiff;
  const at = start + offset;
  if (offset < 8 || at + 2 > bytes.length) return undefined;
  const count = number16(tiff, at);
  const end = at + 2 + count * entryBytes;
  if (count > max.entries || end + 4 > bytes.length) return undefined;
  const entries: Entry[] = [];
  for (let entry = at + 2; entry < end; entry += entryBytes) {
    const size = valueBytes[number16(tiff, entry + 2)];
    if (!size) return undefined;
    const sizeBytes = size * number32(tiff, entry + 4);
    entries.push({ at: entry, tag: number16(tiff, entry), sizeBytes, value: number32(tiff, entry + 8) });
  }
  return { at, entries, next: number32(tiff, end) };
};

const eraseDirectory = (tiff: Tiff, offset: number): void => {
  const directory = directoryAt(tiff, offset);
  if (!directory) return;
  for (const { sizeBytes, value } of directory.entries) {
    const from = Math.min(tiff.start + value, tiff.bytes.length);
    if (sizeBytes > 4) tiff.bytes.fill(0, from, Math.min(from + sizeBytes, tiff.bytes.length));
  }
  const last = directory.at + 2 + directory.entries.length * entryBytes;
  tiff.bytes.fill(0, directory.at, last);
};

/** Later entries and the offset of the next directory move up. */
const removeEntry = (tiff: Tiff, { at, entries }: Directory, { at: entry }: Entry): void => {
  const end = at + 2 + entries.length * entryBytes + 4;
  tiff.bytes.copyWithin(entry, entry + entryBytes, end);
  tiff.bytes.fill(0, end - entryBytes, end);
  const count = entries.length - 1;
  if (tiff.littleEndian) tiff.bytes.writeUInt16LE(count, at);
  else tiff.bytes.writeUInt16BE(count, at);
};

/** IPTC's record of Photoshop's resources, in JPEG, PNG and TIFF. */
const resourceMark = Buffer.from("8BIM\x04\x04", "latin1");
const datasetMark = 0x1c;
const applicationRecord = 2;

/** Limits the work on a crafted file: more than any program writes. */
const maxDatasets = 2_000;

/** Codes and names of the location, city, sublocation, province, and country (IIM 4.2, record 2). */
const placeDatasets = new Set([26, 27, 90, 92, 95, 100, 101]);

/** Blanks places of IPTC, in place: in Photoshop's resources, and in what is a record itself. */
export const eraseIptcLocation = (bytes: Buffer): void => {
  if (bytes[0] === datasetMark) eraseDatasets(bytes, 0, bytes.length);
  let end = 0;
  for (let at = bytes.indexOf(resourceMark); at >= 0; at = bytes.indexOf(resourceMark, end)) {
    const name = at + resourceMark.length;
    // The name has a length, and is filled up to an even number of bytes.
    const size = name + 2 * Math.ceil((1 + (bytes[name] ?? 0)) / 2);
    if (size + 4 > bytes.length) return;
    const from = size + 4;
    end = eraseDatasets(bytes, from, Math.min(from + bytes.readUInt32BE(size), bytes.length));
  }
};

/** Blanks places in a record between two indexes, and gives the end of what was read. */
const eraseDatasets = (bytes: Buffer, from: number, end: number): number => {
  let at = from;
  for (let read = 0; read < maxDatasets && at + 5 <= end && bytes[at] === datasetMark; read++) {
    const [record, dataset, length] = [bytes[at + 1], bytes[at + 2] ?? 0, bytes.readUInt16BE(at + 3)];
    // Long ones say first how many bytes their length has.
    const isLong = length >= 0x8000;
    const lengthBytes = isLong ? length - 0x8000 : 0;
    if (lengthBytes > 4 || at + 5 + lengthBytes > end || (isLong && lengthBytes === 0)) return at;
    const value = at + 5 + lengthBytes;
    const next = value + (isLong ? bytes.readUIntBE(at + 5, lengthBytes) : length);
    if (record === applicationRecord && placeDatasets.has(dataset))
      bytes.fill(" ", value, Math.min(next, end));
    at = next;
  }
  return Math.min(at, end);
};
