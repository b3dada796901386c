import { createInterface } from "node:readline/promises";
import { Writable } from "node:stream";
import { passwordProblem } from "#lib/access/strength.ts";
import type { CommandContext } from "./output.ts";
import { UsageError } from "./usage-error.ts";

/** The first line of the standard input; a terminal prompts without echo. Throws {@link UsageError}. */
export const readPassword = async ({
  stdin,
  stderr,
}: Pick<CommandContext, "stdin" | "stderr">): Promise<string> => {
  const asks = stdin.isTTY === true;
  if (asks) stderr.write("Password: ");
  const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() });
  const lines = createInterface({ input: stdin, output: nowhere, terminal: asks });
  try {
    const line = (await lines[Symbol.asyncIterator]().next()).value;
    if (!line) throw new UsageError("A password is expected on the standard input");
    // All invalid bytes become this one character, and no browser could send them.
    if (line.includes("\uFFFD")) throw new UsageError("The password contains bytes that are not UTF-8");
    const fault = passwordProblem(line);
    if (fault !== undefined) throw new UsageError(fault);
    return line;
  } finally {
    lines.close();
    if (asks) stderr.write("\n");
  }
};
