import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { parse } from "yaml";
import { applyManifest } from "#lib/manifest/apply.ts";
import { exportManifest } from "#lib/manifest/export.ts";
import { useFilesOnDisk } from "#test/support/files.ts";
import { samplePicture } from "#test/support/sample-picture.ts";
import { useTable } from "#test/support/table.ts";
import { lectern, lecternAlone } from "./lectern.ts";

useTable();
useFilesOnDisk();

const password = "marsh-hen-heron";
const secret = "x".repeat(32);

let folder = "";
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "lectern-export-"));
  await applyManifest({
    version: 1,
    users: [{ username: "ada", password }],
    tokens: [{ name: "ci", user: "ada", secret }],
    pages: [{ type: "site.Blog", title: "A: b", description: "line\n\nline", slug: "2026" }],
  });
});
afterAll(() => rm(folder, { recursive: true }));

test("lectern export prints the manifest as YAML, and on stderr the variables that it needs", async () => {
  const { status, stdout, stderr } = await lectern("export");
  expect(status).toBe(0);
  expect(parse(stdout)).toEqual((await exportManifest()).manifest);
  expect(stderr).toBe(
    "Passwords and secrets are stored as hashes only. The manifest takes them from these variables:\n" +
      "  LECTERN_PASSWORD_ADA\n  LECTERN_TOKEN_CI\n",
  );
});

test("--output writes a file that its owner alone may read, and that applies without a change", async () => {
  const file = join(folder, "site.yaml");
  expect(await lectern("export", "--output", file)).toMatchObject({ status: 0, stdout: "" });
  expect(await readFile(file, "utf8")).toBe((await lectern("export")).stdout);
  expect((await stat(file)).mode & 0o777).toBe(0o600);
  Object.assign(process.env, { LECTERN_PASSWORD_ADA: password, LECTERN_TOKEN_CI: secret });
  expect((await lectern("apply", file)).stdout).toMatch(/^Nothing to change/);
});

test("the media files are written beside the file, for its owner alone, and from there another site is made", async () => {
  await writeFile(join(folder, "heron.png"), await samplePicture());
  const media = { version: 1, images: [{ key: "heron", file: "heron.png", title: "A heron" }] };
  await applyManifest(media, { folder });
  expect((await lectern("export")).stderr).toMatch(/^Media files are written only with --output FILE/);
  const file = join(folder, "elsewhere", "site.yaml");
  await mkdir(dirname(file));
  expect(await lectern("export", "--output", file)).toMatchObject({ status: 0, stdout: "" });
  const [image] = parse(await readFile(file, "utf8")).images;
  const copy = join(dirname(file), image.file);
  expect(await readFile(copy)).toEqual(await readFile(join(folder, "heron.png")));
  expect((await stat(copy)).mode & 0o777).toBe(0o600);
  expect((await lectern("apply", file)).stdout).toMatch(/^Nothing to change/);
  await rm(process.env.FILES_FOLDER!, { recursive: true });
  await mkdir(process.env.FILES_FOLDER!);
  expect(await lectern("export", "--output", file)).toMatchObject({
    status: 1,
    stderr: expect.stringMatching(/^The file store has no images\/\d+\/[0-9a-f]{12}\/heron\.png/),
  });
});

test("lectern catalog verify says what it cannot look at where the data is in no directory of this machine", async () => {
  const { status, stdout } = await lectern("catalog", "verify");
  expect(status).toBe(0);
  expect(stdout.split("\n")).toEqual([
    expect.stringMatching(
      /^service {10}not compared {2}the catalogs of a service .* cannot be looked at from outside/,
    ),
    "newest snapshot  not compared  there is none",
    "older snapshot   not compared  there is none",
    "",
  ]);
});

test.each([["export"], ["user", "list"], ["token", "list"], ["catalog", "verify"]])(
  "lectern %s %s finds no data where there is none, and makes none",
  async (...words) => {
    const absent = join(folder, "absent");
    const { status, stderr } = await lecternAlone(...words.filter(Boolean), "--data", absent);
    expect([status, stderr]).toEqual([1, `There is no data in ${absent}.\n`]);
    expect(await readdir(folder)).not.toContain("absent");
  },
);
