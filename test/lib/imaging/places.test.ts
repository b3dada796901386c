// Proves contract rules: image-places.

import { createHash } from "node:crypto";
import { deflateSync } from "node:zlib";
import sharp from "sharp";
import { describe, expect, test } from "vitest";
import { pngOf, pngParts } from "#lib/imaging/png-chunks.ts";
import { readImage } from "#lib/imaging/read-image.ts";
import { withoutLocation } from "#lib/imaging/without-location.ts";
import { samplePicture } from "#test/support/sample-picture.ts";

const rdf = "http://www.w3.org/1999/02/22-rdf-syntax-ns#";

const packetOf = (inner: string, attributes = ""): string =>
  `<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="${rdf}"><rdf:Description rdf:about="" ${attributes}
 dc:format="image/kept">${inner}<dc:title>Kept</dc:title></rdf:Description></rdf:RDF></x:xmpmeta>`;

/** `Secret` stands in each value that has to go. */
const packets: readonly (readonly [string, string])[] = [
  [
    "positions as attributes",
    packetOf("", `exif:GPSLatitude="51,30Secret" drone-dji:GpsLongitude='7Secret'`),
  ],
  ["positions as elements", packetOf("<exif:GPSAreaInformation>Secret ä</exif:GPSAreaInformation>")],
  [
    "Photoshop's places",
    packetOf("<ps:City>Secret</ps:City><ps:State>Secret</ps:State>", 'ps:Country="Secret"'),
  ],
  [
    "IPTC's places",
    packetOf(
      "<a:Location>Secret</a:Location>",
      'Iptc4xmpCore:CountryCode="Secret" Iptc4xmpCore:Location="Secret>1"',
    ),
  ],
  [
    "the places shown, as structures",
    packetOf(
      `<b:LocationShown><rdf:Bag><rdf:li b:City="Secret" b:WorldRegion="Secret"/><rdf:li rdf:parseType="Resource">
<b:Sublocation>Secret</b:Sublocation><b:LocationName><rdf:Alt><rdf:li xml:lang="x-default">Secret</rdf:li></rdf:Alt>
</b:LocationName><exif:GPSLatitude>Secret</exif:GPSLatitude><z:other rdf:value="Secret">Secret</z:other></rdf:li></rdf:Bag></b:LocationShown>`,
    ),
  ],
  [
    "the place where it was made",
    packetOf("<b:LocationCreated><b:City><![CDATA[Secret]]></b:City></b:LocationCreated>"),
  ],
  ["a default namespace", packetOf('<City xmlns="http://ns.adobe.com/photoshop/1.0/">Secret</City>')],
];

type Written = (text: string) => Buffer;
const swapped = (text: string): Buffer => Buffer.from(text, "utf16le").swap16();
const wide = (text: string): Buffer =>
  Buffer.concat([...text].map((each) => Buffer.from([each.charCodeAt(0), 0, 0, 0])));
const encodings: readonly (readonly [string, Written])[] = [
  ["UTF-8", (text) => Buffer.from(text)],
  ["UTF-16, low bytes first", (text) => Buffer.from(`\ufeff${text}`, "utf16le")],
  ["UTF-16, high bytes first", (text) => swapped(`\ufeff${text}`)],
  ["UTF-32, low bytes first", wide],
  ["UTF-32, high bytes first", (text) => wide(text).swap32()],
];

const segment = (marker: number, ...parts: readonly (string | Buffer)[]): Buffer => {
  const content = Buffer.concat(
    parts.map((part) => (typeof part === "string" ? Buffer.from(part, "latin1") : part)),
  );
  const head = Buffer.from([0xff, marker, 0, 0]);
  head.writeUInt16BE(content.length + 2, 2);
  return Buffer.concat([head, content]);
};

const plainJpeg = await samplePicture("jpeg");
const jpegWith = (...segments: readonly Buffer[]): Buffer =>
  Buffer.concat([plainJpeg.subarray(0, 2), ...segments, plainJpeg.subarray(2)]);

const xmpSegment = (packet: Buffer): Buffer => segment(0xe1, "http://ns.adobe.com/xap/1.0/\0", packet);

const pixelsOf = (bytes: Buffer): Promise<Buffer> => sharp(bytes).raw().toBuffer();

/** The stored file, which has none of what had to go, and the same pixels. */
const storedOf = async (name: string, bytes: Buffer): Promise<Buffer> => {
  const read = await readImage({ name, bytes });
  if ("problem" in read) throw new Error(read.problem.code);
  const { bytes: stored } = read.image;
  expect(stored.includes("Secret")).toBe(false);
  expect(stored.toString("latin1").replaceAll("\0", "")).not.toContain("Secret");
  expect((await pixelsOf(stored)).equals(await pixelsOf(bytes))).toBe(true);
  expect(withoutLocation(stored)).toBe(stored);
  return stored;
};

describe.each(encodings)("XMP in %s", (_, written) => {
  test.each(packets)("loses %s in a JPEG, in place, and keeps the rest", async (_, packet) => {
    const bytes = jpegWith(segment(0xfe, "x"), xmpSegment(written(packet)));
    const stored = await storedOf("heron.jpg", bytes);
    expect(stored.length).toBe(bytes.length);
    expect(stored.includes(written("image/kept").subarray(2))).toBe(true);
    expect(stored.includes(written("<dc:title>Kept</dc:title>").subarray(2))).toBe(true);
  });
});

test.each(["png", "webp", "avif"] as const)("a %s loses places in XMP", async (format) => {
  const packet = packets[4]![1];
  const bytes = await sharp(await samplePicture())
    .withXmp(packet)
    .toFormat(format)
    .toBuffer();
  expect((await sharp(bytes).metadata()).xmp?.includes("Secret")).toBe(true);
  await storedOf(`heron.${format}`, bytes);
});

describe("a PNG drops a text", () => {
  const chunk = (type: string, data: Buffer): Buffer => {
    const size = Buffer.alloc(4);
    size.writeUInt32BE(data.length);
    return Buffer.concat([size, Buffer.from(type), data, Buffer.alloc(4)]);
  };
  const iptc = Buffer.from("8BIM\x04\x04\0\0\0\0\0\x0b\x1c\x02\x5a\0\x06Secret\0", "latin1").toString("hex");
  test.each([
    ["that is compressed XMP", "iTXt", "XML:com.adobe.xmp\0\x01\0\0\0", packets[2]![1]],
    ["that is compressed XMP in UTF-16", "iTXt", "XML:com.adobe.xmp\0\x01\0\0\0", swapped(packets[4]![1])],
    [
      "that is a profile of IPTC",
      "zTXt",
      "Raw profile type iptc\0\0",
      `\niptc\n ${iptc.length / 2}\n${iptc}\n`,
    ],
    ["whose name is that of a position", "zTXt", "exif:GPSLatitude\0\0", "Secret"],
  ])("%s", async (_, type, head, text) => {
    const parts = pngParts(await samplePicture("png"));
    const data = Buffer.concat([Buffer.from(head, "latin1"), deflateSync(text)]);
    const chunks = [...parts.chunks.slice(0, -1), chunk(type, data), ...parts.chunks.slice(-1)];
    const stored = await storedOf("heron.png", pngOf({ ...parts, chunks }));
    expect(pngParts(stored).chunks).toHaveLength(parts.chunks.length);
  });
});

describe("IPTC's record in a JPEG", () => {
  const dataset = (number: number, text: string, record = 2): Buffer => {
    const head = Buffer.from([0x1c, record, number, 0, 0]);
    head.writeUInt16BE(Buffer.byteLength(text), 3);
    return Buffer.concat([head, Buffer.from(text)]);
  };
  const long = Buffer.concat([Buffer.from([0x1c, 2, 90, 0x80, 4, 0, 0, 0, 6]), Buffer.from("Secret")]);
  const record = Buffer.concat([
    dataset(90, "\x1b%G", 1),
    dataset(105, "Kept headline"),
    ...[26, 27, 90, 92, 95, 100, 101].map((number) => dataset(number, "Secret")),
    long,
    dataset(120, "Kept caption"),
  ]);
  const resource = (name: string): Buffer => {
    const size = Buffer.alloc(4);
    size.writeUInt32BE(record.length);
    return Buffer.concat([Buffer.from(`8BIM\x04\x04${name}`, "latin1"), size, record]);
  };

  test.each([
    ["without a name", "\0\0"],
    ["with a name", "\x03abc"],
    ["with a name that is filled up", "\x02ab\0"],
  ])("%s loses its places, and keeps the rest", async (_, name) => {
    const bytes = jpegWith(segment(0xed, "Photoshop 3.0\0", resource(name)));
    const stored = await storedOf("heron.jpg", bytes);
    expect(stored.length).toBe(bytes.length);
    for (const kept of ["Kept headline", "Kept caption"]) expect(stored.includes(kept)).toBe(true);
  });

  test("that is cut off, or says wrong lengths, changes nothing else", () => {
    for (const length of [0, 3, record.length - 3]) {
      const bytes = jpegWith(segment(0xed, "Photoshop 3.0\0", resource("\0\0").subarray(0, 12 + length)));
      expect(
        withoutLocation(bytes)
          .subarray(-plainJpeg.length + 2)
          .equals(plainJpeg.subarray(2)),
      ).toBe(true);
    }
  });
});

test("XMP that is longer than a segment loses a place that the end of a segment cuts, and is named anew", async () => {
  const packet = Buffer.from(
    packetOf(`<ps:City>Secret Secret</ps:City><b:LocationShown>Secret</b:LocationShown>`),
  );
  const digest = createHash("md5").update(packet).digest("hex").toUpperCase();
  const cut = packet.indexOf("ret S");
  const portion = (from: number, to: number): Buffer => {
    const numbers = Buffer.alloc(8);
    numbers.writeUInt32BE(packet.length, 0);
    numbers.writeUInt32BE(from, 4);
    return segment(0xe1, "http://ns.adobe.com/xmp/extension/\0", digest, numbers, packet.subarray(from, to));
  };
  const main = packetOf("", `xmpNote:HasExtendedXMP="${digest}"`);
  // Out of their order, as is allowed.
  const bytes = jpegWith(xmpSegment(Buffer.from(main)), portion(cut, packet.length), portion(0, cut));
  const stored = await storedOf("heron.jpg", bytes);
  expect(stored.length).toBe(bytes.length);
  const named = /HasExtendedXMP="(\w{32})"/.exec(stored.toString("latin1"))?.[1];
  expect(named).not.toBe(digest);
  expect(stored.toString("latin1").split(named!)).toHaveLength(4);
  const blanked = Buffer.from(packet.toString("latin1").replaceAll("Secret", "      "), "latin1");
  expect(named).toBe(createHash("md5").update(blanked).digest("hex").toUpperCase());
});

test("a film after a JPEG loses its position", async () => {
  const film = Buffer.from(
    "\0\0\0\x20moov\0\0\0\x20udta\0\0\0\x1e\xa9xyz\0\x12\x15\xc7+47.0100+009.5100/",
    "latin1",
  );
  const stored = withoutLocation(Buffer.concat([plainJpeg, film]));
  expect(stored.toString("latin1")).not.toMatch(/\d\d\.\d\d/);
  expect(stored.length).toBe(plainJpeg.length + film.length);
});

test("a JPEG without places stays the same object, also with words like their names", () => {
  const words = packetOf(
    "<dc:description>City: of herons</dc:description>",
    'x:CityLights="a" x:Scale="gps"',
  );
  const bytes = jpegWith(xmpSegment(Buffer.from(words)));
  expect(withoutLocation(bytes)).toBe(bytes);
});

test("what a format has between the tags of a place stays", () => {
  const torn = `<ps:City>a\0\xff\xe1b</ps:City>`;
  const bytes = jpegWith(xmpSegment(Buffer.from(packetOf(torn), "latin1")));
  expect(withoutLocation(bytes)).toBe(bytes);
});
