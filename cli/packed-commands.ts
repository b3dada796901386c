import { administrationCommands } from "./administration-commands.ts";
import { withCompletion } from "./completion.ts";
import type { CommandSet } from "./main.ts";
import { serviceCommands } from "./service-commands.ts";

/** `lectern` of the package `@lectern/cli`, which has neither the service nor its store. */
export const packedLectern: CommandSet = {
  commands: withCompletion([...serviceCommands, ...administrationCommands]),
  note: "Options, LECTERN_URL and LECTERN_TOKEN, or a profile of `lectern login` say which service a command asks.",
  openSite: async (...given) => (await import("#cli/site/open-service.ts")).openService(...given),
  elsewhere: {
    words: ["catalog", "files"],
    hint: "works on the store of a service; run it where Lectern is installed.",
  },
};
