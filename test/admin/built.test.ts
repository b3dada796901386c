import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { builtAdmin, builtFolder } from "../../browser/admin/build.ts";

const filesOnDisk = async () =>
  Promise.all(
    (await readdir(builtFolder)).map(
      async (name) => [name, await readFile(join(builtFolder, name), "utf8")] as const,
    ),
  );

test("the built files are those of the sources: `npm run scripts` writes them", async () => {
  expect(new Map((await filesOnDisk()).sort())).toEqual(new Map([...(await builtAdmin())].sort()));
});

test("the script of a post's editor has at most 160 KB, compressed, and what every screen loads 60", async () => {
  const files = await filesOnDisk();
  const page = files.find(([name]) => name === "index.html")?.[1] ?? "";
  const bytesOf = (chosen: (name: string) => boolean) =>
    files
      .filter(([name]) => name.endsWith(".js") && chosen(name))
      .reduce((sum, [, text]) => sum + gzipSync(text, { level: 9 }).length, 0);
  expect(bytesOf(() => true)).toBeLessThanOrEqual(160 * 1_024);
  expect(bytesOf((name) => page.includes(name))).toBeLessThanOrEqual(60 * 1_024);
});

test("nothing in the files asks another host, or needs a looser content policy", async () => {
  for (const [name, text] of await filesOnDisk()) {
    expect(text, name).not.toMatch(/\beval\(|new Function\(/);
    // Names of languages of markup, a sentence of a message, and the manual that a library's message names.
    const hosts = (text.match(/https?:\/\/[a-z][\w.-]*/g) ?? []).map((address) => new URL(address).hostname);
    expect(
      hosts.filter((host) => !/^(?:www\.w3\.org|notes\.example\.?|prosemirror\.net)$/.test(host)),
    ).toEqual([]);
  }
});
