// Proves that the image of the Dockerfile that ships runs a site: closed, healthy, ended and started again.

import { execFile } from "node:child_process";
import { chmod, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { root } from "#test/support/sources.ts";
import { manifestVariables, servedManifest } from "./served-site.ts";

const certificates = "/etc/ssl/certs";

let folder: string;

const run = (command: string, ...args: string[]) =>
  promisify(execFile)(command, args, { cwd: root, maxBuffer: 64 * 1024 * 1024 });

const build = (tag: string, ...args: string[]) =>
  run("buildah", "bud", "--isolation", "chroot", "--format", "docker", "--tag", tag, ...args);

// A machine without systemd and with limits of its own has no other way to run it.
const podman = (...args: string[]) => run("podman", "--runtime", "runc", ...args);

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "lectern-container-"));
  const base = join(folder, "base");
  await run("server/make-base.sh", base);
  const scratch = join(folder, "scratch.Dockerfile");
  await writeFile(scratch, "FROM scratch\nCOPY . /\n");
  await build("lectern-test-base", "--file", scratch, base);
  await build(
    "lectern-test",
    ...["--build-arg", "BASE=localhost/lectern-test-base", "--network", "host"],
    ...["--volume", `${certificates}:${certificates}:ro`],
    ...["--build-arg", `NODE_EXTRA_CA_CERTS=${certificates}/ca-certificates.crt`],
    root,
  );
  await writeFile(join(folder, "site.yaml"), servedManifest);
  await chmod(folder, 0o755);
});

afterAll(async () => {
  for (const name of ["lectern-test-first", "lectern-test-second", "lectern-test-elsewhere"])
    await podman("rm", "--force", "--time", "0", name).catch(() => undefined);
  await podman("volume", "rm", "--force", "lectern-test-site", "lectern-test-backups").catch(() => undefined);
  await podman("rmi", "--force", "lectern-test", "lectern-test-base").catch(() => undefined);
  await rm(folder, { recursive: true, force: true });
});

/** As compose.yaml runs it, without a network. */
const start = async (name: string, ...args: string[]) => {
  const closed = [
    "--read-only",
    "--tmpfs",
    "/tmp",
    "--cap-drop",
    "all",
    "--security-opt",
    "no-new-privileges",
  ];
  const here = ["--ulimit", "nofile=4096:4096", "--ulimit", "nproc=4096:4096", "--network", "none"];
  const volumes = [
    ...[
      "--volume",
      "lectern-test-site:/var/lib/lectern",
      "--volume",
      `${folder}/site.yaml:/tmp/site.yaml:ro`,
    ],
    ...["--volume", "lectern-test-backups:/var/backups/lectern"],
  ];
  const variables = Object.entries(manifestVariables).flatMap((pair) => ["--env", pair.join("=")]);
  await podman(
    "run",
    "--detach",
    "--name",
    name,
    ...closed,
    ...here,
    ...volumes,
    ...variables,
    "lectern-test",
    ...args,
  );
  const logs = async () => (await podman("logs", name)).stdout;
  await vi.waitUntil(async () => (await logs()).includes("Lectern is ready"), { timeout: 60_000 });
  return {
    logs,
    exec: async (...command: string[]) => (await podman("exec", name, ...command)).stdout,
    isHealthy: () =>
      podman("healthcheck", "run", name).then(
        () => true,
        () => false,
      ),
    end: async (signal: "TERM" | "KILL") => {
      await podman("kill", "--signal", signal, name);
      return Number((await podman("wait", name)).stdout);
    },
  };
};

test("a container has no rights, is healthy, takes a site and backs it up; the next one has all of it", async () => {
  const first = await start("lectern-test-first");
  expect(await first.logs()).not.toContain("missing");
  expect((await first.exec("id", "-u")).trim()).toBe("10001");
  expect(await first.isHealthy()).toBe(true);
  expect(await first.exec("lectern", "apply", "/tmp/site.yaml")).toMatch(/^Done: created [1-9]/);
  const page = `fetch("http://127.0.0.1:8000/notes/ice/").then(async (a) => console.log(a.status, await a.text()))`;
  expect(await first.exec("node", "-e", page)).toMatch(/^200 .*Thin\./s);
  await first.exec("lectern", "backup", "/var/backups/lectern/site");
  await first.exec("lectern", "backup", "verify", "/var/backups/lectern/site");
  // Programs of the base are there to write with, and the file system says no.
  await expect(first.exec("mkdir", "/opt/lectern/x")).rejects.toThrow(/Read-only file system/);
  expect(await first.end("KILL")).toBe(137);

  const second = await start("lectern-test-second");
  expect(await second.exec("node", "-e", page)).toMatch(/^200 .*Thin\./s);
  expect(await second.end("TERM")).toBe(0);
});

test("a service that does not answer where the check asks is not healthy", async () => {
  const elsewhere = await start("lectern-test-elsewhere", "--port=8001", "--data=/tmp/other");
  expect(await elsewhere.isHealthy()).toBe(false);
});
