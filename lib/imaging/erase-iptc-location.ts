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
export const eraseDatasets = (bytes: Buffer, from: number, end: number): number => {
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
