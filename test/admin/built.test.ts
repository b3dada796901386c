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

/** The names of the files that a file imports; `onDemand`: also those that it loads when they are needed. */
const importedBy = (text: string, onDemand: boolean): readonly string[] =>
  [...text.matchAll(/(?:from|import)(\(?)["`]\.\/([\w-]+\.js)["`]/g)].flatMap(([, bracket, name = ""]) =>
    bracket === "" || onDemand ? [name] : [],
  );

test("an editor loads 160 KB of script in four files, compressed, and 40 more as it is used; every screen 60, all others 60 more", async () => {
  const files = new Map(await filesOnDisk());
  const withImports = (name: string, onDemand: boolean, found = new Set<string>()): ReadonlySet<string> => {
    found.add(name);
    for (const next of importedBy(files.get(name) ?? "", onDemand))
      if (!found.has(next)) withImports(next, onDemand, found);
    return found;
  };
  const bytesOf = (names: Iterable<string>) =>
    [...new Set(names)].reduce((sum, name) => sum + gzipSync(files.get(name) ?? "", { level: 9 }).length, 0);
  const named = (start: string) => [...files.keys()].find((name) => name.startsWith(start))!;
  const shell = withImports(named("admin-"), false);
  const editor = withImports(named("editor-"), false, new Set(shell));
  const used = withImports(named("editor-"), true, new Set(shell));
  const others = withImports(named("sections-"), true, new Set(shell));
  expect(editor.size).toBeLessThanOrEqual(4);
  expect(used.size).toBeGreaterThan(editor.size);
  const limits = [60, 160, 200, 120].map((kilobytes) => kilobytes * 1_024);
  const sizes = [shell, editor, used, others].map(bytesOf);
  expect(sizes.map((size, index) => size <= limits[index]! || size)).toEqual(limits.map(() => true));
});

test("nothing in the files asks another host, or needs a looser content policy", async () => {
  for (const [name, text] of await filesOnDisk()) {
    expect(text, name).not.toMatch(/\beval\(|new Function\(/);
    // Names of languages of markup, a sentence of a message, and what messages of libraries name.
    const hosts = (text.match(/https?:\/\/[a-z][\w.-]*/g) ?? []).map((address) => new URL(address).hostname);
    expect(
      hosts.filter((host) => !/^(?:www\.w3\.org|notes\.example\.?|prosemirror\.net|github\.com)$/.test(host)),
    ).toEqual([]);
  }
});
