// Proves that the units of systemd that ship are valid and closed, and permit what the programs do.

import { execFile, spawn } from "node:child_process";
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { addressIn, ended, firstLineOf } from "#test/support/programs.ts";
import { root } from "#test/support/sources.ts";
import { startCommand } from "#test/support/start-command.ts";
import { manifestVariables, servedManifest, token } from "./served-site.ts";

const run = promisify(execFile);

const unit = (name: string): Promise<string> => readFile(join(root, "server", name), "utf8");

/** The values that a unit gives a setting, in order. */
const valuesOf = (text: string, name: string): readonly string[] =>
  [...text.matchAll(new RegExp(`^${name}=(.*)$`, "gm"))].map(([, value]) => value!);

const services = ["lectern.service", "lectern-backup.service"];

let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "lectern-units-"));
});

afterAll(() => rm(folder, { recursive: true, force: true }));

test("systemd takes the units without a complaint, in a system with nothing else", async () => {
  const system = join(folder, "system");
  await mkdir(join(system, "etc/systemd/system"), { recursive: true });
  await cp("/lib/systemd/system", join(system, "lib/systemd/system"), { recursive: true });
  for (const name of [...services, "lectern-backup.timer"])
    await cp(join(root, "server", name), join(system, "etc/systemd/system", name));
  const programs = join(system, "opt/lectern/node_modules/.bin");
  await mkdir(programs, { recursive: true });
  await writeFile(join(programs, "node"), "", { mode: 0o755 });
  const verify = run("systemd-analyze", [
    ...["verify", "--man=no", `--root=${system}`],
    ...[...services, "lectern-backup.timer"],
  ]);
  const { stdout, stderr } = await verify.catch((error) => error);
  // What other units of Debian lack in this small system is not about ours.
  expect(`${stdout}${stderr}`.split("\n").filter((line) => line.includes("lectern"))).toEqual([]);
});

test.each(services)("%s keeps its program in: at most 2.0 of 10 is open", async (name) => {
  const args = ["security", "--offline=true", "--threshold=20", join(root, "server", name)];
  const { stdout } = await run("systemd-analyze", args);
  expect(stdout).toMatch(/Overall exposure level for .*: [01]\.\d OK/);
});

test("unit, image and `npm start` begin with the same variables and options of Node", async () => {
  const { variables, args } = await startCommand();
  const assigned = Object.entries(variables).map(([name, value]) => `${name}=${value}`);
  const options = args.slice(0, -1);
  expect([assigned.length, options.length]).toEqual([3, 4]);
  const service = await unit("lectern.service");
  const [command = ""] = valuesOf(service, "ExecStart");
  expect(valuesOf(service, "Environment")).toContain(assigned.join(" "));
  expect(command.split(" ").slice(1, 1 + options.length)).toEqual(options);
  const dockerfile = await readFile(join(root, "Dockerfile"), "utf8");
  const [, variablesOfImage = ""] = /^ENV ((?:.*\\\n)*.*)$/m.exec(dockerfile)!;
  const entry = JSON.parse(/^ENTRYPOINT (.*)$/m.exec(dockerfile)![1]!);
  expect(variablesOfImage.split(/[\s\\]+/)).toEqual(expect.arrayContaining(assigned));
  expect(entry.slice(1, 1 + options.length)).toEqual(options);
});

/** The system calls that the unit's filters leave, with the sets of systemd. */
const permittedCalls = async (text: string): Promise<ReadonlySet<string>> => {
  const { stdout } = await run("systemd-analyze", ["syscall-filter", "--no-pager"]);
  const sets = new Map<string, string[]>();
  let current: string[] = [];
  for (const line of stdout.split("\n")) {
    if (line.startsWith("@")) {
      current = [];
      sets.set(line.trim(), current);
    } else if (/^ +[@\w]/.test(line)) current.push(line.trim());
  }
  const members = (name: string): readonly string[] =>
    name.startsWith("@") ? sets.get(name)!.flatMap(members) : [name];
  const permitted = new Set<string>();
  for (const value of valuesOf(text, "SystemCallFilter"))
    for (const name of value.replace(/^~/, "").split(" "))
      for (const call of members(name))
        if (value.startsWith("~")) permitted.delete(call);
        else permitted.add(call);
  return permitted;
};

/** Runs the command of a unit where it would run; gives each system call of its processes. */
const traced = (command: string, cwd: string, calls: string) => {
  const args = command.replaceAll("/opt/lectern", root).split(" ");
  const env = { PATH: process.env.PATH, NODE_COMPILE_CACHE: join(cwd, "node"), ...manifestVariables };
  const program = spawn("strace", ["-f", "-qq", "-o", calls, ...args], {
    ...{ cwd, env },
    stdio: ["ignore", "pipe", "inherit"],
    // Its processes are a group: the end of strace alone would leave them.
    detached: true,
  });
  onTestFinished(() => {
    if (program.exitCode === null) process.kill(-program.pid!, "SIGKILL");
  });
  return program;
};

/** What only root does: SQLite gives its files to the folder's owner, and ffprobe runs as nobody. */
const onlyByRoot = new Set(["fchown", "setgid", "setgroups", "setuid"]);

const callsIn = async (file: string): Promise<readonly string[]> => {
  const found = [...(await readFile(file, "utf8")).matchAll(/^\d+ +(\w+)\(/gm)].map(([, name]) => name!);
  return [...new Set(found)].filter((name) => process.getuid!() !== 0 || !onlyByRoot.has(name));
};

test("the filters of system calls permit all that the service and a backup do, also with media", async () => {
  const state = join(folder, "state");
  await mkdir(state);
  await writeFile(join(state, "site.yaml"), servedManifest);
  const [service, backup] = await Promise.all(services.map(unit));
  const [command = ""] = valuesOf(service!, "ExecStart");
  const calls = join(folder, "calls");
  const running = traced(`${command} --port=0 --manifest=site.yaml`, state, calls);
  const url = addressIn(await firstLineOf(running));
  const env = { PATH: process.env.PATH, LECTERN_TOKEN: token };
  const smoke = run(process.execPath, ["test/smoke/main.ts", "--url", url], { cwd: root, env });
  const { stdout } = await smoke.catch((error) => error);
  expect(stdout).toContain("ok    nothing is left behind");
  const ofBackup = join(folder, "calls-of-backup");
  for (const each of valuesOf(backup!, "ExecStart")) {
    const words = each.replace("/var/lib/lectern-backup", join(folder, "backup"));
    expect(await ended(traced(words, state, ofBackup))).toBe(0);
    const permitted = await permittedCalls(backup!);
    expect((await callsIn(ofBackup)).filter((call) => !permitted.has(call))).toEqual([]);
  }
  const [pid] = /^\d+/.exec(await readFile(calls, "utf8"))!;
  process.kill(Number(pid), "SIGTERM");
  expect(await ended(running)).toBe(0);
  const [permitted, made] = [await permittedCalls(service!), await callsIn(calls)];
  expect(made.length).toBeGreaterThan(50);
  expect(made.filter((call) => !permitted.has(call))).toEqual([]);
});
