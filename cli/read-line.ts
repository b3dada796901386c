import { createInterface } from "node:readline/promises";
import { Writable } from "node:stream";
import type { CommandContext } from "./output.ts";

/** The first line of the standard input, or ""; a terminal prompts, by default without echo. */
export const readLine = async (
  prompt: string,
  { stdin, stderr }: Pick<CommandContext, "stdin" | "stderr">,
  { echoes = false } = {},
): Promise<string> => {
  const asks = stdin.isTTY === true;
  if (asks) stderr.write(`${prompt}: `);
  const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() });
  const lines = createInterface({ input: stdin, output: nowhere, terminal: asks && !echoes });
  try {
    return (await lines[Symbol.asyncIterator]().next()).value ?? "";
  } finally {
    lines.close();
    if (asks && !echoes) stderr.write("\n");
  }
};
