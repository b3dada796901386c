import { withCompletion } from "./completion.ts";
import type { CommandSet } from "./main.ts";
import { serviceCommands } from "./service-commands.ts";

/** `lectern` of the package `@lectern/cli`, which has neither the service nor its store. */
export const packedLectern: CommandSet = {
  commands: withCompletion(serviceCommands),
  note: "LECTERN_URL and LECTERN_TOKEN say which service a command asks, and as whom.",
  elsewhere: {
    words: ["apply", "catalog", "comment", "export", "files", "page", "token", "user", "webhook", "workflow"],
    hint: "works on the store of a service; run it where Lectern is installed.",
  },
};
