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
  [...text.matchAll(/(?:from|import)(\(?)"\.\/([\w-]+\.js)"/g)].flatMap(([, bracket, name = ""]) =>
    bracket === "" || onDemand ? [name] : [],
  );

test("the script of a post's editor has at most 160 KB, compressed, what every screen loads 60, and each other screen 20 more", async () => {
  const files = new Map(await filesOnDisk());
  const withImports = (name: string, onDemand: boolean, found = new Set<string>()): ReadonlySet<string> => {
    found.add(name);
    for (const next of importedBy(files.get(name) ?? "", onDemand))
      if (!found.has(next)) withImports(next, onDemand, found);
    return found;
  };
  const bytesOf = (names: Iterable<string>) =>
    [...new Set(names)].reduce((sum, name) => sum + gzipSync(files.get(name) ?? "", { level: 9 }).length, 0);
  const entry = [...files.keys()].find((name) => /^admin-.*\.js$/.test(name))!;
  const shell = withImports(entry, false);
  const screens = importedBy([...shell].map((name) => files.get(name)).join("\n"), true).filter(
    (name) => !shell.has(name),
  );
  const editor = screens.find((name) => name.startsWith("editor-page-"))!;
  expect(bytesOf(shell)).toBeLessThanOrEqual(60 * 1_024);
  expect(bytesOf([...shell, ...withImports(editor, true)])).toBeLessThanOrEqual(160 * 1_024);
  for (const screen of screens)
    if (screen !== editor) {
      const more = [...withImports(screen, true)].filter((name) => !shell.has(name));
      expect([screen, bytesOf(more) <= 20 * 1_024]).toEqual([screen, true]);
    }
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
