// Proves that everything that `npm run release` builds is whole, and works where nothing else is installed.

import { type ChildProcess, execFile, spawn } from "node:child_process";
import { mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, test } from "vitest";
import { addressIn, ended } from "#test/support/programs.ts";
import { root } from "#test/support/sources.ts";
import packageFile from "../../package.json" with { type: "json" };
import { file, folder, release } from "./built.ts";
import "./template.ts";

const { version } = packageFile;
const token = "a-token-of-the-superuser-of-this-release";

const manifest = `version: 1
site: { name: Marsh, theme: plain, locale: en }
users: [{ username: su, email: su@example.org, superuser: true }]
tokens: [{ name: own, user: su, secret: env:OWN_TOKEN }]
pages:
  - type: site.HomePage
    slug: home
    title: Marsh
    children: [{ type: site.Blog, slug: notes, title: Notes }]
`;

let url: string;
let service: ChildProcess | undefined;

/** Without the project's own programs on the path, and without what npm tells its scripts. */
const env = () => ({
  PATH: process.env
    .PATH!.split(":")
    .filter((place) => !place.startsWith(root))
    .join(":"),
  HOME: process.env.HOME,
  ...{ NODE_EXTRA_CA_CERTS: process.env.NODE_EXTRA_CA_CERTS, npm_config_cache: process.env.npm_config_cache },
  ...{ LECTERN_URL: url, LECTERN_TOKEN: token, LECTERN_CONFIG: join(folder, "no-profiles.json") },
});

const run = async (cwd: string, command: string, ...args: string[]): Promise<string> => {
  const { stdout } = await promisify(execFile)(command, args, { cwd, env: env() });
  return stdout;
};

const newFolder = async (name: string): Promise<string> => {
  const place = join(folder, name);
  await mkdir(place);
  await writeFile(join(place, "package.json"), '{ "private": true, "type": "module" }');
  return place;
};

beforeAll(async () => {
  // The service of the archive, which the others then ask.
  await run(folder, "tar", "xzf", file(`lectern-${version}.tar.gz`));
  const place = join(folder, `lectern-${version}`);
  await run(place, "npm", "ci", "--omit=dev");
  await writeFile(join(folder, "site.yaml"), manifest);
  const args = ["--port=0", `--data=${join(folder, "data")}`, `--manifest=${join(folder, "site.yaml")}`];
  service = spawn("npm", ["start", "--", ...args], {
    cwd: place,
    env: { ...env(), OWN_TOKEN: token },
    stdio: ["ignore", "pipe", "inherit"],
  });
  for await (const line of createInterface(service.stdout!))
    if (line.startsWith("Lectern is ready")) {
      url = addressIn(line);
      break;
    }
});

afterAll(async () => {
  service?.kill("SIGTERM");
  if (service) await ended(service);
});

test("a release has each part, and the checksum of each", async () => {
  const names = (await readdir(release)).sort();
  expect(names).toEqual(
    [
      "SHA256SUMS",
      `lectern-${version}.cdx.json`,
      `lectern-${version}.tar.gz`,
      `lectern-template-${version}.zip`,
      ...["action", "astro", "cli", "client", "eleventy"].map((name) => `lectern-${name}-${version}.tgz`),
    ].sort(),
  );
  const sums = await run(release, "sha256sum", "--strict", "-c", "SHA256SUMS");
  expect(sums.trim().split("\n")).toHaveLength(names.length - 1);
  const sbom = JSON.parse(await readFile(file(`lectern-${version}.cdx.json`), "utf8"));
  expect(sbom).toMatchObject({ bomFormat: "CycloneDX", metadata: { component: { version } } });
});

test("the service of the archive runs, with the command beside it", async () => {
  const health = await (await fetch(`${url}/api/health/`)).json();
  expect(health).toMatchObject({ status: "ok", version });
  const place = join(folder, `lectern-${version}`);
  expect(await run(place, "npx", "lectern", "--version")).toBe(`${version}\n`);
});

test("the command publishes from where its package alone is installed, and npx finds it without a registry", async () => {
  const place = await newFolder("cli");
  await run(place, "npm", "install", "--offline", file(`lectern-cli-${version}.tgz`));
  expect(await run(place, "npx", "@lectern/cli", "--version")).toBe(`${version}\n`);
  await mkdir(join(place, "posts"));
  await writeFile(join(place, "posts/ice.md"), "---\ntitle: Ice\n---\n\nThin.\n");
  const printed = await run(place, "npx", "@lectern/cli", "publish", "posts", "--parent", "/home/notes");
  expect(printed).toContain("published    /notes/ice/");
  const name = file(`lectern-cli-${version}.tgz`);
  const elsewhere = await newFolder("pipeline");
  expect(await run(elsewhere, "npx", "--yes", "--package", name, "lectern", "--version")).toBe(
    `${version}\n`,
  );
});

test("client and loaders are installed together, and read the site", async () => {
  const place = await newFolder("sites");
  const archives = ["client", "astro", "eleventy"].map((name) => file(`lectern-${name}-${version}.tgz`));
  await run(place, "npm", "install", "--offline", ...archives);
  const program = `
    import { createReader } from "@lectern/client/read";
    import { lecternLoader } from "@lectern/astro";
    import lectern from "@lectern/eleventy";
    const url = process.env.LECTERN_URL;
    const titles = [];
    for await (const post of createReader({ url }).pages({ type: "site.Post" })) titles.push(post.title);
    let read;
    lectern({ addGlobalData: (_, given) => (read = given) }, { url, cache: "cache" });
    console.log(JSON.stringify([titles, lecternLoader({ url }).name, (await read()).posts.map((post) => post.title)]));
  `;
  await writeFile(join(place, "read.js"), program);
  const [titles, loader, posts] = JSON.parse(await run(place, "node", "read.js"));
  expect([titles, posts]).toEqual([["Ice"], ["Ice"]]);
  expect(loader).toContain("lectern");
});

test("the action plans with what its archive holds", async () => {
  const place = join(folder, "action");
  await mkdir(join(place, "posts"), { recursive: true });
  await run(place, "tar", "xzf", file(`lectern-action-${version}.tgz`), "--strip-components=1");
  await writeFile(join(place, "posts/thaw.md"), "---\ntitle: Thaw\n---\n\nWet.\n");
  for (const name of ["output", "summary", "event.json"])
    await writeFile(join(place, name), name === "event.json" ? "{}" : "");
  const job = {
    ...{
      GITHUB_ACTIONS: "true",
      GITHUB_EVENT_NAME: "schedule",
      GITHUB_EVENT_PATH: join(place, "event.json"),
    },
    ...{
      GITHUB_REPOSITORY: "a/b",
      GITHUB_SHA: "0123abc",
      GITHUB_REF: "refs/heads/other",
      GITHUB_RUN_ID: "1",
    },
    ...{ GITHUB_WORKSPACE: place, GITHUB_OUTPUT: join(place, "output"), GITHUB_RUN_ATTEMPT: "1" },
    ...{
      GITHUB_STEP_SUMMARY: join(place, "summary"),
      GITHUB_ACTOR: "su",
      INPUT_URL: url,
      INPUT_TOKEN: token,
    },
    ...{ INPUT_FOLDER: "posts", INPUT_PARENT: "/home/notes", INPUT_MODE: "plan" },
  };
  const program = spawn(process.execPath, ["dist/index.mjs"], { cwd: place, env: { ...env(), ...job } });
  expect(await ended(program)).toBe(0);
  expect(await readFile(join(place, "summary"), "utf8")).toContain("thaw.md");
});
