import { execFile } from "node:child_process";
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, test } from "vitest";
import { packedLectern } from "../../../cli/packed-commands.ts";
import { storeCommands } from "../../../cli/store-commands.ts";
import packageFile from "../../../package.json" with { type: "json" };
import { packInto } from "../../../test/support/pack.ts";
import { samplePicture } from "../../../test/support/sample-picture.ts";
import { useServedFiles } from "../../../test/support/served-files.ts";
import { root } from "../../../test/support/sources.ts";
import { freshSlug, useWorld } from "../../../test/support/world.ts";

useWorld();
const service = useServedFiles();

/** A folder with the unpacked package and nothing else. */
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "lectern-packed-cli-"));
  await packInto(folder, "packages/cli");
});

afterAll(() => rm(folder, { recursive: true, force: true }));

const lectern = async (...args: string[]) => {
  const env = { PATH: process.env.PATH, LECTERN_URL: service.url, LECTERN_TOKEN: "ada" };
  const program = [join(folder, "dist/lectern.js"), ...args];
  return promisify(execFile)(process.execPath, program, { cwd: folder, env }).then(
    ({ stdout, stderr }) => ({ status: 0, stdout, stderr }),
    ({ code, stdout, stderr }) => ({ status: Number(code), stdout, stderr }),
  );
};

test("the package publishes a folder of posts where nothing else is installed, and then nothing", async () => {
  const slug = freshSlug();
  await mkdir(join(folder, "posts"), { recursive: true });
  const file = join("posts", `${slug}.md`);
  await writeFile(join(folder, file), "---\ntitle: Packed\n---\n\nIce on *both* pools.\n");
  const first = await lectern("publish", file, "--parent", "/home/notes");
  expect(first).toMatchObject({ status: 0, stderr: "" });
  expect(first.stdout).toContain(`published    /notes/${slug}/  ${file}`);
  const second = await lectern("publish", file, "--parent", "/home/notes", "--json");
  expect(JSON.parse(second.stdout).results).toMatchObject([{ outcome: "unchanged" }]);
});

test("the first lines of the README, for pipelines and for builders of sites, do what they say", async () => {
  const readme = await readFile(join(root, "README.md"), "utf8");
  const [, shell = ""] = /```sh\n(export LECTERN_URL.*?)```/s.exec(readme)!;
  const [, reading = ""] = /```js\n(.*?)```/s.exec(readme)!;
  const slug = freshSlug();
  await mkdir(join(folder, "my-notes"));
  await writeFile(
    join(folder, "my-notes", `${slug}.md`),
    "---\ntitle: Otter at the sluice\n---\n\nAt dawn.\n",
  );
  const lines = shell.split("\n").filter((line) => line.startsWith("npx "));
  const runs = [];
  for (const line of lines) runs.push(await lectern(...line.replace("npx lectern ", "").split(" ")));
  expect(runs).toMatchObject([
    { status: 0, stdout: expect.stringContaining("1 create") },
    { status: 0, stdout: expect.stringContaining(`published    /notes/${slug}/`) },
  ]);
  const program = reading
    .replace("@lectern/client/read", pathToFileURL(join(root, "packages/client/src/read.ts")).href)
    .replace("https://notes.example", service.url);
  await writeFile(join(folder, "read.mjs"), program);
  const { stdout } = await promisify(execFile)(process.execPath, ["read.mjs"], { cwd: folder });
  expect(stdout).toBe("Otter at the sluice\n");
});

test("the package calls nothing that its oldest Node lacks", async () => {
  const { engines } = JSON.parse(await readFile(join(folder, "package.json"), "utf8"));
  expect(engines.node).toBe(">=20.12");
  const bundles = await readdir(join(folder, "dist"));
  for (const bundle of bundles.filter((name) => name.endsWith(".js")))
    expect((await readFile(join(folder, "dist", bundle), "utf8")).match(newerThanNode20), bundle).toBeNull();
});

/** Of those that the code has used or may be tempted to use. */
const newerThanNode20 =
  /\b(?:(?:Map|Object)\.groupBy|Promise\.(?:withResolvers|try)|Array\.fromAsync|Iterator\.from|RegExp\.escape)\b|\.(?:values|keys|entries)\(\)\.(?:map|filter|some|every|find|take|drop|reduce|toArray|forEach|flatMap)\(/;

test("the package administers a service with the token of a superuser", async () => {
  const { status, stdout, stderr } = await lectern("user", "list", "--token", "su");
  expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
  expect(stdout).toMatch(/^USERNAME .*\nada /);
  expect((await lectern("user", "list")).status).toBe(1);
});

test("it says its version and its commands, and where the others are", async () => {
  const described = JSON.parse(await readFile(join(folder, "package.json"), "utf8"));
  expect(described.version).toBe(packageFile.version);
  expect((await lectern("--version")).stdout).toBe(`${packageFile.version}\n`);
  const { stdout } = await lectern("--help");
  for (const { words } of packedLectern.commands) expect(stdout).toContain(`lectern ${words} `);
  expect(await lectern("catalog", "verify")).toEqual({
    status: 2,
    stdout: "",
    stderr: "lectern catalog works on the store of a service; run it where Lectern is installed.\n",
  });
  const groups = storeCommands.map(({ words }) => words.split(" ")[0]!);
  expect(packedLectern.elsewhere!.words).toEqual([...new Set(groups)].sort());
});

test("each package that is packed has the license of the project", async () => {
  const license = await readFile(join(root, "LICENSE"), "utf8");
  const textIn = (name: string, file: string) => readFile(join(root, "packages", name, file), "utf8");
  const packed: string[] = [];
  for (const name of await readdir(join(root, "packages")))
    if ("files" in JSON.parse(await textIn(name, "package.json"))) packed.push(name);
  expect(packed.sort()).toEqual(["action", "astro", "cli", "client", "eleventy"]);
  for (const name of packed) expect(await textIn(name, "LICENSE"), name).toBe(license);
});

test("the package applies a manifest with a picture, and then there is nothing to do", async () => {
  const image = "images: [{key: packed, title: Packed, file: packed.png}]";
  await writeFile(
    join(folder, "site.yaml"),
    `version: 1\n${image}\ncategories: [{slug: packed, name: Packed}]\n`,
  );
  await writeFile(join(folder, "packed.png"), await samplePicture());
  const apply = () => lectern("apply", "site.yaml", "--token", "su");
  expect(await apply()).toEqual({
    status: 0,
    stdout: "Done: created 2, updated 0, unchanged 0, deleted 0.\n",
    stderr: "",
  });
  expect((await apply()).stdout).toBe("Nothing to change: all 2 are as the file says.\n");
  await writeFile(join(folder, "wrong.yaml"), "version: 1\nimages:\n  - {key: a, title: A, file: no.png}\n");
  expect(await lectern("apply", "wrong.yaml", "--token", "su")).toEqual({
    status: 1,
    stdout: "",
    stderr: "wrong.yaml:3: images[0].file: no.png: there is no such file\n",
  });
});
