import { passwordProblem } from "#lib/access/strength.ts";
import type { CommandContext } from "./output.ts";
import { readLine } from "./read-line.ts";
import { UsageError } from "./usage-error.ts";

/** The first line of the standard input; a terminal prompts without echo. Throws {@link UsageError}. */
export const readPassword = async (
  username: string,
  context: Pick<CommandContext, "stdin" | "stderr">,
): Promise<string> => {
  const line = await readLine("Password", context);
  if (!line) throw new UsageError("A password is expected on the standard input");
  // All invalid bytes become this one character, and no browser could send them.
  if (line.includes("\uFFFD")) throw new UsageError("The password contains bytes that are not UTF-8");
  const fault = passwordProblem(line, [username]);
  if (fault !== undefined) throw new UsageError(fault);
  return line;
};
