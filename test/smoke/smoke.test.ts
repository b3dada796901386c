import { execFile } from "node:child_process";
import { once } from "node:events";
import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { useServedFiles } from "#test/support/served-files.ts";
import { everythingStored } from "#test/support/stored.ts";
import { useWorld } from "#test/support/world.ts";
import { runSmoke } from "./run-smoke.ts";
import { posterRemark, snapshotRemark } from "./writing-checks.ts";

useWorld();
const files = useServedFiles();

/** Runs the command, whatever its exit status; this process serves what it looks at. */
const smoke = (args: readonly string[], token = "") =>
  new Promise<{ status: number; stdout: string; stderr: string }>((resolve) => {
    const env = { ...process.env, LECTERN_TOKEN: token };
    const child = execFile(process.execPath, ["test/smoke/main.ts", ...args], { env }, (_, stdout, stderr) =>
      resolve({ status: child.exitCode ?? -1, stdout, stderr }),
    );
  });

/** What a run could leave behind. */
const contents = async () => [
  (await everythingStored()).filter((key) => /^(PAGE|MEDIA#|BIN|UPLOADS#\d+ UPLOAD#)/.test(key)),
  await files.keys(),
];

test("a service passes every check, and nothing that was written is left", async () => {
  const before = await contents();
  const { results, timings } = await runSmoke(files.url, "su");
  expect(results.filter(({ ok }) => !ok)).toEqual([]);
  expect(results.length).toBeGreaterThan(15);
  expect(results.map(({ note }) => note)).not.toContainEqual(expect.stringContaining("left out"));
  expect(timings.every(({ firstMs, laterMs }) => firstMs > 0 && laterMs > 0)).toBe(true);
  expect(await contents()).toEqual(before);
});

test("with a token that has scopes, and so may not remove everything, nothing is written", async () => {
  const before = await contents();
  const { results } = await runSmoke(files.url, "ada-write");
  expect(results.at(-1)).toEqual({
    name: "the token is accepted, and may remove what is made",
    ok: false,
    note: "it has scopes (write): use the token of a superuser, without scopes",
  });
  expect(await contents()).toEqual(before);
});

test("the command prints a line for each check and a table of times, and ends with 0", async () => {
  const { status, stdout } = await smoke(["--url", files.url]);
  expect(stdout).toMatch(
    /^ok {4}the service can be reached\n(ok {4}.+\n)+\nrequest +first +later\n(\/\S+ +[\d.]+ ms +[\d.]+ ms\n)+\nAll checks passed\. Without LECTERN_TOKEN, nothing was written\.\n$/,
  );
  expect(status).toBe(0);
});

/** An address where every request is answered alike. */
const answering = async (answer: RequestListener): Promise<string> => {
  const server = createServer((request, response) => {
    request.resume();
    answer(request, response);
  }).listen(0, "127.0.0.1");
  onTestFinished(() => void server.close());
  await once(server, "listening");
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
};

test("a service that is not ours fails the checks, and the command ends with 1", async () => {
  const url = await answering((_, response) => response.end("hello"));
  const { status, stdout } = await smoke(["--url", url]);
  expect(stdout).toMatch(/FAIL {2}paths with their final slash .* — \/api\/ does not answer in JSON\n/);
  expect(stdout).toMatch(
    /FAIL {2}unknown paths .* — GET \/api\/nowhere\/at\/all\/ answers 200, not 404: hello\n/,
  );
  expect(status).toBe(1);
});

test("where no service answers, the command ends with 1", async () => {
  const url = await answering(({ socket }) => void socket.destroy());
  const { status, stdout } = await smoke(["--url", url]);
  expect(stdout).toMatch(/^FAIL {2}the service can be reached — fetch failed \(other side closed\)\n/);
  expect(status).toBe(1);
});

test.each([
  [["--url", "blog.example.org"], /^$/],
  [["--url", "http://["], /^$/],
  [["--stage", "nowhere"], /^$/],
  [[], /^Usage: /],
])("%j ends with 2", async (args, stdout) => {
  expect(await smoke(args)).toMatchObject({ status: 2, stdout: expect.stringMatching(stdout) });
});

test("neither a password in the address nor a token that is none is shown", async () => {
  const refusals = [
    await smoke(["--url", "http://ada:hidden@127.0.0.1:9"]),
    await smoke(["--url", "http://127.0.0.1:9"], "hid den"),
  ];
  expect(refusals.map(({ status }) => status)).toEqual([2, 2]);
  expect(JSON.stringify(refusals)).not.toMatch(/hid ?den/);
});

test("a video without a poster is a remark on one machine, and a failure of a deployment", () => {
  expect(posterRemark("http://127.0.0.1:8000", null)).toBe("no poster: there is no ffmpeg");
  expect(() => posterRemark("https://blog.example.org", null)).toThrow("ffmpeg is missing or fails");
  expect(posterRemark("https://blog.example.org", { url: "/media/p" })).toBe("with a poster (ffmpeg)");
});

test("a site may have no snapshot yet, but none that is older than any may be", () => {
  const aged = (age_seconds: number | null) => ({ taken_at: null, age_seconds, is_due: false });
  expect(snapshotRemark(aged(null))).toBe("none of this release so far");
  expect(snapshotRemark(aged(3 * 86_400 + 3_600))).toBe("the newest is 4380 minutes old");
  expect(() => snapshotRemark(aged(4 * 86_400))).toThrow("the newest is 4 days old");
});
