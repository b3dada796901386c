import { runAction } from "./run.ts";

/** The program of the Action, which is bundled from here. */
process.exitCode = await runAction(process.env, process.stdout);
