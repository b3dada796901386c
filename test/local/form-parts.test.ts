import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { multipartEntries } from "#lib/http/multipart.ts";
import { Refusal } from "#lib/refusals/refusal.ts";
import { FormFile } from "#lib/routes/form-file.ts";
import { formParts } from "#local/gateway/form-parts.ts";
import { storeForm } from "#local/gateway/store-form.ts";

/** The bytes in pieces of these lengths, repeated. */
async function* inPieces(bytes: Buffer, lengths: readonly number[]): AsyncGenerator<Buffer> {
  for (let at = 0, index = 0; at < bytes.length; index++) {
    const end = at + lengths[index % lengths.length]!;
    yield bytes.subarray(at, end);
    at = end;
  }
}

const bytesOf = async (content: AsyncIterable<Buffer>): Promise<Buffer> => {
  const pieces: Buffer[] = [];
  for await (const piece of content) pieces.push(piece);
  return Buffer.concat(pieces);
};

/** The entries of a form that arrives in pieces, like those of `multipartEntries`. */
const streamedEntries = async (bytes: Buffer, lengths: readonly number[]) => {
  const entries: [string, unknown][] = [];
  try {
    for await (const { name, fileName, contentType, content } of formParts(
      inPieces(bytes, lengths),
      "heron",
    )) {
      const read = await bytesOf(content);
      if (fileName === undefined) entries.push([name, read.toString("utf8")]);
      else if (fileName !== "") entries.push([name, new FormFile(fileName, contentType, read)]);
    }
    return entries;
  } catch (error) {
    if (error instanceof Refusal) return undefined;
    throw error;
  }
};

const pieceLengths = fc.array(fc.integer({ min: 1, max: 40 }), { minLength: 1, maxLength: 5 });

/** Forms from parts in any order. */
const anyForm = fc
  .array(
    fc.constantFrom(
      "--heron",
      "\r\n--heron",
      "--heron--",
      "\r\n--heron--\r\n",
      "--heron\r\n",
      "\r\n--heron\r\n",
      "\r\n--her",
      "\r\n",
      "\r\n\r\n",
      "\r",
      " \t",
      "--",
      "tide",
      "\0",
      'Content-Disposition: form-data; name="a"',
      'Content-Disposition: form-data; name="a"\r\n\r\nlow',
      'Content-Disposition: form-data; name="b"; filename="b.mp3"\r\nContent-Type: audio/mpeg\r\n\r\n',
      'Content-Disposition: form-data; name="c"; filename=""\r\n\r\n',
    ),
    { maxLength: 12 },
  )
  .map((texts) => Buffer.from(texts.join("")));

const part = (head: string, content: string) =>
  `--heron\r\nContent-Disposition: form-data; ${head}\r\n\r\n${content}\r\n`;

describe("a form that arrives in pieces", () => {
  test("has the parts that it would have had all at once, wherever the pieces end", async () => {
    await fc.assert(
      fc.asyncProperty(anyForm, pieceLengths, async (bytes, lengths) => {
        const expected = multipartEntries(bytes, "multipart/form-data; boundary=heron");
        expect(await streamedEntries(bytes, lengths)).toEqual(expected);
      }),
      { numRuns: 2_000 },
    );
  });

  test("has them also where it is one", async () => {
    const texts = fc.array(fc.tuple(fc.constantFrom('name="a"', 'name="b"; filename="b"'), fc.string()));
    await fc.assert(
      fc.asyncProperty(texts, pieceLengths, async (parts, lengths) => {
        const bytes = Buffer.from(`${parts.map(([head, text]) => part(head, text)).join("")}--heron--`);
        const entries = await streamedEntries(bytes, lengths);
        expect(entries).toHaveLength(parts.length);
        expect(entries).toEqual(multipartEntries(bytes, "multipart/form-data; boundary=heron"));
      }),
    );
  });

  test("is read on past a content that nobody reads", async () => {
    const bytes = Buffer.from(`${part('name="a"', "x".repeat(1_000))}${part('name="b"', "y")}--heron--`);
    const names: string[] = [];
    for await (const { name } of formParts(inPieces(bytes, [7]), "heron")) names.push(name);
    expect(names).toEqual(["a", "b"]);
  });

  test("is refused at the first thing that is wrong with it, and what follows is not read", async () => {
    let readBytes = 0;
    async function* endless() {
      yield Buffer.from("--heron\r\nContent-Disposition: nonsense\r\n\r\n");
      for (; ; readBytes += 1_024) yield Buffer.alloc(1_024);
    }
    const read = async () => {
      for await (const _ of formParts(endless(), "heron"));
    };
    await expect(read()).rejects.toThrow(Refusal);
    expect(readBytes).toBeLessThan(20_000);
  });

  test("lets go of its body, however it ends", async () => {
    let isLetGo = false;
    async function* body() {
      try {
        yield Buffer.from(part('name="a"', "x"));
        yield Buffer.from(part('name="b"', "x"));
      } finally {
        isLetGo = true;
      }
    }
    for await (const _ of formParts(body(), "heron")) break;
    expect(isLetGo).toBe(true);
  });
});

/** The entries of the rewritten form, and the content of its stored files. */
const rewritten = async (text: string) => {
  const stored: string[] = [];
  const body = await storeForm(formParts(inPieces(Buffer.from(text), [5]), "heron"), "heron", {
    fields: new Set(["mp3", "poster"]),
    store: async ({ name, contentType, content }) =>
      stored.push(`${name} ${contentType} ${await bytesOf(content)}`),
  });
  return { stored, entries: multipartEntries(body, "multipart/form-data; boundary=heron") };
};

describe("a form whose files are stored", () => {
  test("has their ids in the files' places, and all else as it came", async () => {
    const { stored, entries } = await rewritten(
      part('name="title"', "Ebb\nand\r\nflow ☃\0") +
        part('name="mp3"; filename="a.mp3"\r\nContent-Type: audio/mpeg', "ID3") +
        part('name="tags"', "") +
        part('name="poster"; filename="../b\\".jpg"', "JFIF") +
        "--heron--",
    );
    expect(stored).toEqual(["a.mp3 audio/mpeg ID3", '../b".jpg undefined JFIF']);
    expect(entries).toEqual([
      ["title", "Ebb\nand\r\nflow ☃\0"],
      ["mp3", "1"],
      ["tags", ""],
      ["poster", "2"],
    ]);
  });

  test("keeps empty files, unchosen ones, ids, and the places of files where none are taken", async () => {
    const { stored, entries } = await rewritten(
      part('name="mp3"; filename="a.mp3"', "") +
        part('name="poster"; filename=""', "") +
        part('name="poster"', "17") +
        part('name="title"; filename="title.txt"', "Ebb") +
        "--heron--",
    );
    expect(stored).toEqual([]);
    expect(entries).toEqual([
      ["mp3", new FormFile("a.mp3", undefined, Buffer.alloc(0))],
      ["poster", "17"],
      ["title", new FormFile("title.txt", undefined, Buffer.alloc(0))],
    ]);
  });
});
