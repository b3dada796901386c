import { isPlaceName } from "./place-names.ts";

/** Every XMP packet names the RDF namespace. */
const packetMark = "rdf-syntax-ns#";

/** How a packet is written: how many bytes a character has, and which of them counts in ASCII. */
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

/** Where the characters of packets begin, modulo their length. */
const phasesOf = (bytes: Buffer, { unitBytes, low }: Encoding): ReadonlySet<number> => {
  const mark = Buffer.alloc(packetMark.length * unitBytes);
  for (let index = 0; index < packetMark.length; index++)
    mark[index * unitBytes + low] = packetMark.charCodeAt(index);
  const phases = new Set<number>();
  for (let at = bytes.indexOf(mark); at >= 0 && phases.size < unitBytes; at = bytes.indexOf(mark, at + 1))
    phases.add(at % unitBytes);
  return phases;
};

/** What stands for characters that are not of Latin-1. */
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

/** What stands in elements that name a place, also in the elements in these. */
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
