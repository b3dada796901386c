import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { Readable } from "node:stream";
import { expect, test } from "vitest";
import type { LocalFile } from "#lib/files/files.ts";
import { withTemporaryCopy } from "#lib/files/temporary-copy.ts";

const content = (text: string) => ({ body: Readable.from([Buffer.from(text)]), sizeBytes: text.length });

test("a copy has the content, and is deleted after the call", async () => {
  let copy: LocalFile | undefined;
  const seen = await withTemporaryCopy(content("la la la"), async (file) => {
    copy = file;
    return readFile(file.path, "utf8");
  });
  expect(seen).toBe("la la la");
  expect(copy!.sizeBytes).toBe(8);
  expect(existsSync(copy!.path)).toBe(false);
});

test("a copy is gone as well when its user fails", async () => {
  let path = "";
  const use = async (file: LocalFile) => {
    path = file.path;
    throw new Error("out of tune");
  };
  await expect(withTemporaryCopy(content("la"), use)).rejects.toThrow("out of tune");
  expect(path).not.toBe("");
  expect(existsSync(path)).toBe(false);
});

test("a content that does not come in time is thrown, and nobody is called", async () => {
  const body = new Readable({ read() {} });
  const use = () => Promise.reject(new Error("called"));
  const copied = withTemporaryCopy({ body, sizeBytes: 9 }, use, AbortSignal.timeout(50));
  await expect(copied).rejects.toThrow("aborted");
  expect(body.destroyed).toBe(true);
});
