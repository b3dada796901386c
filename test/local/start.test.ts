import { once } from "node:events";
import { closeSync, existsSync, openSync } from "node:fs";
import { copyFile, mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { get } from "node:http";
import { basename, join } from "node:path";
import { text } from "node:stream/consumers";
import { beforeEach, expect, onTestFinished, test } from "vitest";
import { fileKey } from "#lib/files/file-key.ts";
import { signedUrl } from "#lib/files/signature.ts";
import { filesPath } from "#lib/media/file-delivery.ts";
import { demoManifest } from "#local/demo.ts";
import { usage } from "#local/start-options.ts";
import { capturingGateway } from "#test/support/capture.ts";
import {
  addressIn,
  ended,
  firstLineOf,
  ownEnvironment,
  startProgram,
  temporaryFolder,
} from "#test/support/programs.ts";
import { startCommand } from "#test/support/start-command.ts";

let data: string;

beforeEach(async () => {
  data = await temporaryFolder();
});

/** The program with these options and an environment of its own. */
const start = (
  args: readonly string[],
  environment: Readonly<Record<string, string>> = {},
  nodeOptions: readonly string[] = [],
) => {
  const program = startProgram(process.execPath, [...nodeOptions, "local/start.js", ...args], {
    env: { ...ownEnvironment(), ...environment },
  });
  const complaint = text(program.stderr!);
  /** Waits for the end; gives the exit status and the errors. */
  const end = async () => ({ status: await ended(program), complaint: await complaint });
  return { program, firstLine: firstLineOf(program), end };
};

const { variables, args: npmArgs } = await startCommand();
const npmOptions = npmArgs.slice(0, -1);

/** The program as `npm start` runs it, once it answers. */
const started = async (args: readonly string[] = [], environment: Readonly<Record<string, string>> = {}) => {
  const { program, firstLine, end } = start(
    ["--port=0", `--data=${data}`, ...args],
    { ...variables, ...environment },
    npmOptions,
  );
  const line = await Promise.race([
    firstLine,
    end().then(({ complaint }) => Promise.reject(new Error(complaint))),
  ]);
  return { program, line, end, url: addressIn(line) };
};

const stopped = async ({ program, end }: Pick<Awaited<ReturnType<typeof started>>, "program" | "end">) => {
  const ending = end();
  program.kill("SIGTERM");
  return ending;
};

test("before npm ci, the program says that it is missing", async () => {
  const folder = join(data, "local");
  await mkdir(folder);
  await writeFile(join(data, "package.json"), '{ "type": "module" }');
  await copyFile("local/start.js", join(folder, "start.js"));
  const program = startProgram(process.execPath, [join(folder, "start.js")], { env: ownEnvironment() });
  const complaint = text(program.stderr!);
  expect(await ended(program)).toBe(1);
  expect(await complaint).toBe("Run `npm ci` first: it installs Node 24 and whatever else Lectern needs.\n");
});

test("a started service says where it answers, and keeps others out", async () => {
  const { program, line, url, end } = await started(["--no-demo"]);
  expect(line).toMatch(/^Lectern is ready at http:\/\/127\.0\.0\.1:\d+ \(data in .+, ready in \d+\.\d s\)$/);
  expect(line).toContain(`data in ${data},`);
  expect((await fetch(`${url}/api/`)).status).toBe(200);

  // It takes files, and gives them at the addresses that its key signs.
  const signingKey = Buffer.from(await readFile(join(data, "signing-key"), "utf8"), "hex");
  const permit = {
    key: fileKey("uploads/one"),
    contentType: "audio/mpeg",
    expiresAt: Date.now() / 1000 + 60,
  };
  const address = (method: "GET" | "PUT", sizeBytes?: number) =>
    signedUrl({ ...permit, method, sizeBytes }, { address: url + filesPath, signingKey });
  const headers = { "content-type": "audio/mpeg" };
  const upload = await fetch(address("PUT", 5), { method: "PUT", headers, body: "sound" });
  expect(upload.status).toBe(200);
  expect(await (await fetch(address("GET"))).text()).toBe("sound");

  expect(await start(["--port=0", `--data=${data}`]).end()).toEqual({
    status: 1,
    complaint: expect.stringMatching(/^.+ is in use by process \d+; .+--data\.\n$/),
  });

  const ending = end();
  program.kill("SIGTERM");
  expect((await ending).status).toBe(0);
});

test("variables that look like settings and are none are refused, a line for each", async () => {
  const wrong = { SITE_COMENTS_ENABLED: "true", SITE_ZEBRAS: "2" };
  expect(await start(["--port=0", `--data=${data}`], wrong).end()).toEqual({
    status: 1,
    complaint: expect.stringMatching(
      /^SITE_COMENTS_ENABLED is not a setting; .*\(did you mean SITE_COMMENTS_ENABLED\?\)\.\nSITE_ZEBRAS is not a setting; .*\.\n$/,
    ),
  });
});

/** The address of the first account that a service prints, after it is ready. */
const setupAddress = ({ program }: Awaited<ReturnType<typeof started>>): Promise<string> =>
  new Promise((resolve) => {
    let printed = "";
    program.stdout!.on("data", (chunk) => {
      printed += chunk;
      const [address] = /http:\/\/\S+\/setup\/[\w-]{43}\/(?=\n)/.exec(printed) ?? [];
      if (address) resolve(address);
    });
  });

test("each start of a service without accounts prints where the first one is made, and ends the older address", async () => {
  const statusAt = async (address: string, url: string) =>
    (await fetch(address.replace(/^http:\/\/[^/]+/, url))).status;
  const first = await started(["--no-demo"]);
  const older = await setupAddress(first);
  expect(await statusAt(older, first.url)).toBe(200);
  await stopped(first);
  const second = await started(["--no-demo"]);
  const address = await setupAddress(second);
  expect([await statusAt(older, second.url), await statusAt(address, second.url)]).toEqual([404, 200]);
  const logs = (await readdir(data, { recursive: true })).filter((name) => name.includes("log"));
  for (const name of logs)
    expect(await readFile(join(data, name), "utf8").catch(() => "")).not.toContain(
      address.split("/").at(-2)!,
    );
  await stopped(second);
});

test.runIf(existsSync("/dev/full"))(
  "a log that can no longer be written costs its lines and nothing else",
  async () => {
    const full = openSync("/dev/full", "w");
    const options = ["--port=0", `--data=${data}`, "--no-demo"];
    const program = startProgram(process.execPath, ["local/start.js", ...options], {
      env: ownEnvironment(),
      stdio: ["ignore", "pipe", full],
    });
    closeSync(full);
    const url = addressIn(await firstLineOf(program));
    // The service reports that its file is missing, but runs.
    await rm(join(data, "catalog.db"));
    for (let time = 0; time < 2; time++) expect((await fetch(`${url}/api/cms/pages/`)).status).toBe(200);
  },
);

test("a service answers to its own hosts only, and stops when it is asked to stop", async () => {
  const manifest = join(data, "..", `${basename(data)}.yaml`);
  onTestFinished(() => rm(manifest));
  const pages =
    "[{ type: site.HomePage, slug: home, title: Home, children: [{ type: site.Blog, slug: b, title: B }] }]";
  await writeFile(manifest, `version: 1\nsite: { base_url: https://notes.example }\npages: ${pages}\n`);
  const SITE_ALLOWED_HOSTS = '["*.marsh.example"]';
  const first = await started([`--manifest=${manifest}`], { SITE_ALLOWED_HOSTS });
  const statusOf = async (host: string) => {
    const [answer] = await once(get(`${first.url}/api/`, { headers: { host } }), "response");
    return answer.resume().statusCode;
  };
  // Those of the site and of the setting are its own.
  const hosts = ["localhost:9", "notes.example", "reed.marsh.example", "evil.example"];
  expect(await Promise.all(hosts.map(statusOf))).toEqual([200, 200, 200, 400]);

  expect(await stopped(first)).toEqual({ status: 0, complaint: "" });
  const second = await started(["--no-demo"]);
  const { meta } = await (await fetch(`${second.url}/api/cms/pages/`)).json();
  expect(meta.total_count).toBeGreaterThan(1);
});

test("a wrong setting is refused in one line, before anything is made", async () => {
  const SITE_AUTHENTICATION_CLASSES = "token";
  expect(await start(["--port=0", `--data=${data}`], { SITE_AUTHENTICATION_CLASSES }).end()).toEqual({
    status: 1,
    complaint: expect.stringMatching(/^The setting SITE_AUTHENTICATION_CLASSES is [^\n]+\n$/),
  });
  expect(await readdir(data)).toEqual([]);
});

test("a database that is damaged, gone or empty is refused in one line, as often as it is started", async () => {
  await stopped(await started(["--no-demo"]));
  const file = join(data, "table.sqlite");
  await writeFile(file, "this is not a database".repeat(1_000));
  expect(await start(["--port=0", `--data=${data}`]).end()).toEqual({
    status: 1,
    complaint: expect.stringMatching(
      /^The database .+ is damaged, or .+; move it away, and restore it from a backup .+ --data\.\n$/,
    ),
  });
  const isLost = {
    status: 1,
    complaint: expect.stringMatching(
      /^\S+ has lost its database \(.+\); restore it from a backup, .+--data\.\n$/,
    ),
  };
  for (const name of await readdir(data)) if (name.startsWith("table")) await rm(join(data, name));
  for (const options of [[], ["--no-demo"], [`--manifest=${demoManifest}`]])
    expect(await start(["--port=0", `--data=${data}`, ...options]).end()).toEqual(isLost);
  await writeFile(file, "");
  for (const options of [[], ["--no-demo"]])
    expect(await start(["--port=0", `--data=${data}`, ...options]).end()).toEqual(isLost);
});

test("a first start that is killed again and again still leads to the whole demo, which a manifest ends", async () => {
  const killer = new URL("./killed-at-step.ts", import.meta.url).href;
  let kills = 0;
  // demo.test.ts cuts it off at many more steps, without a process for each.
  for (let step = 6; ; step *= 4) {
    const { program, firstLine, end } = start(
      ["--port=0", `--data=${data}`],
      { KILL_AT_STEP: String(step) },
      ["--import", killer],
    );
    const isReady = await Promise.race([firstLine.then(() => true), end().then(() => false)]);
    program.kill("SIGKILL");
    await ended(program);
    if (isReady) break;
    kills++;
  }
  expect(kills).toBeGreaterThan(2);
  const { url } = await started();
  const { token } = JSON.parse(await readFile(join(data, "demo.json"), "utf8"));
  const pages = await (await fetch(`${url}/api/cms/pages/`)).json();
  // Home, the blog and its public posts, the podcast and its published episodes.
  expect(pages.meta.total_count).toBe(8);
  const asDemo = async () =>
    (await fetch(`${url}/api/editor/parents/`, { headers: { authorization: `Bearer ${token}` } })).status;
  expect(await asDemo()).toBe(200);

  // Applied beside the running service.
  const file = join(data, "..", `${basename(data)}.yaml`);
  const apply = async (manifest: string) => {
    await writeFile(file, manifest);
    const command = ["cli/lectern.js", "apply", file, `--data=${data}`];
    return text(startProgram(process.execPath, command, { env: ownEnvironment() }).stderr!);
  };
  expect(await apply("version: 2\n")).toContain("version");
  expect(await asDemo()).toBe(200);
  const [before, after, ...others] = (await apply("version: 1\nsite: { name: Our Notes }\n")).split("\n");
  expect(before).toContain(`${data} has the demo, and a manifest ends it`);
  expect(after).toBe(
    `The demo in ${data} has ended: its token is revoked, and ada and bo have no passwords but those of the manifest.`,
  );
  expect(others).toEqual([""]);
  expect(await asDemo()).toBe(401);
  await rm(file);
});

test("a port in use is refused in one line, and the data directory is free again", async () => {
  await using other = await capturingGateway();
  const { port } = new URL(other.url);
  expect(await start([`--port=${port}`, `--data=${data}`, "--no-demo"]).end()).toEqual({
    status: 1,
    complaint: expect.stringMatching(/^Port \d+ of 127\.0\.0\.1 is in use; .+--port\.\n$/),
  });
  await started(["--no-demo"]);
});

test("a bucket that the environment names and that cannot be used is refused in one line", async () => {
  const { end } = start(["--port=0", `--data=${data}`], { S3_ENDPOINT: "http://127.0.0.1:9" });
  expect(await end()).toEqual({
    status: 1,
    complaint: expect.stringMatching(/^The file store cannot be used \(.*ECONNREFUSED.*\); .+\n$/),
  });
});

test("an engine that the environment names and that does not answer is refused in one line", async () => {
  const { end } = start(["--port=0", `--data=${data}`], { DYNAMODB_ENDPOINT: "http://127.0.0.1:9" });
  expect(await end()).toEqual({
    status: 1,
    complaint: expect.stringMatching(
      /^The engine at http:\/\/127\.0\.0\.1:9 does not answer \(.*ECONNREFUSED.*\); .+\n$/,
    ),
  });
});

test("an unknown option is refused in one line, and the usage follows", async () => {
  expect(await start(["--prot=1"]).end()).toEqual({
    status: 1,
    complaint: `Unknown option '--prot'.\n\n${usage}\n`,
  });
});

test("help is the usage", async () => {
  const { program, end } = start(["--help"]);
  const [output, { status }] = await Promise.all([text(program.stdout!), end()]);
  expect([status, output]).toEqual([0, `${usage}\n`]);
});
