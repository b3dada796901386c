import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { lectern } from "./lectern.ts";

/** What bash offers for a command line whose last word is being typed. */
const offeredByBash = async (line: string): Promise<string[]> => {
  const { stdout: script } = await lectern("completion", "bash");
  const words = line.split(" ").map((word) => `'${word}'`);
  const ask = `COMP_WORDS=(${words.join(" ")}); COMP_CWORD=${words.length - 1}; _lectern; printf '%s\\n' "\${COMPREPLY[@]}"`;
  const { stdout } = await promisify(execFile)("bash", ["--norc", "-c", `${script}\n${ask}`]);
  return stdout.split("\n").filter((word) => word !== "");
};

test.each<[string, readonly string[]]>([
  ["lectern pub", ["publish"]],
  ["lectern page un", ["unlock", "unpublish", "unschedule"]],
  ["lectern page delete --p", ["--profile", "--purge"]],
  ["lectern page delete /home/notes --s", ["--stage"]],
  ["lectern --v", ["--version"]],
  ["lectern nothing --v", []],
  ["lectern publish package.j", ["package.json"]],
])("bash completes '%s'", async (line, expected) => {
  expect((await offeredByBash(line)).sort()).toEqual(expected);
});

test.each(["bash", "zsh", "fish"])(
  "the script for %s has every command, and nothing that a shell would run",
  async (shell) => {
    const { status, stdout } = await lectern("completion", shell);
    expect(status).toBe(0);
    for (const words of ["publish", "page", "deliveries", "completion"]) expect(stdout).toContain(words);
    expect(stdout).not.toMatch(/[`]/);
  },
);

test("other shells are refused with those that there are", async () => {
  expect(await lectern("completion", "tcsh")).toMatchObject({
    status: 2,
    stderr: expect.stringContaining("Name one shell: bash, zsh, fish"),
  });
});
