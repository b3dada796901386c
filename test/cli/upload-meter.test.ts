import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { meterOn } from "#cli/upload/meter.ts";
import { clock } from "#lib/clock.ts";

const file = "heron.mp4";

let nowMs: number;

beforeEach(() => {
  nowMs = 0;
  vi.spyOn(clock, "monotonicMs").mockImplementation(() => nowMs);
});

afterEach(() => vi.restoreAllMocks());

/** A meter, and all that it has written so far; what a terminal's line says is what was written last. */
const measuring = (sizeBytes: number, isTTY: boolean) => {
  const written: string[] = [];
  const meter = meterOn({ isTTY, columns: 100, write: (text) => written.push(text) }, { file, sizeBytes });
  return { meter, written, line: () => written.at(-1)?.replace("\r\x1b[2K", "") };
};

describe("on a terminal", () => {
  test("one line says how far the file is, how fast it goes, and how long it takes", () => {
    const { meter, line } = measuring(2_000_000_000, true);
    meter.begun();
    expect(line()).toBe("[------------------------] 0 % of 2.0 GB  heron.mp4");
    nowMs = 10_000;
    meter.arrived(500_000_000, true);
    expect(line()).toBe("[######------------------] 25 % of 2.0 GB  50 MB/s  30 s left  heron.mp4");
    nowMs = 100_000;
    meter.arrived(500_000_000, true);
    expect(line()).toBe("[############------------] 50 % of 2.0 GB  10 MB/s  100 s left  heron.mp4");
    nowMs = 200_000;
    meter.arrived(1_000, true);
    expect(line()).toBe("[############------------] 50 % of 2.0 GB  5.0 MB/s  4 min left  heron.mp4");
  });

  test("what was there before counts as arrived, and not for the speed", () => {
    const { meter, line } = measuring(1_000, true);
    meter.begun();
    nowMs = 1_000;
    meter.arrived(500, false);
    expect(line()).toBe("[############------------] 50 % of 1.0 kB  heron.mp4");
    meter.arrived(100, true);
    expect(line()).toBe("[##############----------] 60 % of 1.0 kB  100 bytes/s  4 s left  heron.mp4");
  });

  test("a file that is sent anew begins at nothing", () => {
    const { meter, line } = measuring(1_000, true);
    meter.begun();
    meter.arrived(500, true);
    meter.begun();
    expect(line()).toMatch(/ 0 % /);
  });

  test("the line says what is waited for, and is gone at the end", () => {
    const { meter, line } = measuring(1_000, true);
    meter.say("waiting 2 s: read ECONNRESET");
    expect(line()).toBe("waiting 2 s: read ECONNRESET");
    meter[Symbol.dispose]();
    expect(line()).toBe("");
  });
});

test("elsewhere a line is written for every tenth that is passed, and for what is waited for", () => {
  const { meter, written } = measuring(40_000, false);
  meter.begun();
  for (let part = 0; part < 8; part++) meter.arrived(part === 7 ? 500 : 2_500, true);
  meter.arrived(9_500, true);
  meter.say("waiting 1 s: the file store answered 503");
  meter[Symbol.dispose]();
  expect(written).toEqual([
    "heron.mp4: 12 % of 40 kB\n",
    "heron.mp4: 25 % of 40 kB\n",
    "heron.mp4: 31 % of 40 kB\n",
    "heron.mp4: 43 % of 40 kB\n",
    "heron.mp4: 68 % of 40 kB\n",
    "heron.mp4: waiting 1 s: the file store answered 503\n",
  ]);
});
