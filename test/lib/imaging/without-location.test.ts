import fc from "fast-check";
import { expect, test } from "vitest";
import { withoutLocation } from "#lib/imaging/without-location.ts";
import { samplePicture } from "#test/support/sample-picture.ts";

test("damaged files lose their positions without an error, keep their length except for PNG chunks, and do not change a second time", async () => {
  const located = await Promise.all(
    (["jpeg", "png", "webp"] as const).map((format) => samplePicture(format, { located: true })),
  );
  const damage = fc.array(fc.tuple(fc.nat(), fc.nat(255)), { maxLength: 30 });
  fc.assert(
    fc.property(fc.constantFrom(...located), damage, fc.nat(), (whole, changes, cut) => {
      const bytes = Buffer.from(whole.subarray(0, whole.length - (cut % 200)));
      for (const [at, value] of changes) bytes[at % bytes.length] = value;
      const stripped = withoutLocation(bytes);
      expect(stripped.length).toBeLessThanOrEqual(bytes.length);
      expect(withoutLocation(stripped).equals(stripped)).toBe(true);
    }),
  );
});

test("crafted files keep nobody busy", () => {
  const sizeBytes = 4_000_000;
  const crafted = [
    "II*\0",
    "II*\0\x08\0\0\0\xff\x01\x25\x88\x04\0\x01\0",
    ":gps",
    `:gpsx="${" ".repeat(190)}`,
    `:gps ${"a".repeat(190)}> `,
    'gps="',
    "a='a=\"",
    "<City>",
    "<a:City ",
    "<City></b>",
    '<City><a b="c',
    "\xa9xyz\0\0\0\0+1.1",
    "8BIM\x04\x04\0\0\xff\xff\xff\xff",
    "\x1c\x02\x78\0\x0c8BIM\x04\x04\0\0\xff\xff\xff\xff",
    `\xff\xe1\xff\xffhttp://ns.adobe.com/xmp/extension/\0${"A".repeat(40)}`,
  ];
  for (const piece of crafted) {
    const bytes = Buffer.from(`rdf-syntax-ns#${piece.repeat(sizeBytes / piece.length)}`, "latin1");
    // Work that grows with the square of the size would take hours here.
    expect(withoutLocation(bytes).length).toBe(bytes.length);
  }
});
