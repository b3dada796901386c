import { execFileSync } from "node:child_process";
import { randomUUID } from "node:crypto";
import { appendFile, cp, mkdtemp, readdir, readFile, rename, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, dirname, join } from "node:path";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { fileKey } from "#lib/files/file-key.ts";
import { openFiles } from "#lib/files/open-files.ts";
import { sha256Of } from "#lib/files/part-checksum.ts";
import type { Media } from "#lib/media/media.ts";
import type { Item } from "#lib/store/port/table-store.ts";
import { itemOfText, textOfItem } from "#lib/store/restoration.ts";
import { keys } from "#lib/store/table.ts";
import { storedFileKeys } from "#test/support/files.ts";
import { temporaryFolder } from "#test/support/programs.ts";
import { useServedFiles } from "#test/support/served-files.ts";
import { makeTable } from "#test/support/table.ts";
import { makeStoredImage } from "#test/support/whole-site.ts";
import { wholeTable } from "#test/support/whole-table.ts";
import { createLivePost, useWorld } from "#test/support/world.ts";
import { dataFileIn, dataLinesIn, replaceInBackup } from "./backup-content.ts";
import { lectern, lecternAlone } from "./lectern.ts";

const world = useWorld();
useServedFiles();

/** A backup with an image; tests change copies of it. */
let good: string;
let place: string;

beforeAll(async () => {
  const image = await makeStoredImage();
  await createLivePost(world.notes, { cover_image: { id: image.id } });
  place = await mkdtemp(join(tmpdir(), "lectern-hostile-"));
  good = join(place, "good");
  expect(await lectern("backup", good)).toMatchObject({ status: 0 });
  vi.stubEnv("TABLE_NAME", `test-${randomUUID()}`);
  vi.stubEnv("FILES_FOLDER", join(place, "files"));
  await makeTable();
});
afterAll(async () => {
  vi.unstubAllEnvs();
  await rm(place, { recursive: true });
});

const copyOf = async (backup: string): Promise<string> => {
  const copy = join(await temporaryFolder(), "backup");
  await cp(backup, copy, { recursive: true });
  return copy;
};

const sumsOf = (folder: string): string => join(folder, "SHA256SUMS");

const changeText = async (file: string, change: (text: string) => string): Promise<void> =>
  writeFile(file, change(await readFile(file, "utf8")));

/** Changes a file of the data; its checksum is right again. */
const changeLines = async (
  folder: string,
  name: string,
  change: (lines: readonly string[]) => readonly string[],
): Promise<void> => {
  const lines = change(await dataLinesIn(folder, name));
  await replaceInBackup(folder, await dataFileIn(folder, name), lines.map((line) => `${line}\n`).join(""));
};

const changeHead = async (folder: string, change: (head: { items: object; files: number }) => object) => {
  const file = await dataFileIn(folder, "backup.json");
  await replaceInBackup(folder, file, JSON.stringify(change(JSON.parse(await readFile(file, "utf8")))));
};

/** Appends an item, counted and in order, to those of a kind. */
const addItem = async (folder: string, kind: string, item: Item | string): Promise<void> => {
  const line = typeof item === "string" ? item : textOfItem(item);
  await changeLines(folder, `${kind}.jsonl`, (lines) => [...lines, line]);
  await changeHead(folder, (head) => {
    const items = head.items as Record<string, number>;
    return { ...head, items: { ...items, [kind]: items[kind]! + 1 } };
  });
};

/** Changes the last entry of the list of files. */
const changeEntry = (folder: string, change: (entry: Record<string, unknown>) => readonly object[]) =>
  changeLines(folder, "files.jsonl", (lines) => [
    ...lines.slice(0, -1),
    ...change(JSON.parse(lines.at(-1)!)).map((entry) => JSON.stringify(entry)),
  ]);

/** Changes the media object, in the row and in the list of its files. */
const changeImageFile = async (folder: string, change: (file: Record<string, unknown>) => object) => {
  let key = "";
  await changeLines(folder, "media.jsonl", (lines) =>
    lines.map((line) => {
      const item = itemOfText(line);
      const media = JSON.parse(item.media as string) as Media & { file: Record<string, unknown> };
      key = String(media.file.key);
      return textOfItem({ ...item, media: JSON.stringify({ ...media, file: change(media.file) }) });
    }),
  );
  await changeLines(folder, "files.jsonl", (lines) =>
    lines.map((line) => {
      const entry = JSON.parse(line);
      if (entry.key !== key) return line;
      const { key: newKey, contentType, sizeBytes } = change(entry) as Record<string, unknown>;
      return JSON.stringify({ ...entry, key: newKey, contentType, sizeBytes });
    }),
  );
};

/** The path of a file of media in a backup. */
const mediaFileIn = async (folder: string): Promise<string> => {
  const [below = ""] = await readdir(join(folder, "media"));
  const [name = ""] = await readdir(join(folder, "media", below));
  return join(folder, "media", below, name);
};

/** Puts a link in the place of a file or folder, to where that is now. */
const becomeLink = async (path: string): Promise<void> => {
  const elsewhere = join(await temporaryFolder(), basename(path));
  await rename(path, elsewhere);
  await symlink(elsewhere, path);
};

const dataFolderIn = async (folder: string): Promise<string> =>
  dirname(await dataFileIn(folder, "backup.json"));

const page = (id: number): Item => ({ ...keys.page(id), id, version: 1 });
const user = (id: number): Item => ({ ...keys.user(id), name: "eve" });
const none = "0".repeat(64);

const hostile: Readonly<Record<string, (folder: string) => Promise<unknown>>> = {
  "a name that leads out of the folder": (folder) =>
    appendFile(sumsOf(folder), `${none}  media/../../../../etc/passwd\n`),
  "an absolute name": (folder) => appendFile(sumsOf(folder), `${none}  /etc/passwd\n`),
  "a name twice": (folder) =>
    changeText(sumsOf(folder), (text) => `${text}${text.trim().split("\n").at(-1)}\n`),
  "a name in other letters": (folder) =>
    changeText(sumsOf(folder), (text) => `${text}${text.trim().split("\n")[0]!.toUpperCase()}\n`),
  "a second folder of data": async (folder) => {
    await cp(await dataFolderIn(folder), join(folder, "data-000000000000"), { recursive: true });
    const copied = (text: string) =>
      text
        .match(/^.*data-.*$/gm)!
        .join("\n")
        .replaceAll(/data-\w+/g, "data-000000000000");
    await changeText(sumsOf(folder), (text) => `${text}${copied(text)}\n`);
  },
  "a file of media under another checksum than its own": async (folder) => {
    const file = await mediaFileIn(folder);
    await writeFile(file, "other");
    await changeText(sumsOf(folder), (text) =>
      text.replace(
        new RegExp(`.*${basename(file)}$`, "m"),
        (line) => sha256Of(Buffer.from("other")) + line.slice(64),
      ),
    );
  },
  "a link for its checksums": (folder) => becomeLink(sumsOf(folder)),
  "a link for a file of media": async (folder) => becomeLink(await mediaFileIn(folder)),
  "a link for a folder of media": async (folder) => becomeLink(dirname(await mediaFileIn(folder))),
  "a link for all media": (folder) => becomeLink(join(folder, "media")),
  "a link for its data": async (folder) => becomeLink(await dataFolderIn(folder)),
  "a pipe for a file of media": async (folder) => {
    const file = await mediaFileIn(folder);
    await rm(file);
    execFileSync("mkfifo", [file]);
  },
  "a listed file that none of its media has": (folder) =>
    changeEntry(folder, (entry) => [entry, { ...entry, key: "images/9/0123456789ab/x.webp" }]),
  "a listed file for the feeds": (folder) =>
    changeEntry(folder, (entry) => [entry, { ...entry, key: "_feeds/1/rss.xml" }]),
  "a file listed twice": (folder) => changeEntry(folder, (entry) => [entry, entry]),
  "a file of its media that is not listed": (folder) => changeEntry(folder, () => []),
  "a listed file of another type": (folder) =>
    changeEntry(folder, (entry) => [{ ...entry, contentType: "text/html" }]),
  "a listed file of another size": (folder) => changeEntry(folder, (entry) => [{ ...entry, sizeBytes: 1 }]),
  "a listed file that is another one": (folder) =>
    changeEntry(folder, (entry) => [{ ...entry, sha256: none }]),
  "a media object whose file is a feed": (folder) =>
    changeImageFile(folder, (file) => ({ ...file, key: "_feeds/1/rss.xml" })),
  "a media object whose file is outside": (folder) =>
    changeImageFile(folder, (file) => ({ ...file, key: "../../x" })),
  "a media object whose type has a header in it": (folder) =>
    changeImageFile(folder, (file) => ({ ...file, contentType: "image/png\r\nset-cookie: a=b" })),
  "a media object of another size": (folder) =>
    changeImageFile(folder, (file) => ({ ...file, sizeBytes: 7 })),
  "a media object that is none": (folder) =>
    addItem(folder, "media", { ...keys.media("image", 9_999), media: "7" }),
  "a line that is no item": (folder) => addItem(folder, "user", "no item"),
  "an item of another kind": (folder) => addItem(folder, "page", user(9_999)),
  "an item twice": (folder) => changeLines(folder, "user.jsonl", (lines) => [...lines, lines.at(-1)!]),
  "an item out of order": (folder) => changeLines(folder, "user.jsonl", (lines) => lines.toReversed()),
  "a session of a browser": (folder) =>
    addItem(folder, "credential", { ...keys.credential("f".repeat(64)), kind: "session" }),
  "a prototype": (folder) =>
    addItem(folder, "user", `${textOfItem(user(9_999)).slice(0, -1)},"__proto__":{"M":{}}}`),
  "an attribute of no type": (folder) =>
    addItem(folder, "user", `${textOfItem(user(9_999)).slice(0, -1)},"z":{"X":"1"}}`),
  "a number that no table takes": (folder) => addItem(folder, "page", { ...page(9_999), version: 1e300 }),
  "an empty set": (folder) => addItem(folder, "page", { ...page(9_999), tags: new Set() }),
  "an item that is too large": (folder) =>
    addItem(folder, "page", { ...page(9_999), title: "x".repeat(420_000) }),
  "a value that is nested too deep": (folder) =>
    addItem(folder, "page", { ...page(9_999), deep: JSON.parse("[".repeat(40) + "]".repeat(40)) }),
  "the format of a later version": (folder) =>
    changeLines(folder, "siteVersion.jsonl", (lines) =>
      lines.map((line) => textOfItem({ ...itemOfText(line), format: 99 })),
    ),
  "more items than it counts": (folder) =>
    changeLines(folder, "page.jsonl", (lines) => [...lines, textOfItem(page(9_999))]),
  "fewer items than it counts": (folder) => changeLines(folder, "page.jsonl", (lines) => lines.slice(1)),
  "fewer files than it counts": (folder) =>
    changeHead(folder, (head) => ({ ...head, files: head.files + 1 })),
  "items of a kind that is not known": (folder) =>
    changeHead(folder, (head) => ({ ...head, items: { ...head.items, poll: 1 } })),
  "items that it does not count": (folder) =>
    changeHead(folder, (head) => {
      const { user: _, ...items } = head.items as Record<string, number>;
      return { ...head, items };
    }),
  "a count that is no number": (folder) => changeHead(folder, (head) => ({ ...head, files: "many" })),
  "a list instead of its counts": (folder) => changeHead(folder, () => []),
};

describe("a backup is refused, and nothing is written, if it has", () => {
  test.each(Object.entries(hostile))("%s", async (_, change) => {
    const folder = await copyOf(good);
    await change(folder);
    const { status, stderr } = await lectern("restore", folder);
    expect(status, stderr).toBe(1);
    expect(stderr).not.toMatch(/^\s+at /m);
    expect(await wholeTable()).toEqual([]);
    expect(await storedFileKeys()).toEqual([]);
    expect((await lectern("backup", "verify", folder)).status).toBe(1);
  });
});

test("no data directory is made for a backup that is refused", async () => {
  const folder = await copyOf(good);
  await hostile["an item twice"]!(folder);
  const data = join(await temporaryFolder(), "data");
  expect((await lecternAlone("restore", folder, "--data", data)).status).toBe(1);
  await expect(readdir(data)).rejects.toThrow("ENOENT");
});

test("a backup is not written through links", async () => {
  for (const path of ["media", "media/ab", "incoming"]) {
    const folder = await copyOf(good);
    const elsewhere = await temporaryFolder();
    await writeFile(join(elsewhere, "letter.txt"), "Dear Ada");
    await rm(join(folder, path), { recursive: true, force: true });
    await symlink(elsewhere, join(folder, path));
    expect(await lectern("backup", folder)).toMatchObject({
      status: 1,
      stderr: `${folder} has other files than a backup's (${path}); choose another folder.\n`,
    });
    expect(await readdir(elsewhere)).toEqual(["letter.txt"]);
  }
});

test("the backup that these are made of is restored, and single files come back from plain files only", async () => {
  expect(await lectern("restore", good)).toMatchObject({ status: 0, stderr: "" });
  const kept = await storedFileKeys();
  for (const key of kept) await (await openFiles()).delete(fileKey(key));
  for (const name of ["a link for a folder of media", "a pipe for a file of media"]) {
    const folder = await copyOf(good);
    await hostile[name]!(folder);
    const { problems } = JSON.parse((await lectern("files", "restore", "--from", folder, "--json")).stdout);
    expect(problems).toHaveLength(1);
    for (const key of await storedFileKeys()) await (await openFiles()).delete(fileKey(key));
  }
  expect(await lectern("files", "restore", "--from", good)).toMatchObject({ status: 0 });
  expect(await storedFileKeys()).toEqual(kept);
});
