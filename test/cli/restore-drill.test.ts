import { randomUUID } from "node:crypto";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import * as dynamodb from "@aws-sdk/client-dynamodb";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { deleteMedia } from "#lib/actions/media/delete-media.ts";
import { removeLeftoverFiles } from "#lib/actions/media/leftover-files.ts";
import { fileKey } from "#lib/files/file-key.ts";
import { openFiles } from "#lib/files/open-files.ts";
import { filesOf, type Image } from "#lib/media/media.ts";
import { listChanges } from "#lib/routes/changes.ts";
import { updatePost } from "#lib/routes/editor-posts.ts";
import { listPages } from "#lib/routes/pages.ts";
import { startBucket, type TestBucket } from "#test/faults/bucket.ts";
import { call } from "#test/support/call.ts";
import { captureLog } from "#test/support/captured-log.ts";
import { temporaryFolder } from "#test/support/programs.ts";
import { restoreTable } from "#test/support/restored-table.ts";
import { root } from "#test/support/sources.ts";
import { makeTable } from "#test/support/table.ts";
import { verifyCatalog } from "#test/support/verify-catalog.ts";
import { makeStoredImage } from "#test/support/whole-site.ts";
import { wholeTable } from "#test/support/whole-table.ts";
import { createLivePost, useWorld } from "#test/support/world.ts";
import { backupIn } from "./backup-content.ts";
import { lectern } from "./lectern.ts";

const world = useWorld();
let bucket: TestBucket;
beforeAll(async () => {
  bucket = await startBucket();
  vi.stubEnv("S3_ENDPOINT", bucket.url);
  vi.stubEnv("FILES_FOLDER", undefined);
});
afterAll(async () => {
  await bucket.close();
  vi.unstubAllEnvs();
});

/** As an editor does it. */
const deleteImage = async ({ id }: Image): Promise<void> => {
  const leftover = await deleteMedia("image", id);
  if (leftover) await removeLeftoverFiles(leftover);
};

const filesVerify = async () => {
  const { status, stdout } = await lectern("files", "verify", "--json");
  const { problems } = JSON.parse(stdout) as { problems: { problem: string; key: string }[] };
  return { status, problems: problems.map(({ problem, key }) => `${problem} ${key}`).sort() };
};

const keysOf = (image: Image): string[] => filesOf(image).map(({ key }) => key);
const prefixed = (word: string, image: Image): string[] => keysOf(image).map((key) => `${word} ${key}`);

/** A site at a moment, with its backup; then what happened since, which is to be lost. */
const lived = async () => {
  const image = await makeStoredImage();
  const twice = await makeStoredImage();
  const post = await createLivePost(world.notes, { cover_image: { id: image.id } });
  const backup = join(await temporaryFolder(), "backup");
  expect(await lectern("backup", backup)).toMatchObject({ status: 0, stderr: "" });
  const [items, pages] = [await wholeTable(), (await call(listPages)).body];
  const body = { base_revision_id: post.latest_revision_id, title: "Later", cover_image: null };
  await call(updatePost, { as: "ada", params: { id: post.id }, body });
  await createLivePost(world.notes);
  await deleteImage(image);
  await deleteImage(twice);
  // The job may come to the same files again; then they have two marks of deletion.
  await (await openFiles()).delete(fileKey(twice.file.key));
  const added = await makeStoredImage();
  return { backup, items, pages, image, twice, added, cursor: (await call(listChanges)).body.cursor };
};

/** A new table with these items, as `restore-table-to-point-in-time` makes it; the bucket is what it was. */
const restoreMoment = async (items: readonly unknown[]): Promise<void> => {
  vi.stubEnv("TABLE_NAME", `test-${randomUUID()}`);
  await makeTable();
  await restoreTable(items);
};

// The drill of docs/deploy.md#restoring.
test("a table that is restored to a moment has the site of that moment, with the media deleted since", async () => {
  using _log = captureLog();
  const { backup, items, pages, image, twice, added, cursor } = await lived();
  await restoreMoment(items);
  const leftOver = prefixed("left_over", added);
  const missing = [...prefixed("missing", image), ...prefixed("missing", twice)];
  expect(await filesVerify()).toEqual({ status: 1, problems: [...missing, ...leftOver].sort() });
  expect(await lectern("files", "restore")).toEqual({
    status: 0,
    stdout: "6 files brought back; 0 missing or damaged.\n",
    stderr: "",
  });
  expect(await filesVerify()).toEqual({ status: 1, problems: leftOver });
  expect((await call(listPages)).body).toEqual(pages);
  expect((await call(listChanges, { query: { cursor } })).status).toBe(410);
  expect(await verifyCatalog()).toEqual([]);
  const again = join(await temporaryFolder(), "backup");
  expect(await lectern("backup", again)).toMatchObject({ status: 0 });
  expect(await backupIn(again)).toEqual(await backupIn(backup));
});

test("what the bucket has forgotten comes from a backup", async () => {
  const { backup, items, image, twice } = await lived();
  await restoreMoment(items);
  bucket.forgetVersions();
  const { status, stdout, stderr } = await lectern("files", "restore");
  expect([status, stderr]).toEqual([
    1,
    "The bucket has no versions of these. --from FOLDER takes files from a backup.\n",
  ]);
  expect(stdout).toMatch(/^0 files brought back; 6 missing or damaged\.\nmissing {2}image \d+ {2}images\//);
  const result = JSON.parse((await lectern("files", "restore", "--from", backup, "--json")).stdout);
  expect(result.problems).toEqual([]);
  expect(result.restored.toSorted()).toEqual([...keysOf(image), ...keysOf(twice)].sort());
  expect((await lectern("files", "restore")).stdout).toBe("0 files brought back; 0 missing or damaged.\n");
});

test("a file whose object is deleted while it comes back does not stay", async () => {
  const image = await makeStoredImage();
  const store = await openFiles();
  await store.delete(fileKey(image.cover.key));
  const { undelete } = store;
  vi.spyOn(store, "undelete").mockImplementation(async (key) => {
    await deleteImage(image);
    return undelete!(key);
  });
  expect((await lectern("files", "restore")).stdout).toBe("0 files brought back; 0 missing or damaged.\n");
  vi.restoreAllMocks();
  expect(bucket.objects.has(image.cover.key)).toBe(false);
});

test("a backup is restored into an empty bucket", async () => {
  const { backup } = await lived();
  vi.stubEnv("TABLE_NAME", `test-${randomUUID()}`);
  vi.stubEnv("BUCKET_NAME", "second");
  bucket.objects.clear();
  await makeTable();
  expect(await lectern("restore", backup)).toMatchObject({ status: 0, stderr: "" });
  expect(await filesVerify()).toEqual({ status: 0, problems: [] });
  const again = join(await temporaryFolder(), "backup");
  await lectern("backup", again);
  expect(await backupIn(again)).toEqual(await backupIn(backup));
});

test("the commands in the documents are those of the AWS command line", async () => {
  const documents = ["docs/deploy.md", "docs/operations.md"].map((path) =>
    readFile(join(root, path), "utf8"),
  );
  const text = (await Promise.all(documents)).join("\n");
  const commands = [...text.matchAll(/^aws dynamodb (?!wait)([\w-]+) (.+)$/gm)];
  expect(commands.map(([, name]) => name)).toEqual([
    "restore-table-to-point-in-time",
    "update-table",
    "update-time-to-live",
    "update-continuous-backups",
    "update-table",
    "delete-table",
  ]);
  const inCapitals = (words: string) =>
    words.replace(/(^|-)(\w)/g, (_, _dash, letter) => letter.toUpperCase());
  for (const [, name = "", options = ""] of commands) {
    const schema = (dynamodb as unknown as Record<string, unknown[]>)[`${inCapitals(name)}Input$`];
    const members = schema?.[4] as string[];
    for (const [, option = ""] of options.matchAll(/--(?:no-)?([\w-]+)/g))
      expect(members, `${name} --${option}`).toContain(inCapitals(option));
  }
});
