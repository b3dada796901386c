import { createHash } from "node:crypto";
import { eraseXmpLocation } from "./erase-xmp-location.ts";

const mark = Buffer.from("http://ns.adobe.com/xmp/extension/\0", "latin1");

/** Before a segment's content come its mark and its length; a portion begins with the digest of the whole. */
const lengthBytes = 2;
const digestLength = 32;
const headBytes = digestLength + 8;

const maxPortions = 1_000;

interface Portion {
  readonly digest: string;
  readonly offset: number;
  readonly data: Buffer;
}

/**
 * Blanks locations in XMP that is longer than a segment of a JPEG, in place. Its portions, which may cut a
 * value, are read as one packet; the digest that names it follows what it says now (XMP, part 3, 1.1.3.1).
 */
export const eraseExtendedXmpLocation = (bytes: Buffer): void => {
  for (const [digest, portions] of Map.groupBy(portionsIn(bytes), (portion) => portion.digest)) {
    const inOrder = portions.toSorted((one, other) => one.offset - other.offset);
    const packet = Buffer.concat(inOrder.map(({ data }) => data));
    const erased = Buffer.from(packet);
    eraseXmpLocation(erased);
    if (erased.equals(packet)) continue;
    let at = 0;
    for (const { data } of inOrder) at += erased.copy(data, 0, at, at + data.length);
    if (!/^[\dA-F]{32}$/i.test(digest)) continue;
    const newDigest = createHash("md5").update(erased).digest("hex").toUpperCase();
    for (let named = bytes.indexOf(digest); named >= 0; named = bytes.indexOf(digest, named + digestLength))
      bytes.write(newDigest, named, "latin1");
  }
};

const portionsIn = (bytes: Buffer): Portion[] => {
  const portions: Portion[] = [];
  for (let at = bytes.indexOf(mark); at >= 0; at = bytes.indexOf(mark, at + mark.length)) {
    const head = at + mark.length;
    const end = at < lengthBytes ? 0 : at - lengthBytes + bytes.readUInt16BE(at - lengthBytes);
    if (head + headBytes > end || end > bytes.length || portions.length === maxPortions) continue;
    portions.push({
      digest: bytes.toString("latin1", head, head + digestLength),
      offset: bytes.readUInt32BE(head + digestLength + 4),
      data: bytes.subarray(head + headBytes, end),
    });
  }
  return portions;
};
