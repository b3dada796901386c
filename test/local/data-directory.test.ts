import { spawn } from "node:child_process";
import { once } from "node:events";
import {
  chmod,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  rm,
  stat,
  symlink,
  utimes,
  writeFile,
} from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { closeToOthers } from "#local/data-directory/close-to-others.ts";
import { takeLock } from "#local/data-directory/lock.ts";
import { identifyProcess } from "#local/data-directory/process-identity.ts";
import { findRunningService, openDataDirectory } from "#local/data-directory.ts";
import { endFormerEngine } from "#local/migration/former-engine.ts";
import { PlainError } from "#local/plain-error.ts";

const killer = new URL("./killed-at-step.ts", import.meta.url).href;
const user = fileURLToPath(new URL("./data-directory-user.ts", import.meta.url));

let folder: string;
let path: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "lectern-data-"));
  path = join(folder, "some", "data");
});

afterEach(() => rm(folder, { recursive: true }));

const lockLeftBy = (holder: { pid: number; identity: string | undefined }) =>
  writeFile(join(path, "lock.7"), JSON.stringify(holder));

const endedProcess = async (): Promise<{ pid: number; identity: string }> => {
  const child = spawn("sleep", ["30"]);
  const holder = { pid: child.pid!, identity: identifyProcess(child.pid!)! };
  child.kill("SIGKILL");
  await once(child, "exit");
  return holder;
};

describe("a data directory", () => {
  test("is made where there is none, for its owner only", async () => {
    const directory = await openDataDirectory(path);
    expect(directory.path).toBe(path);
    expect((await stat(path)).mode & 0o777).toBe(0o700);
    expect((await stat(directory.filesFolder)).isDirectory()).toBe(true);
    expect(directory.databaseFile.startsWith(path)).toBe(true);
    expect(await readFile(join(path, "format"), "utf8")).toBe("2\n");
  });

  test("keeps its signing key over openings, and shares it with no other directory", async () => {
    const first = await openDataDirectory(path);
    await first.close();
    const again = await openDataDirectory(path);
    const other = await openDataDirectory(join(folder, "other"));
    expect(first.signingKey).toHaveLength(32);
    expect(again.signingKey).toEqual(first.signingKey);
    expect(other.signingKey).not.toEqual(first.signingKey);
    expect((await stat(join(path, "signing-key"))).mode & 0o777).toBe(0o600);
  });

  test("in use is refused in one line that says by whom, and what to do", async () => {
    const directory = await openDataDirectory(path);
    await expect(openDataDirectory(path)).rejects.toThrow(
      new PlainError(`${path} is in use by process ${process.pid}; stop it or choose another with --data.`),
    );
    await directory.close();
    await (await openDataDirectory(path)).close();
  });

  test("of another format is refused, and left alone", async () => {
    await mkdir(path, { recursive: true });
    await writeFile(join(path, "format"), "3\n");
    await expect(openDataDirectory(path)).rejects.toThrow(
      /is in data format 3, .* reads format 2; .* --data\.$/,
    );
    expect(await readdir(path)).toEqual(["format"]);
  });

  test("that holds other things is refused, and left alone", async () => {
    await mkdir(path, { recursive: true });
    await writeFile(join(path, "taxes.pdf"), "");
    await expect(openDataDirectory(path)).rejects.toThrow(PlainError);
    expect(await readdir(path)).toEqual(["taxes.pdf"]);
  });

  test("that cannot be made is refused in one line with the reason", async () => {
    await writeFile(join(folder, "some"), "a file");
    await expect(openDataDirectory(path)).rejects.toThrow(PlainError);
    await expect(openDataDirectory(path)).rejects.toThrow(
      /^\S+data cannot be used for data \(ENOTDIR.*\); choose/,
    );
  });
});

// Windows has no permission modes.
describe.skipIf(process.platform === "win32")("a data directory that others could read", () => {
  const modeOf = async (...names: string[]) => ((await stat(join(path, ...names))).mode & 0o777).toString(8);

  beforeEach(async () => {
    await (await openDataDirectory(path)).close();
    await mkdir(join(path, "files", "objects"), { mode: 0o755 });
    for (const name of ["database.sqlite", "files/objects/one="])
      await writeFile(join(path, name), "content");
    for (const name of ["database.sqlite", "files/objects/one="]) await chmod(join(path, name), 0o644);
  });

  const modes = async () =>
    Promise.all(
      [[], ["database.sqlite"], ["files", "objects"], ["files", "objects", "one="]].map((names) =>
        modeOf(...names),
      ),
    );

  test.each([
    ["as an earlier version made it", "files", 0o755],
    ["as a copy of it is made", ".", 0o755],
    ["with one file that is open", "database.sqlite", 0o644],
  ])("is closed to them at the next opening: %s", async (_, name, mode) => {
    await chmod(join(path, name), mode);
    await (await openDataDirectory(path)).close();
    expect(await modes()).toEqual(["700", "600", "700", "600"]);
  });

  test("is closed whole, although an earlier opening was cut off within", async () => {
    await chmod(join(path, "database.sqlite"), 0o600);
    await chmod(join(path, "files"), 0o755);
    for (let step = 0; (await killedAt(step)) === "SIGKILL"; step++) {
      await (await openDataDirectory(path)).close();
      expect(await modes()).toEqual(["700", "600", "700", "600"]);
      await chmod(join(path, "files"), 0o755);
      await chmod(join(path, "files", "objects", "one="), 0o644);
    }
  });

  test.each([
    ["it is somebody else's", () => Promise.reject(new Error("EPERM")), "EPERM"],
    ["its file system knows no modes", () => Promise.resolve(), "the file system keeps no permissions"],
  ])("is refused where %s", async (_, changeMode, reason) => {
    await chmod(join(path, "files", "objects", "one="), 0o600);
    await chmod(join(path, "files", "objects"), 0o700);
    const file = join(path, "database.sqlite");
    await expect(closeToOthers(path, changeMode)).rejects.toThrow(
      new PlainError(
        `Other users of this machine can read ${file}, and that cannot be changed (${reason}); ` +
          "let its owner run chmod -R go= on the data directory, or choose another with --data.",
      ),
    );
  });

  test("leaves alone what it leads to elsewhere", async () => {
    await mkdir(join(folder, "elsewhere"), { mode: 0o755 });
    await symlink(join(folder, "elsewhere"), join(path, "link"));
    await (await openDataDirectory(path)).close();
    expect((await stat(join(folder, "elsewhere"))).mode & 0o777).toBe(0o755);
  });
});

describe("a damaged file of a data directory is refused in one line that names it and the cure:", () => {
  beforeEach(async () => (await openDataDirectory(path)).close());

  test.each([
    ["format", "", /format is damaged; write 2 into it .*, or choose another with --data\.$/],
    ["signing-key", "", /signing-key is damaged: .* restore it from a backup, or remove it to get a new key/],
    ["signing-key", "00ff", /signing-key is damaged: it must hold a key of 64 hexadecimal digits/],
    [
      "lock.7",
      '{"pid": 1',
      /lock\.7 is damaged; make sure that no Lectern uses its folder, and remove it\.$/,
    ],
    ["lock.7", '{"pid": 1}', /lock\.7 is damaged; /],
  ])("%s with %j", async (name, text, message) => {
    await writeFile(join(path, name), text);
    const refusal = await openDataDirectory(path).catch((error: unknown) => error);
    expect(refusal).toBeInstanceOf(PlainError);
    expect((refusal as PlainError).message).toMatch(message);
    expect((refusal as PlainError).message).not.toContain("\n");
  });

  test("engine.json", async () => {
    const file = join(path, "engine.json");
    await writeFile(file, '{"endpoint": ');
    await expect(endFormerEngine(file)).rejects.toThrow(
      new PlainError(
        `The file ${file} is damaged; end the database engine (dynoxide) of its folder if there is one, and remove it.`,
      ),
    );
  });
});

/**
 * How a program ends that opens the directory, changes all files and closes it, killed at this change of the
 * file system.
 */
const killedAt = async (step: number): Promise<string | null> => {
  const program = spawn(process.execPath, ["--import", killer, user, path], {
    env: { ...process.env, KILL_AT_STEP: String(step) },
    stdio: "inherit",
  });
  const [, signal] = await once(program, "exit");
  return signal;
};

describe("a start that is killed", () => {
  test("at any step of making a directory leaves one that opens, with complete files and one key", async () => {
    let step = 0;
    for (; (await killedAt(step)) === "SIGKILL"; step++) {
      const { signingKey, close } = await openDataDirectory(path);
      await close();
      const again = await openDataDirectory(path);
      expect(again.signingKey).toEqual(signingKey);
      await again.close();
      await rm(path, { recursive: true });
    }
    expect(step).toBeGreaterThan(15);
  });

  test("at any change of a used directory keeps its key, and leaves one that opens", async () => {
    const { signingKey, close } = await openDataDirectory(path);
    await close();
    for (let step = 0; (await killedAt(step)) === "SIGKILL"; step++) {
      const again = await openDataDirectory(path);
      expect(again.signingKey).toEqual(signingKey);
      await again.close();
    }
  });

  test("leaves what it was writing into the file store, which goes at the next start", async () => {
    await (await openDataDirectory(path)).close();
    await mkdir(join(path, "files", "incoming", "part"), { recursive: true });
    await (await openDataDirectory(path)).close();
    expect(await readdir(join(path, "files"))).toEqual([]);
  });

  test("leaves drafts that go at a later start", async () => {
    await (await openDataDirectory(path)).close();
    const drafts = ["draft.1b", "lock-draft.2c"].map((name) => join(path, name));
    for (const draft of drafts) await writeFile(draft, "");
    for (const draft of drafts) await utimes(draft, 1_000, 1_000);
    await (await openDataDirectory(path)).close();
    expect((await readdir(path)).filter((name) => name.includes("draft"))).toEqual([]);
  });
});

describe("the service that runs on a data directory", () => {
  test("is nobody where there is no directory, and looking does not make one", async () => {
    expect(await findRunningService(path)).toBeUndefined();
    expect(await readdir(folder)).toEqual([]);
  });

  test("cannot be found where a file is: refused in one line", async () => {
    await writeFile(join(folder, "some"), "a file");
    await expect(findRunningService(path)).rejects.toThrow(PlainError);
  });

  test("is known from the opening to the closing", async () => {
    const directory = await openDataDirectory(path);
    expect(await findRunningService(path)).toEqual({ pid: process.pid, databaseFile: undefined });
    await directory.close();
    expect(await findRunningService(path)).toBeUndefined();
  });
});

describe("a lock left behind", () => {
  beforeEach(async () => {
    const directory = await openDataDirectory(path);
    await directory.close();
  });

  test("by a killed process does not keep the next one out", async () => {
    await lockLeftBy(await endedProcess());
    expect(await findRunningService(path)).toBeUndefined();
    await openDataDirectory(path);
    expect(await findRunningService(path)).toMatchObject({ pid: process.pid });
  });

  test("by a killed process whose number another one has by now does not keep the next one out", async () => {
    await lockLeftBy({ pid: process.ppid, identity: "a process of another time" });
    await openDataDirectory(path);
    expect(await findRunningService(path)).toMatchObject({ pid: process.pid });
  });

  test("by a living process does keep the next one out", async () => {
    await lockLeftBy({ pid: process.ppid, identity: identifyProcess(process.ppid) });
    await expect(openDataDirectory(path)).rejects.toThrow(`is in use by process ${process.ppid};`);
  });

  test("by a killed process goes to exactly one of many that want it", async () => {
    for (let round = 0; round < 8; round++) {
      const contested = await mkdtemp(join(folder, "contested-"));
      await writeFile(join(contested, "lock.7"), JSON.stringify(await endedProcess()));
      const outcomes = await Promise.all(Array.from({ length: 12 }, () => takeLock(contested)));
      expect(outcomes.filter((outcome) => "release" in outcome)).toHaveLength(1);
      expect(await readdir(contested)).toEqual(["lock.8"]);
    }
  });

  test("is exclusive over many takings and releases at once", async () => {
    let holders = 0;
    let takings = 0;
    const contend = async () => {
      while (takings < 30) {
        const outcome = await takeLock(path);
        if (!("release" in outcome)) continue;
        expect(++holders).toBe(1);
        takings++;
        await new Promise(setImmediate);
        holders--;
        await outcome.release();
      }
    };
    await Promise.all(Array.from({ length: 8 }, contend));
    expect(takings).toBeGreaterThanOrEqual(30);
  });
});
