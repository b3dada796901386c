import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { multipartEntries } from "#lib/http/multipart.ts";
import { FormFile } from "#lib/routes/form-file.ts";
import { anyText } from "#test/support/any-text.ts";
import { formFile, multipart } from "#test/support/form.ts";

const type = "multipart/form-data; boundary=heron";

const part = (head: string, content = "x") => `--heron\r\n${head}\r\n\r\n${content}\r\n`;
const field = (parameters: string) => part(`Content-Disposition: form-data; ${parameters}`);
const end = "--heron--\r\n";

const read = (text: string, contentType = type) => multipartEntries(Buffer.from(text), contentType);

/** The name and declared type of the only file in a body. */
const onlyFile = (text: string) => {
  const [[, file] = []] = read(text) ?? [];
  return file instanceof FormFile ? [file.name, file.contentType] : undefined;
};

describe("a form", () => {
  test("has its fields in their order, repeated ones as often", () => {
    expect(
      read(
        field('name="a"') +
          part('Content-Disposition: form-data; name="b"', "1\r\n2") +
          field('name="a"') +
          end,
      ),
    ).toEqual([
      ["a", "x"],
      ["b", "1\r\n2"],
      ["a", "x"],
    ]);
  });

  test("may be empty, have something around it, and blanks behind its boundaries", () => {
    expect(read(end)).toEqual([]);
    expect(read(`Hello\r\n${field('name="a"').replace("--heron", "--heron \t")}${end}Bye`)).toEqual([
      ["a", "x"],
    ]);
    expect(read(`${field('name="a"')}--heron--`)).toEqual([["a", "x"]]);
  });

  test.each([
    ['multipart/form-data; boundary="heron"'],
    ["Multipart/Form-Data; charset=utf-8; Boundary=heron"],
    ["multipart/form-data;boundary=heron; x=y"],
  ])("has the boundary of %s", (contentType) => {
    expect(read(field('name="a"') + end, contentType)).toEqual([["a", "x"]]);
  });

  test("is read whatever case its heads are in", () => {
    const head =
      "CONTENT-TYPE: image/png\r\nX-Other: 1\r\ncontent-disposition: Form-Data; Name=a; FILENAME=b.png";
    expect(onlyFile(part(head) + end)).toEqual(["b.png", "image/png"]);
  });

  test.each<[string, string, string?]>([
    ["nothing", ""],
    ["no boundary in its type", field('name="a"') + end, "multipart/form-data"],
    ["an empty boundary", field('name="a"') + end, "multipart/form-data; boundary="],
    ["another boundary", field('name="a"') + end, "multipart/form-data; boundary=egret"],
    ["an end that is missing", field('name="a"')],
    ["an end in the middle of its content", field('name="a"').slice(0, -3)],
    ["an end in the middle of a head", "--heron\r\nContent-Disposition: form-data; na"],
    ["an end behind a boundary", "--heron"],
    ["text behind a boundary", `${field('name="a"').replace("heron", "heron x")}${end}`],
    ["a longer boundary", `${field('name="a"').replace("heron", "herons")}${end}`],
    ["a part without a head", `--heron\r\nx\r\n${end}`],
    ["an empty part", `--heron\r\n${end}`],
    ["a part without a disposition", `${part("Content-Type: text/plain")}${end}`],
    ["a part of another disposition", `${part('Content-Disposition: attachment; name="a"')}${end}`],
    ["a part without a name", `${field('filename="a"')}${end}`],
    [
      "a head that is too long",
      `${part(`Content-Disposition: form-data; name="a"\r\nX: ${"x".repeat(16_384)}`)}${end}`,
    ],
    ["too many parts", field('name="a"').repeat(1_001) + end],
  ])("with %s is none", (_, text, contentType) => {
    expect(read(text, contentType)).toBeUndefined();
  });

  test("has at most 1,000 parts", () => {
    expect(read(field('name="a"').repeat(1_000) + end)).toHaveLength(1_000);
  });

  test("of the largest size is read in no time, whatever it consists of", () => {
    const bytes = 4_500_000;
    for (const filling of ["\r\n--", "\r\n--hero", "\r\n", "--heron", '"; name="', "x\0"]) {
      const text =
        part('Content-Disposition: form-data; name="a"', filling.repeat(bytes / filling.length)) + end;
      const began = performance.now();
      read(text);
      expect(performance.now() - began).toBeLessThan(2_000);
    }
    const began = performance.now();
    read(part(`Content-Disposition: form-data; name="a"${'; x="'.repeat(3_000)}`).repeat(250) + end);
    expect(performance.now() - began).toBeLessThan(2_000);
  });
});

describe("a file", () => {
  test.each([
    ['name="a"; filename="b.mp3"', "b.mp3"],
    ['filename="b; name=c.mp3"; name="a"', "b; name=c.mp3"],
    ['name="a"; filename="../../etc/passwd"', "../../etc/passwd"],
    ['name="a"; filename="C:\\marsh\\b.mp3"', "C:\\marsh\\b.mp3"],
    ['name="a"; filename="say \\"b\\".mp3"', 'say "b".mp3'],
    ['name="a"; filename="b\\"', "b\\"],
    ['name="a"; filename="%22b%22%0d%0a 100%25.mp3"', '"b"\r\n 100%25.mp3'],
    ['name="a"; filename="Réiher 鷺.mp3"', "Réiher 鷺.mp3"],
    ['name="a"; filename="b\0.mp3"', "b\0.mp3"],
    [`name="a"; filename="${"b".repeat(1_000)}.mp3"`, `${"b".repeat(1_000)}.mp3`],
    [`name="a"; filename="x.mp3"; filename*=UTF-8''R%c3%a9iher.mp3`, "Réiher.mp3"],
    [`name="a"; filename="x.mp3"; filename*=UTF-8''%zz.mp3`, "x.mp3"],
    [`name="a"; filename="x.mp3"; filename*=ISO-8859-1''y.mp3`, "x.mp3"],
  ])("with %j is called %j", (parameters, name) => {
    expect(onlyFile(field(parameters) + end)).toEqual([name, undefined]);
  });

  test("without a name is what browsers send where none was chosen: none", () => {
    expect(read(field('name="a"; filename=""') + field('name="b"') + end)).toEqual([["b", "x"]]);
  });

  test("may be declared as text, which is another thing than not being declared", () => {
    const head = 'Content-Disposition: form-data; name="a"; filename="b.txt"';
    expect(onlyFile(part(`${head}\r\nContent-Type:text/plain; charset=utf-8`) + end)).toEqual([
      "b.txt",
      "text/plain; charset=utf-8",
    ]);
    expect(onlyFile(part(head) + end)).toEqual(["b.txt", undefined]);
  });
});

/** Names that survive a form: a percent sign may be itself, or begin the code of a quote. */
const name = fc.stringMatching(/^[^\r\n%]{1,20}$/).map((text) => text.toWellFormed());

const entry = fc.oneof(
  fc.tuple(
    name,
    anyText().map((text) => text.toWellFormed().replace(/\r\n?|\n/g, "\r\n")),
  ),
  fc.tuple(
    name,
    fc
      .tuple(name, fc.uint8Array({ maxLength: 200 }))
      .map(([fileName, content]) => formFile(fileName, content, "audio/mpeg")),
  ),
);

test("whatever the platform writes is read as it was meant", async () => {
  const plain = async ([field, value]: readonly [string, string | File]) =>
    typeof value === "string"
      ? [field, value]
      : [field, value.name, Buffer.from(await value.arrayBuffer()).toString("hex")];
  await fc.assert(
    fc.asyncProperty(fc.array(entry, { maxLength: 6 }), async (entries) => {
      const unique = [...new Map<string, string | File>(entries).entries()];
      const { body, headers } = await multipart(Object.fromEntries(unique));
      const read = multipartEntries(Buffer.from(body), headers["content-type"]);
      const found = read?.map(([field, value]) =>
        typeof value === "string"
          ? [field, value]
          : [field, value.name, Buffer.from(value.content).toString("hex")],
      );
      const ordered = Object.entries(Object.fromEntries(unique)) as [string, string | File][];
      expect(found).toEqual(await Promise.all(ordered.map(plain)));
    }),
  );
});

test("any bytes are read or refused", () => {
  const piece = fc.oneof(
    fc.constantFrom(
      "--heron",
      "\r\n",
      "--",
      'Content-Disposition: form-data; name="a"',
      "; filename=",
      '"',
      "\\",
      "%22",
    ),
    anyText({ maxLength: 5 }),
  );
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 30 }), (pieces) => {
      const entries = read(pieces.join("")) ?? [];
      for (const [field] of entries) expect(typeof field).toBe("string");
    }),
    { numRuns: 1_000 },
  );
});
