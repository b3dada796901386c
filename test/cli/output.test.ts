import { expect, test } from "vitest";
import { installedLectern } from "#cli/installed.ts";
import { printLines } from "#cli/output.ts";
import { progressOn } from "#cli/publish/progress.ts";
import { PlainError } from "#local/plain-error.ts";
import { lecternIn } from "./lectern.ts";

const written = (print: (terminal: { isTTY: boolean; write: (text: string) => void }) => void): string => {
  let all = "";
  print({
    isTTY: true,
    write: (text) => {
      all += text;
    },
  });
  return all;
};

test("what others have written does not steer a terminal, in lines and while something goes on", () => {
  const name = "a\u001b[2J\rb\u0085\u202ec";
  const shown = "a\\u001b[2J\\u000db\\u0085\\u202ec";
  expect(written((terminal) => printLines(terminal, [`1\t${name}\n2`]))).toBe(`1\t${shown}\n2\n`);
  expect(written((terminal) => progressOn(terminal).show(name))).toBe(`\r\u001b[2K${shown}`);
});

test("a command that fails, and cannot end what it has begun, says why it failed", async () => {
  const fails = async (): Promise<number> => {
    await using begun = new AsyncDisposableStack();
    begun.defer(() => Promise.reject(new Error("EROFS: read-only file system, rm 'database-in-use'")));
    begun.defer(() => Promise.reject(new Error("EROFS: read-only file system, rm 'part'")));
    throw new PlainError("The disk refuses what is written.");
  };
  const fail = { words: "fail", usage: "", summary: "Fails.", load: async () => fails };
  const result = await lecternIn({}, "", ["fail"], { ...installedLectern, commands: [fail] });
  expect(result).toEqual({ status: 1, stdout: "", stderr: "The disk refuses what is written.\n" });
});
