import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, describe, expect, test, vi } from "vitest";
import type { Program } from "#lib/probing/find-program.ts";
import { runOnFile } from "#lib/probing/run-on-file.ts";
import { recordingPath } from "#test/support/recording-path.ts";
import { inMs, localFile } from "./media-files.ts";
import { readSeconds } from "./read-seconds.ts";
import { standIn } from "./stand-in.ts";

vi.unmock("#lib/probing/ask-ffprobe.ts");

const folder = mkdtempSync(join(tmpdir(), "lectern-secret-"));
const secret = join(folder, "secret.mp3");
writeFileSync(secret, "a song", { mode: 0o600 });

afterAll(() => rmSync(folder, { recursive: true }));

const run = async (program: Program) => {
  const limits = { deadlineMs: inMs(10_000), outputBytes: 10_000 };
  const output = await runOnFile(program, localFile(secret), limits, (input) => input);
  return Buffer.isBuffer(output) ? output.toString() : output;
};

/** The same program where everybody may start it. */
const standInForAll = (program: Program, script: string) =>
  chmodSync(dirname(standIn(program, script)), 0o755);

const takesOpenFiles = (script: string) => `case "$*" in *-protocols) echo "  fd";; *) ${script};; esac`;

test.each<[Program, string, string]>([
  ["ffprobe", "tiff", "4000000"],
  ["ffmpeg", "exr", "36000000"],
])("%s gets a list of decoders without %s, and no pictures beyond %s pixels", async (program, no, pixels) => {
  standIn(program, 'for each in "$@"; do echo "$each"; done');
  const given = String(await run(program)).split("\n");
  const after = (option: string) => given[given.indexOf(option) + 1];
  expect(after("-codec_whitelist")?.split(",")).toEqual(expect.arrayContaining(["aac", "h264", "mjpeg"]));
  expect(after("-codec_whitelist")?.split(",")).not.toContain(no);
  expect(after("-max_pixels")).toBe(pixels);
  expect(after("-protocol_whitelist")).toBe("file,subfile");
});

describe.runIf(process.platform === "linux" && process.getuid?.() === 0)(
  "a service that runs as root",
  () => {
    test("lets nobody run the program, which gets a file that only root can open", async () => {
      standInForAll("ffprobe", takesOpenFiles(`id -u; id -g; id -G; cat; cat ${secret}`));
      expect(await run("ffprobe")).toMatchObject({ failure: "probe_failed" });
      standInForAll("ffprobe", takesOpenFiles('id -u; id -g; cat; echo " $*"'));
      expect(await run("ffprobe")).toMatch(
        /^65534\n65534\na song .*-protocol_whitelist fd,subfile .*:fd:\n$/,
      );
    });

    test.each([
      ["that takes no open files", standInForAll],
      ["that nobody can start", standIn],
    ])("runs a program %s itself", async (_, put) => {
      put("ffprobe", 'id -u; echo "$*"');
      chmodSync(dirname(process.env.FFPROBE_PATH!), put === standIn ? 0o700 : 0o755);
      expect(await run("ffprobe")).toMatch(/^0\n.*:file:.*secret.mp3\n$/);
    });

    test("learns what it asks for from a file that only root can open", async () => {
      const path = join(folder, "chapters.m4a");
      writeFileSync(path, readFileSync(recordingPath("chapters.m4a")), { mode: 0o600 });
      expect(await readSeconds(localFile(path), inMs(10_000))).toBe(2);
    });
  },
);
