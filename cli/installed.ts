import { administrationCommands } from "./administration-commands.ts";
import { withCompletion } from "./completion.ts";
import type { CommandSet } from "./main.ts";
import { serviceCommands } from "./service-commands.ts";
import { storeCommands } from "./store-commands.ts";

/** `lectern` where the service is installed. */
export const installedLectern: CommandSet = {
  commands: withCompletion([...serviceCommands, ...administrationCommands, ...storeCommands]),
  note: "Where nothing names a service, a folder or a stage, a command works on the folder .lectern.",
  openSite: async (...given) => (await import("#cli/site/open-either.ts")).openEither(...given),
};
