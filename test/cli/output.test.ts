import { expect, test } from "vitest";
import { printLines } from "#cli/output.ts";
import { progressOn } from "#cli/publish/progress.ts";

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
