import { mkdir, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { join, relative } from "node:path";
import { beforeAll, expect, test } from "vitest";
import { deleteMedia } from "#lib/actions/media/delete-media.ts";
import { pathIn } from "#lib/files/disk-content.ts";
import { fileKey } from "#lib/files/file-key.ts";
import { sha256Of } from "#lib/files/part-checksum.ts";
import { filesOf } from "#lib/media/media.ts";
import { isBackedUp, itemKindNames, itemKindOf } from "#lib/store/item-kinds.ts";
import { textOfItem } from "#lib/store/restoration.ts";
import { tableStore } from "#lib/store/table-store.ts";
import { lockHolder, takeLock } from "#local/data-directory/lock.ts";
import { temporaryFolder } from "#test/support/programs.ts";
import { useServedFiles } from "#test/support/served-files.ts";
import { useReceiver } from "#test/support/webhook-receiver.ts";
import { makeStoredImage, makeWholeSite } from "#test/support/whole-site.ts";
import { wholeTable } from "#test/support/whole-table.ts";
import { createLivePost, useWorld } from "#test/support/world.ts";
import { backupIn, dataFileIn, dataLinesIn, replaceInBackup } from "./backup-content.ts";
import { lectern } from "./lectern.ts";

const world = useWorld();
useServedFiles();
const receiver = useReceiver();

beforeAll(() => makeWholeSite(world, receiver));

const newFolder = async (): Promise<string> => join(await temporaryFolder(), "backup");

const backUp = async (folder: string) => {
  const { status, stdout, stderr } = await lectern("backup", folder, "--json");
  return { status, stderr, ...JSON.parse(stdout) };
};

test("a backup has all items of every kind, but for what passes, and all files of media", async () => {
  const folder = await newFolder();
  const { items, files, ...rest } = await backUp(folder);
  expect(rest).toMatchObject({ status: 0, stderr: "", lost_files: [], new_files: files });
  const all = (await wholeTable()).filter((item) => isBackedUp(itemKindOf(item)!, item));
  expect(new Set(all.map(itemKindOf))).toEqual(new Set(itemKindNames.filter((name) => isBackedUp(name, {}))));
  expect(items).toBe(all.length);
  const kinds = itemKindNames.filter((name) => isBackedUp(name, {}));
  const lines = await Promise.all(kinds.map((kind) => dataLinesIn(folder, `${kind}.jsonl`)));
  expect(lines.flat().sort()).toEqual(all.map(textOfItem).sort());
  expect(lines.join()).not.toContain('"kind":{"S":"session"}');
  const listed = (await dataLinesIn(folder, "files.jsonl")).map((line) => JSON.parse(line));
  expect(listed.map(({ key }) => key)).toEqual(listed.map(({ key }) => key).sort());
  expect(listed).toHaveLength(files);
  for (const { key, sha256, sizeBytes } of listed) {
    const stored = await readFile(pathIn(process.env.FILES_FOLDER!, fileKey(key)));
    expect(sha256Of(stored.subarray(0, sizeBytes))).toBe(sha256);
  }
});

test("its sums name every file, as sha256sum reads them, and nobody else may read it", async () => {
  const folder = await newFolder();
  await backUp(folder);
  const sums = (await readFile(join(folder, "SHA256SUMS"), "utf8")).split("\n").slice(0, -1);
  const content = await backupIn(folder);
  expect(["SHA256SUMS", ...sums.map((line) => line.slice(66))].sort()).toEqual([...content.keys()].sort());
  for (const line of sums) {
    const bytes = Buffer.from(content.get(line.slice(66)) ?? "", "latin1");
    expect(line.slice(0, 64)).toBe(sha256Of(bytes));
  }
  for (const entry of [folder, ...(await readdir(folder, { recursive: true }))]) {
    const { mode } = await stat(entry === folder ? folder : join(folder, entry));
    expect(mode & 0o077, entry).toBe(0);
  }
});

test("the same site gives the same bytes; into the same folder, only new media are copied", async () => {
  const [one, two] = [await newFolder(), await newFolder()];
  const { files } = await backUp(one);
  const before = await backupIn(one);
  expect(await backUp(one)).toMatchObject({ status: 0, files, new_files: 0 });
  expect(await backupIn(one)).toEqual(before);
  const added = await makeStoredImage();
  await createLivePost(world.notes);
  expect(await backUp(one)).toMatchObject({ files: files + 3, new_files: 3 });
  await deleteMedia("image", added.id);
  expect(await backUp(one)).toMatchObject({ files, new_files: 0 });
  await backUp(two);
  expect(await backupIn(one)).toEqual(await backupIn(two));
});

test("a run says what it has done, and what it took", async () => {
  const { status, stdout } = await lectern("backup", await newFolder());
  expect(status).toBe(0);
  expect(stdout).toMatch(/^Backed up \d+ items and \d+ files \(\d+ new\) to .*; [1-9]\d* read units\.\n$/);
});

test("a file of media that is lost is named, and the rest is backed up", async () => {
  const folder = await newFolder();
  const { files } = await backUp(folder);
  const lost = await makeStoredImage();
  const [first, second] = filesOf(lost).map(({ key }) => pathIn(process.env.FILES_FOLDER!, fileKey(key)));
  await rm(first!);
  await writeFile(second!, "other");
  const result = await backUp(folder);
  expect(result).toMatchObject({ status: 1, files: files + 3, new_files: 1 });
  expect(result.lost_files).toEqual([lost.file.key, lost.cover.key].sort());
  expect(result.stderr).toContain(`The file ${lost.file.key} was missing or damaged`);
  const { status, stdout } = await lectern("backup", "verify", folder, "--json");
  expect([status, JSON.parse(stdout).lost_files]).toEqual([0, result.lost_files]);
  await deleteMedia("image", lost.id);
});

test("verifying names all that is missing or damaged, and needs no service", async () => {
  const folder = await newFolder();
  await backUp(folder);
  const { status, stdout } = await lectern("backup", "verify", folder);
  expect([status, stdout]).toEqual([
    0,
    expect.stringMatching(/ is whole: \d+ items and \d+ files; .* units\./),
  ]);
  const pages = await dataFileIn(folder, "page.jsonl");
  await writeFile(pages, (await readFile(pages, "utf8")).replace("PAGE#1", "PAGE#7"));
  await rm(await dataFileIn(folder, "user.jsonl"));
  const [entry] = (await dataLinesIn(folder, "files.jsonl")).map((line) => JSON.parse(line));
  const media = join(folder, "media", entry.sha256.slice(0, 2), entry.sha256);
  await writeFile(media, (await readFile(media)).fill(0));
  const found = await lectern("backup", "verify", folder);
  expect([found.status, found.stdout.trim().split("\n").sort()]).toEqual([
    1,
    [
      `${relative(folder, pages)} is damaged: it has another checksum.`,
      `${relative(folder, await dataFileIn(folder, "user.jsonl"))} is missing.`,
      `${relative(folder, media)} is damaged: it has another checksum.`,
    ].sort(),
  ]);
  // The next backup heals what it copies again.
  await rm(media);
  await backUp(folder);
  expect((await lectern("backup", "verify", folder)).status).toBe(0);
});

test("verifying goes on where a file cannot be read, and takes no line of another form for a file", async () => {
  const folder = await newFolder();
  await backUp(folder);
  const [users, files] = [await dataFileIn(folder, "user.jsonl"), await dataFileIn(folder, "files.jsonl")];
  const content = await readFile(users);
  await rm(users);
  await mkdir(users);
  await rm(await dataFileIn(folder, "page.jsonl"));
  const found = await lectern("backup", "verify", folder, "--json");
  expect([found.status, JSON.parse(found.stdout).problems]).toEqual([
    1,
    [
      expect.stringMatching(/page\.jsonl is missing\.$/),
      `${relative(folder, users)} is no plain file, or stands behind a link.`,
    ],
  ]);
  await rm(users, { recursive: true });
  await writeFile(users, content);
  await backUp(folder);
  for (const line of ["no JSON", '{"key":"a","contentType":"b","sizeBytes":1,"sha256":"../../secret"}']) {
    await replaceInBackup(folder, files, `${line}\n`);
    expect(await lectern("backup", "verify", folder)).toMatchObject({
      status: 1,
      stderr: `${files} has a line of another form; use another copy of this backup.\n`,
    });
  }
});

test("what is no backup is refused, and stays as it is", async () => {
  const folder = await newFolder();
  await mkdir(folder);
  await writeFile(join(folder, "letter.txt"), "Dear Ada");
  const { status, stderr } = await lectern("backup", folder);
  expect([status, stderr]).toEqual([
    1,
    `${folder} has other files than a backup's (letter.txt); choose another folder.\n`,
  ]);
  expect(await readdir(folder)).toEqual(["letter.txt"]);
  expect((await lectern("backup", "verify", folder)).stderr).toBe(
    `${folder} is no backup: it has no file SHA256SUMS.\n`,
  );
  const letter = join(folder, "letter.txt");
  expect((await lectern("restore", letter)).stderr).toMatch(/ is no backup: it has no file SHA256SUMS\.\n$/);
  expect((await lectern("backup", letter)).stderr).toMatch(
    / cannot be written \(EEXIST.*\); make room, or choose/,
  );
  expect((await lectern("backup")).status).toBe(2);
  expect((await lectern("backup", folder, "--stage", "x", "--data", "y")).status).toBe(2);
});

test("one backup at a time is made in a folder", async () => {
  const folder = await newFolder();
  await mkdir(folder);
  const lock = await takeLock(folder);
  const { pid } = (await lockHolder(folder))!;
  expect((await lectern("backup", folder)).stderr).toBe(
    `${folder} is in use by process ${pid}; wait until that has ended.\n`,
  );
  if ("release" in lock) await lock.release();
  expect((await lectern("backup", folder)).status).toBe(0);
});

test("an item that this version does not know is refused, and the earlier backup stays", async () => {
  const folder = await newFolder();
  await backUp(folder);
  const before = await backupIn(folder);
  const Key = { pk: "POLL#1", sk: "ROW" };
  await tableStore().write({ put: Key });
  const { status, stderr } = await lectern("backup", folder);
  expect([status, stderr]).toEqual([
    1,
    "The table has an item that this version of Lectern does not know (POLL#1 ROW), so the backup would lack something; use the version that has written it.\n",
  ]);
  await tableStore().write({ delete: Key });
  expect(await backupIn(folder)).toEqual(before);
});
