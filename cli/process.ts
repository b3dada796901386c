import { untilEnded } from "#local/until-ended.ts";
import { type CommandSet, main, ofThisProcess } from "./main.ts";

/** A reader such as `head -1` that closes the pipe early does not stop the command. */
const goOnUnread = (error: NodeJS.ErrnoException): void => {
  if (error.code !== "EPIPE") throw error;
};

/** Every write is complete in itself, so that nothing is left half done. */
const endAtInterrupt = (): void => {
  console.error("lectern: interrupted; what is done stays, and the same command does the rest.");
  process.exit(130);
};

/** Resolves when somebody ends the command, or the npx that has started it. */
const untilInterrupted = (): Promise<void> => {
  process.off("SIGINT", endAtInterrupt);
  return untilEnded(ofThisProcess().environment.npm_lifecycle_event === "npx");
};

/** Runs the command line of this process, and sets its exit status. */
export const runProcess = async (program: CommandSet): Promise<void> => {
  for (const stream of [process.stdout, process.stderr]) stream.on("error", goOnUnread);
  process.once("SIGINT", endAtInterrupt);
  process.exitCode = await main(program, process.argv.slice(2), { ...ofThisProcess(), untilInterrupted });
};
