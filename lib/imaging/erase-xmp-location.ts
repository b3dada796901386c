import { createHash } from "node:crypto";

/** Every XMP packet names the RDF namespace. */
const packetMark = "rdf-syntax-ns#";

/** The encoding of a packet: how many bytes a character has, and which of them counts in ASCII. */
interface Encoding {
  readonly unitBytes: number;
  readonly low: number;
}

/** UTF-8, and UTF-16 and UTF-32 with both orders of bytes. */
const encodings: readonly Encoding[] = [
  { unitBytes: 1, low: 0 },
  { unitBytes: 2, low: 0 },
  { unitBytes: 2, low: 1 },
  { unitBytes: 4, low: 0 },
  { unitBytes: 4, low: 3 },
];

/** Blanks locations in XMP packets, in place, wherever a format keeps them. The time grows with the file. */
export const eraseXmpLocation = (bytes: Buffer): void => {
  for (const encoding of encodings)
    for (const phase of phasesOf(bytes, encoding)) {
      const text = textIn(bytes, encoding, phase);
      for (const ranges of [attributeValues(text), elementTexts(text)])
        for (const { from, to } of ranges)
          for (let unit = from; unit < to; unit++)
            if (!isBlank(text.charCodeAt(unit)))
              writeBlank(bytes, encoding, phase + unit * encoding.unitBytes);
    }
};

/** The offsets at which characters of packets begin, modulo their length. */
const phasesOf = (bytes: Buffer, { unitBytes, low }: Encoding): ReadonlySet<number> => {
  const mark = Buffer.alloc(packetMark.length * unitBytes);
  for (let index = 0; index < packetMark.length; index++)
    mark[index * unitBytes + low] = packetMark.charCodeAt(index);
  const phases = new Set<number>();
  for (let at = bytes.indexOf(mark); at >= 0 && phases.size < unitBytes; at = bytes.indexOf(mark, at + 1))
    phases.add(at % unitBytes);
  return phases;
};

/** Replaces characters that are not of Latin-1. */
const otherCharacter = 0x80;

/** The bytes as characters of Latin-1, one for each character of the packet. */
const textIn = (bytes: Buffer, { unitBytes, low }: Encoding, phase: number): string => {
  if (unitBytes === 1) return bytes.toString("latin1");
  const units = Buffer.alloc(Math.floor((bytes.length - phase) / unitBytes));
  for (let unit = 0; unit < units.length; unit++) {
    const at = phase + unit * unitBytes;
    let others = 0;
    for (let byte = 0; byte < unitBytes; byte++) if (byte !== low) others |= bytes[at + byte] ?? 0;
    units[unit] = others === 0 ? (bytes[at + low] ?? 0) : otherCharacter;
  }
  return units.toString("latin1");
};

const isBlank = (code: number): boolean => code === 0x20 || code === 0x09 || code === 0x0a || code === 0x0d;

const writeBlank = (bytes: Buffer, { unitBytes, low }: Encoding, at: number): void => {
  bytes.fill(0, at, at + unitBytes);
  bytes[at + low] = 0x20;
};

interface Range {
  readonly from: number;
  readonly to: number;
}

const maxValue = 4_000;

/** No XML has these: what has them is the format's own. */
const isBinary = (text: string): boolean => /[^\t\n\r -\xff]/.test(text);

/** The values of attributes whose names `isErased`. */
function* attributeValues(
  text: string,
  isErased: (name: string) => boolean = isPlaceName,
  offset = 0,
): Generator<Range> {
  const ends = { '"': nextOf(text, '"'), "'": nextOf(text, "'") };
  for (const { index, 0: equals } of text.matchAll(/=\s{0,20}["']/g)) {
    if (!isErased(nameBefore(text, index))) continue;
    const from = index + equals.length;
    const to = ends[equals.at(-1) as '"' | "'"](from);
    if (to - from <= maxValue && !isBinary(text.slice(from, to)))
      yield { from: from + offset, to: to + offset };
  }
}

const namingCharacters = new Set(
  Buffer.from("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_.:-"),
);

const isOfName = (code: number): boolean => namingCharacters.has(code);

/** The name of an attribute before its equals sign; empty if there is none. */
const nameBefore = (text: string, index: number): string => {
  let end = index;
  while (end > index - 20 && isBlank(text.charCodeAt(end - 1))) end--;
  let from = end;
  while (from > end - 100 && isOfName(text.charCodeAt(from - 1))) from--;
  return text.slice(from, end);
};

/** Finds the next of a character from ever later places on, and looks at each character once. */
const nextOf = (text: string, character: string): ((from: number) => number) => {
  let found = -1;
  return (from) => {
    if (found < from) found = text.indexOf(character, from);
    if (found < 0) found = Number.POSITIVE_INFINITY;
    return found;
  };
};

const tag = /<(\/?)([\w.-]{1,60}(?::[\w.-]{1,60})?)((?:\s[^<>]{0,4000})?)>/g;

/** True for attributes within a place that XML and RDF need. */
const isNeeded = (name: string): boolean =>
  /^(?:xml(?:ns)?(?::|$)|rdf:(?:parseType|about|nodeID)$)/.test(name);

/** The texts in elements that name a place, also in elements inside them. */
function* elementTexts(text: string): Generator<Range> {
  let around: { readonly name: string; readonly ranges: Range[]; from: number; depth: number } | undefined;
  for (const { index, 0: whole, 1: slash, 2: name = "", 3: attributes = "" } of text.matchAll(tag)) {
    const end = index + whole.length;
    const isOpening = slash === "" && !attributes.endsWith("/");
    if (!around) {
      if (isOpening && isPlaceName(name)) around = { name, ranges: [], from: end, depth: 1 };
      continue;
    }
    const { ranges, from } = around;
    ranges.push({ from, to: index });
    ranges.push(...attributeValues(attributes, (each) => !isNeeded(each), end - 1 - attributes.length));
    if (name === around.name && (slash !== "" || isOpening)) around.depth += slash === "" ? 1 : -1;
    around.from = end;
    if (isBinary(text.slice(from, index))) around = undefined;
    else if (around.depth === 0) {
      yield* ranges;
      around = undefined;
    }
  }
}

const mark = Buffer.from("http://ns.adobe.com/xmp/extension/\0", "latin1");

/**
 * The bytes of a segment's length. Its mark and its length come before the content; a portion begins with the
 * digest of the whole.
 */
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

/**
 * True of names of properties that say where a picture was taken or which place it shows: positions of Exif
 * and of makers of cameras, and the places of IPTC and Photoshop. Prefixes differ from program to program.
 */
export const isPlaceName = (name: string): boolean => placeName.test(name);

const placeName =
  /^(?:[\w.-]*:)?(?:gps[\w-]*|city|state|country|country(?:code|name)|(?:sub)?location|provincestate|worldregion|location(?:name|id|shown|created)|shotlocation)$/i;
