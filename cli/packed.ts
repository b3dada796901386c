import { packedLectern } from "./packed-commands.ts";
import { runProcess } from "./process.ts";

/** The program of the package `@lectern/cli`, which is bundled from here. */
await runProcess(packedLectern);
